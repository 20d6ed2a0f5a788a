"""C's arithmetic on lane vectors: promotion, usual conversions, wrap, truncation.

Signed overflow wraps, as it does on a GPU. What C leaves undefined (a shift past the width) is
unknown in the lanes where it happens; division by zero is for the caller to refuse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda.values import Cause, Lanes, Value, both_known, nulls, unknown

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    ">": np.greater,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
_BITS: dict[str, Callable[[Any, Any], Any]] = {
    "&": np.bitwise_and,
    "|": np.bitwise_or,
    "^": np.bitwise_xor,
}
_SUMS: dict[str, Callable[[Any, Any], Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
}


class NotCError(Exception):
    """An operation that C does not have for these types."""


def convert(value: Value, kind: c.CType) -> Value:
    """`value` as the scalar `kind`, as C converts (float to integer truncates)."""
    if value.type is kind or value.type == kind:
        return value
    if not isinstance(kind, c.Scalar):
        raise NotCError(f"a value of type {value.type.name} cannot become {kind.name}")
    if isinstance(value.type, c.Opaque):
        return Value(kind, np.zeros(1, kind.dtype), np.zeros(1, bool), value.cause)
    if isinstance(value.type, c.Pointer) and kind.kind == "bool":
        return Value(kind, ~nulls(value), value.known, value.cause)
    if not isinstance(value.type, c.Scalar):
        raise NotCError(f"a value of type {value.type.name} cannot become {kind.name}")
    return _converted(value, value.type, kind)


def _converted(value: Value, source: c.Scalar, kind: c.Scalar) -> Value:
    data, known, cause = value.data, value.known, value.cause
    if source.kind == "float" and kind.integral and kind.kind != "bool":
        bits = kind.size * 8
        low = -(2.0 ** (bits - 1)) if kind.kind == "int" else 0.0
        high = 2.0 ** (bits - 1) if kind.kind == "int" else 2.0**bits
        wide = np.trunc(data.astype(np.float64))
        fits = (wide >= low) & (wide < high)
        if not fits.all():
            known = fits if known is None else known & fits
            cause = cause or Cause(f"a float outside the range of {kind.name}")
            wide = np.where(fits, wide, 0)
        return Value(kind, wide.astype(kind.dtype), known, cause)
    made = data != 0 if kind.kind == "bool" else data.astype(kind.dtype)
    if kind.name == c.BFLOAT.name:
        made = round_bfloat(made)
    return Value(kind, made, known, cause)


def round_bfloat(data: Lanes) -> Lanes:
    """float32 lanes rounded to the nearest bfloat16, ties to even."""
    bits = np.ascontiguousarray(data, np.float32).view(np.uint32)
    odd = (bits >> 16) & 1
    rounded = ((bits + np.uint32(0x7FFF) + odd) & np.uint32(0xFFFF0000)).view(np.float32)
    return np.where(np.isnan(data), data, rounded).astype(np.float32)


def promoted(kind: c.Scalar) -> c.Scalar:
    """The type after integer promotion."""
    return c.INT if kind.integral and kind.rank < c.INT.rank else kind


def common(a: c.Scalar, b: c.Scalar) -> c.Scalar:
    """The type of the usual arithmetic conversions."""
    if a.kind == "float" or b.kind == "float":
        floats = [t for t in (a, b) if t.kind == "float"]
        return max(floats, key=lambda t: t.rank)
    a, b = promoted(a), promoted(b)
    if a == b or a.kind == b.kind:
        return a if a.rank >= b.rank else b
    unsigned, signed = (a, b) if a.kind == "uint" else (b, a)
    if unsigned.rank >= signed.rank:
        return unsigned
    if signed.size > unsigned.size:
        return signed
    return {c.LONG.name: c.ULONG, c.LLONG.name: c.ULLONG}.get(signed.name, unsigned)


def _as_scalar(value: Value) -> c.Scalar:
    if not isinstance(value.type, c.Scalar) or value.type.kind == "void":
        raise NotCError(f"arithmetic on {value.type.name} is not read")
    return value.type


def binary(op: str, a: Value, b: Value) -> Value:
    """`a op b` for scalars. Raises NotCError where C has no such operation."""
    if a.known is None and b.known is None:
        known, cause = None, None
    else:
        known, cause = both_known(a, b)
    if isinstance(a.type, c.Opaque) or isinstance(b.type, c.Opaque):
        return unknown(c.BOOL if op in COMPARISONS else c.UNTYPED, a.cause or b.cause)
    left, right = _as_scalar(a), _as_scalar(b)
    if op in ("<<", ">>"):
        return _shift(op, a, b)
    kind = common(left, right)
    x, y = convert(a, kind).data, convert(b, kind).data
    if op in COMPARISONS:
        return Value(c.BOOL, COMPARISONS[op](x, y), known, cause)
    if op in _SUMS:
        made = _SUMS[op](x, y)
        return Value(kind, round_bfloat(made) if kind.name == c.BFLOAT.name else made, known, cause)
    if op in _BITS and kind.integral:
        return Value(kind, _BITS[op](x, y), known, cause)
    if op in ("/", "%"):
        return _divide(op, kind, x, y, Value(kind, x, known, cause))
    raise NotCError(f"`{op}` is not defined for {left.name} and {right.name}")


def _divide(op: str, kind: c.Scalar, x: Lanes, y: Lanes, shell: Value) -> Value:
    if kind.kind == "float":
        if op == "%":
            raise NotCError(f"`%` is not defined for {kind.name}")
        return Value(kind, np.divide(x, y).astype(kind.dtype), shell.known, shell.cause)
    zero = y == 0
    safe = np.where(zero, np.ones(1, kind.dtype), y)
    if kind.kind == "int":
        minus = safe == -1
        safe = np.where(minus, np.ones(1, kind.dtype), safe)
        rest = np.fmod(x, safe)
        quotient = np.floor_divide(x - rest, safe)
        quotient = np.where(minus, -x, quotient)
        rest = np.where(minus, np.zeros(1, kind.dtype), rest)
    else:
        quotient, rest = np.floor_divide(x, safe), np.remainder(x, safe)
    return Value(kind, quotient if op == "/" else rest, shell.known, shell.cause)


def _shift(op: str, a: Value, b: Value) -> Value:
    left, right = promoted(_as_scalar(a)), promoted(_as_scalar(b))
    if not (left.integral and right.integral):
        raise NotCError(f"`{op}` is not defined for {left.name} and {right.name}")
    known, cause = both_known(a, b)
    x, by = convert(a, left).data, convert(b, right).data
    fits = (by >= 0) & (by < left.size * 8)
    if not fits.all():
        bad = int(by[~fits][0])
        known = fits if known is None else known & fits
        cause = cause or Cause(f"a shift of a {left.size * 8}-bit value by {bad}, undefined in C")
        by = np.where(fits, by, np.zeros(1, by.dtype))
    made = (np.left_shift if op == "<<" else np.right_shift)(x, by.astype(left.dtype))
    return Value(left, made, known, cause)


def unary(op: str, a: Value) -> Value:
    """`op a` for + - ~ ! on scalars."""
    if isinstance(a.type, c.Opaque):
        return a
    if op == "!":
        truth = convert(a, c.BOOL)
        return Value(c.BOOL, ~truth.data, truth.known, truth.cause)
    kind = promoted(_as_scalar(a))
    x = convert(a, kind)
    if op == "~":
        if not kind.integral:
            raise NotCError(f"`~` is not defined for {kind.name}")
        return Value(kind, ~x.data, x.known, x.cause)
    return x if op == "+" else Value(kind, np.negative(x.data), x.known, x.cause)
