"""ClassReport: what a class's answers come to, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banktrainer.classroom.loading import Loaded
from banktrainer.study.journal import Confidence
from banktrainer.study.live import MARKS
from banktrainer.study.score import DAYS_TO_MASTER
from banktrainer.study.summary import CELLS, CONFIDENCES


@dataclass(frozen=True, slots=True)
class CellRow:
    """A cell: learners who answered, answers, right ones, the mean mastery of the class (0 to 1)
    and how many learners stand at 0, 1, 2, 3 and 4 days with a right answer."""

    cell: str
    learners: int
    answers: int
    right: int
    mastery: float
    days: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A wrong model: how often it was met, and by how many learners."""

    model: str
    learners: int
    times: int


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item by each learner's first answer to it: the share that was right, its discrimination
    (point-biserial against the share right of the learner's other items; None where it can't be
    told) and the median seconds."""

    item: str
    learners: int
    right: float
    discrimination: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A confidence: how often it was said, and how often right."""

    confidence: Confidence
    answers: int
    right: int


@dataclass(frozen=True, slots=True)
class LearnerRow:
    """A learner: answers, right ones, marks, mean mastery over the ten cells, the file's seal."""

    learner: str
    name: str | None
    answers: int
    right: int
    marks: int
    mastery: float
    seal: str


@dataclass(frozen=True, slots=True)
class ClassReport:
    """Cells by letter, models most common first, items hardest first, learners by pseudonym."""

    cells: tuple[CellRow, ...]
    models: tuple[ModelRow, ...]
    items: tuple[ItemRow, ...]
    levels: tuple[LevelRow, ...]
    learners: tuple[LearnerRow, ...]

    @property
    def answers(self) -> int:
        return sum(each.answers for each in self.learners)


def report_of(found: Loaded) -> ClassReport:
    """What the loaded answers come to; draws seen before count nowhere."""
    run = found.connection.execute
    run(_BY_CELL)
    masteries = dict(run(_MASTERY).fetchall())
    return ClassReport(
        cells=_cells(run(_CELLS).fetchall(), len(found.learners)),
        models=tuple(ModelRow(*row) for row in run(_MODELS).fetchall()),
        items=tuple(ItemRow(*row) for row in run(_ITEMS).fetchall()),
        levels=_levels(run(_LEVELS).fetchall()),
        learners=_learners(found, run(_LEARNERS).fetchall(), masteries),
    )


_BY_CELL = f"""\
CREATE TEMP TABLE by_cell AS
SELECT file, cell, count(*) AS answers, count(*) FILTER (verdict = 'right') AS good,
       least(count(DISTINCT day) FILTER (verdict = 'right'), {DAYS_TO_MASTER}) AS days
FROM answers WHERE NOT seen AND cell IS NOT NULL GROUP BY file, cell"""

_DAYS = ", ".join(f"count(*) FILTER (days = {n})" for n in range(1, DAYS_TO_MASTER + 1))
_CELLS = f"""\
SELECT cell, count(*), sum(answers)::BIGINT, sum(good)::BIGINT, sum(days)::BIGINT, {_DAYS}
FROM by_cell GROUP BY cell"""

_MASTERY = f"SELECT file, sum(days) / {DAYS_TO_MASTER * len(CELLS)} FROM by_cell GROUP BY file"

_MODELS = """\
SELECT model, count(DISTINCT file), count(*) FROM answers
WHERE model IS NOT NULL AND NOT seen GROUP BY model ORDER BY 2 DESC, 3 DESC, 1"""

_ITEMS = """\
WITH first AS (
    SELECT file, item, arg_min(verdict = 'right', line)::INTEGER AS good, arg_min(ms, line) AS ms
    FROM answers WHERE NOT seen GROUP BY file, item),
rest AS (
    SELECT item, good, ms, count(*) OVER learner AS items,
           (sum(good) OVER learner - good) / nullif(count(*) OVER learner - 1, 0) AS others
    FROM first WINDOW learner AS (PARTITION BY file))
SELECT item, count(*), avg(good),
       CASE WHEN stddev_pop(good) > 1e-9 AND stddev_pop(others) > 1e-9
            THEN round(corr(good, others), 6) END,
       median(ms) / 1000
FROM rest GROUP BY item ORDER BY 3, 2 DESC, 1"""

_LEVELS = """\
SELECT confidence, count(*), count(*) FILTER (verdict = 'right') FROM answers
WHERE NOT seen AND confidence <> 'none' GROUP BY confidence"""

_MARKS = " ".join(
    f"WHEN confidence = '{said}' AND verdict = '{verdict}' THEN {marks}"
    for said, both in MARKS.items()
    for verdict, marks in zip(("right", "wrong"), both, strict=True)
)
_LEARNERS = f"""\
SELECT file, count(*), count(*) FILTER (verdict = 'right'),
       sum(CASE {_MARKS} ELSE 0 END)::BIGINT
FROM answers WHERE NOT seen GROUP BY file"""


def _cells(rows: list[Any], learners: int) -> tuple[CellRow, ...]:
    """Every cell, also those that nobody answered; who did not answer stands at no day."""
    found = {row[0]: row[1:] for row in rows}
    cells = []
    for cell in CELLS:
        who, answers, right, days, *counts = found.get(cell, (0,) * (4 + DAYS_TO_MASTER))
        mastery = days / (DAYS_TO_MASTER * learners) if learners else 0.0
        spread = (learners - sum(counts), *counts)
        cells.append(CellRow(cell, who, answers, right, mastery, spread))
    return tuple(cells)


def _levels(rows: list[Any]) -> tuple[LevelRow, ...]:
    found = {row[0]: row[1:] for row in rows}
    return tuple(LevelRow(level, *found.get(level, (0, 0))) for level in CONFIDENCES)


def _learners(
    found: Loaded, rows: list[Any], masteries: dict[int, float]
) -> tuple[LearnerRow, ...]:
    counts = {row[0]: row[1:] for row in rows}
    told = []
    for place, who in found.learners.items():
        answers, right, marks = counts.get(place, (0, 0, 0))
        mastery = masteries.get(place, 0.0)
        told.append(LearnerRow(who.learner, who.name, answers, right, marks, mastery, who.seal))
    return tuple(sorted(told, key=lambda each: each.learner))
