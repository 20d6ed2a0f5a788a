"""Asynchronous copies as stores of their width, memcpy, and matrix loads in inline assembly."""

from __future__ import annotations

import re

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import store
from banktrainer.cuda.checks import touch
from banktrainer.cuda.doubts import forget_variable
from banktrainer.cuda.memory import GlobalData, SharedMemory, Variable
from banktrainer.cuda.places import behind
from banktrainer.cuda.run import LValue, Refusal, Run, builtin, evaluates
from banktrainer.cuda.types_of import constant
from banktrainer.cuda.values import Cause, Value, unknown

VOID = Value(c.VOID, np.zeros(1, np.uint8))
_LDMATRIX = re.compile(r"\bldmatrix\.\S*?\.(x[124])\b|\bldmatrix\.")
_CP_ASYNC = re.compile(
    r"\bcp\.async\.c[ag]\.shared\S*\s+\[\s*%(\d+)\s*\]\s*,\s*\[[^\]]*\]\s*,\s*(\S+?)[,;\s]"
)
_FENCES = re.compile(
    r"^\s*(?:cp\.async\.(?:commit_group|wait_group|wait_all)|bar\.sync|barrier|membar|fence"
    r"|griddepcontrol|prefetch|nanosleep|mma\.|wgmma\.(?:fence|commit|wait))"
)


def bytes_type(width: int) -> c.CType:
    """A type of `width` bytes that moves in one access."""
    names = {1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "uint2", 16: "uint4"}
    made = c.builtin(names.get(width, ""))
    if made is None:
        raise ValueError(width)
    return made


@builtin("__pipeline_memcpy_async", harmless=False)
def pipeline_copy(run: Run, node: s.Call) -> Value:
    """A copy of 4, 8 or 16 bytes from global to shared memory: one store."""
    if len(node.args) not in (3, 4):
        raise Refusal(node, "a destination, a source and a size are expected")
    target, _ = run.evaluate(node.args[0]), run.evaluate(node.args[1])
    width = constant(run, node.args[2])
    if width not in (4, 8, 16):
        raise Refusal(node, f"an asynchronous copy moves 4, 8 or 16 bytes, not {width}")
    copy_in(run, node, target, width)
    return VOID


def copy_in(run: Run, node: s.Expr, target: Value, width: int) -> None:
    """Store `width` unknown bytes behind a pointer."""
    if not isinstance(target.type, c.Pointer):
        raise Refusal(node, "the destination is not a pointer that is known")
    kind = bytes_type(width)
    wide = Value(c.pointer(kind), target.data, target.known, target.cause, target.home)
    place = behind(run, node, wide)
    store(run, place, unknown(kind, Cause("copied data", run.line(node))), node)


@builtin("memcpy", "memset", "memmove", harmless=False)
def whole_copy(run: Run, node: s.Call) -> Value:
    """A copy whose width the library chooses: read only where no shared memory takes part."""
    values = [run.evaluate(arg) for arg in node.args]
    pointers = [v for v in values if isinstance(v.type, c.Pointer)]
    if any(p.home is None or p.home.shared or p.home.mixed for p in pointers) or not pointers:
        raise Refusal(node, "the width in which this copies is the library's choice")
    target = pointers[0].home
    if target is not None and isinstance(target.memory, Variable):
        forget_variable(run, target.memory, run.mask, Cause("a copy", run.line(node)))
    elif target is not None and isinstance(target.memory, GlobalData):
        target.memory.written = True
    return VOID


@builtin("__cvta_generic_to_shared")
def shared_address(run: Run, node: s.Call) -> Value:
    """A shared pointer as the number of its byte."""
    if len(node.args) != 1:
        raise Refusal(node, "one pointer is expected")
    pointer = run.evaluate(node.args[0])
    if not isinstance(pointer.type, c.Pointer) or pointer.home is None or not pointer.home.shared:
        raise Refusal(node, "this pointer is not known to point into shared memory")
    return Value(c.ULONG, pointer.data.astype(np.uint64), pointer.known, pointer.cause)


@builtin("load_matrix_sync", "store_matrix_sync", harmless=False)
def fragment_copy(run: Run, node: s.Call) -> Value:
    """wmma's loads and stores: which lane touches what is not published."""
    raise Refusal(node, "wmma moves data in a lane order that is not published, so it is not read")


@evaluates(s.Asm)
def assembly(run: Run, node: s.Asm) -> Value:
    """Inline assembly: ldmatrix and cp.async are accesses, barriers and mma are not."""
    parts = re.findall(r'"((?:[^"\\]|\\.)*)"', node.code)
    code = "".join(parts).replace("\\n", "\n").replace("\\t", " ")
    matrix = _LDMATRIX.search(code)
    copied = _CP_ASYNC.search(code)
    if matrix is not None:
        _matrix_load(run, node, code, int((matrix[1] or "x1")[1]))
    elif copied is not None:
        _copy(run, node, copied)
    elif not _FENCES.match(code) and "shared" in code:
        raise Refusal(node, "this assembly reaches shared memory in a way that is not read")
    elif not _FENCES.match(code) and _takes_memory(node):
        raise Refusal(node, "this assembly is not read")
    cause = Cause("inline assembly", run.line(node))
    for _, output in node.outputs:
        place = run.place(output)
        store(run, place, unknown(place.type, cause), output)
    return VOID


def _takes_memory(node: s.Asm) -> bool:
    return any(k in ("l", "m") for k, _ in node.inputs) and "st." in node.code


def _address(run: Run, node: s.Asm, number: int) -> tuple[Value, s.Expr]:
    """The shared byte address in operand `%number`."""
    index = number - len(node.outputs)
    if not 0 <= index < len(node.inputs):
        raise Refusal(node, f"the operand %{number} is not an input")
    expr = node.inputs[index][1]
    value = run.evaluate(expr)
    if isinstance(value.type, c.Pointer):
        if value.home is None or not value.home.shared:
            raise Refusal(expr, "this pointer is not known to point into shared memory")
    elif not isinstance(value.type, c.Scalar) or not value.type.integral:
        raise Refusal(expr, "an address in shared memory is expected here")
    return value, expr


def _place(run: Run, value: Value, expr: s.Expr, width: int) -> LValue:
    """The place of an address in shared memory, in the array that holds it."""
    offset = value.data.astype(np.int64)
    home = value.home if isinstance(value.type, c.Pointer) else None
    if home is None:
        wide = np.broadcast_to(offset, (run.lanes,))[run.mask]
        homes = [run.shared.holding(int(a)) for a in (wide.min(), wide.max())]
        if homes[0] is None or homes[0] is not homes[1]:
            raise Refusal(expr, "this address is not inside one shared array")
        home = homes[0]
    return LValue(bytes_type(width), home, offset, value.known, value.cause)


def _matrix_load(run: Run, node: s.Asm, code: str, count: int) -> None:
    """ldmatrix: rows of 16 bytes, from the lanes 0-7, 0-15 or 0-31."""
    at = re.search(r"\[\s*%(\d+)\s*(?:\+\s*(\d+)\s*)?\]", code)
    if at is None:
        raise Refusal(node, "the address of this ldmatrix is not read")
    value, expr = _address(run, node, int(at[1]))
    if at[2]:
        value = Value(value.type, value.data + int(at[2]), value.known, value.cause, value.home)
    rows = np.arange(run.lanes) % run.width < 8 * count
    with run.under(run.mask & rows):
        if run.mask.any():
            place = _place(run, value, expr, 16)
            if place.home is not None and isinstance(place.home.memory, SharedMemory):
                touch(run, place, node, "ldmatrix")


def _copy(run: Run, node: s.Asm, copied: re.Match[str]) -> None:
    """cp.async: a store of its width."""
    value, expr = _address(run, node, int(copied[1]))
    size = copied[2]
    if size.startswith("%"):
        index = int(size[1:]) - len(node.outputs)
        if not 0 <= index < len(node.inputs):
            raise Refusal(node, "the size of this copy is not read")
        width = constant(run, node.inputs[index][1])
    else:
        width = int(size) if size.isdigit() else 0
    if width not in (4, 8, 16):
        raise Refusal(node, "an asynchronous copy moves 4, 8 or 16 bytes")
    place = _place(run, value, expr, width)
    store(run, place, unknown(place.type, Cause("copied data", run.line(node))), node)
