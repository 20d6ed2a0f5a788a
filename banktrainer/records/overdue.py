"""Whether the backups have what they should have."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from banktrainer.records import backups, copying
from banktrainer.records.errors import RecordsError
from banktrainer.records.journal import SqliteJournal


@dataclass(frozen=True, slots=True)
class Missing:
    """How many rows no backup has; `overdue`: the day's backup should have some of them."""

    rows: int
    overdue: bool


def missing(journal: SqliteJournal, home: Path, study_day: date) -> Missing | None:
    """What no sound backup has of `journal`; None where there is nothing to say.

    Today's answers may wait for tomorrow's. Once some were given today, a backup was begun, and
    those of before should be in it.
    """
    held = 0
    for backup in backups.listed(home):
        with suppress(RecordsError):
            newest = copying.newest(backup.path)
            if newest and newest[0] > held and journal.id_of(newest[0]) == newest[1]:
                held = newest[0]
    new, before = journal.counts_since(held, study_day.isoformat())
    return Missing(before, overdue=new > before) if before else None
