"""C and CUDA types: sizes, alignment and layout as on a 64-bit GPU (LP64)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from banktrainer.cuda.names import ALIASES, HALF_VECTORS, VECTOR_BASES, VECTORS


@dataclass(frozen=True, slots=True)
class CType:
    """A type with its name, size and alignment in bytes."""

    name: str
    size: int
    align: int


@dataclass(frozen=True, slots=True)
class Scalar(CType):
    """A number; `kind` is int, uint, float, bool or void, `rank` orders integer conversions."""

    kind: str
    dtype: np.dtype[np.generic]
    rank: int = 0

    @property
    def integral(self) -> bool:
        """Whether this is an integer type (bool included)."""
        return self.kind in ("int", "uint", "bool")


@dataclass(frozen=True, slots=True)
class Pointer(CType):
    target: CType


@dataclass(frozen=True, slots=True)
class Reference(CType):
    target: CType


@dataclass(frozen=True, slots=True)
class Array(CType):
    """`count` None is an array without a size (`extern __shared__ float s[]`)."""

    element: CType
    count: int | None

    def dims(self) -> tuple[int, ...]:
        """Elements in each dimension, outermost first; an open one counts 0."""
        inner = self.element.dims() if isinstance(self.element, Array) else ()
        return (self.count or 0, *inner)

    def innermost(self) -> CType:
        """The type of one element of the innermost dimension."""
        return self.element.innermost() if isinstance(self.element, Array) else self.element


@dataclass(frozen=True, slots=True)
class Field:
    """A member at a byte offset; `bits` (offset in the unit, width) for a bit-field."""

    name: str
    type: CType
    offset: int
    bits: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Record(CType):
    """A struct or union; `vector` marks the built-in ones that move in one access."""

    fields: tuple[Field, ...]
    vector: bool = False
    source: object = None
    scope: object = None

    def field(self, name: str) -> Field | None:
        """The member of that name, those of anonymous members included."""
        for member in self.fields:
            if member.name == name:
                return member
            if not member.name and isinstance(member.type, Record):
                inner = member.type.field(name)
                if inner is not None:
                    return Field(name, inner.type, member.offset + inner.offset, inner.bits)
        return None


@dataclass(frozen=True, slots=True)
class Opaque(CType):
    """A type with no bytes of interest: a thread group, a texture, a lambda, an untyped value."""


def _scalar(name: str, kind: str, dtype: str, rank: int = 0) -> Scalar:
    made = np.dtype(dtype)
    return Scalar(name, made.itemsize, made.itemsize, kind, made, rank)


VOID = Scalar("void", 1, 1, "void", np.dtype("u1"))
BOOL = _scalar("bool", "bool", "?", 1)
CHAR = _scalar("char", "int", "i1", 2)
SCHAR = _scalar("signed char", "int", "i1", 2)
UCHAR = _scalar("unsigned char", "uint", "u1", 2)
SHORT = _scalar("short", "int", "i2", 3)
USHORT = _scalar("unsigned short", "uint", "u2", 3)
INT = _scalar("int", "int", "i4", 4)
UINT = _scalar("unsigned int", "uint", "u4", 4)
LONG = _scalar("long", "int", "i8", 5)
ULONG = _scalar("unsigned long", "uint", "u8", 5)
LLONG = _scalar("long long", "int", "i8", 6)
ULLONG = _scalar("unsigned long long", "uint", "u8", 6)
HALF = _scalar("half", "float", "f2", 10)
BFLOAT = Scalar("__nv_bfloat16", 2, 2, "float", np.dtype("f4"), 10)
FLOAT = _scalar("float", "float", "f4", 11)
DOUBLE = _scalar("double", "float", "f8", 12)
WCHAR = _scalar("wchar_t", "int", "i4", 4)
UNTYPED = Opaque("a value of unknown type", 0, 1)

_SCALARS = {
    t.name: t
    for t in (
        *(VOID, BOOL, CHAR, SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, LLONG, ULLONG),
        *(HALF, BFLOAT, FLOAT, DOUBLE, WCHAR),
    )
}
_GENERATOR = re.compile(r"(?:cu|hip)rand\w*(?:State|Vectors)\w*")
_WORDS = {"unsigned", "signed", "int", "long", "short", "char", "double", "__int64"}


def pointer(target: CType) -> Pointer:
    """A pointer to `target`."""
    return Pointer(f"{target.name}*", 8, 8, target)


def reference(target: CType) -> Reference:
    """A reference to `target`."""
    return Reference(f"{target.name}&", target.size, target.align, target)


def array(element: CType, count: int | None) -> Array:
    """An array of `count` elements."""
    shown = "" if count is None else str(count)
    return Array(
        f"{element.name}[{shown}]", element.size * (count or 0), element.align, element, count
    )


def vector(name: str, base: CType, count: int) -> Record:
    """A built-in vector; 2 and 4 elements align to their whole size, at most 16 bytes."""
    align = base.align if count in (1, 3) else min(16, base.size * count)
    if base.size == 8 and count == 4 and align == 16:
        align = 16
    fields = tuple(Field("xyzw"[i], base, i * base.size) for i in range(count))
    return Record(name, base.size * count, align, fields, vector=True)


def record(
    name: str,
    members: list[tuple[str, CType, int, int | None]],
    union: bool = False,
    align: int = 1,
    source: object = None,
    scope: object = None,
) -> Record:
    """Lay out members (name, type, stated alignment, bit width) as C does."""
    bits = 0
    size_bits, most = 0, align
    fields = []
    for label, kind, stated, width in members:
        unit = kind.size * 8
        own = max(kind.align, stated)
        if union:
            bits = 0
        if width is not None:
            if width == 0:
                bits = -(-bits // unit) * unit
                continue
            if bits // unit != (bits + width - 1) // unit:
                bits = -(-bits // unit) * unit
            fields.append(Field(label, kind, bits // unit * kind.size, (bits % unit, width)))
            bits += width
        else:
            bits = -(-bits // (own * 8)) * own * 8
            fields.append(Field(label, kind, bits // 8))
            bits += unit
        if label or width is None:
            most = max(most, own)
        size_bits = max(size_bits, bits)
    size = max(-(-size_bits // 8), 1)
    return Record(name, -(-size // most) * most, most, tuple(fields), False, source, scope)


_VECTOR_TYPES: dict[str, Record] = {}


def builtin(name: str) -> CType | None:
    """The type that C or CUDA calls `name`, or None."""
    name = name.removeprefix("::")
    if name.startswith("std::"):
        name = name[5:]
    found = _SCALARS.get(name)
    if found is not None:
        return found
    if name in ALIASES:
        return builtin(ALIASES[name])
    if name in _VECTOR_TYPES:
        return _VECTOR_TYPES[name]
    base = VECTORS.get(name) or HALF_VECTORS.get(name)
    if name == "dim3":
        base = ("unsigned int", 3)
    if base is not None:
        kind = builtin(base[0])
        if kind is None:
            return None
        _VECTOR_TYPES[name] = vector(name, kind, base[1])
        return _VECTOR_TYPES[name]
    if _GENERATOR.fullmatch(name):
        return Opaque(name, 1, 1)
    words = name.split()
    if len(words) > 1 or name in ("unsigned", "signed"):
        return _sized(words)
    return None


def _sized(words: list[str]) -> CType | None:
    if not set(words) <= _WORDS:
        return None
    unsigned = "unsigned" in words
    if "double" in words:
        return DOUBLE if len(words) == 1 else None
    if "char" in words:
        return UCHAR if unsigned else SCHAR if "signed" in words else CHAR
    if "short" in words:
        return USHORT if unsigned else SHORT
    longs = words.count("long") + 2 * words.count("__int64")
    if longs:
        pair = (LONG, ULONG) if longs == 1 else (LLONG, ULLONG)
        return pair[unsigned]
    return UINT if unsigned else INT


def vector_maker(name: str) -> CType | None:
    """The vector type that `make_float4` and its kin make, or None."""
    if not name.startswith("make_"):
        return None
    kind = name[5:]
    known = kind.rstrip("1234") in VECTOR_BASES or kind in HALF_VECTORS
    return builtin(kind) if known else None
