"""Past: what the older rows of a journal come to, so that only the recent ones need be read.

A Past and the rows after it give exactly what all the rows give; it is never the truth itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from banktrainer.study import live
from banktrainer.study.fading import fade
from banktrainer.study.game.games import Games
from banktrainer.study.history import History
from banktrainer.study.journal import Answer
from banktrainer.study.placement import is_placement, place
from banktrainer.study.schedule import Trace, bring_back, remember
from banktrainer.study.score import Score

FORMAT = 4


@dataclass(slots=True)
class Past:
    """`traces`: what is remembered of each card; `asked`: how often each was asked; `games`: what
    all games come to; `placed`: the cells that a placement passed; `faded`: the steps left out of
    each example; `history`: days and wrong models."""

    score: Score = field(default_factory=Score)
    traces: dict[str, Trace] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    games: Games = field(default_factory=Games)
    placed: dict[str, date] = field(default_factory=dict)
    faded: dict[str, int] = field(default_factory=dict)
    history: History = field(default_factory=History)

    def add(self, row: Answer, key: str, *, voided: bool, today: date) -> None:
        """Take in the next row by its moment; `voided` where some row takes it back."""
        if live.is_asking(row):
            self.asked[key] += 1
        if voided or row.asked == live.VOID:
            return
        self.score.add(row, key)
        self.history.add(row, key)
        self.games.add(row)
        bring_back(self.traces, row, today)
        if is_placement(row):
            place(self.placed, row, today)
            return
        fade(self.faded, row, key)
        if live.graded(row) and not live.is_step(row):
            remember(self.traces, self.placed, row, key, today)

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        return {
            "format": FORMAT,
            "score": self.score.to_data(),
            "traces": {key: trace.to_data() for key, trace in self.traces.items()},
            "asked": dict(self.asked),
            "games": self.games.to_data(),
            "placed": {cell: day.isoformat() for cell, day in self.placed.items()},
            "faded": dict(self.faded),
            "history": self.history.to_data(),
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Past:
        """The Past of `to_data`; ValueError, TypeError or LookupError for anything else."""
        if data["format"] != FORMAT:
            raise ValueError("a past of another format")
        return cls(
            score=Score.of_data(data["score"]),
            traces={key: Trace.of_data(trace) for key, trace in data["traces"].items()},
            asked=Counter(data["asked"]),
            games=Games.of_data(data["games"]),
            placed={cell: date.fromisoformat(day) for cell, day in data["placed"].items()},
            faded=dict(data["faded"]),
            history=History.of_data(data["history"]),
        )
