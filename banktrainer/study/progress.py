"""Progress: all that a home screen tells, derived from the journal's rows and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from banktrainer.packs.model import Pack
from banktrainer.study import live as rule
from banktrainer.study.calibrating import judged
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import ROLLOVER_HOUR, study_day, utc_text
from banktrainer.study.journal import Answer
from banktrainer.study.live import live
from banktrainer.study.models.rare import told_models
from banktrainer.study.past import Past
from banktrainer.study.placement import placed_cells
from banktrainer.study.queue import Agenda, agenda, next_due
from banktrainer.study.score import score
from banktrainer.study.summary import CELLS, Calibration, CellProgress, Summary

__all__ = ["Calibration", "CellProgress", "Summary", "live", "summarize"]

SURE_WRONG_SHOWN = 20


def summarize(
    packs: Sequence[Pack],
    rows: Iterable[Answer],
    now: datetime,
    rollover: int = ROLLOVER_HOUR,
    past: Past | None = None,
) -> Summary:
    """The summary at `now` of all the journal's rows (voided ones included, in order).

    With `past`, `rows` are those after it.
    """
    kept = live(rows)
    today = study_day(now, rollover)
    catalogue = Catalogue.of(packs)
    found = agenda(catalogue, kept, today, past)
    coming = next_due(catalogue, found, today)
    next_key = found.keys[0] if found.keys else coming.key if coming else None
    told = score(((row, catalogue.present(row)) for row in kept), past.score if past else None)
    streak = told.days.streak(today, utc_text(now))
    pace = told.pace.estimates(catalogue.cards)
    seconds = pace.of(catalogue.cards[key] for key in found.waiting)
    due_now = len(found.waiting)
    return Summary(
        answers=told.answers,
        right=told.right,
        marks=told.marks,
        due_now=due_now,
        due_minutes=max(round(seconds / 60), 1) if due_now else 0,
        due_today=due_now + _done_today(catalogue, kept, today, past),
        new=len(found.new),
        next_key=next_key,
        next_title=catalogue.cards[next_key].title if next_key else None,
        next_due_at=coming.when if coming else None,
        due_key=coming.key if coming and not coming.new else None,
        resume=_begun_today(catalogue, kept, found, today),
        cells={cell: told.cell(cell) for cell in CELLS},
        calibration=tuple(replace(each, judged=judged(each)[0]) for each in told.calibration),
        skills={name: cell.progress for name, cell in sorted(told.skills.items())},
        placed="".join(sorted(placed_cells(kept, today, past.placed if past else None))),
        models=told_models(told.models),
        streak=streak.length,
        rest_days=streak.rest,
        next_rest=streak.next_rest,
        longest_streak=streak.longest,
        sure_wrong=_sure_wrong(catalogue, told.wrong),
    )


def _done_today(
    catalogue: Catalogue, rows: Sequence[Answer], today: date, past: Past | None
) -> int:
    """How many cards that had been met before were answered today: reviews already done."""
    met = {key for key, trace in past.traces.items() if trace.reviews} if past else set()
    done: set[str] = set()
    for row in rows:
        key = catalogue.present(row)
        if key not in catalogue.cards or not rule.graded(row) or rule.is_step(row) or row.seen:
            continue
        if row.study_day != today.isoformat():
            met.add(key)
        elif key in met:
            done.add(key)
    return len(done)


def _begun_today(catalogue: Catalogue, rows: Sequence[Answer], found: Agenda, today: date) -> bool:
    """Whether today's practice of cards has begun (a drill or a placement is none) and something is
    left of it."""
    begun = (catalogue.present(row) for row in rows if row.study_day == today.isoformat())
    return bool(found.keys) and any(key in catalogue.cards for key in begun)


def _sure_wrong(catalogue: Catalogue, wrong: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Cards last answered sure and wrong and not right since, the latest first: (key, title)."""
    found = [(key, catalogue.cards[key].title) for key in wrong if key in catalogue.cards]
    return tuple(reversed(found))[:SURE_WRONG_SHOWN]
