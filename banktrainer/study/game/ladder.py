"""Ladder: cells A to J are rungs; right answers in a row climb, two wrong ones in a row fall."""

from __future__ import annotations

from dataclasses import dataclass, replace

from banktrainer.study import live
from banktrainer.study.journal import Answer
from banktrainer.study.summary import CELLS

STEPS = 3
FALLS = 2


@dataclass(frozen=True, slots=True)
class Ladder:
    """Where somebody stands: `rung` from 0, `steps` right in a row on it, `misses` wrong in a row.

    `height` is the most rungs ever climbed in one go, `tops` how often the last one was.
    """

    rung: int = 0
    steps: int = 0
    misses: int = 0
    height: int = 0
    tops: int = 0

    @property
    def cell(self) -> str:
        """The cell of this rung."""
        return CELLS[self.rung]

    def after(self, row: Answer) -> Ladder:
        """The ladder after a live row of its own; one of another rung, or seen, moves nothing."""
        if row.seen or row.cell != self.cell:
            return self
        if live.right(row):
            climbed = self.steps + 1 == STEPS
            return self._up() if climbed else replace(self, steps=self.steps + 1, misses=0)
        if self.misses + 1 < FALLS:
            return replace(self, steps=0, misses=self.misses + 1)
        return replace(self, rung=max(0, self.rung - 1), steps=0, misses=0)

    def _up(self) -> Ladder:
        """The next rung; after the last one the ladder begins again."""
        rung = self.rung + 1
        height = max(self.height, rung)
        if rung == len(CELLS):
            return Ladder(height=height, tops=self.tops + 1)
        return replace(self, rung=rung, steps=0, misses=0, height=height)
