"""Clocks set back and forward, zones, summer time, another rollover: what is there never moves."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.study.clock import study_day, utc_text
from banktrainer.study.game.days import Days, Streak
from banktrainer.study.journal import Answer
from banktrainer.study.progress import summarize
from banktrainer.study.queue import plan
from tests.study.desk import NOON, ManualClock, MemoryJournal, card, finish, pack, sit

CARDS = (card("a", cell="A"), card("b", cell="B"), card("c", cell="C"))
PACKS = [pack(*CARDS)]
ZONES = (
    *("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata", "Asia/Kathmandu"),
    *("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns"),
)


def answers(clock: ManualClock, journal: MemoryJournal, rollover: int = 4) -> None:
    """One sitting of one answer, at whatever the clock shows."""
    session = sit(*CARDS[:1], journal=journal, clock=clock, rollover=rollover)
    session.forecast("2", "sure")
    finish(session)


def streak(rows: list[Answer], today: date, now: datetime) -> Streak:
    days = Days()
    for row in rows:
        days.add(row.study_day, row.at, row.utc_offset)
    return days.streak(today, utc_text(now))


STEPS = st.lists(
    st.tuples(
        st.sampled_from(ZONES),
        st.one_of(st.integers(-400, 400), st.sampled_from([-10_000, 10_000])),  # hours
        st.integers(0, 23),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=150, deadline=None)
@given(STEPS)
def test_whatever_the_clock_does_what_was_stored_stays_as_it_was(
    steps: list[tuple[str, int, int]],
) -> None:
    """Rows, totals and durations, and the streak as of any day, come from the rows alone."""
    journal = MemoryJournal()
    clock = ManualClock()
    stored: list[Answer] = []
    for zone, hours, rollover in steps:
        moved = clock.time.astimezone(UTC) + timedelta(hours=hours)
        clock.time = moved.astimezone(ZoneInfo(zone))
        answers(clock, journal, rollover)
        assert list(journal.rows())[: len(stored)] == stored
        stored = list(journal.rows())
        assert stored[-1].study_day == study_day(clock.time, rollover).isoformat()
    assert all(row.duration_ms >= 0 for row in stored)
    totals = set()
    for zone, hours, rollover in steps:
        now = (NOON + timedelta(hours=hours)).astimezone(ZoneInfo(zone))
        found = summarize(PACKS, stored, now, rollover)
        totals.add((found.answers, found.right, found.marks, str(found.cells), found.calibration))
        today = study_day(now, rollover)
        assert found.streak == streak(stored, today, now).length
        assert 0 <= found.streak <= len(steps)
        assert found.due_now + found.new + 1 >= 3 or found.next_due_at is not None
    assert len(totals) == 1


DST = [
    ("Europe/Berlin", "2026-03-28", 3),  # spring: 2:00 becomes 3:00 on the 29th
    ("Europe/Berlin", "2026-10-24", 3),  # autumn: 3:00 becomes 2:00 on the 25th
    ("America/New_York", "2026-03-07", 3),
    ("America/New_York", "2026-10-31", 3),
    ("Australia/Lord_Howe", "2026-04-04", 3),  # by half an hour
    ("Africa/Cairo", "2026-04-23", 3),  # at midnight
    ("America/Santiago", "2026-09-05", 3),  # midnight does not exist
    ("Pacific/Apia", "2011-12-28", 3),  # the 30th does not exist
]


@pytest.mark.parametrize(("zone", "first", "days"), DST)
@pytest.mark.parametrize("rollover", [0, 2, 3, 4])
def test_days_on_which_clocks_change_are_each_one_study_day(
    zone: str, first: str, days: int, rollover: int
) -> None:
    """Every quarter of an hour from the first noon on: the study day never goes back."""
    place = ZoneInfo(zone)
    start = datetime.combine(date.fromisoformat(first), NOON.time(), place).astimezone(UTC)
    seen = [
        study_day((start + timedelta(minutes=15 * n)).astimezone(place), rollover)
        for n in range(days * 96)
    ]
    back = [n for n in range(1, len(seen)) if seen[n] < seen[n - 1]]
    doubled = zone in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe")
    assert not back or (doubled and len(back) == 1 and rollover in (2, 3)), "only within the hour"
    assert days <= len(set(seen)) <= days + 2


@pytest.mark.parametrize(("east", "west"), [("Pacific/Kiritimati", "Pacific/Pago_Pago")])
def test_flying_either_way_breaks_no_day_that_had_an_answer(east: str, west: str) -> None:
    journal, clock = MemoryJournal(), ManualClock()
    for n in range(6):
        clock.time = (NOON + timedelta(days=n)).astimezone(ZoneInfo((east, west)[n % 2]))
        answers(clock, journal)
    rows = list(journal.rows())
    for zone in ZONES:
        now = (NOON + timedelta(days=5)).astimezone(ZoneInfo(zone))
        assert summarize(PACKS, rows, now).streak == streak(rows, study_day(now), now).length == 3


def test_a_clock_set_back_within_a_sitting_makes_no_negative_duration() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    session = sit(*CARDS, journal=journal, clock=clock)
    clock.time -= timedelta(days=400)
    session.forecast("2", "sure")
    finish(session)
    clock.time += timedelta(days=900)
    clock.seconds -= 50  # even if the steady clock were not steady
    session.forecast("2", "sure")
    assert [row.duration_ms for row in journal.rows()] == [0, 0]


def test_no_card_is_lost_by_a_clock_that_was_years_ahead() -> None:
    """Answered in "2036", the clock put right: each card is asked again now, then as usual."""
    journal, clock = MemoryJournal(), ManualClock(NOON + timedelta(days=3650))
    answers(clock, journal)
    clock.time = NOON
    assert plan(PACKS, journal.rows(), NOON)[0].key == "core/a"
    answers(clock, journal)
    rows = sorted(journal.rows(), key=lambda row: row.at)
    assert "core/a" not in {item.key for item in plan(PACKS, rows, NOON)}
    later = NOON + timedelta(days=60)
    assert "core/a" in {item.key for item in plan(PACKS, rows, later)}


ROLLOVERS = [0, 2, 3, 4, 6, 12, 23]
FLIGHTS = {
    "stays": ["Europe/Berlin"] * 4,
    "east": ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Pacific/Kiritimati"],
    "west": ["Pacific/Kiritimati", "Asia/Kolkata", "Europe/Berlin", "America/New_York"],
    "over the date line and back": [
        *("Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Kiritimati", "Pacific/Pago_Pago")
    ],
}
FIRST_DAYS = [date(2026, 3, 28), date(2026, 10, 24), date(2026, 11, 1), date(2026, 12, 30)]
"""Days about which clocks change in Berlin and New York, and a new year."""


def evening(day: date, zone: str, rollover: int, hour: int = 20) -> datetime:
    """A moment of study day `day` in `zone`: at `hour`, after midnight if the rollover lets it."""
    when = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone))
    return when.replace(hour=hour) + timedelta(days=hour < rollover)


@pytest.mark.parametrize("rollover", ROLLOVERS)
@pytest.mark.parametrize("flight", FLIGHTS)
@pytest.mark.parametrize("first", FIRST_DAYS)
def test_what_was_wrong_is_due_on_the_next_study_day_wherever_one_wakes_up(
    first: date, flight: str, rollover: int
) -> None:
    """Not before, at any hour of the day itself; and at any hour of the next one."""
    here, there = FLIGHTS[flight][:2]
    journal, clock = MemoryJournal(), ManualClock(evening(first, here, rollover))
    sit(*CARDS[:1], journal=journal, clock=clock, rollover=rollover).forecast("1")
    rows = list(journal.rows())
    assert rows[0].study_day == first.isoformat()
    for hour in range(24):
        same = evening(first, here, rollover, hour)
        assert "core/a" not in {i.key for i in plan(PACKS, rows, same, rollover=rollover)}
        following = evening(first + timedelta(days=1), there, rollover, hour)
        planned = plan(PACKS, rows, following, rollover=rollover)
        assert planned[0].key == "core/a"
        assert summarize(PACKS, rows, following, rollover).due_now == 1


@pytest.mark.parametrize("rollover", ROLLOVERS)
@pytest.mark.parametrize("flight", FLIGHTS)
@pytest.mark.parametrize("first", FIRST_DAYS)
def test_a_right_answer_on_each_of_four_study_days_is_mastery_on_any_route(
    first: date, flight: str, rollover: int
) -> None:
    """Mastery, streak, marks and when it is due again are those of the one who stays at home."""
    found = []
    for route in (FLIGHTS["stays"], FLIGHTS[flight]):
        journal, clock = MemoryJournal(), ManualClock()
        for day, zone in enumerate(route):
            clock.time = evening(first + timedelta(days=day), zone, rollover)
            sit(*CARDS[:1], journal=journal, clock=clock, rollover=rollover).forecast("2")
        rows = sorted(journal.rows(), key=lambda row: row.study_day)
        assert [row.study_day for row in rows] == [
            (first + timedelta(days=day)).isoformat() for day in range(4)
        ]
        told = summarize(PACKS, rows, clock.time, rollover)
        found.append((told.cells["A"].mastery, told.streak, told.marks, told.next_due_at))
    assert found[0] == found[1]
    assert found[0][:2] == (1.0, 4)


@pytest.mark.parametrize(("before", "after"), [(4, 0), (0, 4), (4, 12), (23, 1)])
def test_another_rollover_hour_moves_nothing_that_was_stored(before: int, after: int) -> None:
    journal, clock = MemoryJournal(), ManualClock()
    for day in range(3):
        clock.time = evening(date(2026, 11, 2 + day), "Europe/Berlin", before)
        sit(*CARDS[:1], journal=journal, clock=clock, rollover=before).forecast("2")
    rows, now = (
        list(journal.rows()),
        evening(date(2026, 11, 4), "Europe/Berlin", max(before, after)),
    )
    old, new = (summarize(PACKS, rows, now, hour) for hour in (before, after))
    assert (old.cells, old.marks, old.calibration) == (new.cells, new.marks, new.calibration)
    assert [row.study_day for row in rows] == ["2026-11-02", "2026-11-03", "2026-11-04"]
