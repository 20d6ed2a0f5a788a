"""Timeline: the whole story of one access, phase by phase and cycle by cycle."""

from __future__ import annotations

from dataclasses import dataclass

from banktrainer.engine.faults import wrong_kind
from banktrainer.engine.inputs import Op
from banktrainer.engine.machine import Sharing


@dataclass(frozen=True, slots=True)
class Verdict:
    """Cycles, ideal and degree of one access, as the hardware or a wrong model sees it."""

    cycles: int
    ideal: int
    degree: int

    @property
    def excess(self) -> int:
        """What a profiler counts as bank conflicts."""
        return self.cycles - self.ideal

    @property
    def conflict(self) -> bool:
        """Whether any bank has to serve twice in a phase."""
        return self.degree > 1


@dataclass(frozen=True, slots=True)
class Served:
    """One word that one bank serves in one cycle, and the lanes that it goes to.

    `word` counts words of the machine's `bank_bytes` from the start of shared memory.
    """

    bank: int
    word: int
    lanes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cycle:
    """What all banks serve in one pass, in order of bank; a wide lane stands under several."""

    served: tuple[Served, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """Lanes that are served together (active or not), the worst n-way and its cycles.

    An empty phase has no cycles and degree 0. `request` is which of the lane's words this phase
    fetches on a machine that issues wide accesses word by word.
    """

    lanes: tuple[int, ...]
    degree: int
    cycles: tuple[Cycle, ...]
    request: int = 0


@dataclass(frozen=True, slots=True)
class Timeline:
    """One access as one machine serves it.

    `sharing` is what lanes could share in a pass; `merged`: the phases are merged pairs.
    """

    machine: str
    banks: int
    bank_bytes: int
    lanes: int
    width: int
    op: Op
    active_lanes: tuple[int, ...]
    phases: tuple[Phase, ...]
    ideal: int
    merged: bool = False
    sharing: Sharing = Sharing.WORD

    @property
    def cycles(self) -> int:
        """Bank passes over all phases."""
        return sum(len(phase.cycles) for phase in self.phases)

    @property
    def degree(self) -> int:
        """The worst n-way in any phase; 0 where no lane is active."""
        return max((phase.degree for phase in self.phases), default=0)

    @property
    def excess(self) -> int:
        """What a profiler counts as bank conflicts."""
        return self.cycles - self.ideal

    @property
    def verdict(self) -> Verdict:
        """The three figures alone."""
        return Verdict(self.cycles, self.ideal, self.degree)


def a_timeline(value: object) -> Timeline:
    """`value` itself; AccessError unless it is a Timeline."""
    if not isinstance(value, Timeline):
        raise wrong_kind("a Timeline, as serve gives it,", value)
    return value
