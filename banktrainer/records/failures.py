"""SQLite's errors as RecordsErrors: what is wrong and what to do, instead of a code."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path

from banktrainer.records.errors import Problem, RecordsError

_KINDS: tuple[tuple[str, Problem, str, str], ...] = (
    ("SQLITE_FULL", "full", "there is no room left", "make room on the disk, then go on"),
    (
        "SQLITE_BUSY",
        "busy",
        "another program has held the records for too long",
        "close that program, then go on",
    ),
    (
        "SQLITE_READONLY_ROLLBACK",
        "read_only",
        "a change of it was cut short and waits to be taken back",
        "keep its -journal beside it; the next practice that may write there sees to it",
    ),
    (
        "SQLITE_READONLY",
        "read_only",
        "the file can't be written",
        "give yourself write permission, or choose another folder with --home",
    ),
)
_LEAST_BYTES = 1 << 17

ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What reading a file through SQLite may raise; the second where its very messages are broken."""

_FOREIGN_OR_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def of(path: Path, error: Exception) -> RecordsError:
    """The RecordsError for an error raised by SQLite (or by Python while it talked to SQLite)."""
    name = getattr(error, "sqlite_errorname", None) or ""
    detail = " ".join(str(error).split())
    if name.startswith(_FOREIGN_OR_BROKEN) or _is_no_text(error):
        return damaged(path, detail)
    if name.startswith("SQLITE_IOERR") and _no_room(path):
        name = "SQLITE_FULL"  # such as no room for the log's index
    for prefix, problem, what, todo in _KINDS:
        if name.startswith(prefix):
            return RecordsError(path, f"{what} ({detail})", todo, problem)
    if isinstance(error, sqlite3.IntegrityError) or not isinstance(error, sqlite3.Error):
        return refused(path, error)
    return RecordsError(path, f"the records failed ({detail})", "check the disk, then start again")


def _no_room(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_BYTES
    except OSError:
        return False


def _is_no_text(error: Exception) -> bool:
    """Whether SQLite gave bytes that are no text, of which there are none in a sound journal."""
    undecoded = isinstance(error, sqlite3.OperationalError) and "decode to UTF-8" in str(error)
    return undecoded or isinstance(error, UnicodeDecodeError)


def damaged(path: Path, detail: str) -> RecordsError:
    """The error for a broken file, with what is known of it on one line."""
    what = f"the file is damaged ({' '.join(detail.split())})"
    return RecordsError(path, what, "keep it, and put a backup in its place", "damaged")


def log_damaged(path: Path, what: str) -> RecordsError:
    """The error for a journal whose write-ahead log has lost answers; SQLite would not say so."""
    return RecordsError(
        path,
        f"the file is damaged ({what})",
        "put a backup in its place, or "
        f"`banktrainer data restore {path} --home {path.parent}` goes on with what can be read; "
        "both keep the damaged file aside",
        "damaged_log",
    )


def newer(path: Path) -> RecordsError:
    """The error for writing to the file of a later version."""
    return RecordsError(
        path,
        "a newer version of banktrainer wrote this file, so it is open for reading only",
        "update banktrainer, or choose another folder with --home",
        "newer",
    )


def moved(path: Path) -> RecordsError:
    """The error for a file that was moved, replaced or removed while it was open."""
    return RecordsError(
        path,
        "the file was moved, replaced or removed while it was open",
        "put it back, or leave banktrainer and start it again",
        "moved",
    )


def unwritten(path: Path, error: OSError) -> RecordsError:
    """The error for a file that the system did not let us write or put in place."""
    reason = (error.strerror or str(error)).lower()
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    todo = "make room on the disk" if full else "give yourself permission to write there"
    problem: Problem = "full" if full else "read_only"
    return RecordsError(path, f"this can't be written ({reason})", f"{todo}, then go on", problem)


def refused(path: Path, error: Exception) -> RecordsError:
    """The error for an answer that can't be put into a row."""
    what = f"this answer can't be kept ({error})"
    return RecordsError(path, what, "report this as a bug", "refused")
