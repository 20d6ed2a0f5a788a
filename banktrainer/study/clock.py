"""Time as study sees it: the learner's local clock, a steady clock, and the study day."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from typing import Protocol

ROLLOVER_HOUR = 4


class Clock(Protocol):
    def now(self) -> datetime:
        """The learner's local time, aware of its offset."""

    def monotonic(self) -> float:
        """Seconds of a clock that nobody sets."""


class SystemClock:
    """The machine's own clocks, in the zone the machine is in at the moment of asking."""

    def now(self) -> datetime:
        return datetime.now(UTC).astimezone()

    def monotonic(self) -> float:
        return time.monotonic()


def study_day(now: datetime, rollover_hour: int = ROLLOVER_HOUR) -> date:
    """The day that `now` counts for: its local date, or the day before until the rollover hour.

    Decided by what the wall clock shows, so no day is skipped or doubled when clocks change.
    """
    return now.date() - timedelta(days=now.hour < rollover_hour)


def utc_text(now: datetime) -> str:
    """`now` as the journal writes it: UTC, microseconds, a trailing Z."""
    return now.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def offset_minutes(now: datetime) -> int:
    """How far local time is ahead of UTC, in whole minutes; raises ValueError if `now` is naive."""
    offset = now.utcoffset()
    if offset is None:
        raise ValueError("a time without a zone")
    return round(offset.total_seconds() / 60)
