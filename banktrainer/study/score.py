"""Score: the counts that a summary tells, added up one live row after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from banktrainer.study import live as rule
from banktrainer.study.game.days import Days
from banktrainer.study.journal import Answer
from banktrainer.study.pace import Pace
from banktrainer.study.skills import PACK, stands_in
from banktrainer.study.summary import CONFIDENCES, Calibration, CellProgress

DAYS_TO_MASTER = 4


@dataclass(slots=True)
class CellScore:
    """`days` are study days with a right answer; those past the fourth say nothing more."""

    answers: int = 0
    right: int = 0
    days: set[str] = field(default_factory=set)

    def add(self, row: Answer) -> None:
        self.answers += 1
        if rule.right(row):
            self.right += 1
            if len(self.days) < DAYS_TO_MASTER:
                self.days.add(row.study_day)

    @property
    def progress(self) -> CellProgress:
        """1.0 of mastery = right on four different study days; each such day is a quarter."""
        return CellProgress(self.answers, self.right, len(self.days) / DAYS_TO_MASTER)


@dataclass(slots=True)
class Score:
    """`wrong` are the cards last answered sure and wrong and not right since, in the order of those
    answers; `skills` are by the skill's id."""

    answers: int = 0
    right: int = 0
    marks: int = 0
    cells: dict[str, CellScore] = field(default_factory=dict)
    skills: dict[str, CellScore] = field(default_factory=dict)
    said: Counter[str] = field(default_factory=Counter)
    said_right: Counter[str] = field(default_factory=Counter)
    models: Counter[str] = field(default_factory=Counter)
    days: Days = field(default_factory=Days)
    wrong: dict[str, None] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)

    def add(self, row: Answer, key: str) -> None:
        """Count a live row; `key` is what its card is called today. A step's is not counted."""
        if rule.is_step(row):
            return
        self.days.add(row.study_day, row.at, row.utc_offset)
        if not rule.graded(row) or row.seen:
            return
        self.answers += 1
        self.right += rule.right(row)
        self.marks += rule.marks(row)
        if row.cell is not None:
            self.cells.setdefault(row.cell, CellScore()).add(row)
        if row.pack == PACK:
            self.skills.setdefault(row.card, CellScore()).add(row)
        self.said[row.confidence] += 1
        self.said_right[row.confidence] += rule.right(row)
        if row.model:
            self.models[row.model] += 1
        self.pace.add(row, key)
        self._remember(row, key)

    def _remember(self, row: Answer, key: str) -> None:
        key = stands_in(row.pack, row.card, row.cell) or key
        if rule.sure_and_wrong(row):
            self.wrong.pop(key, None)
            self.wrong[key] = None
        elif rule.right(row):
            self.wrong.pop(key, None)

    def cell(self, letter: str) -> CellProgress:
        found = self.cells.get(letter)
        return found.progress if found else CellProgress()

    @property
    def calibration(self) -> tuple[Calibration, ...]:
        """Of each confidence: how often it was said and how often right; "no idea" stays out."""
        return tuple(
            Calibration(level, self.said[level], self.said_right[level]) for level in CONFIDENCES
        )

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        return {
            "counts": [self.answers, self.right, self.marks],
            "cells": _cells_data(self.cells),
            "skills": _cells_data(self.skills),
            "said": dict(self.said),
            "said_right": dict(self.said_right),
            "models": dict(self.models),
            "days": self.days.to_data(),
            "wrong": list(self.wrong),
            "pace": self.pace.to_data(),
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Score:
        answers, right, marks = data["counts"]
        return cls(
            answers=answers,
            right=right,
            marks=marks,
            cells=_cells(data["cells"]),
            skills=_cells(data["skills"]),
            said=Counter(data["said"]),
            said_right=Counter(data["said_right"]),
            models=Counter(data["models"]),
            days=Days.of_data(data["days"]),
            wrong=dict.fromkeys(data["wrong"]),
            pace=Pace.of_data(data["pace"]),
        )

    def copy(self) -> Score:
        return Score.of_data(self.to_data())


def _cells_data(cells: Mapping[str, CellScore]) -> dict[str, list[Any]]:
    return {k: [c.answers, c.right, sorted(c.days)] for k, c in cells.items()}


def _cells(data: Mapping[str, Any]) -> dict[str, CellScore]:
    return {k: CellScore(n, good, set(days)) for k, (n, good, days) in data.items()}


def score(rows: Iterable[tuple[Answer, str]], before: Score | None = None) -> Score:
    """The score of live rows, each with its card's key, on top of `before`, left as it is."""
    total = before.copy() if before else Score()
    for row, key in rows:
        total.add(row, key)
    return total
