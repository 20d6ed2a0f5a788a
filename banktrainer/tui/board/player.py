"""The player: where in its schedule a show stands, moved by a clock or by steps."""

from __future__ import annotations

from collections.abc import Callable

from banktrainer.tui.board.timing import POISED, Moment, Schedule


class Player:
    """The time of one show, in seconds from its start; poised until it is played.

    `clock` gives seconds and never goes back. While it moves, `tick` brings it up to the clock.
    """

    def __init__(self, schedule: Schedule, clock: Callable[[], float]) -> None:
        self._schedule = schedule
        self._clock = clock
        self._started = 0.0
        self.t = POISED
        self.moving = False

    @property
    def moment(self) -> Moment:
        """What is to be seen now."""
        return self._schedule.moment(self.t)

    @property
    def done(self) -> bool:
        """Whether the whole count is shown."""
        return self.moment.stage == "done"

    def play(self) -> None:
        """Start from the beginning."""
        self._started = self._clock()
        self.t = 0.0
        self.moving = True

    def tick(self) -> None:
        """Go where the clock says; at the end, rest."""
        if self.moving:
            self.t = self._clock() - self._started
            if self.done:
                self.end()

    def end(self) -> None:
        """Go to the end and rest."""
        self.t = self._schedule.duration
        self.moving = False

    def step(self, by: int) -> None:
        """Rest at a cycle further on or back: past the last is the end, past the end the first.

        From the end back is the last cycle. While it moves, any step goes to the end.
        """
        last = self._schedule.cycles
        start = self.moment.number
        if self.done:
            start = 0 if by > 0 else last + 1
        number = max(1, start + by)
        if self.moving or number > last:
            self.end()
        else:
            self.t = self._schedule.start_of(number)
