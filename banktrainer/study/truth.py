"""What is right: the answer to each kind of question, from the engine's timeline or the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from banktrainer.study import parse, repair

if TYPE_CHECKING:
    from banktrainer.engine import Phase, Timeline
    from banktrainer.packs import SolvedFence


@dataclass(frozen=True, slots=True)
class Truth:
    """The right answer in canonical form ("" where the learner grades), and the facts behind it.

    `values` is what the journal keeps: cycles, ideal and degree of the asked access (of a repair:
    of all accesses to its array), and what the question was about (bank, lanes, conflict, pitch,
    choice, expect).
    """

    text: str
    values: Mapping[str, object] = field(default_factory=dict)


def of_access(asked: str, solved: SolvedFence, lane: int | None) -> Truth:
    """The truth of a question about one access; of several right answers, the lowest.

    `lane` is the lane asked about. Raises ValueError where the question has no answer here
    (the bank of an inactive lane).
    """
    timeline = solved.timeline
    facts: dict[str, object] = {
        "cycles": timeline.cycles,
        "ideal": timeline.ideal,
        "degree": timeline.degree,
    }
    match asked:
        case "cycles" | "degree":
            return Truth(str(facts[asked]), facts)
        case "conflict":
            conflict = timeline.degree > 1
            return Truth(parse.YES if conflict else parse.NO, {**facts, "conflict": conflict})
        case "bank":
            bank = _bank(solved, lane or 0)
            return Truth(str(bank), {**facts, "lane": lane or 0, "bank": bank})
        case "lanes":
            pair = min(collisions(timeline), default=None)
            text = f"{pair[0]},{pair[1]}" if pair else parse.NO_COLLISION
            return Truth(text, {**facts, "lanes": list(pair or ())})
        case "repair":
            pitch = repair.smallest_pitch(solved)
            return Truth(str(pitch), {**repair.figures(solved), "pitch": pitch})
    raise ValueError(f"no access answers {asked!r}")


def agrees(asked: str, solved: SolvedFence, lane: int | None, given: str) -> bool:
    """Whether the canonical answer `given` is right of the access; any right one will do."""
    if asked == "lanes" and given != parse.NO_COLLISION:
        return _pair(given) in set(collisions(solved.timeline))
    if asked == "repair":
        return repair.cures(solved, int(given))
    return given == of_access(asked, solved, lane).text


def _bank(solved: SolvedFence, lane: int) -> int:
    bank = solved.bank(lane)
    if bank is None:
        raise ValueError(f"lane {lane} touches nothing in this access")
    return bank


def collisions(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """Each pair of lanes (lower first) that one bank has to serve one after the other."""
    for phase in timeline.phases:
        for queue in _queues(phase).values():
            for first, second in combinations(queue, 2):
                yield from ((min(a, b), max(a, b)) for a in first for b in second if a != b)


def _queues(phase: Phase) -> Mapping[int, list[tuple[int, ...]]]:
    """Of each bank: the lanes that it serves together, in the order of its cycles."""
    queues: dict[int, list[tuple[int, ...]]] = {}
    for cycle in phase.cycles:
        for served in cycle.served:
            queues.setdefault(served.bank, []).append(tuple(served.lanes))
    return queues


def _pair(given: str) -> tuple[int, int]:
    low, high = given.split(",")
    return int(low), int(high)
