"""The study day over zones, days on which clocks change, and rollover hours."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from banktrainer.study.clock import SystemClock, offset_minutes, study_day, utc_text

DAYS_WHEN_CLOCKS_CHANGE = [
    ("Europe/Berlin", date(2026, 3, 29)),
    ("Europe/Berlin", date(2026, 10, 25)),
    ("America/New_York", date(2026, 3, 8)),
    ("America/New_York", date(2026, 11, 1)),
    ("America/Sao_Paulo", date(2018, 11, 4)),  # midnight does not exist
    ("America/Sao_Paulo", date(2019, 2, 17)),  # midnight comes twice
    ("Australia/Lord_Howe", date(2026, 4, 5)),  # half an hour
    ("Asia/Kolkata", date(2026, 6, 1)),
    ("Asia/Kathmandu", date(2026, 6, 1)),
    ("Africa/Casablanca", date(2026, 2, 15)),
    ("Antarctica/Troll", date(2026, 3, 29)),  # two hours
    ("UTC", date(2026, 12, 31)),
]


@pytest.mark.parametrize(
    ("local", "rollover", "day"),
    [
        ("2026-11-30 03:59:59", 4, "2026-11-29"),
        ("2026-11-30 04:00:00", 4, "2026-11-30"),
        ("2026-12-01 00:30:00", 4, "2026-11-30"),
        ("2027-01-01 00:30:00", 4, "2026-12-31"),
        ("2026-11-30 00:00:00", 0, "2026-11-30"),
        ("2026-11-30 23:59:59", 0, "2026-11-30"),
        ("2028-03-01 01:00:00", 2, "2028-02-29"),
    ],
)
def test_the_day_begins_at_the_rollover_hour(local: str, rollover: int, day: str) -> None:
    now = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo("Asia/Kolkata"))
    assert study_day(now, rollover).isoformat() == day


@pytest.mark.parametrize("rollover", [0, 2, 3, 4, 6])
@pytest.mark.parametrize(("zone", "day"), DAYS_WHEN_CLOCKS_CHANGE)
def test_no_study_day_is_skipped_or_doubled(zone: str, day: date, rollover: int) -> None:
    """Minute by minute over three days: each day comes once, in order, at the rollover hour."""
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(days=1)
    minutes = [(start + timedelta(minutes=5 * n)).astimezone(ZoneInfo(zone)) for n in range(864)]
    for before, after in pairwise(minutes):
        step = study_day(after, rollover) - study_day(before, rollover)
        assert step in (timedelta(0), timedelta(days=1))
        if step:
            assert after.hour >= rollover
            assert before.hour < rollover or before.date() < after.date()


def test_a_day_that_a_country_left_out_keeps_only_its_night() -> None:
    """Samoa went from 29 to 31 December 2011: the small hours of the 31st count for the 30th."""
    samoa = ZoneInfo("Pacific/Apia")
    hours = [datetime(2011, 12, 30, tzinfo=UTC) + timedelta(hours=n) for n in range(36)]
    days = [study_day(hour.astimezone(samoa)).isoformat() for hour in hours]
    assert days == ["2011-12-29"] * 10 + ["2011-12-30"] * 4 + ["2011-12-31"] * 22


@pytest.mark.parametrize(
    ("zone", "minutes"),
    [("UTC", 0), ("Asia/Kathmandu", 345), ("America/St_Johns", -210), ("Asia/Kolkata", 330)],
)
def test_the_offset_is_kept_in_minutes(zone: str, minutes: int) -> None:
    assert offset_minutes(datetime(2026, 12, 1, tzinfo=ZoneInfo(zone))) == minutes


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        offset_minutes(datetime(2026, 12, 1))


def test_times_are_written_in_utc_with_microseconds() -> None:
    kolkata = datetime(2026, 12, 1, 5, 30, tzinfo=ZoneInfo("Asia/Kolkata"))
    assert utc_text(kolkata) == "2026-12-01T00:00:00.000000Z"


def test_the_system_clock_is_aware_and_never_goes_back() -> None:
    clock = SystemClock()
    assert clock.now().utcoffset() is not None
    assert clock.monotonic() <= clock.monotonic()
