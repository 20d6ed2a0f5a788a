"""`memcpy_async` into shared memory, as the stores that the library issues.

libcu++ and cooperative groups both cut a copy into pieces of the widest width (16, 8 or 4 bytes)
that its alignment allows; thread i of a group copies the pieces i, i + size of the group, ….
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import store
from banktrainer.cuda.copies import VOID, bytes_type, whole_copy
from banktrainer.cuda.run import LValue, Refusal, Run, builtin
from banktrainer.cuda.types_of import constant
from banktrainer.cuda.values import Cause, Value, unknown

_MOST_PIECES = 4096
_NOT_SPLIT = "the width in which this copies is the library's choice"


@dataclass(frozen=True, slots=True)
class _Copy:
    """`group` is the number of threads that share the copy; 1 where each makes its own."""

    target: Value
    source: Value
    bytes: int
    promised: int
    group: int


@builtin("memcpy_async", harmless=False)
def memcpy_async(run: Run, node: s.Call) -> Value:
    """cuda::memcpy_async and cg::memcpy_async, with or without a group in front."""
    group, args = _group(run, node)
    if len(args) < 3:
        raise Refusal(node, "a destination, a source and a size are expected")
    target, source = run.evaluate(args[0]), run.evaluate(args[1])
    if isinstance(target.type, c.Pointer) and target.home is not None and not target.home.shared:
        return whole_copy(run, node)
    if not isinstance(target.type, c.Pointer) or not isinstance(source.type, (c.Pointer, c.Opaque)):
        raise Refusal(node, _NOT_SPLIT)
    size = constant(run, args[2])
    hint = run.evaluate(args[2]).extra
    promised = hint if isinstance(hint, int) else max(target.type.target.align, 1)
    _perform(run, node, _Copy(target, source, size, promised, group))
    return VOID


def _group(run: Run, node: s.Call) -> tuple[int, tuple[s.Expr, ...]]:
    """The number of threads that share the copy, and the arguments after the group."""
    with run.idly():
        kind = run.evaluate(node.args[0]).type if node.args else c.VOID
    if not kind.name.startswith("group:"):
        return 1, node.args
    name = kind.name.removeprefix("group:")
    if name.isdigit():
        return int(name), node.args[1:]
    if name == "block":
        return int(run.world.everyone(run).sum()), node.args[1:]
    raise Refusal(node, f"a copy by a {name} group is not read")


def _perform(run: Run, node: s.Call, copy: _Copy) -> None:
    width = _width(run, copy)
    if width < 4 or copy.bytes % width:
        raise Refusal(node, _NOT_SPLIT)
    count = copy.bytes // width
    turns = -(-count // copy.group)
    if turns > _MOST_PIECES:
        raise Refusal(node, f"a copy of {copy.bytes} bytes in one statement is not read")
    kind = bytes_type(width)
    value = unknown(kind, Cause("copied data", run.line(node)))
    rank = np.arange(run.lanes) % copy.group
    for turn in range(turns):
        piece = turn * copy.group + rank
        with run.under(run.mask & (piece < count)):
            if run.mask.any():
                at = copy.target.data + piece * width
                target = copy.target
                place = LValue(kind, target.home, at, target.known, target.cause)
                store(run, place, value, node)


def _width(run: Run, copy: _Copy) -> int:
    """The widest piece that the promise allows; a group looks at the addresses too."""
    if copy.group == 1:
        return min(copy.promised & -copy.promised, 16)
    bits = copy.bytes | 16
    for pointer in (copy.target, copy.source):
        if isinstance(pointer.type, c.Pointer) and pointer.known is None:
            bits |= int(np.bitwise_or.reduce(np.broadcast_to(pointer.data, run.lanes)[run.mask]))
        else:
            bits |= copy.promised
    return max(bits & -bits, min(copy.promised & -copy.promised, 16))
