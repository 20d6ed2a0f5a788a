"""Access: what one warp asks of shared memory in one instruction."""

from __future__ import annotations

from dataclasses import dataclass
from reprlib import repr as short
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from banktrainer.engine.faults import AccessError, wrong_kind
from banktrainer.engine.inputs import (
    MOST_LANES,
    Op,
    array_of,
    check_addresses,
    integers,
    is_whole,
    kind_of,
    mask,
    shape,
    whole,
)

_T = TypeVar("_T", bound=np.generic)
_OWN: int = None  # type: ignore[assignment]  # the operation's own width, filled in when made


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an access came from: an array, its shape in elements, and the struct field touched.

    `base` is the array's first byte in shared memory; `element_bytes` the size of one element
    (of the whole struct where `field` is given). `pitch` is given where an array of one dimension
    is used as rows of so many elements, as in `row*pitch + col`. Raises AccessError where one
    can't be.
    """

    array: str
    dims: tuple[int, ...]
    element_bytes: int
    field: str | None = None
    base: int = 0
    pitch: int | None = None

    def __post_init__(self) -> None:
        for name, what in ((self.array, "array"), (self.field, "field")):
            if not isinstance(name, str) and (name is not None or what == "array"):
                raise wrong_kind(f"an origin's {what}: its name", name)
        object.__setattr__(self, "dims", shape(self.dims, "an origin's dims"))
        object.__setattr__(self, "element_bytes", whole(self.element_bytes, "element_bytes", 1))
        if self.pitch is not None:
            object.__setattr__(self, "pitch", whole(self.pitch, "an origin's pitch", 1))
        object.__setattr__(self, "base", whole(self.base, "an origin's base", 0))


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """A byte address for each lane, the width in bytes, the operation and the active lanes.

    `addresses` is int64 (lanes,), `active` bool (lanes,) or None for all; both are read-only
    copies of what is given. Addresses of inactive lanes are ignored. The width is 4 where it is
    not given, for ldmatrix the 16 of its rows. Raises AccessError naming the lane at fault.
    """

    addresses: NDArray[np.int64]
    width: int = _OWN
    op: Op = "load"
    active: NDArray[np.bool_] | None = None
    origin: Origin | None = None

    def __post_init__(self) -> None:
        op, width = kind_of(self.op, self.width)
        given = array_of(self.addresses)
        if given.ndim != 1 or not given.size:
            raise AccessError(f"addresses must be one row of lanes, not of shape {given.shape}")
        active = None if self.active is None else mask(self.active, given.shape)
        raw = integers(self.addresses, given, active)
        check_addresses(raw, width, active)
        if self.origin is not None and not isinstance(self.origin, Origin):
            raise wrong_kind("an Origin or None", self.origin)
        object.__setattr__(self, "addresses", _frozen(raw.astype(np.int64)))
        object.__setattr__(self, "active", None if active is None else _frozen(active.copy()))
        object.__setattr__(self, "op", op)
        object.__setattr__(self, "width", width)

    def __reduce__(self) -> tuple[type[Access], tuple[object, ...]]:
        """Copies and unpickled ones are made anew, so that theirs can't be changed either."""
        return Access, (self.addresses, self.width, self.op, self.active, self.origin)

    @classmethod
    def strided(
        cls,
        stride: int,
        offset: int = 0,
        width: int | None = None,
        op: Op = "load",
        lanes: int = 32,
        active: ArrayLike | None = None,
    ) -> Access:
        """Lane i at element stride·i + offset, both in elements of `width` bytes."""
        op, size = kind_of(op, width)
        step, start = whole(stride, "stride"), whole(offset, "offset")
        number = whole(lanes, "lanes", 1, MOST_LANES)
        first = [(step * lane + start) * size for lane in range(number)]
        on = None if active is None else mask(active, (number,))
        return cls(first, size, op, on)  # type: ignore[arg-type]

    @property
    def lanes(self) -> int:
        """How many lanes the warp has, active or not."""
        return int(self.addresses.size)

    @property
    def active_lanes(self) -> tuple[int, ...]:
        """The lanes that take part, in order."""
        if self.active is None:
            return tuple(range(self.lanes))
        return tuple(np.flatnonzero(self.active).tolist())

    def words(self, lane: int, word_bytes: int = 4) -> range:
        """The words that `lane` touches, counted from the start of shared memory.

        Raises AccessError where there is no such lane or word.
        """
        if not is_whole(lane) or not 0 <= lane < self.addresses.size:
            raise AccessError(f"no lane {short(lane)}: there are {self.lanes}")
        if not is_whole(word_bytes) or word_bytes < 1:
            raise AccessError(f"no word of {short(word_bytes)} bytes")
        first = int(self.addresses[lane]) // word_bytes
        return range(first, first + max(1, self.width // word_bytes))


def an_access(value: object) -> Access:
    """`value` itself; AccessError unless it is an Access."""
    if not isinstance(value, Access):
        raise wrong_kind("an Access", value)
    return value


def _frozen(array: NDArray[_T]) -> NDArray[_T]:
    array.setflags(write=False)
    return array
