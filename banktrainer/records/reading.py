"""The journal for reading alone: nothing is made, altered or locked; a read-only home will do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

from banktrainer.records import examine, failures, make, schema
from banktrainer.records.connect import companions, connect, log_of
from banktrainer.records.errors import RecordsError
from banktrainer.records.journal import SqliteJournal, open_journal
from banktrainer.records.unsaved import UnsavedJournal


def read_journal(home: Path) -> SqliteJournal | UnsavedJournal:
    """The journal of `home` as it lies; one without rows where there is none.

    Also that of a newer version. One of an older schema is brought to today's first, and a change
    that was cut short taken back, for which it must be writable. Raises RecordsError for whatever
    is wrong.
    """
    make.require_no_file(home)
    path = home / schema.FILE_NAME
    try:
        if not _there(path):
            examine.require_no_stray_log(path)
            return UnsavedJournal(path)
        examine.require_file(path)
        if examine.is_interrupted(path):
            return open_journal(home)
        connection = connected(path)
    except OSError as error:
        raise make.no_folder(home, error) from error
    try:
        if examine.version_of(path, connection) < schema.VERSION:
            connection.close()
            return open_journal(home)
        examine.require_sound(path, connection)
        return SqliteJournal(path, connection, read_only=True)
    except failures.ERRORS as error:
        connection.close()
        raise failures.of(path, error) from error
    except RecordsError:
        connection.close()
        raise


def _there(path: Path) -> bool:
    """Whether a file lies at `path`; OSError where its folder can't be entered or is none."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def connected(path: Path) -> sqlite3.Connection:
    """A connection for reading; where SQLite can't make the log's index beside `path`, one to the
    file as it lies or, with a log, to a copy. So in a folder that can't be written, and on a disk
    without room, where nobody else can be writing either."""
    log, index, _ = companions(path)
    if index.exists() or os.access(path.parent, os.W_OK):
        connection = connect(path, "ro")
        try:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            if not error.sqlite_errorname.startswith(("SQLITE_IOERR_SHM", "SQLITE_CANTOPEN")):
                raise failures.of(path, error) from error
        else:
            return connection
    if not log.exists() or not log.stat().st_size:
        return connect(path, "ro", still=True)
    with tempfile.TemporaryDirectory(prefix="banktrainer-") as name:
        copy = Path(name) / path.name
        for each, place in ((path, copy), (log, log_of(copy))):
            shutil.copyfile(each, place)
        connection = connect(copy, "rw")
        connection.execute("PRAGMA journal_mode = DELETE")  # one file, which stays open
        return connection
