"""Tokens: the served words of a timeline as the board draws them, and the piles they stand in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.engine import Cycle, Timeline

NO_BANK = -1


@dataclass(frozen=True, slots=True)
class Token:
    """What one bank serves in one cycle of a phase, or several neighbouring banks to a wide lane.

    `cycle` counts inside the phase, `number` among all cycles of the timeline, both from 0;
    `span` is how many banks it covers. Lanes are in the order in which the engine names them.
    """

    phase: int
    cycle: int
    number: int
    bank: int
    span: int
    lanes: tuple[int, ...]

    @property
    def banks(self) -> range:
        return range(self.bank, self.bank + self.span)

    @property
    def odd(self) -> bool:
        """Whether it takes the second tint, so that neighbours stand apart."""
        return bool(self.bank // self.span % 2)


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens of a timeline, and what is asked of them again and again."""

    phases: tuple[tuple[Token, ...], ...]
    deciding: tuple[frozenset[int], ...]
    stacked: tuple[frozenset[int], ...]
    used: tuple[frozenset[int], ...]
    of_lane: dict[int, Token] = field(compare=False)

    @classmethod
    def of(cls, timeline: Timeline) -> Tokens:
        phases = tuple(_phases(timeline))
        of_lane: dict[int, Token] = {}
        for token in (token for phase in phases for token in phase):
            for lane in token.lanes:
                of_lane.setdefault(lane, token)
        return cls(
            phases,
            deciding=tuple(_deciding(phase) for phase in phases),
            stacked=tuple(frozenset(_repeated(phase)) for phase in phases),
            used=tuple(frozenset(_banks(phase)) for phase in phases),
            of_lane=of_lane,
        )

    def all(self) -> Iterator[Token]:
        for phase in self.phases:
            yield from phase

    def served_in(self, number: int) -> tuple[Token, ...]:
        """The tokens of one cycle among all cycles, from 0."""
        return tuple(token for token in self.all() if token.number == number)


def _phases(timeline: Timeline) -> Iterator[tuple[Token, ...]]:
    before = 0
    for index, phase in enumerate(timeline.phases):
        found: list[Token] = []
        for place, cycle in enumerate(phase.cycles):
            for bank, span, lanes in _groups(cycle):
                found.append(Token(index, place, before + place, bank, span, lanes))
        before += len(phase.cycles)
        yield tuple(found)


def _groups(cycle: Cycle) -> list[tuple[int, int, tuple[int, ...]]]:
    """First bank, span and lanes; banks side by side that serve the same lanes are one wide group.

    Where a machine serves two words of a bank in one cycle, the bank has the lanes of both.
    """
    lanes_of: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    for served in cycle.served:
        lanes_of[served.bank] += served.lanes
    groups: list[tuple[int, int, tuple[int, ...]]] = []
    for bank in sorted(lanes_of):
        first, span, lanes = groups[-1] if groups else (NO_BANK, 0, ())
        if bank == first + span and lanes_of[bank] == lanes:
            groups[-1] = (first, span + 1, lanes)
        else:
            groups.append((bank, 1, lanes_of[bank]))
    return groups


def _banks(phase: tuple[Token, ...]) -> Iterator[int]:
    for token in phase:
        yield from token.banks


def _repeated(phase: tuple[Token, ...]) -> set[int]:
    seen: defaultdict[int, int] = defaultdict(int)
    for bank in _banks(phase):
        seen[bank] += 1
    return {bank for bank, times in seen.items() if times > 1}


def _deciding(phase: tuple[Token, ...]) -> frozenset[int]:
    """The banks that are still busy in the last cycle of a phase with more than one."""
    last = max((token.cycle for token in phase), default=0)
    return frozenset(bank for token in phase if token.cycle == last > 0 for bank in token.banks)
