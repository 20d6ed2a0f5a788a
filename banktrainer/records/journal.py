"""SqliteJournal: study's Journal on one SQLite file. A row is on disk before `append` returns."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from banktrainer.records import examine, failures, make, schema
from banktrainer.records.errors import RecordsError
from banktrainer.study.journal import Answer

BUSY_SECONDS = 10.0
_ROWS_AT_A_TIME = 2000


class SqliteJournal:
    """The journal in the file `path`; for use by several threads, and by several programs at once.

    `read_only` where a later version of the program wrote the file: its rows can be read,
    `append` refuses. Every failure is a RecordsError.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, *, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self._connection = connection
        self._lock = Lock()

    def append(self, answer: Answer) -> None:
        """Add `answer` and return when it is safe on disk; on RecordsError nothing was added."""
        if self.read_only:
            raise failures.newer(self.path)
        try:
            row = schema.to_row(answer)
        except (TypeError, ValueError) as error:
            raise failures.refused(self.path, error) from error
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute(schema.INSERT, row)
                self._connection.execute("COMMIT")
            except (sqlite3.Error, ValueError, OverflowError) as error:
                self._roll_back()
                raise failures.of(self.path, error) from error

    def void(self, answer: Answer) -> None:
        """Append `answer`, which takes back the row that it names; ValueError if it names none."""
        if answer.voids is None:
            raise ValueError("a voiding row names the row it takes back")
        self.append(answer)

    def rows(self) -> Iterator[Answer]:
        """Every row in the order of appending, read a few thousand at a time."""
        last = 0
        while found := self._fetch(schema.SELECT, last, _ROWS_AT_A_TIME):
            for row in found:
                yield self._answer(row)
            last = found[-1][0]

    def count(self) -> int:
        """How many rows there are, voided and voiding ones included."""
        return int(self._fetch(schema.COUNT)[0][0])

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _fetch(self, query: str, *values: int) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise failures.of(self.path, error) from error

    def _answer(self, row: tuple[Any, ...]) -> Answer:
        try:
            return schema.from_row(row[1:])
        except (TypeError, ValueError) as error:
            raise failures.damaged(self.path, f"row {row[0]}: {error}") from error

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # the first error is the one to report
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def open_journal(home: Path) -> SqliteJournal:
    """The journal of `home`, made if there is none (folder 0700, file 0600).

    Raises RecordsError for whatever is wrong with folder or file, which stay as they were.
    """
    make.make_folder(home)
    path = home / schema.FILE_NAME
    if not os.path.lexists(path):
        examine.require_no_stray_log(path)
        make.make_file(path)
    examine.require_file(path)
    examine.require_writable(path)
    return _opened(path)


def _opened(path: Path) -> SqliteJournal:
    """A read-only look first: a later version's file must not be touched at all."""
    connection = _connect(path, "ro")
    try:
        newer = _version(path, connection) > schema.VERSION
        if not newer:
            connection.close()
            connection = _connect(path, "rw")
        examine.require_sound(path, connection)
        if not newer:
            _log_ahead(connection)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # on macOS fsync alone stops short
        return SqliteJournal(path, connection, read_only=newer)
    except sqlite3.Error as error:
        connection.close()
        raise failures.of(path, error) from error
    except RecordsError:
        connection.close()
        raise


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection in `mode`: rw or ro, neither of which makes a file; it begins no transaction."""
    try:
        return sqlite3.connect(
            f"{path.as_uri()}?mode={mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as error:
        raise failures.of(path, error) from error


def _version(path: Path, connection: sqlite3.Connection) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version < 1:
        raise failures.damaged(path, f"schema {version}")
    return version


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on; SQLite does not wait by itself where another is doing so."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
