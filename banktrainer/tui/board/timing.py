"""When things happen on the board: lanes leave, fall and land, then the cycles play."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from banktrainer.engine import Timeline

LEAVE = 0.020
"""Seconds between two lanes that leave."""

FALL = 0.320
"""Seconds that a lane falls."""

CYCLE = 0.240
"""Seconds that a cycle is shown, unless there are too many."""

CYCLES = 2.5
"""Seconds that all cycles take at most."""

POISED = -1.0
"""A time before the fall: nothing of the answer is on the board."""

Stage = Literal["poised", "falling", "cycle", "done"]


@dataclass(frozen=True, slots=True)
class Moment:
    """What is on the board at a time; `phase` and `cycle` count from 0 inside their parent.

    `number` is the cycle among all cycles, from 1; 0 while none is served.
    """

    stage: Stage
    phase: int = 0
    cycle: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Beat:
    """A stretch of time with one moment; in seconds from the start."""

    start: float
    moment: Moment


class Schedule:
    """The times of a timeline's fall and cycles, in seconds; phases follow one another."""

    def __init__(self, timeline: Timeline) -> None:
        self._leaves: dict[tuple[int, int], float] = {}
        beats, now = [], 0.0
        cycle = min(CYCLE, CYCLES / max(1, timeline.cycles))
        number = 0
        for index, phase in enumerate(timeline.phases):
            if not phase.cycles:
                continue
            beats.append(Beat(now, Moment("falling", index, 0, number)))
            now = self._fall(index, sorted(_asking(timeline, index)), now)
            for place in range(len(phase.cycles)):
                number += 1
                beats.append(Beat(now, Moment("cycle", index, place, number)))
                now += cycle
        self.duration = now
        self.cycles = number
        self.beats = (*beats, Beat(now, _done(timeline)))

    def _fall(self, phase: int, lanes: list[int], start: float) -> float:
        for order, lane in enumerate(lanes):
            self._leaves[phase, lane] = start + order * LEAVE
        return start + (len(lanes) - 1) * LEAVE + FALL

    def leaves(self, phase: int, lane: int) -> float:
        """When a lane that asks for something leaves."""
        return self._leaves[phase, lane]

    def moment(self, t: float) -> Moment:
        """What is on the board `t` seconds after the start; before the start it is poised."""
        if t < 0:
            return Moment("poised")
        place = bisect_right(self.beats, t, key=lambda beat: beat.start)
        return self.beats[place - 1].moment

    def start_of(self, number: int) -> float:
        """When cycle `number` (from 1) begins; for any other, when all is done."""
        for beat in self.beats:
            if beat.moment.stage == "cycle" and beat.moment.number == number:
                return beat.start
        return self.duration


def _asking(timeline: Timeline, phase: int) -> set[int]:
    served = (one for cycle in timeline.phases[phase].cycles for one in cycle.served)
    return {lane for one in served for lane in one.lanes}


def _done(timeline: Timeline) -> Moment:
    last = max((i for i, phase in enumerate(timeline.phases) if phase.cycles), default=0)
    return Moment("done", last, 0, timeline.cycles)
