"""When a card is due again: FSRS behind our own names, counting in study days.

FSRS counts in instants, so that "tomorrow" would be 24 hours later. Each review is given to it
at noon of its study day; what it answers is then a whole number of days, and a study day again.
The journal is the truth: memories are rebuilt from its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from banktrainer.study import live
from banktrainer.study.journal import Answer

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

Grade = Literal["right", "wrong"]

RETENTION = 0.9


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


def memories(
    rows: Iterable[Answer], today: date, renamed: Mapping[str, str] | None = None
) -> dict[str, Memory]:
    """The memory of each card answered in the live `rows`, by its key.

    `renamed` maps old keys to present ones. A row of a day still to come (the clock was ahead)
    counts as today's, so that no card is lost in the future. A card answered on a day is not
    due again that day; one that was sure and wrong is due the next day at the latest.
    """
    histories: dict[str, list[Answer]] = {}
    for row in rows:
        if live.graded(row):
            key = live.key_of(row)
            histories.setdefault((renamed or {}).get(key, key), []).append(row)
    return {key: _memory(key, history, today) for key, history in histories.items()}


def _memory(key: str, history: Iterable[Answer], today: date) -> Memory:
    card: Card | None = None
    last = due = date.min
    reviews = 0
    for row in history:
        last = max(last, min(date.fromisoformat(row.study_day), today))
        tomorrow = last + timedelta(days=1)
        if row.seen:
            due = max(due, tomorrow)
            continue
        card = review(card, "right" if live.right(row) else "wrong", last)
        due = tomorrow if live.sure_and_wrong(row) else max(card.due.date(), tomorrow)
        reviews += 1
    return Memory(key, last, due, card.stability or 0.0 if card else 0.0, reviews)


def review(card: Card | None, grade: Grade, day: date) -> Card:
    """`card` (None: a new one) after an answer graded `grade` on study day `day`.

    Right is FSRS's Good and wrong its Again; confidence never makes an answer Easy. Raises
    ValueError for any other grade: the library would take it and answer nonsense.
    """
    from fsrs import Card as NewCard
    from fsrs import Rating

    if grade not in ("right", "wrong"):
        raise ValueError(f"no such grade: {grade!r}")
    rating = Rating.Good if grade == "right" else Rating.Again
    noon = datetime.combine(day, time(12), UTC)
    # An id is given because without one the library sleeps a millisecond to make it.
    before = card or NewCard(card_id=1, due=noon)
    return _scheduler().review_card(before, rating, noon)[0]


@lru_cache(maxsize=1)
def _scheduler() -> Scheduler:
    """No fuzz (it is unseeded) and no steps within a day (a sitting has its own)."""
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=RETENTION, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )
