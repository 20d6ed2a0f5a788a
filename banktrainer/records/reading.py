"""The journal for reading alone: nothing is made, altered or locked; a read-only home will do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

from banktrainer.records import examine, failures, make, schema
from banktrainer.records.connect import companions, connect
from banktrainer.records.errors import RecordsError
from banktrainer.records.journal import SqliteJournal, open_journal
from banktrainer.records.unsaved import UnsavedJournal


def read_journal(home: Path) -> SqliteJournal | UnsavedJournal:
    """The journal of `home` as it lies; one without rows where there is none.

    Also that of a newer version. One of an older schema is brought to today's first, for which
    it must be writable. Raises RecordsError for whatever is wrong.
    """
    path = home / schema.FILE_NAME
    try:
        if not _there(path):
            examine.require_no_stray_log(path)
            return UnsavedJournal(path)
        examine.require_file(path)
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
    """A connection for reading; to a copy where SQLite would have to make a file beside `path`.

    That is so where a log lies there without its index, in a folder that can't be written.
    """
    log, index, _ = companions(path)
    if not log.exists() or index.exists() or os.access(path.parent, os.W_OK):
        return connect(path, "ro")
    with tempfile.TemporaryDirectory(prefix="banktrainer-") as name:
        copy = Path(name) / path.name
        for each in (path, log):
            shutil.copyfile(each, copy.with_name(each.name))
        connection = connect(copy, "rw")
        connection.execute("PRAGMA journal_mode = DELETE")  # one file, which stays open
        return connection
