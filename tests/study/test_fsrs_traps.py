"""What the fsrs package would let through or get wrong if it were called without care."""

from __future__ import annotations

import random
import time
from datetime import UTC, date, datetime, timedelta

import pytest
from fsrs import Rating, Scheduler

from banktrainer.study import schedule
from banktrainer.study.schedule import RETENTION, Trace, memories, review
from tests.study.desk import row

MONDAY = date(2026, 11, 30)
RIGHT: tuple[schedule.Grade, ...] = ("right",) * 6
WRONG: tuple[schedule.Grade, ...] = ("wrong",) * 8


def after(*grades: schedule.Grade, gap: int = 3) -> list[int]:
    """Days from each review to the next due day, when each comes `gap` days after the last."""
    card, day, days = None, MONDAY, []
    for grade in grades:
        card = review(card, grade, day)
        days.append((card.due.date() - day).days)
        day += timedelta(days=gap)
    return days


def test_no_fuzz_and_the_modules_random_numbers_are_left_alone() -> None:
    random.seed(1)
    state = random.getstate()
    assert len({tuple(after(*RIGHT)) for _ in range(20)}) == 1
    assert random.getstate() == state
    assert not schedule._tools().scheduler.enable_fuzzing


def test_only_utc_reaches_it_and_whole_days_come_back() -> None:
    for grade in ("right", "wrong"):
        card = review(None, grade, MONDAY)
        assert card.due.tzinfo is UTC
        assert card.last_review == datetime(2026, 11, 30, 12, tzinfo=UTC)
        assert card.due.hour == 12
    with pytest.raises(ValueError, match="UTC"):
        Scheduler().review_card(card, Rating.Good, datetime(2026, 11, 30, 12))


def test_tomorrow_is_a_study_day_and_not_24_hours_later() -> None:
    late, early = "2026-11-30T23:50:00.000000Z", "2026-11-30T04:10:00.000000Z"
    for at in (late, early):
        found = memories([row(at=at, verdict="wrong")], MONDAY)["core/stride"]
        assert found.due == MONDAY + timedelta(days=1)


def test_nothing_stays_in_learning_for_ever() -> None:
    """Without steps of its own each answer is a review: intervals grow from the first one on."""
    assert after("right", "right", "right", gap=30) == sorted(
        after("right", "right", "right", gap=30)
    )
    assert all(days >= 1 for days in after(*WRONG))
    assert schedule._tools().scheduler.learning_steps == ()
    assert schedule._tools().scheduler.relearning_steps == ()


@pytest.mark.parametrize("grade", [0, 5, -1, 1, 4, "easy", "hard", "", None, True])
def test_no_grade_but_right_and_wrong_is_passed_on(grade: object) -> None:
    with pytest.raises(ValueError, match="no such grade"):
        review(None, grade, MONDAY)  # type: ignore[arg-type]


def test_right_is_good_and_wrong_is_again_never_easy_nor_hard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Rating] = []
    whole = Scheduler.review_card

    def watched(self: Scheduler, card: object, rating: Rating, *more: object) -> object:
        given.append(rating)
        return whole(self, card, rating, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Scheduler, "review_card", watched)
    rows = [row(confidence=level, verdict=verdict) for level in ("guess", "think", "sure")
            for verdict in ("right", "wrong")]  # fmt: skip
    memories(rows, MONDAY)
    assert given == [Rating.Good, Rating.Again] * 3


def test_the_retention_is_one_that_makes_sense() -> None:
    assert 0.7 <= RETENTION < 1
    assert schedule._tools().scheduler.desired_retention == RETENTION


def test_making_a_card_never_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_seconds: float) -> None:
        raise AssertionError("slept")

    monkeypatch.setattr(time, "sleep", never)
    assert review(None, "right", MONDAY).card_id == 1


@pytest.mark.parametrize("field", ["due", "last_review"])
@pytest.mark.parametrize("value", ["2026-12-02T12:00:00", "2026-12-02T12:00:00+05:30", "soon", 5])
def test_a_kept_card_without_utc_is_refused_and_rebuilt(field: str, value: object) -> None:
    trace = Trace()
    trace.add(row(), MONDAY)
    *days, reviews, card = trace.to_data()
    assert Trace.of_data([*days, reviews, card]) == trace
    with pytest.raises((ValueError, TypeError)):
        Trace.of_data([*days, reviews, {**card, field: value}])


def test_a_kept_card_with_a_field_missing_is_refused() -> None:
    trace = Trace()
    trace.add(row(), MONDAY)
    *days, reviews, card = trace.to_data()
    for name in ("due", "stability", "state", "last_review", "difficulty"):
        left = {key: value for key, value in card.items() if key != name}
        with pytest.raises((ValueError, KeyError)):
            Trace.of_data([*days, reviews, left])


def test_a_replay_of_the_rows_gives_the_state_that_grew_with_them() -> None:
    chance = random.Random(7)
    for _ in range(40):
        rows, day, grown = [], MONDAY, Trace()
        for _ in range(chance.randrange(1, 12)):
            day += timedelta(days=chance.choice([0, 1, 2, 7, 40]))
            each = row(study_day=day.isoformat(), verdict=chance.choice(["right", "wrong"]))
            rows.append(each)
            grown = Trace.of_data(grown.to_data())
            grown.add(each, day)
        assert memories(rows, day)["core/stride"] == grown.memory("core/stride")
