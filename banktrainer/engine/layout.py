"""Other ways to lay one tile out in shared memory: each maps byte addresses to byte addresses."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from reprlib import repr as short
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine.faults import AccessError
from banktrainer.engine.inputs import shape, whole

Bytes = NDArray[np.int64]
"""Byte addresses from the tile's first byte."""


MOST_BYTES = 1 << 32
"""Far more than any shared memory: what lies in a tile of this size fits every number here."""


@dataclass(frozen=True, slots=True)
class Tile:
    """An array in shared memory: its shape in elements and the bytes of one element.

    Raises AccessError where there is no such tile.
    """

    dims: tuple[int, ...]
    element_bytes: int

    def __post_init__(self) -> None:
        dims, size = shape(self.dims), whole(self.element_bytes, "element_bytes")
        if not dims or min(dims) < 1 or size < 1:
            raise AccessError(f"no tile of {short(dims)} elements, {size} bytes each")
        if prod(dims) * size > MOST_BYTES:
            raise AccessError(f"a tile of {short(dims)} elements is more than {MOST_BYTES} bytes")
        object.__setattr__(self, "dims", dims)
        object.__setattr__(self, "element_bytes", size)

    @property
    def columns(self) -> int:
        """Elements of a row, as the last index counts them."""
        return self.dims[-1]

    @property
    def rows(self) -> int:
        """Rows over all the other indices."""
        return prod(self.dims[:-1])

    @property
    def bytes(self) -> int:
        """Bytes of the whole tile."""
        return prod(self.dims) * self.element_bytes


class Layout(Protocol):
    """A way to lay a tile out."""

    def move(self, tile: Tile, at: Bytes, width: int) -> Bytes:
        """Where accesses of `width` bytes at `at` go."""

    def extra_bytes(self, tile: Tile) -> int:
        """Shared memory that this layout takes beyond the tile's own."""


@dataclass(frozen=True, slots=True)
class AsIs:
    """The tile as it is."""

    def move(self, tile: Tile, at: Bytes, width: int) -> Bytes:
        """See Layout."""
        return at

    def extra_bytes(self, tile: Tile) -> int:
        """See Layout."""
        return 0


@dataclass(frozen=True, slots=True)
class Pitch:
    """Rows of `pitch` elements, of which the last ones are unused."""

    pitch: int

    def move(self, tile: Tile, at: Bytes, width: int) -> Bytes:
        """See Layout."""
        row = at // (tile.columns * tile.element_bytes)
        return at + row * ((self.pitch - tile.columns) * tile.element_bytes)

    def extra_bytes(self, tile: Tile) -> int:
        """See Layout."""
        return (self.pitch - tile.columns) * tile.rows * tile.element_bytes


@dataclass(frozen=True, slots=True)
class Swizzle:
    """Element x at x ^ (((x >> (base + shift)) & (2^bits - 1)) << base)."""

    bits: int
    base: int
    shift: int

    def move(self, tile: Tile, at: Bytes, width: int) -> Bytes:
        """See Layout."""
        element, inside = _split(at, tile)
        mask = (1 << self.bits) - 1
        moved = element ^ (((element >> (self.base + self.shift)) & mask) << self.base)
        return moved * tile.element_bytes + inside

    def extra_bytes(self, tile: Tile) -> int:
        """See Layout."""
        return 0


@dataclass(frozen=True, slots=True)
class FieldArrays:
    """A structure of arrays: each field of the elements in an array of its own."""

    def move(self, tile: Tile, at: Bytes, width: int) -> Bytes:
        """See Layout."""
        element, inside = _split(at, tile)
        return inside * prod(tile.dims) + element * width

    def extra_bytes(self, tile: Tile) -> int:
        """See Layout."""
        return 0


def _split(at: Bytes, tile: Tile) -> tuple[Bytes, Bytes]:
    """The element that each address lies in, and the byte inside it."""
    return at // tile.element_bytes, at % tile.element_bytes
