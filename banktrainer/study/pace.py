"""Pace: how long a card takes this learner, from when it is asked to when the next one is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from statistics import median_low
from typing import Any, Literal

from banktrainer.packs.model import Card
from banktrainer.study.journal import Answer

Sort = Literal["example", "recall", "template"]

SECONDS: Mapping[Sort, float] = {"example": 80.0, "recall": 30.0, "template": 30.0}
"""What a card is taken to need before the learner's own answers tell: an example is read step by
step, the others are a question, an answer and a sentence or two."""
LEAST = 5
"""With fewer cards of a kind than this one slow one would move the median."""
REMEMBERED = 50
_LONGEST_READING_MS = 300_000.0
"""Who reads longer than that has left the desk."""
_BOUNDS_SECONDS = (5.0, 300.0)


@dataclass(slots=True)
class Pace:
    """`times` has what each card took last, in ms, the latest card last.

    `last` is the latest row: its moment in ms, its study day, its card's key, and its duration.
    """

    times: dict[str, int] = field(default_factory=dict)
    last: tuple[float, str, str, int] | None = None

    def add(self, row: Answer, key: str) -> None:
        """Take in a live, graded row; what the card before it took is known then."""
        moment = datetime.fromisoformat(row.at).timestamp() * 1000
        if self.last is not None:
            before, day, known, thought = self.last
            reading = moment - row.duration_ms - before
            if day == row.study_day and 0 <= reading <= _LONGEST_READING_MS:
                self.times.pop(known, None)
                self.times[known] = thought + round(reading)
        self.last = (moment, row.study_day, key, row.duration_ms)

    def estimates(self, cards: Mapping[str, Card]) -> Estimates:
        """What to expect of each kind: the median of the last cards of that kind, by their keys."""
        found: dict[Sort, list[int]] = {sort: [] for sort in SECONDS}
        for key in reversed(self.times):
            card = cards.get(key)
            if card is not None and len(found[card.kind]) < REMEMBERED:
                found[card.kind].append(self.times[key])
        return Estimates({sort: _expected(sort, times) for sort, times in found.items()})

    def to_data(self) -> list[Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        return [self.times, self.last]

    @classmethod
    def of_data(cls, data: list[Any]) -> Pace:
        times, last = data
        return cls(dict(times), None if last is None else tuple(last))


@dataclass(frozen=True, slots=True)
class Estimates:
    """Seconds that a card of each kind will take."""

    seconds: Mapping[Sort, float] = field(default_factory=lambda: SECONDS)

    def of(self, cards: Iterable[Card]) -> float:
        """Seconds for all those cards."""
        return sum(self.seconds[card.kind] for card in cards)

    def within(self, cards: Iterable[Card], budget: float) -> int:
        """How many of `cards`, in their order, can be done in `budget` seconds."""
        count = 0
        for card in cards:
            budget -= self.seconds[card.kind]
            if budget < 0:
                break
            count += 1
        return count


def _expected(sort: Sort, times: list[int]) -> float:
    if len(times) < LEAST:
        return SECONDS[sort]
    low, high = _BOUNDS_SECONDS
    return min(max(median_low(times) / 1000, low), high)
