"""Pace: minutes that come true, from the learner's own answers once there are some."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from banktrainer.study.clock import utc_text
from banktrainer.study.journal import Answer
from banktrainer.study.pace import LEAST, SECONDS, Estimates, Pace
from banktrainer.study.queue import SITTING_CARDS, plan
from tests.study.desk import NOON, card, pack, recall, row, sit

CARDS = {f"core/{name}": card(name) for name in "abcdefghijklmnop"} | {
    f"core/{name}": recall(name) for name in ("r1", "r2", "r3", "r4", "r5", "r6")
}


def told(*answers: tuple[str, int, int], start: datetime = NOON) -> Estimates:
    """The estimates after answers: card, seconds to the answer, seconds till the next is asked."""
    pace, now = Pace(), start
    for name, thinking, reading in answers:
        now += timedelta(seconds=thinking)
        pace.add(_row(name, now, thinking), f"core/{name}")
        now += timedelta(seconds=reading)
    again = Pace.of_data(pace.to_data())
    assert again == pace
    return again.estimates(CARDS)


def _row(name: str, now: datetime, thinking: int) -> Answer:
    return row(name, at=utc_text(now), duration_ms=thinking * 1000)


def test_of_few_cards_no_claim_is_made() -> None:
    few = [(name, 10, 20) for name in "abcdefgh"[:LEAST]]
    assert told(*few).seconds == SECONDS, "the last one's time is not known yet"
    assert told(*few, ("h", 1, 1)).seconds["example"] == 30


def test_a_card_takes_from_its_asking_to_the_next_one() -> None:
    assert told(*((name, 10, 45) for name in "abcdefg")).seconds["example"] == 55


def test_each_kind_has_a_pace_of_its_own() -> None:
    mixed = [(name, 20, 40) for name in "abcdef"] + [(f"r{n}", 5, 3) for n in range(1, 7)]
    found = told(*mixed, ("a", 1, 1))
    assert (found.seconds["example"], found.seconds["recall"]) == (60, 8)
    assert found.seconds["template"] == SECONDS["template"]


def test_the_median_stands_firm_against_a_break() -> None:
    assert told(*((n, 10, 20) for n in "abcdef"), ("g", 250, 200), ("h", 1, 1)).seconds[
        "example"
    ] == 30  # fmt: skip


@pytest.mark.parametrize("reading", [-5, 301, 90_000])
def test_what_is_no_reading_is_left_out(reading: int) -> None:
    """A clock set back, a walk, a night between two cards."""
    assert told(*((name, 10, reading) for name in "abcdefgh")).seconds == SECONDS


def test_the_next_day_is_no_reading() -> None:
    pace = Pace()
    for n in range(12):
        pace.add(row("a", at=utc_text(NOON + timedelta(seconds=20 * n)), study_day=f"d{n}"), "x")
    assert pace.times == {}


@pytest.mark.parametrize(("seconds", "kept"), [(1, 5), (60, 60), (299, 299)])
def test_estimates_stay_within_bounds(seconds: int, kept: int) -> None:
    assert told(*((name, 0, seconds) for name in "abcdefgh")).seconds["example"] == kept


def test_a_sitting_lasts_so_long_and_no_longer() -> None:
    shelf = [pack(*CARDS.values())]
    for minutes in (1, 5, 10, 15):
        session = sit(*(item.card for item in plan(shelf, [], NOON, minutes=minutes)))
        assert session.seconds_ahead <= max(60 * minutes, 80)
        assert session.total >= 1
    assert len(plan(shelf * 3, [], NOON, minutes=600)) <= SITTING_CARDS


def test_the_minutes_ahead_sink_with_each_answer_and_are_nothing_at_the_end() -> None:
    session = sit(card("a"), recall("r"), card("b"))
    ahead = [session.seconds_ahead]
    for grade in (False, True, False):
        session.forecast("2")
        if grade:
            session.grade(True)
        ahead.append(session.seconds_ahead)
        while session.advance().name not in ("ASK", "DONE"):
            pass
    assert ahead == [190, 110, 80, 0]


def test_what_is_due_comes_before_what_is_new_and_one_card_always_fits() -> None:
    day = (NOON - timedelta(days=30)).date().isoformat()
    due = [row(name, study_day=day) for name in "mnop"]
    planned = plan([pack(*CARDS.values())], due, NOON, minutes=6)
    assert [item.card.id for item in planned] == ["m", "n", "o", "p"]
    assert len(plan([pack(*CARDS.values())], due, NOON, minutes=0)) == 1


def test_what_was_broken_off_has_room_before_what_is_new() -> None:
    wrong = row("p", verdict="wrong", confidence="sure")
    planned = plan([pack(*CARDS.values())], [wrong], NOON, minutes=3)
    assert [item.card.id for item in planned] == ["a", "p"]
