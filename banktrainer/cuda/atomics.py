"""Atomic operations: one access each, lanes in order."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.checks import touch
from banktrainer.cuda.convert import CannotConvertError, coerce
from banktrainer.cuda.doubts import forget_variable
from banktrainer.cuda.memory import GlobalData, SharedMemory, Variable
from banktrainer.cuda.places import behind
from banktrainer.cuda.run import LValue, Refusal, Run, builtin
from banktrainer.cuda.values import Cause, Lanes, Value, unknown

_OPS = ("Add", "Sub", "Min", "Max", "And", "Or", "Xor", "Exch", "CAS", "Inc", "Dec")
_NAMES = [f"atomic{op}{scope}" for op in _OPS for scope in ("", "_block", "_system")]


def atomic(run: Run, node: s.Call) -> Value:
    """`atomicAdd(&place, value)` and its kin; gives the old value."""
    assert isinstance(node.function, s.Name)
    op = node.function.name.rsplit("::", 1)[-1].removeprefix("atomic").split("_")[0]
    needed = 3 if op == "CAS" else 2
    if len(node.args) != needed:
        raise Refusal(node, f"atomic{op} takes {needed} arguments")
    pointer = run.evaluate(node.args[0])
    operands = [run.evaluate(arg) for arg in node.args[1:]]
    if isinstance(pointer.type, c.Opaque):
        return unknown(c.UNTYPED, pointer.cause)
    place = behind(run, node, pointer)
    try:
        values = [coerce(v, place.type) for v in operands]
    except CannotConvertError as error:
        raise Refusal(node, str(error)) from None
    target = node.args[0]
    at = target.operand if isinstance(target, s.Unary) and target.op == "&" else target
    return _on(run, op, place, values, node, at)


def _on(run: Run, op: str, place: LValue, values: list[Value], node: s.Call, at: s.Expr) -> Value:
    if place.home is None:
        raise Refusal(node, "it is not known what this pointer points to")
    memory = place.home.memory
    if isinstance(memory, GlobalData):
        memory.written = memory.written or bool(run.mask.any())
        return unknown(place.type, Cause(f"`{memory.name}`", run.line(node)))
    if not isinstance(memory, SharedMemory):
        if isinstance(memory, Variable):
            forget_variable(run, memory, run.mask, Cause("an atomic", run.line(node)))
        raise Refusal(node, "an atomic on a variable of the lane's own is not read")
    if not isinstance(place.type, c.Scalar) and not isinstance(place.type, c.Record):
        raise Refusal(node, f"an atomic on {place.type.name} is not read")
    good = touch(run, place, at, "atomic")
    cause = place.cause or Cause("an atomic that was not read", run.line(node))
    if (run.mask & ~good).any() or run.doubt.any():
        memory.forget(place.home, run.doubt_cause or cause)
    if not isinstance(place.type, c.Scalar):
        memory.forget(place.home, Cause("a vector atomic", run.line(node)))
        return unknown(place.type, cause)
    return _apply(run, op, place, values, np.flatnonzero(good), memory)


def _apply(
    run: Run, op: str, place: LValue, values: list[Value], lanes: Lanes, memory: SharedMemory
) -> Value:
    """Lane after lane, as the model serialises them."""
    kind = place.type
    assert isinstance(kind, c.Scalar)
    old = np.zeros(run.lanes, kind.dtype)
    sure = np.ones(run.lanes, bool)
    offsets = np.broadcast_to(place.offset, (run.lanes,))
    spread = [np.broadcast_to(v.data, (run.lanes,)) for v in values]
    known = [None if v.known is None else np.broadcast_to(v.known, (run.lanes,)) for v in values]
    cause: Cause | None = next((v.cause for v in values if v.known is not None), None)
    for lane in lanes.tolist():
        at = offsets[lane : lane + 1]
        before = memory.load(kind, at, kind.size)
        given = all(k is None or k[lane] for k in known)
        old[lane] = before.data[0]
        if before.known is not None:
            sure[lane] = False
            cause = cause or before.cause
        after = _result(op, kind, before.data, [v[lane : lane + 1] for v in spread])
        fine = given and (before.known is None or op == "Exch")
        mark = None if fine else np.zeros(1, bool)
        memory.store(at, Value(kind, after, mark, cause or before.cause))
    return Value(kind, old, None if sure.all() else sure, cause)


def _result(op: str, kind: c.Scalar, old: Lanes, values: list[Lanes]) -> Lanes:
    value = values[0]
    zero = np.zeros(1, kind.dtype)
    if op in ("Add", "Sub"):
        found: Lanes = old + value if op == "Add" else old - value
    elif op in ("Min", "Max"):
        found = np.minimum(old, value) if op == "Min" else np.maximum(old, value)
    elif op in ("And", "Or", "Xor") and kind.integral:
        found = {"And": old & value, "Or": old | value, "Xor": old ^ value}[op]
    elif op == "Exch":
        found = value
    elif op == "CAS":
        found = np.where(old == value, values[1], old)
    elif op == "Inc":
        found = np.where(old >= value, zero, old + 1)
    else:
        found = np.where((old == 0) | (old > value), value, old - 1)
    return found.astype(kind.dtype)


builtin(*_NAMES, harmless=False)(atomic)
