"""The statistics in sentences: the text form of each chart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from banktrainer.study.calibrating import interval
from banktrainer.words import Words
from banktrainer.words.models import model_name
from banktrainer.words.skills import title_of

if TYPE_CHECKING:
    from banktrainer.study.report import DayCount, ModelMet, Report
    from banktrainer.study.summary import Calibration, Summary


def week_lines(w: Words, told: Report) -> Iterator[str]:
    """A line for each of the last weeks in which there were answers."""
    for (year, week), found in groupby(told.days, lambda each: each.day.isocalendar()[:2]):
        days = list(found)
        answers, right = sum(day.answers for day in days), sum(day.right for day in days)
        if answers:
            monday = days[0].day.fromisocalendar(year, week, 1)
            yield w("report.week", day=monday, right=right, answers=answers)


def coming_line(w: Words, told: Report) -> str:
    """On which of the coming days how many cards are due."""
    days = [day for day in told.coming if day.answers]
    if not days:
        return w("report.coming.none", days=len(told.coming))
    parts = (w("report.coming.day", day=day.day, n=day.answers) for day in days)
    return w("report.coming.line", days=len(told.coming), told=", ".join(parts))


def coming_told(w: Words, coming: tuple[DayCount, ...]) -> str:
    """What is due now and later, in short."""
    now, *later = (day.answers for day in coming)
    return w("report.coming.told", now=now, later=sum(later), days=len(coming))


def met_line(w: Words, met: ModelMet) -> str:
    """A wrong model that was met, and whether it is cured."""
    form = "cured" if met.cured else "open"
    return w(f"report.met.{form}", times=met.times, name=model_name(w, met.id))


def due_told(w: Words, summary: Summary) -> str:
    """How much is due now, with the time that it takes."""
    if not summary.due_now:
        return "0"
    return f"{summary.due_now}, {w.count('home.minutes', summary.due_minutes)}"


def sure_wrong_line(w: Words, summary: Summary) -> str:
    """The cards that were sure and wrong, each with the name to practise it by."""
    cards = (f"{title_of(w, title)} ({key})" for key, title in summary.sure_wrong)
    return w("report.sure_wrong", cards=", ".join(cards))


def interval_line(w: Words, told: Calibration) -> str:
    """Where the share of right answers very likely lies; there is at least one answer."""
    low, high = (round(100 * share) for share in interval(told.right, told.answers))
    return w("report.interval", low=low, high=high)
