"""When cards come back: whole study days, whatever the hour, the zone and the clock do."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.study.journal import Answer
from banktrainer.study.live import live
from banktrainer.study.schedule import Memory, memories, review
from tests.study.desk import row

MONDAY = date(2026, 11, 30)


def on(day: int, verdict: str = "right", **facts: object) -> Answer:
    """A row of the card `stride` on the `day`-th day from Monday."""
    when = (MONDAY + timedelta(days=day)).isoformat()
    return row(study_day=when, verdict=verdict, **facts)


def memory(*rows: Answer, today: int = 400) -> Memory:
    return memories(rows, MONDAY + timedelta(days=today))["core/stride"]


def due_in(*rows: Answer, today: int = 400) -> int:
    """Days from Monday to the day on which the card is due."""
    return (memory(*rows, today=today).due - MONDAY).days


def test_right_answers_come_back_after_longer_and_longer() -> None:
    rows, days, day = [], [], 0
    for _ in range(4):
        rows.append(on(day))
        days.append(due_in(*rows) - day)
        day = due_in(*rows)
    assert days == [2, 11, 46, 163]


def test_a_wrong_answer_comes_back_the_next_day() -> None:
    assert due_in(on(0, "wrong")) == 1
    assert due_in(on(0), on(2), on(13, "wrong")) < 13 + 11


@pytest.mark.parametrize("facts", [{"forecast": None, "confidence": "none", "verdict": "none"}])
def test_no_idea_counts_as_wrong(facts: dict[str, object]) -> None:
    assert due_in(on(0, **facts)) == due_in(on(0, "wrong"))  # type: ignore[arg-type]


def test_sure_and_wrong_is_due_the_next_day_however_well_it_was_known() -> None:
    known = [on(0), on(2), on(13)]
    assert due_in(*known, on(59, "wrong", confidence="sure")) == 60
    assert due_in(*known, on(59, "wrong")) > 60


def test_sure_and_wrong_is_due_the_next_day_although_fresh_numbers_were_right_since() -> None:
    known = [on(0), on(2), on(13)]
    assert due_in(*known, on(59, "wrong", confidence="sure"), on(59)) == 60
    assert due_in(*known, on(59, "wrong", confidence="sure"), on(59), on(60)) > 61


def test_confidence_never_makes_a_right_answer_easy() -> None:
    assert due_in(on(0, confidence="sure")) == due_in(on(0, confidence="guess"))


@pytest.mark.parametrize("at", ["2026-11-30T04:00:01Z", "2026-11-30T23:59:59Z"])
def test_the_hour_of_an_answer_does_not_matter(at: str) -> None:
    assert due_in(on(0, at=at), on(2, at=at)) == 13


def test_a_draw_seen_before_moves_nothing_but_does_not_come_back_that_day() -> None:
    assert due_in(on(0), on(0, "wrong", seen=True)) == due_in(on(0))
    assert due_in(on(0), on(2, seen=True)) == 3
    only_seen = memory(on(0, seen=True))
    assert (only_seen.due - MONDAY).days == 1
    assert only_seen.reviews == 0


def test_recalls_that_were_not_graded_are_no_reviews() -> None:
    ungraded = on(0, "none", asked="recall", forecast="x")
    assert memories([ungraded], MONDAY) == {}


@pytest.mark.parametrize("today", [0, 1, 40, 1198])
def test_a_clock_that_was_ahead_loses_no_card_in_the_future(today: int) -> None:
    """Answered "in 2030" with the clock wrong: due now, whenever now is, not from 2030."""
    assert due_in(on(1200), today=today) == today
    assert due_in(on(1200), on(1201), today=today) == today
    assert due_in(on(0), on(1200), today=today) < 11, "as if both had been on the first day"


def test_a_day_that_a_zone_further_east_began_counts_as_today() -> None:
    assert due_in(on(1), today=0) == 2


def test_a_clock_that_went_back_counts_from_the_later_day() -> None:
    assert memory(on(5), on(3)).last == MONDAY + timedelta(days=5)
    assert due_in(on(5), on(3)) > 5


def test_a_renamed_card_keeps_its_history() -> None:
    old, new = row("column"), on(2)
    found = memories([old, new], MONDAY + timedelta(days=9), {"core/column": "core/stride"})
    assert set(found) == {"core/stride"}
    assert found["core/stride"].reviews == 2


@pytest.mark.parametrize("grade", [0, 5, -1, "easy", None])
def test_any_other_grade_is_refused(grade: object) -> None:
    with pytest.raises(ValueError, match="no such grade"):
        review(None, grade, MONDAY)  # type: ignore[arg-type]


HISTORIES = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from(["right", "wrong"])), min_size=1, max_size=12
)


@given(HISTORIES)
def test_the_same_rows_always_give_the_same_memory_after_the_last_answer(
    history: list[tuple[int, str]],
) -> None:
    day, rows = 0, []
    for gap, verdict in history:
        day += gap
        rows.append(on(day, verdict))
    found = memory(*rows, today=day)
    random.seed(len(rows))
    assert memory(*rows, today=day) == found
    assert found.due > found.last == MONDAY + timedelta(days=day)


@given(HISTORIES)
def test_a_voided_answer_leaves_no_trace(history: list[tuple[int, str]]) -> None:
    rows = [on(sum(gap for gap, _ in history[: n + 1]), v) for n, (_, v) in enumerate(history)]
    undone = on(500, "wrong")
    voiding = on(500, "none", asked="void", forecast=None, voids=undone.id)
    today = MONDAY + timedelta(days=600)
    assert memories(live([*rows, undone, voiding]), today) == memories(live(rows), today)
