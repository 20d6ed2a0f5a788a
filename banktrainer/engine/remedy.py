"""Remedies: pads, XOR swizzles and structures of arrays, searched over all accesses of a tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine.access import Access, an_access
from banktrainer.engine.candidates import Kind, Span, candidates, told
from banktrainer.engine.counting import count
from banktrainer.engine.faults import AccessError
from banktrainer.engine.inputs import MAX_ADDRESS, Op, fault, listed, shape
from banktrainer.engine.layout import AsIs, Layout, Tile
from banktrainer.engine.machine import Machine
from banktrainer.engine.machines import machine_of
from banktrainer.engine.rules import check_lanes
from banktrainer.engine.serving import serve

_HEADLINE: tuple[Kind, ...] = ("soa", "pad", "swizzle")
"""Which kind comes first where cycles tie."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A changed layout with its figures over all the accesses that were given.

    `params` is what the code needs: `pitch` and `pad` in elements; `bits`, `base`, `shift`; or
    nothing. `facts` says why it works.
    """

    kind: Kind
    params: Mapping[str, int]
    cycles: int
    ideal: int
    extra_bytes: int
    facts: Mapping[str, int]
    layout: Layout

    def relaid(self, access: Access, dims: Sequence[int], element_bytes: int) -> Access:
        """`access` as it is after the remedy."""
        return _relaid(an_access(access), Tile(shape(dims), element_bytes), self.layout)


@dataclass(frozen=True, slots=True)
class _Group:
    """Different accesses of one operation and width, from the tile's first byte."""

    op: Op
    width: int
    at: NDArray[np.int64]
    active: NDArray[np.bool_]
    times: NDArray[np.int64]


def remedies(
    accesses: Iterable[Access],
    dims: Sequence[int] | None = None,
    element_bytes: int | None = None,
    machine: str | Machine = "nvidia",
) -> list[Remedy]:
    """The best of each kind of remedy that lowers the cycles of all `accesses` together.

    `dims` and `element_bytes` default to the first access's origin. Fewest cycles first, then
    structure of arrays, pad, swizzle. Accesses without an active lane cost nothing and are left
    out. Raises AccessError for an access that leaves the tile or has another number of lanes.
    """
    chip = machine_of(machine)
    given = _checked(accesses, chip)
    if not given:
        return []
    tile = _tile(given[0], dims, element_bytes)
    groups = _grouped(given, tile)
    search = _Search(tile, groups, chip)
    before = search.cycles(AsIs())
    different = _different(given)
    found = [
        _remedy(kind, layout, cycles, different, tile, chip)
        for kind, layouts in candidates(tile, _spans(groups, tile), chip)
        for cycles, layout in search.best(layouts)
        if cycles < before
    ]
    return sorted(found, key=lambda one: (one.cycles, _HEADLINE.index(one.kind)))


@dataclass(frozen=True, slots=True)
class _Search:
    """All the accesses of one tile on one machine."""

    tile: Tile
    groups: list[_Group]
    chip: Machine

    def cycles(self, layout: Layout) -> int:
        """The cycles of all accesses together."""
        return sum(self._group_cycles(group, layout) for group in self.groups)

    def best(self, layouts: Iterable[Layout]) -> Iterator[tuple[int, Layout]]:
        """The first layout of those with the fewest cycles, if there is any layout."""
        scored = [(self.cycles(layout), layout) for layout in layouts]
        if scored:
            yield min(scored, key=lambda one: one[0])

    def _group_cycles(self, group: _Group, layout: Layout) -> int:
        at = layout.move(self.tile, group.at, group.width)
        each = count(at, group.width, group.op, group.active, self.chip)
        return int(np.dot(each, group.times))


def _checked(accesses: Iterable[Access], chip: Machine) -> list[Access]:
    """The accesses that have an active lane."""
    given = [an_access(one) for one in listed(accesses, "a list of accesses")]
    for one in given:
        check_lanes(one.lanes, chip)
    return [one for one in given if one.active is None or one.active.any()]


def _tile(access: Access, dims: Sequence[int] | None, element_bytes: int | None) -> Tile:
    origin = access.origin
    if dims is None and origin:
        dims = origin.dims
    if element_bytes is None and origin:
        element_bytes = origin.element_bytes
    if dims is None or element_bytes is None:
        raise AccessError("the tile's dims and element_bytes are needed: the access has no origin")
    return Tile(shape(dims), element_bytes)


def _grouped(accesses: list[Access], tile: Tile) -> list[_Group]:
    seen: dict[tuple[Op, int], Counter[tuple[bytes, bytes]]] = {}
    for access in accesses:
        at, active = _from_start(access, tile)
        seen.setdefault((access.op, access.width), Counter())[at.tobytes(), active.tobytes()] += 1
    return [
        _Group(
            op,
            width,
            np.array([np.frombuffer(at, np.int64) for at, _ in different]),
            np.array([np.frombuffer(active, np.bool_) for _, active in different]),
            np.array(list(different.values())),
        )
        for (op, width), different in seen.items()
    ]


def _different(accesses: list[Access]) -> list[tuple[Access, int]]:
    """Each access that differs from those before it, and how many are like it."""
    times: Counter[tuple[Op, int, int, bytes, bytes]] = Counter()
    first: dict[tuple[Op, int, int, bytes, bytes], Access] = {}
    for access in accesses:
        base = access.origin.base if access.origin else 0
        active = b"" if access.active is None else access.active.tobytes()
        key = (access.op, access.width, base, access.addresses.tobytes(), active)
        first.setdefault(key, access)
        times[key] += 1
    return [(access, times[key]) for key, access in first.items()]


def _from_start(access: Access, tile: Tile) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Addresses from the tile's first byte, 0 where inactive, and the active lanes."""
    base = access.origin.base if access.origin else 0
    active = np.ones(access.lanes, np.bool_) if access.active is None else access.active
    at = np.where(active, access.addresses - base, 0)
    outside = np.flatnonzero((at < 0) | (at > tile.bytes - access.width))
    if outside.size:
        lane = int(outside[0])
        raise AccessError(f"lane {lane}: byte {at[lane]} is outside the {tile.bytes} bytes", lane)
    return at, active


def _spans(groups: list[_Group], tile: Tile) -> set[Span]:
    """The bytes of an element that the accesses touch, as first byte and width."""
    return {
        (int(inside), group.width)
        for group in groups
        for inside in np.unique(group.at[group.active] % tile.element_bytes)
    }


def _relaid(access: Access, tile: Tile, layout: Layout) -> Access:
    base = access.origin.base if access.origin else 0
    at, active = _from_start(access, tile)
    moved = layout.move(tile, at, access.width)
    if moved.max() > MAX_ADDRESS - base:
        lane = int(moved.argmax())
        raise fault(base + int(moved[lane]), lane)
    return replace(access, addresses=np.where(active, moved + base, 0))


def _remedy(
    kind: Kind,
    layout: Layout,
    cycles: int,
    different: list[tuple[Access, int]],
    tile: Tile,
    chip: Machine,
) -> Remedy:
    params, facts = told(layout, different[0][0], tile, chip)
    ideal = sum(
        times * serve(_relaid(access, tile, layout), chip).ideal for access, times in different
    )
    return Remedy(kind, params, cycles, ideal, layout.extra_bytes(tile), facts, layout)
