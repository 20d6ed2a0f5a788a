"""The daily puzzle: what of it has been answered, and how."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from banktrainer.study import live
from banktrainer.study.game.play import play_of
from banktrainer.study.journal import Answer, Confidence

SLOTS = 5


class Given(NamedTuple):
    """One answer of the puzzle."""

    right: bool
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class Daily:
    """The answers to a daily puzzle, by slot; None where none counts yet."""

    given: tuple[Given | None, ...] = (None,) * SLOTS
    marks: int = 0
    spent_ms: int = 0

    @property
    def finished(self) -> bool:
        return None not in self.given

    @property
    def right(self) -> int:
        return sum(each is not None and each.right for each in self.given)

    @property
    def answers(self) -> int:
        return sum(each is not None for each in self.given)

    def after(self, row: Answer) -> Daily:
        """The puzzle after a live row of its own; the first answer to a slot is the one."""
        play = play_of(row)
        slot = play.slot if play else None
        if slot is None or slot >= SLOTS or self.given[slot] is not None:
            return self
        answer = Given(live.right(row), row.confidence)
        return replace(
            self,
            given=(*self.given[:slot], answer, *self.given[slot + 1 :]),
            marks=self.marks + live.marks(row),
            spent_ms=self.spent_ms + row.duration_ms,
        )


def game_of(day: date, generator: str) -> str:
    """The id of the puzzle that everybody has on a study day with that generator of items."""
    return f"{day.isoformat()}/{generator}"


def day_of(game: str) -> tuple[str, str]:
    """The study day and the generator of a puzzle's id."""
    day, _, generator = game.partition("/")
    return day, generator
