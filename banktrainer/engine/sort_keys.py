"""The keys that the vectorised count sorts: how wide they are, and how many phases go together.

numpy's sort spends most of its time on a short row in getting there, so phases share a row: the
phase's number in the row, its tag, stands above everything else in the key and keeps them apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine.rules import Slot

Unsigned = NDArray[np.unsignedinteger]
TILE = 1024
"""Tags are laid over so many keys at once."""


class Route(NamedTuple):
    """Whether 16-bit keys sort faster than wider ones, and how many keys a sorted row may hold."""

    half: bool
    places: int


ROUTES = {"icelake": Route(True, 64), "avx2": Route(False, 32), "plain": Route(False, 8)}
"""The best ways as measured: numpy sorts 16-bit keys with AVX-512 of Ice Lake and later only, wider
ones with AVX2 too; without either, the shortest rows are the fastest."""


@lru_cache(maxsize=1)
def route() -> Route:
    """The best route for the processor's features, as numpy reports them."""
    simd = np.show_config(mode="dicts")["SIMD Extensions"]
    return route_of([*simd.get("baseline", ()), *simd.get("found", ())])


def route_of(features: Iterable[str]) -> Route:
    """The best route for these features, by numpy's names for them, old and new."""
    has = set(features)
    if has & {"AVX512_ICL", "AVX512_SPR"}:
        return ROUTES["icelake"]
    return ROUTES["avx2" if has & {"X86_V3", "X86_V4", "AVX2", "AVX512_SKX"} else "plain"]


_KINDS: dict[int, type[np.unsignedinteger]] = {16: np.uint16, 32: np.uint32, 64: np.uint64}


class Shape(NamedTuple):
    """Bits of a key, phases' places sorted together, and the bits of a tag."""

    bits: int
    places: int
    tag: int

    @property
    def kind(self) -> type[np.unsignedinteger]:
        """The keys' type of number."""
        return _KINDS[self.bits]

    @property
    def mask(self) -> int:
        """All the bits of a key below its tag."""
        return (1 << (self.bits - self.tag)) - 1


@lru_cache(maxsize=256)
def shape_of(size: int, length: int, way: Route) -> Shape:
    """The keys for phases of `size` places and of words that are numbers of `length` bits."""
    for bits in (16, 32) if way.half else (32,):
        places = max(size, way.places)
        while places >= size:
            tag = (places // size).bit_length() - 1
            if length + tag <= bits:
                return Shape(bits, places, tag)
            places //= 2
    return Shape(64, size, 0)


def keys_of(addresses: Unsigned, slot: Slot, top: int, shape: Shape, pair: bool) -> Unsigned:
    """Keys, still without tags, equal where lanes of a phase share a pass; the bank comes first.

    A bank's bits are the address bits from `slot.low` up to `slot.row`; below them stand the bits
    of the bank's row, or with `pair` of its pair of rows. No address has a bit that `top` lacks.
    """
    low, row = slot
    if top >> shape.bits:
        addresses, top, low, row = addresses >> addresses.dtype.type(low), top >> low, 0, row - low
    kind = shape.kind
    whole = addresses.astype(kind, copy=False)
    if top & ((1 << low) - 1):
        whole = whole & kind((1 << shape.bits) - (1 << low))
    fits = not pair and not top >> (shape.bits - shape.tag - (row - low))
    rows = whole if fits else whole >> kind(row + pair)
    keys: Unsigned = whole << kind(shape.bits - row)
    if shape.tag:
        keys >>= kind(shape.tag)
    keys |= rows
    return keys


def sort_phases(keys: Unsigned, size: int, shape: Shape) -> None:
    """Sort each run of `size` keys, in place; afterwards keys of one row also carry tags."""
    if shape.tag:
        tags = _tags(size, shape)
        whole = keys.size // TILE * TILE
        tiles = keys[:whole].reshape(-1, TILE)
        tiles |= tags
        keys[whole:] |= tags[: keys.size - whole]
    whole = keys.size // shape.places * shape.places
    keys[:whole].reshape(-1, shape.places).sort(axis=1)
    keys[whole:].sort()


@lru_cache(maxsize=64)
def _tags(size: int, shape: Shape) -> Unsigned:
    tags: Unsigned = (np.arange(TILE) % shape.places // size).astype(shape.kind)
    tags <<= shape.kind(shape.bits - shape.tag)
    return tags
