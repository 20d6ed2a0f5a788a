"""A verified copy of a journal's file, by SQLite's own backup call."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from banktrainer.records import examine, failures, placing, schema
from banktrainer.records.connect import connect, log_of
from banktrainer.records.errors import RecordsError

_SPARE_BYTES = 16 << 20
"""Room that a copy leaves on the disk: the next answers matter more."""


def copy_to(source: Path, path: Path) -> bool:
    """Put a verified copy of the journal `source` at `path`; False where a file is there already.

    The copy is one file of its own (0600), on disk when this returns. Another program may go on
    writing: the copy holds every row that was committed when it began. Raises RecordsError, with
    nothing at `path` then, where there is no room or the copy does not pass SQLite's whole check.
    """
    try:
        with placing.draft(path) as made:
            fill(source, made)
            return placing.put_new(made, path)
    except OSError as error:
        raise failures.unwritten(path, error) from error


def fill(source: Path, made: Path) -> None:
    """Make `made`, an empty file, a verified copy of the journal `source`, synced to disk."""
    _require_room(source, made)
    with closing(connect(source, "ro")) as old, closing(connect(made, "rw")) as new:
        try:
            new.execute("PRAGMA synchronous = OFF")  # synced as a whole, below
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
        except failures.ERRORS as error:
            raise failures.of(source, error) from error
        check(source, new)
    placing.sync_file(made)


def check(path: Path, connection: sqlite3.Connection) -> None:
    """Raise RecordsError (of `path`) unless each page is sound and the table is the one we know."""
    try:
        found = connection.execute("PRAGMA integrity_check(3)").fetchall()
        names = {row[1] for row in connection.execute("PRAGMA table_info(answers)")}
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    except failures.ERRORS as error:
        raise failures.of(path, error) from error
    if found != [("ok",)]:
        raise failures.damaged(path, "; ".join(str(row[0]) for row in found))
    if version < 1 or (version == schema.VERSION and not names.issuperset(schema.COLUMNS)):
        raise failures.damaged(path, "the table of answers is not as it was made")


def verify(path: Path) -> None:
    """Raise RecordsError unless `path` is a whole, sound journal of ours."""
    examine.require_file(path)
    with closing(connect(path, "ro")) as connection:
        check(path, connection)


def newest_row(path: Path) -> int:
    """The number of the newest row, 0 where there is none."""
    with closing(connect(path, "ro")) as connection:
        try:
            return int(connection.execute(schema.NEWEST).fetchone()[0])
        except failures.ERRORS as error:
            raise failures.of(path, error) from error


def newest(path: Path) -> tuple[int, str] | None:
    """The number and the id of the newest row, None where there is none."""
    with closing(connect(path, "ro")) as connection:
        try:
            found = connection.execute(schema.NEWEST_ID).fetchone()
        except failures.ERRORS as error:
            raise failures.of(path, error) from error
    return (int(found[0]), str(found[1])) if found else None


def _require_room(source: Path, made: Path) -> None:
    log = log_of(source)
    needed = source.stat().st_size + (log.stat().st_size if log.exists() else 0) + _SPARE_BYTES
    if shutil.disk_usage(made.parent).free < needed:
        raise RecordsError(
            made.parent,
            f"there is no room for a copy of the records ({needed >> 20} MiB)",
            "make room on the disk, then go on",
            "full",
        )
