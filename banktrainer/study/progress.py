"""Progress: all that a home screen tells, derived from the journal's rows and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta

from banktrainer.packs.model import Pack
from banktrainer.study import live as rule
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import ROLLOVER_HOUR, study_day
from banktrainer.study.journal import Answer
from banktrainer.study.live import live
from banktrainer.study.queue import Agenda, agenda, next_due
from banktrainer.study.summary import CELLS, CONFIDENCES, Calibration, CellProgress, Summary

__all__ = ["Calibration", "CellProgress", "Summary", "live", "streak", "summarize"]

DAYS_TO_MASTER = 4
SURE_WRONG_SHOWN = 20
_SECONDS_WITHOUT_HISTORY = 60.0
_SECONDS_BOUNDS = (15.0, 180.0)


def summarize(
    packs: Sequence[Pack], rows: Iterable[Answer], now: datetime, rollover: int = ROLLOVER_HOUR
) -> Summary:
    """The summary at `now` of all the journal's rows (voided ones included, in order)."""
    kept = live(rows)
    today = study_day(now, rollover)
    catalogue = Catalogue.of(packs)
    found = agenda(catalogue, kept, today)
    coming = next_due(catalogue, found, today)
    counted = [row for row in kept if rule.graded(row) and not row.seen]
    due_now = len(found.due) + len(found.unfinished)
    return Summary(
        answers=len(counted),
        right=sum(map(rule.right, counted)),
        marks=sum(map(rule.marks, counted)),
        due_now=due_now,
        due_minutes=_minutes(due_now, counted),
        due_today=due_now + _done_today(catalogue, counted, today),
        new=len(found.new),
        next_key=coming.key if coming else None,
        next_title=coming.title if coming else None,
        next_due_at=coming.when if coming else None,
        resume=_begun_today(kept, found, today),
        cells=_cells(counted),
        calibration=_calibration(counted),
        models=dict(Counter(row.model for row in counted if row.model)),
        streak=streak((row.study_day for row in kept), today),
        sure_wrong=_sure_wrong(catalogue, counted),
    )


def streak(study_days: Iterable[str], today: date) -> int:
    """Days in a row with an answer, up to today, or up to yesterday while today has none.

    Counted from the study days stored with the answers alone, so no change of zone can move it.
    """
    days = set(study_days)
    day = today if today.isoformat() in days else today - timedelta(days=1)
    length = 0
    while (day - timedelta(days=length)).isoformat() in days:
        length += 1
    return length


def mastery(rows: Iterable[Answer]) -> float:
    """1.0 = right on four different study days; each such day is a quarter."""
    days = {row.study_day for row in rows if rule.right(row)}
    return min(len(days), DAYS_TO_MASTER) / DAYS_TO_MASTER


def _cells(rows: Sequence[Answer]) -> Mapping[str, CellProgress]:
    return {cell: _cell([row for row in rows if row.cell == cell]) for cell in CELLS}


def _cell(rows: Sequence[Answer]) -> CellProgress:
    return CellProgress(len(rows), sum(map(rule.right, rows)), mastery(rows))


def _calibration(rows: Sequence[Answer]) -> tuple[Calibration, ...]:
    """Of each confidence: how often it was said and how often right; "no idea" stays out."""
    said = Counter(row.confidence for row in rows)
    right = Counter(row.confidence for row in rows if rule.right(row))
    return tuple(Calibration(level, said[level], right[level]) for level in CONFIDENCES)


def _minutes(due: int, rows: Sequence[Answer]) -> int:
    """Minutes for `due` items at the pace of the last fifty answers; 1 or more if any is due."""
    low, high = _SECONDS_BOUNDS
    pace = [min(max(row.duration_ms / 1000, low), high) for row in rows[-50:] if row.duration_ms]
    middle = sorted(pace)[len(pace) // 2] if pace else _SECONDS_WITHOUT_HISTORY
    seconds = due * middle
    return max(round(seconds / 60), 1) if due else 0


def _done_today(catalogue: Catalogue, rows: Sequence[Answer], today: date) -> int:
    """How many cards that had been met before were answered today: reviews already done."""
    met: set[str] = set()
    done: set[str] = set()
    for row in rows:
        key = catalogue.present(row)
        if row.study_day != today.isoformat():
            met.add(key)
        elif key in met:
            done.add(key)
    return len(done)


def _begun_today(rows: Sequence[Answer], found: Agenda, today: date) -> bool:
    """Whether today's practice has begun and something is left of it."""
    return bool(found.keys) and any(row.study_day == today.isoformat() for row in rows)


def _sure_wrong(catalogue: Catalogue, rows: Iterable[Answer]) -> tuple[tuple[str, str], ...]:
    """Cards last answered sure and wrong and not right since, the latest first: (key, title)."""
    wrong: dict[str, None] = {}
    for row in rows:
        key = catalogue.present(row)
        if rule.sure_and_wrong(row):
            wrong.pop(key, None)
            wrong[key] = None
        elif rule.right(row):
            wrong.pop(key, None)
    found = [(key, catalogue.cards[key].title) for key in wrong if key in catalogue.cards]
    return tuple(reversed(found))[:SURE_WRONG_SHOWN]
