"""The order in which cards are met: what a card requires first, then as the files lie."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.model import Place

Placed = tuple[str, Place]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a card says of its place among the others, each name with its own place."""

    id: str
    place: Place
    id_place: Place
    requires_place: Place
    aliases: tuple[Placed, ...] = ()
    requires: tuple[Placed, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.id, *(name for name, _ in self.aliases))


def check_ids(entries: Sequence[Entry], faults: Faults) -> None:
    """Tell which ids and aliases are taken, in the order of the files."""
    taken: dict[str, Entry] = {}
    for entry in entries:
        for name, place in ((entry.id, entry.id_place), *entry.aliases):
            if name in taken:
                first = taken[name].place
                message = f"the id {quoted(name)} is taken by the card at {first.path}:{first.line}"
                faults.add(place, "E401", message)
            taken.setdefault(name, entry)


def in_order(entries: Sequence[Entry], faults: Faults, *, complete: bool) -> list[int]:
    """Indices of `entries` so that each comes after what it requires, else as they are given.

    Unknown prerequisites are told only where the pack is `complete`: a card that could not be read
    is not unknown. Cards in a circle are left out, and told.
    """
    by_name = places_of([entry.names for entry in entries])
    needs = [_needs(entry, by_name, faults if complete else None) for entry in entries]
    found = sorted_by(needs)
    left = dict(enumerate(needs))
    for at in found:
        del left[at]
    _tell_circles(entries, left, faults)
    return found


def places_of(names: Sequence[Sequence[str]]) -> dict[str, int]:
    """By each name the first of those who bear it."""
    return {name: at for at, each in reversed(list(enumerate(names))) for name in each}


def sorted_by(needs: Sequence[set[int]]) -> list[int]:
    """Indices, each after those it needs and else in order; who is in a circle is left out."""
    waiting = [len(need) for need in needs]
    needed_by: list[list[int]] = [[] for _ in needs]
    for at, need in enumerate(needs):
        for other in need:
            needed_by[other].append(at)
    ready = [at for at, count in enumerate(waiting) if not count]
    found: list[int] = []
    while ready:
        at = heapq.heappop(ready)
        found.append(at)
        for after in needed_by[at]:
            waiting[after] -= 1
            if not waiting[after]:
                heapq.heappush(ready, after)
    return found


def _needs(entry: Entry, by_name: Mapping[str, int], faults: Faults | None) -> set[int]:
    needs = set()
    for name, place in entry.requires:
        if name in by_name:
            needs.add(by_name[name])
        elif faults is not None:
            faults.add(place, "E402", f"no card of this pack has the id {quoted(name)}")
    return needs


def _tell_circles(entries: Sequence[Entry], left: Mapping[int, set[int]], faults: Faults) -> None:
    for circle in _circles(left):
        names = [entries[at].id for at in (*circle, circle[0])]
        place = entries[circle[0]].requires_place
        shown = " → ".join(quoted(name) for name in names)
        faults.add(place, "E403", f"the cards require each other: {shown}")


def _circles(left: Mapping[int, set[int]]) -> Iterator[list[int]]:
    """One circle for each knot of `left`, from its first card; every card left has a need left."""
    seen: set[int] = set()
    for start in left:
        path: list[int] = []
        at = start
        while at not in seen:
            seen.add(at)
            path.append(at)
            at = min(need for need in left[at] if need in left)
        if at in path:
            circle = path[path.index(at) :]
            first = circle.index(min(circle))
            yield circle[first:] + circle[:first]
