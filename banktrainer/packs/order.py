"""The order in which cards are met: what a card requires first, then as the files lie."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence

from banktrainer.packs.cards import Drafted
from banktrainer.packs.faults import Faults, quoted


def check_ids(drafts: Sequence[Drafted], faults: Faults) -> None:
    """Tell which ids and aliases are taken, in the order of the files."""
    taken: dict[str, Drafted] = {}
    for drafted in drafts:
        keys = drafted.keys
        names = [(drafted.card.id, keys.place("id"))]
        names += [(name, keys.place("aliases", at)) for at, name in enumerate(drafted.card.aliases)]
        for name, place in names:
            if name in taken:
                first = taken[name].card.place
                message = f"the id {quoted(name)} is taken by the card at {first.path}:{first.line}"
                faults.add(place, "E401", message)
            taken.setdefault(name, drafted)


def in_order(drafts: Sequence[Drafted], faults: Faults, *, complete: bool) -> list[Drafted]:
    """`drafts` so that each comes after what it requires, and else as they are given.

    Unknown prerequisites are told only where the pack is `complete`: a card that could not be read
    is not unknown. Cards in a circle are left out, and told.
    """
    by_name = {name: at for at, each in reversed(list(enumerate(drafts))) for name in _names(each)}
    needs = [_needs(drafted, by_name, faults if complete else None) for drafted in drafts]
    found = _sorted(needs)
    left = dict(enumerate(needs))
    for at in found:
        del left[at]
    _tell_circles(drafts, left, faults)
    return [drafts[at] for at in found]


def _names(drafted: Drafted) -> tuple[str, ...]:
    return (drafted.card.id, *drafted.card.aliases)


def _needs(drafted: Drafted, by_name: Mapping[str, int], faults: Faults | None) -> set[int]:
    needs = set()
    for at, name in enumerate(drafted.card.requires):
        if name in by_name:
            needs.add(by_name[name])
        elif faults is not None:
            place = drafted.keys.place("requires", at)
            faults.add(place, "E402", f"no card of this pack has the id {quoted(name)}")
    return needs


def _sorted(needs: Sequence[set[int]]) -> list[int]:
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


def _tell_circles(drafts: Sequence[Drafted], left: Mapping[int, set[int]], faults: Faults) -> None:
    for circle in _circles(left):
        names = [drafts[at].card.id for at in (*circle, circle[0])]
        place = drafts[circle[0]].keys.place("requires")
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
