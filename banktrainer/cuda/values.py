"""Lane vectors: a C value for every lane, known or unknown lane by lane.

`data` has shape (1,) where all lanes agree, else (lanes,); arrays, records and vectors are bytes
of shape (1 or lanes, size). `known` has the same shape, or is None where everything is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from banktrainer.cuda import ctypes as c

Lanes = NDArray[Any]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Cause:
    """Where an unknown came from: what, on which line (0: none), and the option that gives it."""

    what: str
    line: int = 0
    option: str | None = None

    def __str__(self) -> str:
        return f"{self.what}, line {self.line}" if self.line else self.what

    def hint(self) -> str:
        """The option to paste, as the end of a sentence."""
        return f": give it with `--set {self.option}=…`" if self.option else ""


_OFFSET_BITS = 40
_BIAS = 1 << (_OFFSET_BITS - 1)
_LAST = 1 << 22
_NUMBERS = count(1)
_HOMES: WeakValueDictionary[int, Home] = WeakValueDictionary()


class Memory:
    """What a pointer can point into; `shared` where that is the block's shared memory."""

    __slots__ = ()
    shared: ClassVar[bool] = False

    @property
    def extent(self) -> int:
        """The bytes in it, as far as they are laid out."""
        return 0


@dataclass(slots=True, eq=False, weakref_slot=True)
class Home:
    """The object that a pointer points into: its bounds (bytes), declared type and memory.

    `number` stands for it where a pointer to it lies in memory as bytes.
    """

    name: str
    type: c.CType
    base: int
    size: int
    memory: Memory
    dynamic: bool = False
    number: int = 0

    @property
    def shared(self) -> bool:
        """Whether this lies in shared memory."""
        return self.memory.shared

    @property
    def mixed(self) -> bool:
        """Whether lanes point into different memory."""
        return isinstance(self.memory, Several)

    def among(self, mask: Mask) -> Home:
        """What the lanes of `mask` point into: a home of less mixture where they agree."""
        if not isinstance(self.memory, Several):
            return self
        which = np.broadcast_to(self.memory.which, mask.shape)
        homes = [self.memory.homes[n] for n in np.unique(which[mask]).tolist()]
        alike = len(homes) == 1 or (len(homes) > 1 and all(home.shared for home in homes))
        return common_home(homes) or self if alike else self


@dataclass(slots=True, eq=False)
class Several(Memory):
    """Memory that differs from lane to lane: `which` (1 or lanes,) of the homes a lane's is."""

    homes: tuple[Home, ...]
    which: NDArray[np.int64]


NULL = Home("nullptr", c.VOID, 0, 0, Memory())
"""What a null pointer points into."""


def nulls(pointer: Value) -> Mask:
    """The lanes (1 or lanes,) in which a pointer is null."""
    home, zero = pointer.home, pointer.data == 0
    if home is None or not isinstance(home.memory, Several):
        return np.asarray(zero & (home is NULL), bool)
    is_null = np.array([one is NULL for one in home.memory.homes])
    return np.asarray(zero & is_null[home.memory.which], bool)


@dataclass(slots=True)
class Value:
    """A value of `type` for every lane; `home` is what a pointer points into."""

    type: c.CType
    data: Lanes
    known: Mask | None = None
    cause: Cause | None = None
    home: Home | None = None
    extra: Any = None

    @property
    def uniform(self) -> bool:
        """Whether one value stands for all lanes."""
        return len(self.data) == 1 and (self.known is None or len(self.known) == 1)

    def unknown_lanes(self, lanes: int) -> Mask:
        """Lanes (lanes,) in which any part of the value is unknown."""
        if self.known is None:
            return np.zeros(lanes, bool)
        flat = self.known if self.known.ndim == 1 else self.known.all(axis=1)
        return np.broadcast_to(~flat, (lanes,))


def scalar(kind: c.Scalar, number: int | float | bool) -> Value:
    """One number for all lanes, wrapped to `kind`."""
    return Value(kind, wrap(kind, number))


def wrap(kind: c.Scalar, number: int | float | bool) -> Lanes:
    """`number` as a (1,) array of `kind`, modulo 2^bits where it is an integer."""
    if kind.integral and isinstance(number, int) and kind.kind != "bool":
        bits = kind.size * 8
        number &= (1 << bits) - 1
        if kind.kind == "int" and number >> (bits - 1):
            number -= 1 << bits
    return np.array([number], kind.dtype)


def unknown(kind: c.CType, cause: Cause | None) -> Value:
    """A value of which nothing is known."""
    if isinstance(kind, (c.Record, c.Array)):
        return Value(
            kind, np.zeros((1, kind.size), np.uint8), np.zeros((1, kind.size), bool), cause
        )
    dtype = kind.dtype if isinstance(kind, c.Scalar) else np.dtype("i8")
    return Value(kind, np.zeros(1, dtype), np.zeros(1, bool), cause)


def both_known(a: Value, b: Value) -> tuple[Mask | None, Cause | None]:
    """Lanes in which both are known, and why not where they are not."""
    if a.known is None:
        return b.known, b.cause if b.known is not None else None
    if b.known is None:
        return a.known, a.cause
    return a.known & b.known, a.cause or b.cause


def select(mask: Mask, a: Value, b: Value) -> Value:
    """Lane by lane, `a` where `mask` (lanes,) else `b`; both of one type."""
    wide = mask[:, None] if a.data.ndim == 2 else mask
    data = np.where(wide, a.data, b.data)
    known: Mask | None = None
    if a.known is not None or b.known is not None:
        yes = True if a.known is None else a.known
        no = True if b.known is None else b.known
        known = np.broadcast_to(np.where(wide, yes, no), data.shape)
        if known.all():
            known = None
    cause = None if known is None else a.cause or b.cause
    return Value(
        a.type,
        data,
        known,
        cause,
        _either(mask, a.home, b.home),
        a.extra if a.extra is not None else b.extra,
    )


def _either(mask: Mask, a: Home | None, b: Home | None) -> Home | None:
    """What `a` where `mask` and else `b` points into."""
    if a is None or b is None or a is b or (a.shared and b.shared):
        return common_home([home for home in (a, b) if home is not None])
    zero = np.zeros(1, np.int64)
    mine, yours = (
        (x.memory.homes, x.memory.which) if isinstance(x.memory, Several) else ((x,), zero)
        for x in (a, b)
    )
    which = np.where(mask, mine[1], yours[1] + len(mine[0]))
    homes = (*mine[0], *yours[0])
    used = np.unique(which).tolist()
    if len(used) == 1:
        only: Home = homes[used[0]]
        return only
    kept = tuple(homes[n] for n in used)
    return Home("several places", c.VOID, 0, 0, Several(kept, np.searchsorted(used, which)))


def common_home(homes: list[Home]) -> Home | None:
    """What pointers into all of `homes` point into: the one, or shared memory as a whole."""
    if len({id(home) for home in homes}) < 2:
        return homes[0] if homes else None
    memory = homes[0].memory
    return Home("shared memory", c.VOID, 0, memory.extent, memory)


def to_bytes(value: Value) -> tuple[Lanes, Mask | None]:
    """The bytes (n, size) of a value, and which of them are known."""
    kind = value.type
    if value.data.ndim == 2:
        return value.data, value.known
    data = value.data
    raw: Lanes
    if kind is c.BFLOAT or kind.name == c.BFLOAT.name:
        raw = (np.ascontiguousarray(data, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    else:
        raw = np.ascontiguousarray(data)
    if value.home is not None and isinstance(kind, c.Pointer) and (np.abs(raw) < _BIAS).all():
        raw = (raw + _BIAS) | (_number(value.home) << _OFFSET_BITS)
    view = raw.view(np.uint8).reshape(len(data), -1)
    known = value.known
    if known is None:
        return view, None
    return view, np.broadcast_to(known[:, None], (len(known), view.shape[1]))


def _number(home: Home) -> int:
    """The number of a home, given when it is first needed; the last one stands for no home."""
    if not home.number:
        home.number = min(next(_NUMBERS), _LAST)
        if home.number < _LAST:
            _HOMES[home.number] = home
    return home.number


def _pointer(kind: c.CType, data: Lanes, known: Mask | None, cause: Cause | None) -> Value:
    """A pointer from bytes: the number of its home above the offset."""
    numbers = {int(n) for n in np.unique((data if known is None else data[known]) >> _OFFSET_BITS)}
    if numbers == {0} and not data.any():
        return Value(kind, data, known, cause, NULL)
    homes = [home for n in sorted(numbers - {0}) if (home := _HOMES.get(n)) is not None]
    if len(homes) != len(numbers - {0}) or not homes:
        return Value(kind, data, known, cause)
    offsets = (data & ((1 << _OFFSET_BITS) - 1)) - _BIAS
    if len(homes) == 1 or all(home.shared for home in homes):
        return Value(kind, offsets, known, cause, common_home(homes))
    which = np.searchsorted(np.array(sorted(numbers - {0})), data >> _OFFSET_BITS)
    several = Several(tuple(homes), np.minimum(which, len(homes) - 1))
    return Value(kind, offsets, known, cause, Home("several places", c.VOID, 0, 0, several))


def from_bytes(kind: c.CType, data: Lanes, known: Mask | None, cause: Cause | None) -> Value:
    """The value of `kind` that lies in bytes (n, size)."""
    if isinstance(kind, (c.Record, c.Array)):
        return Value(kind, data, known, cause if known is not None else None)
    flat: Mask | None = None if known is None else np.asarray(known.all(axis=1))
    if flat is not None and flat.all():
        flat = None
    why = cause if flat is not None else None
    if not isinstance(kind, c.Scalar):
        return _pointer(kind, np.ascontiguousarray(data).view(np.int64).reshape(-1), flat, why)
    raw = np.ascontiguousarray(data)
    if kind.name == c.BFLOAT.name:
        bits = raw.view(np.uint16).astype(np.uint32) << 16
        return Value(kind, bits.view(np.float32).reshape(-1), flat, why)
    if kind.kind == "bool":
        return Value(kind, (raw != 0).reshape(-1), flat, why)
    return Value(kind, raw.view(kind.dtype).reshape(-1), flat, why)
