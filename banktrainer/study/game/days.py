"""Days: the study days of practice, and the streak that they make, with rest days.

Counted from what is stored with the answers, so no change of zone moves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

REST_EACH = 7
"""So many days of practice in a streak earn a rest day."""
MOST_REST = 2
"""So many rest days may wait to be used."""
_DAY = timedelta(days=1)
_MOST_FLOWN_OVER = 3 * _DAY


class Streak(NamedTuple):
    """`length` days of practice, no break between them; `rest` days that may still be missed.

    `next_rest` is how many more days of practice earn one (0: as many wait as may); `longest` is
    the longest streak ever.
    """

    length: int = 0
    rest: int = 0
    next_rest: int = REST_EACH
    longest: int = 0


@dataclass(slots=True)
class Days:
    """`practised` are study days with an answer that counts. `skipped` had none but can't be
    missed: on a flight over the date line less than a day passed between the answers around them.
    `last` is the last row's study day and moment."""

    practised: set[str] = field(default_factory=set)
    skipped: set[str] = field(default_factory=set)
    last: tuple[str, str] = ("", "")

    @classmethod
    def of(cls, practised: Iterable[str]) -> Days:
        """Days of which no more is known than that."""
        return cls(set(practised))

    def add(self, day: str, at: str) -> None:
        """Take in the study day and the moment of the next live row by its moment."""
        self.practised.add(day)
        self.skipped.update(_flown_over(self.last, (day, at)))
        self.last = day, at

    def streak(self, today: date, at: str = "") -> Streak:
        """The streak on study day `today` (of the moment `at`), which is not missed until over."""
        skipped = self.skipped.union(_flown_over(self.last, (today.isoformat(), at)))
        known = sorted(day for day in self.practised | skipped if day <= today.isoformat())
        run = _Run()
        for day in known:
            run.reach(date.fromisoformat(day))
            if day in self.practised:
                run.practise()
        if known and known[-1] != today.isoformat():
            run.reach(today)
        return run.streak

    def copy(self) -> Days:
        return Days(set(self.practised), set(self.skipped), self.last)

    def to_data(self) -> list[Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        return [sorted(self.practised), sorted(self.skipped), list(self.last)]

    @classmethod
    def of_data(cls, data: Any) -> Days:
        practised, skipped, (day, at) = data
        return cls(set(practised), set(skipped), (str(day), str(at)))


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


def _flown_over(last: tuple[str, str], now: tuple[str, str]) -> Iterator[str]:
    """The days between two that lie less than a day apart."""
    (day, at), (next_day, next_at) = last, now
    if not (at and next_at) or next_day <= day:
        return
    first, gap = date.fromisoformat(day), (date.fromisoformat(next_day) - date.fromisoformat(day))
    if not _DAY < gap <= _MOST_FLOWN_OVER or not _within_a_day(at, next_at):
        return
    for n in range(1, gap.days):
        yield (first + n * _DAY).isoformat()


def _within_a_day(at: str, next_at: str) -> bool:
    return abs(datetime.fromisoformat(next_at) - datetime.fromisoformat(at)) < _DAY
