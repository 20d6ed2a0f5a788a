"""Days: the study days of practice, and the streak that they make, with rest days.

Counted from what is stored with the answers, so no change of zone moves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from banktrainer.study.clock import study_day
from banktrainer.study.summary import REST_EACH

MOST_REST = 2
"""So many rest days may wait to be used."""
_DAY = timedelta(days=1)


class Streak(NamedTuple):
    """`length` days of practice, no break between them; `rest` days that may still be missed.

    `next_rest` is how many more days of practice earn one (0: as many wait as may); `longest` is
    the longest streak ever.
    """

    length: int = 0
    rest: int = 0
    next_rest: int = REST_EACH
    longest: int = 0


class Moment(NamedTuple):
    """A row's study day, its moment as rows have it, and the learner's offset then, in minutes."""

    day: str
    at: str
    utc_offset: int


@dataclass(slots=True)
class Days:
    """`practised` are study days with an answer that counts. `skipped` had none and were not
    missed: over the date line a calendar day may have no hours. `last` is of the last row."""

    practised: set[str] = field(default_factory=set)
    skipped: set[str] = field(default_factory=set)
    last: Moment | None = None

    @classmethod
    def of(cls, practised: Iterable[str]) -> Days:
        """Days of which no more is known than that."""
        return cls(set(practised))

    def add(self, day: str, at: str, utc_offset: int) -> None:
        """Take in the next live row by its moment."""
        self.practised.add(day)
        self.skipped.update(_flown_over(self.last, day, at))
        self.last = Moment(day, at, utc_offset)

    def streak(self, today: date, at: str = "") -> Streak:
        """The streak on study day `today` (of the moment `at`), which is not missed until over.

        A day of tomorrow (a zone further east) counts as today, or after today's own.
        """
        skipped = self.skipped.union(_flown_over(self.last, today.isoformat(), at))
        practised = set(self.practised)
        if today < date.max and (today + _DAY).isoformat() in practised:
            if today.isoformat() in practised:
                today += _DAY
            practised.add(today.isoformat())
        now = today.isoformat()
        known = sorted(day for day in practised | skipped if day <= now)
        run = _Run()
        for day in known:
            run.reach(date.fromisoformat(day))
            if day in practised:
                run.practise()
        if known and known[-1] != now:
            run.reach(today)
        return run.streak

    def copy(self) -> Days:
        return replace(self, practised=set(self.practised), skipped=set(self.skipped))

    def to_data(self) -> list[Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        return [sorted(self.practised), sorted(self.skipped), self.last and list(self.last)]

    @classmethod
    def of_data(cls, data: Any) -> Days:
        practised, skipped, last = data
        return cls(set(practised), set(skipped), last and Moment(*last))


@dataclass(slots=True)
class _Run:
    """A streak on its way through the days."""

    length: int = 0
    rest: int = 0
    longest: int = 0
    day: date | None = None

    def reach(self, day: date) -> None:
        """Come to `day`: the days missed before it take rest days, or break the streak."""
        missed = (day - self.day).days - 1 if self.day else 0
        if missed > self.rest:
            self.length = self.rest = 0
        else:
            self.rest -= missed
        self.day = day

    def practise(self) -> None:
        self.length += 1
        self.longest = max(self.longest, self.length)
        if self.length % REST_EACH == 0:
            self.rest = min(MOST_REST, self.rest + 1)

    @property
    def streak(self) -> Streak:
        full = self.rest == MOST_REST
        next_rest = 0 if full else REST_EACH - self.length % REST_EACH
        return Streak(self.length, self.rest, next_rest, self.longest)


def _flown_over(last: Moment | None, day: str, at: str) -> Iterator[str]:
    """The days between two rows that had not passed by the clock of where the first was given."""
    if last is None or not at or day <= last.day:
        return
    first = date.fromisoformat(last.day)
    gap = date.fromisoformat(day) - first
    if gap > _DAY and _day_there(last, at) - first <= _DAY:
        yield from ((first + n * _DAY).isoformat() for n in range(1, gap.days))


def _day_there(last: Moment, at: str) -> date:
    """The study day of the moment `at` where `last` was given."""
    local = datetime.fromisoformat(at).replace(tzinfo=None)
    with suppress(OverflowError):  # the first or the last day that there is
        local += timedelta(minutes=last.utc_offset)
    return study_day(local)
