"""History: what the statistics tell beyond a summary, added up one live row after the other.

Light, and bounded whatever the journal's length: counts by study day, and of each wrong model
where it was met last and what was right since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from banktrainer.study import live as rule
from banktrainer.study.cures import Met, draw_of, shown_by
from banktrainer.study.journal import Answer


@dataclass(slots=True)
class History:
    """`days` has right and all answers of each study day, `met` what is known of each model."""

    days: dict[str, tuple[int, int]] = field(default_factory=dict)
    met: dict[str, Met] = field(default_factory=dict)

    def add(self, row: Answer, key: str) -> None:
        """Take in a live row; `key` is what its card is called today. A step's is not counted."""
        if rule.is_step(row) or not rule.graded(row) or row.seen:
            return
        right, answers = self.days.get(row.study_day, (0, 0))
        self.days[row.study_day] = right + rule.right(row), answers + 1
        if row.model:
            self.met.setdefault(row.model, Met()).meet(key, shown_by(row))
        elif self.met and rule.right(row) and row.confidence != "guess":
            drawn = draw_of(row)
            for met in self.met.values():
                met.learn(row, key, drawn)

    def to_data(self) -> list[Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        days = {day: list(counts) for day, counts in self.days.items()}
        return [days, {model: met.to_data() for model, met in self.met.items()}]

    @classmethod
    def of_data(cls, data: list[Any]) -> History:
        days, met = data
        return cls(
            {day: (int(right), int(answers)) for day, (right, answers) in days.items()},
            {model: Met.of_data(each) for model, each in met.items()},
        )


def history(rows: Iterable[tuple[Answer, str]], before: History | None = None) -> History:
    """The history of live rows, each with its card's key, on top of `before`, left as it is."""
    total = History.of_data(before.to_data()) if before else History()
    for row, key in rows:
        total.add(row, key)
    return total


def cured_models(met: Mapping[str, Met]) -> frozenset[str]:
    """The ids of those that are cured."""
    return frozenset(model for model, each in met.items() if each.cured(model))
