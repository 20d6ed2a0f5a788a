"""Report: what the statistics show, derived from the journal's rows and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from banktrainer.packs.model import Pack
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import ROLLOVER_HOUR, study_day
from banktrainer.study.game.games import Bests, games
from banktrainer.study.history import History, cured_models, history
from banktrainer.study.journal import Answer
from banktrainer.study.live import live
from banktrainer.study.past import Past
from banktrainer.study.progress import summarize
from banktrainer.study.queue import agenda
from banktrainer.study.summary import Summary

WEEKS = 6
AHEAD = 14
"""Over so many days, today among them, it is told what comes."""
_DAY = timedelta(days=1)


class DayCount(NamedTuple):
    """The answers of a study day."""

    day: date
    right: int = 0
    answers: int = 0

    @property
    def wrong(self) -> int:
        return self.answers - self.right


class ModelMet(NamedTuple):
    """A wrong model that answers were put down to, so many `times`."""

    id: str
    times: int
    cured: bool


@dataclass(frozen=True, slots=True)
class Report:
    """`days` are the last weeks, today last, days without an answer among them; `models` those not
    cured first; `coming` the cards due on each of the coming days, what is due now first."""

    summary: Summary
    bests: Bests
    days: tuple[DayCount, ...]
    models: tuple[ModelMet, ...]
    coming: tuple[DayCount, ...]


def report(
    packs: Sequence[Pack],
    rows: Iterable[Answer],
    now: datetime,
    rollover: int = ROLLOVER_HOUR,
    past: Past | None = None,
) -> Report:
    """The report at `now` of all the journal's rows; with `past`, `rows` are those after it."""
    found = tuple(rows)
    kept, today = live(found), study_day(now, rollover)
    catalogue = Catalogue.of(packs)
    summary = summarize(packs, found, now, rollover, past=past)
    told = history(((row, catalogue.present(row)) for row in kept), past.history if past else None)
    return Report(
        summary=summary,
        bests=games(kept, past.games if past else None).bests,
        days=_days(told, today),
        models=_models(summary.models, told),
        coming=_coming(catalogue, kept, today, past),
    )


def _days(told: History, today: date) -> tuple[DayCount, ...]:
    days = (today - _DAY * back for back in reversed(range(7 * WEEKS)))
    return tuple(DayCount(day, *told.days.get(day.isoformat(), (0, 0))) for day in days)


def _models(times: Mapping[str, int], told: History) -> tuple[ModelMet, ...]:
    cured = cured_models({model: told.met[model] for model in times if model in told.met})
    models = (ModelMet(model, count, model in cured) for model, count in times.items())
    return tuple(sorted(models, key=lambda each: (each.cured, -each.times, each.id)))


def _coming(
    catalogue: Catalogue, rows: Sequence[Answer], today: date, past: Past | None
) -> tuple[DayCount, ...]:
    found = agenda(catalogue, rows, today, past)
    counts = [len(found.waiting)] + [0] * (AHEAD - 1)
    for memory in found.later:
        if (at := (memory.due - today).days) < AHEAD:
            counts[at] += 1
    return tuple(DayCount(today + _DAY * at, 0, count) for at, count in enumerate(counts))
