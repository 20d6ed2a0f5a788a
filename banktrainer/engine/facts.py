"""Facts for an explanation: which lanes collide where, and which share a word for free."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from banktrainer.engine.machine import Sharing
from banktrainer.engine.timeline import Phase, Served, Timeline, a_timeline


class Why(StrEnum):
    """Why a bank has to serve more than once in a phase."""

    WORDS = "words"
    """Lanes want different words of it."""
    LANES = "lanes"
    """Each lane takes a pass of its own, even on one word."""
    LEAD = "lead"
    """Only one word a step is broadcast, and this bank's wasn't."""


@dataclass(frozen=True, slots=True)
class Collision:
    """A bank that serves more than once in a phase: what it serves, in order, and why."""

    phase: int
    bank: int
    queue: tuple[Served, ...]
    cycles: int
    why: Why

    @property
    def lanes(self) -> tuple[int, ...]:
        """All lanes that meet in the bank."""
        return tuple(sorted(lane for served in self.queue for lane in served.lanes))


@dataclass(frozen=True, slots=True)
class Broadcast:
    """A word that several lanes share in one pass, at no cost."""

    phase: int
    served: Served


def collisions(timeline: Timeline) -> tuple[Collision, ...]:
    """Every bank that serves in more than one cycle of a phase, the longest queue first."""
    found = [
        _collision(number, bank, turns, timeline.sharing)
        for number, phase in enumerate(a_timeline(timeline).phases)
        for bank, turns in _turns(phase).items()
        if len(turns) > 1
    ]
    return tuple(sorted(found, key=lambda one: -one.cycles))


def broadcasts(timeline: Timeline) -> tuple[Broadcast, ...]:
    """Every word that more than one lane gets in one pass."""
    return tuple(
        Broadcast(number, served)
        for number, phase in enumerate(a_timeline(timeline).phases)
        for cycle in phase.cycles
        for served in cycle.served
        if len(served.lanes) > 1
    )


def _turns(phase: Phase) -> dict[int, list[list[Served]]]:
    """For each bank what it serves, cycle by cycle; Kepler may serve two words in one."""
    turns: dict[int, list[list[Served]]] = {}
    for cycle in phase.cycles:
        here: dict[int, list[Served]] = {}
        for served in cycle.served:
            here.setdefault(served.bank, []).append(served)
        for bank, words in here.items():
            turns.setdefault(bank, []).append(words)
    return turns


def _collision(phase: int, bank: int, turns: list[list[Served]], sharing: Sharing) -> Collision:
    queue = tuple(served for turn in turns for served in turn)
    return Collision(phase, bank, queue, len(turns), _why(queue, sharing))


def _why(queue: tuple[Served, ...], sharing: Sharing) -> Why:
    words = [served.word for served in queue]
    if len(set(words)) == len(words):
        return Why.WORDS
    return Why.LEAD if sharing is Sharing.LEAD else Why.LANES
