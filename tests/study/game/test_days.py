"""The streak: days of practice without a break, rest days earned and used, zones crossed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.study.clock import offset_minutes, study_day, utc_text
from banktrainer.study.game.days import MOST_REST, Days, Streak
from banktrainer.study.summary import REST_EACH

TODAY = date(2026, 11, 30)
WEEK = range(1, 8)


def streak(*ago: int) -> Streak:
    days = ((TODAY - timedelta(days=n)).isoformat() for n in ago)
    return Days.of(days).streak(TODAY)


@pytest.mark.parametrize(
    ("ago", "length", "rest", "next_rest"),
    [
        pytest.param((), 0, 0, 7, id="never"),
        pytest.param((0,), 1, 0, 6, id="today"),
        pytest.param((1,), 1, 0, 6, id="yesterday, and today is not over"),
        pytest.param((2,), 0, 0, 7, id="a day was missed"),
        pytest.param(range(7), 7, 1, 7, id="a week earns a rest day"),
        pytest.param(range(8), 8, 1, 6, id="a week and a day"),
        pytest.param(range(14), 14, 2, 0, id="two weeks earn two"),
        pytest.param(range(40), 40, 2, 0, id="and no more than two wait"),
        pytest.param((0, *range(2, 9)), 8, 0, 6, id="a missed day uses one"),
        pytest.param((0, *range(3, 10)), 1, 0, 6, id="two missed days break, with one"),
        pytest.param((0, *range(3, 17)), 15, 0, 6, id="two missed days use two"),
        pytest.param((0, 2, *range(4, 18)), 16, 0, 5, id="one here, one there"),
        pytest.param((0, 2, 4, *range(6, 20)), 1, 0, 6, id="three are too many"),
        pytest.param(range(2, 9), 7, 0, 7, id="yesterday was a rest day"),
        pytest.param(range(3, 10), 0, 0, 7, id="and the day before is one too many"),
        pytest.param((-1, 0), 2, 0, 5, id="tomorrow counts where it began, and here"),
        pytest.param((-1,), 1, 0, 6, id="what was tomorrow further east is today here"),
        pytest.param((-1, 1, 2), 3, 0, 4, id="and joins the days before"),
        pytest.param((-2, 1, 2), 2, 0, 5, id="no zone is two days ahead"),
    ],
)
def test_rest_days(ago: tuple[int, ...], length: int, rest: int, next_rest: int) -> None:
    assert streak(*ago)[:3] == (length, rest, next_rest)


def test_the_longest_streak_is_remembered() -> None:
    assert streak(0, 1, 50, 51, 52).longest == 3


@given(st.sets(st.integers(0, 60)))
def test_an_answer_today_never_shortens_it_and_rest_days_stay_in_bounds(ago: set[int]) -> None:
    before, after = streak(*ago - {0}), streak(*ago | {0})
    assert after.length == before.length + 1
    assert 0 <= before.rest <= after.rest <= MOST_REST
    assert after.longest >= max(before.longest, after.length)
    assert 0 <= after.next_rest <= REST_EACH


def flown(*stops: tuple[str, str]) -> Days:
    """Days with an answer at each local time of a zone."""
    days = Days()
    for zone, text in stops:
        now = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))
        days.add(study_day(now).isoformat(), utc_text(now), offset_minutes(now))
    return days


AUCKLAND, ANGELES, APIA = "Pacific/Auckland", "America/Los_Angeles", "Pacific/Apia"


@pytest.mark.parametrize(
    ("stops", "length"),
    [
        pytest.param(
            [(ANGELES, "2026-11-02 20:00"), (AUCKLAND, "2026-11-04 09:00")], 2,
            id="west over the date line: the 3rd had no hours",
        ),
        pytest.param(
            [(ANGELES, "2026-11-02 20:00"), (AUCKLAND, "2026-11-05 09:00")], 1,
            id="a day was missed there too",
        ),
        pytest.param(
            [(AUCKLAND, "2026-11-02 20:00"), (ANGELES, "2026-11-02 21:00")], 1,
            id="east over it: the same day twice is one day",
        ),
        pytest.param(
            [(AUCKLAND, "2026-11-02 20:00"), (ANGELES, "2026-11-03 21:00")], 2, id="east, next day"
        ),
        pytest.param(
            [(APIA, "2011-12-29 20:00"), (APIA, "2011-12-31 09:00")], 2,
            id="Samoa left the 30th out",
        ),
        pytest.param(
            [("Europe/Berlin", "2026-11-02 20:00"), ("Europe/Berlin", "2026-11-04 09:00")], 1,
            id="nobody flew",
        ),
    ],
)  # fmt: skip
def test_flights(stops: list[tuple[str, str]], length: int) -> None:
    days = flown(*stops)
    today = max(date.fromisoformat(day) for day in days.practised)
    assert days.streak(today).length == length
    assert Days.of_data(days.to_data()) == days


def test_landing_over_the_date_line_is_no_break_either() -> None:
    days = flown(*((ANGELES, f"2026-11-{day:02} 20:00") for day in (1, 2, 3)))
    landed = datetime(2026, 11, 5, 9, tzinfo=ZoneInfo(AUCKLAND))
    assert days.streak(study_day(landed), utc_text(landed)).length == 3
    assert days.streak(study_day(landed)).length == 0


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"])
def test_what_was_counted_is_not_moved_by_the_zone_of_asking(zone: str) -> None:
    days = flown(*(("Europe/Berlin", f"2026-11-{day:02} 20:00") for day in range(1, 21)))
    for hours in range(1, 30):
        now = datetime(2026, 11, 20, 19, tzinfo=UTC) + timedelta(hours=hours)
        elsewhere = now.astimezone(ZoneInfo(zone))
        told = days.streak(study_day(elsewhere), utc_text(now))
        assert told.length in (19, 20)
        assert told.rest == MOST_REST


def test_rows_of_the_first_and_the_last_moments_that_there_are() -> None:
    days = Days()
    for day, at in (("0001-01-01", "0001-01-01T00:00:00Z"), ("9999-12-31", "9999-12-31T23:00:00Z")):
        days.add(day, at, -1440)
        days.add(day, at, 1440)
    assert days.streak(date(9999, 12, 31), "9999-12-31T23:00:00Z").length == 1
