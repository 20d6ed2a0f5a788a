"""Who meets where: the served words of one phase, gathered by bank."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.engine import Phase, Served, Timeline


@dataclass(frozen=True, slots=True)
class Queue:
    """What one bank serves in one phase: a turn for each cycle in which it serves, in order."""

    bank: int
    turns: tuple[tuple[Served, ...], ...]

    @property
    def words(self) -> tuple[int, ...]:
        """The different words, in the order in which they are served."""
        return tuple(dict.fromkeys(served.word for turn in self.turns for served in turn))

    @property
    def lanes(self) -> tuple[int, ...]:
        """The lanes that want something here, lowest first."""
        return tuple(sorted({lane for turn in self.turns for one in turn for lane in one.lanes}))


def queues(phase: Phase) -> tuple[Queue, ...]:
    """The banks that serve something in `phase`, lowest first."""
    turns: defaultdict[int, list[tuple[Served, ...]]] = defaultdict(list)
    for cycle in phase.cycles:
        for bank, served in groupby(cycle.served, key=attrgetter("bank")):
            turns[bank].append(tuple(served))
    return tuple(Queue(bank, tuple(turns[bank])) for bank in sorted(turns))


def deciding(phase: Phase) -> tuple[Queue, ...]:
    """The banks with the longest queue of the phase: they decide its cycles."""
    found = queues(phase)
    longest = max((len(queue.turns) for queue in found), default=0)
    return tuple(queue for queue in found if len(queue.turns) == longest)


def worst_phase(timeline: Timeline) -> int | None:
    """The index of the first phase with the highest degree; None where no lane is active."""
    busy = [i for i, phase in enumerate(timeline.phases) if phase.cycles]
    return max(busy, key=lambda i: timeline.phases[i].degree, default=None)
