"""Is this file a journal of ours? Asked before anything is opened for writing."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

from banktrainer.records import failures, log_check, schema
from banktrainer.records.connect import companions, log_of
from banktrainer.records.errors import RecordsError

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_KEEP_ASIDE = "move it elsewhere to start anew, or put a backup in its place"

QUICK_CHECK_BYTES = 4 << 20
"""Up to this size (some 17,000 answers) each opening checks every page, which takes up to a tenth
of a second; in larger files damage shows where it is read."""


def require_file(path: Path) -> None:
    """Raise RecordsError unless `path` is a file of ours that can be read and written."""
    require_regular(path)
    header = _header(path)
    if not header:
        raise RecordsError(path, "the file is empty", _KEEP_ASIDE, "empty")
    if not header.startswith(_MAGIC) or len(header) < _HEADER_BYTES:
        raise RecordsError(path, "this is not a file of records", _KEEP_ASIDE, "foreign")
    if _number(header, 68) != schema.APPLICATION_ID:
        raise RecordsError(path, "this database belongs to another program", _KEEP_ASIDE, "foreign")
    if not {header[18], header[19]} <= {1, 2}:  # SQLite would only read such a file
        raise failures.damaged(path, f"file format {header[18]} and {header[19]}")
    _require_length(path, header)
    require_log(path)


def require_log(path: Path) -> None:
    """Raise RecordsError where the file's write-ahead log has lost what was in it, or something
    else lies in the place of a file that SQLite makes."""
    for each in companions(path):
        if os.path.lexists(each):
            require_regular(each)
    try:
        what = log_check.broken(path)
    except OSError as error:
        raise unreadable(log_of(path), error) from error
    if what:
        raise failures.log_damaged(path, what)


def require_no_stray_log(path: Path) -> None:
    """Refuse a log of either kind whose file is gone: a new file would take its pages for its
    own."""
    log, _, journal = companions(path)
    for each in (log, journal):
        if each.exists() and each.stat().st_size:
            raise RecordsError(
                path,
                f"the file is missing, but its log {each.name} is there with answers in it",
                "put the file back beside its log, or move the log elsewhere",
                "stray_log",
            )


def is_interrupted(path: Path) -> bool:
    """Whether a change of a file that this version may write was cut short (as by a kill in the
    midst of a restoring) and waits for SQLite to take it back."""
    journal = companions(path)[2]
    waits = journal.is_file() and journal.stat().st_size > 0
    return waits and _number(_header(path), 60) <= schema.VERSION


def require_writable(path: Path) -> None:
    """Raise RecordsError unless the file and its folder (for SQLite's log) can be written."""
    for place, what in ((path, "the file"), (path.parent, "the folder")):
        if not os.access(place, os.W_OK):
            raise RecordsError(
                place,
                f"{what} can't be written",
                "give yourself write permission, or choose another folder with --home",
                "read_only",
            )


def require_sound(path: Path, connection: sqlite3.Connection) -> None:
    """Raise RecordsError where SQLite finds damage, or the table is not the one we know."""
    try:
        names = {row[1] for row in connection.execute("PRAGMA table_info(answers)")}
        small = path.stat().st_size <= QUICK_CHECK_BYTES
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0] if small else "ok"
    except failures.ERRORS as error:
        known = failures.of(path, error)  # a lock held by another program is no damage
        raise known if known.problem != "failed" else failures.damaged(path, str(error)) from error
    if found != "ok":
        raise failures.damaged(path, str(found))
    if not names.issuperset(schema.COLUMNS):
        raise failures.damaged(path, "the table of answers is not as it was made")


def version_of(path: Path, connection: sqlite3.Connection) -> int:
    """The number of the file's schema; RecordsError where none of ours has it."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version < 1:
        raise failures.damaged(path, f"schema {version}")
    return version


def is_database(path: Path) -> bool:
    """Whether SQLite's sign stands at the file's beginning."""
    return _header(path).startswith(_MAGIC)


def require_regular(path: Path) -> None:
    """Raise RecordsError unless `path` leads to an ordinary file."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise unreadable(path, error) from error
    if not stat.S_ISREG(mode):
        what = "a folder is in its place" if stat.S_ISDIR(mode) else "this is not an ordinary file"
        raise RecordsError(path, what, "move it elsewhere", "not_a_file")


def _header(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEADER_BYTES)
    except OSError as error:
        raise unreadable(path, error) from error


def unreadable(path: Path, error: OSError) -> RecordsError:
    """The error for a file that the system did not let us read."""
    if path.is_symlink() and isinstance(error, FileNotFoundError):
        what, todo = "the link leads nowhere", "put back what it leads to, or remove it"
        return RecordsError(path, what, todo, "unreadable")
    reason = (error.strerror or str(error)).lower()
    todo = "give yourself permission to read it, or choose another folder with --home"
    return RecordsError(path, f"the file can't be read ({reason})", todo, "unreadable")


def _require_length(path: Path, header: bytes) -> None:
    """Refuse a file shorter than it says, unless a log holds what may be missing."""
    log = log_of(path)
    if log.exists() and log.stat().st_size:
        return
    stored = int.from_bytes(header[16:18], "big")
    page_bytes = 65536 if stored == 1 else stored
    pages = _number(header, 28)
    size = path.stat().st_size
    if size < pages * page_bytes:
        raise failures.damaged(path, f"{size} bytes of {pages * page_bytes}")


def _number(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4], "big")
