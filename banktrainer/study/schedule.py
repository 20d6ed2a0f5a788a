"""When a card is due again: FSRS behind our own names, counting in study days.

FSRS counts in instants, so that "tomorrow" would be 24 hours later. Each review is given to it
at noon of its study day; what it answers is then a whole number of days, and a study day again.
The journal is the truth: memories are rebuilt from its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from banktrainer.study import live
from banktrainer.study.journal import Answer
from banktrainer.study.placement import Placed, is_placement, place
from banktrainer.study.skills import stands_in

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler

Grade = Literal["right", "wrong"]

RETENTION = 0.9
_DAY = timedelta(days=1)
_FIRST = timedelta(days=2)
"""How long FSRS waits for a new card that was right."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of one card: when it was last answered and on which study day it is due.

    `stability` is in days (0 where only draws seen before were answered), `reviews` counts
    the answers that FSRS rated.
    """

    key: str
    last: date
    due: date
    stability: float = 0.0
    reviews: int = 0


@dataclass(slots=True)
class Trace:
    """What one card's answers have left so far, added one after the other by their moments.

    `missed` is the last study day on which it was sure and wrong: whatever comes later on that
    day, it is due on the next.
    """

    last: date = date.min
    due: date = date.min
    card: Card | None = None
    reviews: int = 0
    missed: date = date.min

    def add(self, row: Answer, today: date) -> None:
        """Take in a live, graded row.

        A row of tomorrow (a zone further east) counts as today's. One of a day beyond, when the
        clock was ahead, counts as of the last day that is known, and without one the card is
        due: a day that moves on with today would keep it from coming back.
        """
        day = date.fromisoformat(row.study_day)
        if day > today + _DAY:
            if self.last == date.min:
                self.due = today
                return
            day = self.last
        self.last = max(self.last, min(day, today))
        tomorrow = self.last + _DAY
        if row.seen:
            self.due = max(self.due, tomorrow)
            return
        self.card = review(self.card, "right" if live.right(row) else "wrong", self.last)
        if live.sure_and_wrong(row):
            self.missed = self.last
        self.due = tomorrow if self.missed == self.last else max(self.card.due.date(), tomorrow)
        self.reviews += 1

    def owe(self, row: Answer, today: date) -> None:
        """Be due the day after a row that was sure and wrong elsewhere, at the latest.

        One of a day beyond tomorrow moves nothing that is known, as in `add`.
        """
        day = date.fromisoformat(row.study_day)
        known = self.last > date.min
        if day > today + _DAY:
            self.due = self.due if known else today
            return
        day = min(day, today)
        self.due = min(self.due, day + _DAY) if known else day + _DAY
        self.last = self.missed = max(self.last, day)

    def memory(self, key: str) -> Memory:
        stability = self.card.stability or 0.0 if self.card else 0.0
        return Memory(key, self.last, self.due, stability, self.reviews)

    def copy(self) -> Trace:
        return replace(self)

    def to_data(self) -> list[Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        card = dict(self.card.to_dict()) if self.card else None
        days = (day.isoformat() for day in (self.last, self.due, self.missed))
        return [*days, self.reviews, card]

    @classmethod
    def of_data(cls, data: Sequence[Any]) -> Trace:
        *days, reviews, card = data
        last, due, missed = map(date.fromisoformat, days)
        known = None
        if card is not None:
            known = _tools().card.from_dict(card)
            # The library takes moments without UTC from here, and fails at the next review.
            if any(each.tzinfo != UTC for each in (known.due, known.last_review) if each):
                raise ValueError("a moment that is not in UTC")
        return cls(last, due, known, reviews, missed)


def memories(
    rows: Iterable[Answer],
    today: date,
    renamed: Mapping[str, str] | None = None,
    before: Mapping[str, Trace] | None = None,
    placed: Placed | None = None,
) -> dict[str, Memory]:
    """The memory of each card answered in the live `rows`, by its key, on top of those `before`.

    `renamed` maps old keys to present ones; `placed` are the cells passed before. A card answered
    on a day is not due again that day; one that was sure and wrong is due the next day at the
    latest.
    """
    traces = {key: trace.copy() for key, trace in (before or {}).items()}
    passed = dict(placed or {})
    for row in rows:
        bring_back(traces, row, today)
        if is_placement(row):
            place(passed, row, today)
        elif live.graded(row) and not live.is_step(row):
            key = live.key_of(row)
            remember(traces, passed, row, (renamed or {}).get(key, key), today)
    return {key: trace.memory(key) for key, trace in traces.items()}


def remember(traces: dict[str, Trace], placed: Placed, row: Answer, key: str, today: date) -> None:
    """Take a live, graded row of a card into `traces`; a card of a passed cell was known before."""
    trace = traces.get(key)
    if trace is None:
        passed = placed.get(row.cell) if row.cell else None
        trace = traces[key] = Trace() if passed is None else known_since(passed)
    trace.add(row, today)


def bring_back(traces: dict[str, Trace], row: Answer, today: date) -> None:
    """What was sure and wrong in a drill or a placement comes the next day as its skill."""
    key = stands_in(row.pack, row.card, row.cell) if live.sure_and_wrong(row) else None
    if key is not None and not row.seen:
        traces.setdefault(key, Trace()).owe(row, today)


def known_since(day: date) -> Trace:
    """What a placement passed on `day` leaves of a card: as if it had been right twice by then."""
    card = review(review(None, "right", day - _FIRST), "right", day)
    return Trace(day, card.due.date(), card)


def review(card: Card | None, grade: Grade, day: date) -> Card:
    """`card` (None: a new one) after an answer graded `grade` on study day `day`.

    Right is FSRS's Good and wrong its Again; confidence never makes an answer Easy. Raises
    ValueError for any other grade: the library would take it and answer nonsense.
    """
    if grade not in ("right", "wrong"):
        raise ValueError(f"no such grade: {grade!r}")
    fsrs, noon = _tools(), _noon(day)
    # An id is given because without one the library sleeps a millisecond to make it.
    before = card or fsrs.card(card_id=1, due=noon)
    rating = fsrs.good if grade == "right" else fsrs.again
    return fsrs.scheduler.review_card(before, rating, noon)[0]


class _Tools(NamedTuple):
    """What is used of the library, loaded once: a long journal asks for it at each answer."""

    scheduler: Scheduler
    card: type[Card]
    good: Rating
    again: Rating


@lru_cache(maxsize=1)
def _tools() -> _Tools:
    """No fuzz (it is unseeded) and no steps within a day (a sitting has its own)."""
    from fsrs import Card, Rating, Scheduler

    class QuickCard(Card):
        """A card that is copied as it lies; the library copies it at each review."""

        def __copy__(self) -> Card:
            new = object.__new__(QuickCard)
            new.__dict__.update(self.__dict__)
            return new

    scheduler = Scheduler(
        desired_retention=RETENTION, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )
    return _Tools(scheduler, QuickCard, Rating.Good, Rating.Again)


@lru_cache(maxsize=8)
def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)
