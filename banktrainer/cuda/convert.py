"""Conversion of any value to the type of the place that receives it."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda.arith import NotCError, convert
from banktrainer.cuda.values import NULL, Value, to_bytes, unknown


class CannotConvertError(ValueError):
    """No conversion that the reader knows leads there."""


def coerce(value: Value, kind: c.CType) -> Value:
    """`value` as `kind`. Raises CannotConvertError."""
    if isinstance(kind, c.Reference):
        kind = kind.target
    if value.type is kind or value.type == kind:
        return value
    if isinstance(value.type, c.Opaque):
        return value if isinstance(kind, c.Opaque) else unknown(kind, value.cause)
    if isinstance(kind, c.Opaque):
        return value
    if isinstance(kind, c.Pointer):
        return _to_pointer(value, kind)
    if isinstance(kind, c.Record):
        return _to_record(value, kind)
    if isinstance(kind, c.Scalar) and kind.kind == "void":
        return value
    if isinstance(value.type, c.Pointer) and isinstance(kind, c.Scalar) and kind.integral:
        if kind.kind == "bool":
            return convert(value, kind)
        return Value(kind, value.data.astype(kind.dtype), value.known, value.cause)
    try:
        return convert(value, kind)
    except NotCError as error:
        raise CannotConvertError(str(error)) from None


def _to_pointer(value: Value, kind: c.Pointer) -> Value:
    if isinstance(value.type, c.Pointer):
        return Value(kind, value.data, value.known, value.cause, value.home)
    if isinstance(value.type, c.Scalar) and value.type.integral:
        null = NULL if value.known is None and not value.data.any() else None
        return Value(kind, value.data.astype(np.int64), value.known, value.cause, null)
    raise CannotConvertError(f"a value of type {value.type.name} cannot become a pointer")


def _to_record(value: Value, kind: c.Record) -> Value:
    source = value.type
    alike = isinstance(source, c.Record) and source.size == kind.size
    if alike and (source.name == kind.name or _same_vector(source, kind)):
        return Value(kind, value.data, value.known, value.cause)
    if kind.vector and isinstance(value.type, c.Scalar):
        parts = [coerce(value, f.type) for f in kind.fields]
        return join(kind, parts)
    raise CannotConvertError(f"a value of type {value.type.name} cannot become {kind.name}")


def _same_vector(a: c.CType, b: c.Record) -> bool:
    """Two names of one vector (half2 and __half2)."""
    if not isinstance(a, c.Record) or not (a.vector and b.vector):
        return False
    return [f.type for f in a.fields] == [f.type for f in b.fields]


def join(kind: c.Record | c.Array, parts: list[Value]) -> Value:
    """A vector, struct or array from its parts in order, zeros in any padding."""
    if isinstance(kind, c.Array):
        step = kind.element.size
        offsets = [i * step for i in range(len(parts))]
    else:
        offsets = [f.offset for f in kind.fields[: len(parts)]]
    raws = [to_bytes(part) for part in parts]
    rows = max([1, *(len(data) for data, _ in raws), *(len(k) for _, k in raws if k is not None)])
    data = np.zeros((rows, kind.size), np.uint8)
    known = np.ones((rows, kind.size), bool)
    for at, (raw, sure) in zip(offsets, raws, strict=True):
        data[:, at : at + raw.shape[1]] = raw
        if sure is not None:
            known[:, at : at + raw.shape[1]] = sure
    cause = next((p.cause for p in parts if p.known is not None), None)
    return Value(kind, data, None if known.all() else known, cause)
