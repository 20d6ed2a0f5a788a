"""Blitz: as many right answers as the time holds; each one in a row is worth more, three may fail.

The time is that spent on questions, added up from the rows: reading a reveal costs none, and an
answer taken back gives its time back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from banktrainer.study import live
from banktrainer.study.journal import Answer

SECONDS = 120
LIVES = 3
POINTS = 10
"""What the first right answer of a row of them earns; the second earns twice as much, and so on."""
MOST_TIMES = 5


@dataclass(frozen=True, slots=True)
class Blitz:
    """A blitz of `seconds` after some answers. `late` came after the time was up, or after the
    last life; `combo` are right answers in a row, `longest` the most of them."""

    seconds: int = SECONDS
    points: int = 0
    combo: int = 0
    longest: int = 0
    answers: int = 0
    right: int = 0
    wrong: int = 0
    late: int = 0
    spent_ms: int = 0

    @property
    def lives(self) -> int:
        return max(0, LIVES - self.wrong)

    @property
    def left_ms(self) -> int:
        return max(0, self.seconds * 1000 - self.spent_ms)

    @property
    def over(self) -> bool:
        return not self.lives or not self.left_ms

    @property
    def times(self) -> int:
        """By how much the next right answer is multiplied."""
        return min(self.combo + 1, MOST_TIMES)

    def after(self, row: Answer) -> Blitz:
        """The game after a live row of its own. A draw seen that day only takes its time."""
        spent = self.spent_ms + row.duration_ms
        if self.over or spent > self.seconds * 1000:
            return replace(self, late=self.late + 1, spent_ms=spent)
        if row.seen:
            return replace(self, spent_ms=spent)
        if not live.right(row):
            return replace(
                self, combo=0, answers=self.answers + 1, wrong=self.wrong + 1, spent_ms=spent
            )
        combo = self.combo + 1
        return replace(
            self,
            points=self.points + POINTS * self.times,
            combo=combo,
            longest=max(self.longest, combo),
            answers=self.answers + 1,
            right=self.right + 1,
            spent_ms=spent,
        )
