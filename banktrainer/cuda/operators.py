"""Binary operators on values: numbers, pointers, vectors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from banktrainer.cuda import arith
from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.convert import CannotConvertError, coerce, join
from banktrainer.cuda.run import Refusal, Run
from banktrainer.cuda.values import Value, both_known, from_bytes, nulls


def calculated(node: s.Node, compute: Callable[[], Value]) -> Value:
    try:
        return compute()
    except (arith.NotCError, CannotConvertError) as error:
        raise Refusal(node, str(error)) from None


def components(value: Value) -> list[Value]:
    """The members of a vector value."""
    kind = value.type
    assert isinstance(kind, c.Record)
    found = []
    for f in kind.fields:
        part = None if value.known is None else value.known[:, f.offset : f.offset + f.type.size]
        found.append(
            from_bytes(f.type, value.data[:, f.offset : f.offset + f.type.size], part, value.cause)
        )
    return found


def binary(run: Run, node: s.Node, op: str, left: Value, right: Value) -> Value:
    """`left op right` for numbers, pointers and vectors."""
    if isinstance(left.type, c.Pointer) or isinstance(right.type, c.Pointer):
        return _pointer_arithmetic(node, op, left, right)
    vector = next((v.type for v in (left, right) if isinstance(v.type, c.Record)), None)
    if vector is not None:
        return _vector(run, node, op, left, right, vector)
    if op in ("/", "%"):
        _check_divisor(run, node, right, left)
    return calculated(node, lambda: arith.binary(op, left, right))


def _vector(run: Run, node: s.Node, op: str, left: Value, right: Value, kind: c.Record) -> Value:
    user = run.world.operator(run, op, left, right, node)
    if user is not None:
        found: Value = user
        return found
    if not kind.vector or op not in ("+", "-", "*", "/", "&", "|", "^"):
        raise Refusal(node, f"`{op}` on {kind.name} is not read")
    count = len(kind.fields)
    sides = [components(v) if isinstance(v.type, c.Record) else [v] * count for v in (left, right)]
    if len(sides[0]) != len(sides[1]):
        raise Refusal(node, f"`{op}` on vectors of different sizes is not read")
    parts = [binary(run, node, op, a, b) for a, b in zip(*sides, strict=True)]
    return join(kind, [coerce(p, f.type) for p, f in zip(parts, kind.fields, strict=True)])


def _check_divisor(run: Run, node: s.Node, right: Value, left: Value) -> None:
    whole = isinstance(right.type, c.Scalar) and right.type.integral
    if not whole or (isinstance(left.type, c.Scalar) and not left.type.integral):
        return
    zero = right.data == 0
    if right.known is not None:
        zero = zero & right.known
    if not zero.any():
        return
    bad = np.broadcast_to(zero, (run.lanes,)) & run.mask
    if bad.any():
        lane = int(np.flatnonzero(bad)[0])
        raise Refusal(
            node, f"division by zero in lane {lane % run.width} of warp {lane // run.width}"
        )


def _pointer_arithmetic(node: s.Node, op: str, left: Value, right: Value) -> Value:
    known, cause = both_known(left, right)
    if isinstance(left.type, c.Pointer) and isinstance(right.type, c.Pointer):
        if op in ("==", "!=") and (nulls(left).any() or nulls(right).any()):
            same = nulls(left) & nulls(right)
            return Value(c.BOOL, same if op == "==" else ~same, known, cause)
        if op in arith.COMPARISONS:
            if left.home is not right.home and (left.home is None or right.home is None):
                same = np.zeros(1, bool)
                return Value(c.BOOL, same if op == "==" else ~same, known, cause)
            return Value(c.BOOL, arith.COMPARISONS[op](left.data, right.data), known, cause)
        if op == "-":
            step = max(left.type.target.size, 1)
            return Value(c.LONG, (left.data - right.data) // step, known, cause)
        raise Refusal(node, f"`{op}` on two pointers is not read")
    pointer, other = (left, right) if isinstance(left.type, c.Pointer) else (right, left)
    assert isinstance(pointer.type, c.Pointer)
    if op in ("==", "!="):
        null = nulls(pointer)
        return Value(c.BOOL, null if op == "==" else ~null, pointer.known, pointer.cause)
    if op == "+" or (op == "-" and pointer is left):
        return moved(node, pointer, other, -1 if op == "-" else 1)
    raise Refusal(node, f"`{op}` on a pointer is not read")


def moved(node: s.Node, pointer: Value, by: Value, sign: int = 1) -> Value:
    """`pointer + sign·by` in elements."""
    assert isinstance(pointer.type, c.Pointer)
    known, cause = both_known(pointer, by)
    if isinstance(by.type, c.Opaque):
        return Value(pointer.type, pointer.data, np.zeros(1, bool), by.cause, pointer.home)
    if not isinstance(by.type, c.Scalar) or not by.type.integral:
        raise Refusal(node, f"an index of type {by.type.name} is not an integer")
    step = max(pointer.type.target.size, 1)
    return Value(
        pointer.type,
        pointer.data + sign * step * by.data.astype(np.int64),
        known,
        cause,
        pointer.home,
    )
