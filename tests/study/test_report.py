"""The report: what the statistics show, from rows alone."""

from __future__ import annotations

from datetime import date, timedelta

from banktrainer.study.report import AHEAD, WEEKS, DayCount, ModelMet, report
from tests.study.desk import NOON, card, pack, row

PACKS = [pack(*(card(f"c{n}") for n in range(5)))]
TODAY = NOON.date()


def test_the_last_weeks_end_today() -> None:
    long_ago = row(study_day="2020-01-01", at="2020-01-01T12:00:00.000000Z")
    told = report(PACKS, [long_ago, row("c0"), row("c1", verdict="wrong")], NOON)
    assert len(told.days) == 7 * WEEKS
    assert told.days[-1] == DayCount(TODAY, 1, 2)
    assert told.days[0] == DayCount(TODAY - timedelta(days=7 * WEEKS - 1))
    assert sum(day.answers for day in told.days) == 2


def test_what_is_due_now_comes_first_and_nothing_beyond_two_weeks() -> None:
    old = {"study_day": "2026-11-01", "at": "2026-11-01T12:00:00.000000Z"}
    told = report(PACKS, [row("c0", **old), row("c1"), row("c2", verdict="wrong")], NOON)
    assert [day.day for day in told.coming] == [TODAY + timedelta(days=n) for n in range(AHEAD)]
    assert told.coming[0].answers == told.summary.due_now == 1
    assert [day.answers for day in told.coming[1:3]] == [1, 1]  # c2 wrong, c1 right


def test_models_not_cured_stand_first() -> None:
    wrong = {"verdict": "wrong"}
    rows = [
        row("c0", model="no-wrap", **wrong),
        row("c0", model="no-wrap", **wrong),
        row("c0"),
        row("c1", model="ways-stride", **wrong),
    ]
    told = report(PACKS, rows, NOON)
    assert told.models == (ModelMet("ways-stride", 1, False), ModelMet("no-wrap", 2, True))


def test_an_empty_journal() -> None:
    told = report(PACKS, [], NOON)
    assert (told.models, told.summary.answers) == ((), 0)
    assert not any(day.answers for day in told.days + told.coming)


def test_a_clock_set_back_breaks_nothing() -> None:
    told = report(PACKS, [row("c0", study_day="2027-05-01")], NOON)
    assert told.days[-1].day == date(2026, 11, 30)
