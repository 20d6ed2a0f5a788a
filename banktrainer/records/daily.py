"""The day's backup, made beside the work: in a thread of its own that nothing waits for long."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path
from threading import Thread

from banktrainer.records import backups
from banktrainer.records.errors import RecordsError

NAME = "banktrainer-backup"


def begin(home: Path, study_day: date) -> Thread:
    """Start the day's backup. A program that ends or dies before it is done leaves a draft and no
    backup; the next start makes it. What goes wrong is for `data doctor` to tell."""
    thread = Thread(target=_back_up, args=(home, study_day), name=NAME, daemon=True)
    thread.start()
    return thread


def _back_up(home: Path, study_day: date) -> None:
    with suppress(RecordsError, OSError):
        backups.back_up_daily(home, study_day)
