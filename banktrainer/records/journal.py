"""SqliteJournal: study's Journal on one SQLite file. A row is on disk before `append` returns."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from banktrainer.records import connect as connecting
from banktrainer.records import examine, failures, make, migrate, placing, schema
from banktrainer.records.connect import connect
from banktrainer.records.errors import RecordsError
from banktrainer.study import live
from banktrainer.study.journal import Answer

_ROWS_AT_A_TIME = 2000
_Chosen = Callable[[Iterable[Answer]], Iterator[Answer]]


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
        self._file = _identity(path)
        self._looked = 0
        with suppress(RecordsError):  # damage is told where rows are read or added
            self._looked = self.newest()
        self._shown: set[tuple[object, str]] = set()

    def append(self, answer: Answer) -> Answer:
        """Add `answer` and return it as kept, safe on disk; on RecordsError nothing was added."""
        return self._commit(self._marked, [answer])[0]

    def void(self, answer: Answer) -> None:
        """Append `answer`, which takes back the row that it names; ValueError if it names none."""
        if answer.voids is None:
            raise ValueError("a voiding row names the row it takes back")
        self.append(answer)

    def rows(self) -> Iterator[Answer]:
        """Every row by its moment (`at`, then `id`), read a few thousand at a time.

        So what is derived depends on which rows there are and not on the order in which they
        came: two machines that have taken each other's rows in agree.
        """
        for _seq, row in self.numbered():
            yield row

    def numbered(self) -> Iterator[tuple[int, Answer]]:
        """The rows of `rows`, each with its number in the file."""
        with self._lock:
            numbers = self._numbers()
        for start in range(0, len(numbers), _ROWS_AT_A_TIME):
            yield from self.picked(numbers[start : start + _ROWS_AT_A_TIME])

    def picked(self, numbers: Sequence[int]) -> list[tuple[int, Answer]]:
        """The rows of those numbers, in that order, each with its number."""
        wanted = json.dumps(list(numbers))
        found = {row[0]: row for row in self._fetch(schema.PICK, wanted)}
        return [(seq, self._answer(found[seq])) for seq in numbers if seq in found]

    def since(self, number: int) -> list[tuple[int, Answer]]:
        """The rows added after the one of that number, as they came."""
        found: list[tuple[int, Answer]] = []
        while more := self._fetch(schema.SELECT, number, _ROWS_AT_A_TIME):
            found += ((row[0], self._answer(row)) for row in more)
            number = more[-1][0]
        return found

    def counts_since(self, number: int, day: str) -> tuple[int, int]:
        """How many rows came after the one of that number; how many of them are of before `day`."""
        found = self._fetch(schema.COUNTS_SINCE, day, number)[0]
        return int(found[0]), int(found[1])

    def by_id(self, ids: Sequence[str]) -> dict[str, Answer]:
        """Those of the rows called `ids` that are here."""
        found = [row for each in ids for row in self._fetch(schema.BY_ID, each)]
        return {row.id: row for row in map(self._answer, found)}

    def add_missing(self, rows: Sequence[Answer]) -> int:
        """Add, in one transaction, those of `rows` whose ids are not here; how many that were."""
        return len(self._commit(self._missing, rows))

    def newest(self) -> int:
        """The number of the newest row, 0 where there is none."""
        return int(self._fetch(schema.NEWEST)[0][0])

    def voided(self) -> set[str]:
        """The ids that rows take back."""
        return {row[0] for row in self._fetch(schema.VOIDED)}

    def sealable(self, day: str, last: int) -> tuple[array[int], int]:
        """All rows' numbers by their moments, and how many of them, from the first on, are of
        study days before `day` and none of the `last` ones."""
        numbers, old = array("q"), -1
        with self._lock:
            try:
                for seq, study_day in self._connection.execute(schema.DAYS_BY_MOMENT):
                    if old < 0 and study_day >= day:
                        old = len(numbers)
                    numbers.append(seq)
            except failures.ERRORS as error:
                raise failures.of(self.path, error) from error
        before = len(numbers) if old < 0 else old
        return numbers, max(min(before, len(numbers) - last), 0)

    def plain_rows(self, numbers: Sequence[int]) -> Iterator[Answer]:
        """The rows of those numbers, in that order, without truth; params of draws and games."""
        for start in range(0, len(numbers), _ROWS_AT_A_TIME):
            for row in self._plain(list(numbers[start : start + _ROWS_AT_A_TIME])):
                yield schema.from_plain(row[1:])

    def _plain(self, numbers: list[int]) -> Iterable[tuple[Any, ...]]:
        """The rows of those numbers, in that order; quicker where they lie one after the other."""
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return self._fetch(schema.PLAIN_RUN, numbers[0], numbers[-1])
        found = {row[0]: row for row in self._fetch(schema.PLAIN, json.dumps(numbers))}
        return [found[number] for number in numbers]

    def number_of(self, row_id: str) -> int | None:
        """The number of the row with that id, None where there is none."""
        found = self._fetch(schema.NUMBER_OF, row_id)
        return int(found[0][0]) if found else None

    def id_of(self, number: int) -> str | None:
        """The id of the row of that number, None where there is none."""
        found = self._fetch(schema.ID_OF, number)
        return str(found[0][0]) if found else None

    def count(self) -> int:
        """How many rows there are, voided and voiding ones included."""
        return int(self._fetch(schema.COUNT)[0][0])

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _numbers(self) -> array[int]:
        """The numbers of all rows, by their moments."""
        try:
            return array("q", (row[0] for row in self._connection.execute(schema.BY_MOMENT)))
        except failures.ERRORS as error:
            raise failures.of(self.path, error) from error

    def _fetch(self, query: str, *values: int | str) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except failures.ERRORS as error:
                raise failures.of(self.path, error) from error

    def _answer(self, row: tuple[Any, ...]) -> Answer:
        try:
            return schema.from_row(row[1:])
        except (TypeError, ValueError) as error:
            raise failures.damaged(self.path, f"row {row[0]}: {error}") from error

    def _commit(self, chosen: _Chosen, answers: Sequence[Answer]) -> list[Answer]:
        """Add what `chosen` makes of `answers` in the transaction, or nothing; what was added."""
        if self.read_only:
            raise failures.newer(self.path)
        for answer in answers:  # what can't be kept is refused before the lock is taken
            self._row(answer)
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                added = []
                for answer in chosen(answers):
                    self._connection.execute(schema.INSERT, self._row(answer))
                    added.append(answer)
                self._require_in_place()
                newest = self._connection.execute(schema.NEWEST).fetchone()[0]
                self._connection.execute("COMMIT")
            except RecordsError:
                self._roll_back()
                raise
            except (sqlite3.Error, ValueError, OverflowError) as error:
                self._roll_back()
                raise failures.of(self.path, error) from error
            self._looked = newest
            return added

    def _marked(self, answers: Iterable[Answer]) -> Iterator[Answer]:
        """Each of `answers`, `seen` where other programs have kept the same draw of its day."""
        for answer in answers:
            for row in self._connection.execute(schema.SHOWN, (self._looked, answer.study_day)):
                self._shown.add(live.reveal_of(schema.from_row(row)))
            again = live.is_asking(answer) and live.reveal_of(answer) in self._shown
            yield replace(answer, seen=True) if again else answer

    def _missing(self, answers: Iterable[Answer]) -> Iterator[Answer]:
        """Those of `answers` whose ids are not here; each looked for when its turn comes."""
        for answer in answers:
            if self._connection.execute(schema.NUMBER_OF, (answer.id,)).fetchone() is None:
                yield answer

    def _row(self, answer: Answer) -> tuple[object, ...]:
        try:
            return schema.to_row(answer)
        except (TypeError, ValueError) as error:
            raise failures.refused(self.path, error) from error

    def _require_in_place(self) -> None:
        """Refuse to commit to a file that was moved away: the answer would be lost with it."""
        if _identity(self.path) != self._file:
            raise failures.moved(self.path)

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
    try:
        if not os.path.lexists(path):
            examine.require_no_stray_log(path)
            make.make_file(path)
        examine.require_file(path)
        examine.require_writable(path)
        return _opened(path)
    except OSError as error:  # such as a folder of another user, which can't be entered
        raise make.no_folder(home, error) from error


def _opened(path: Path) -> SqliteJournal:
    """A read-only look first: a later version's file must not be touched at all."""
    for each in (path, *connecting.companions(path)):  # copied here by hand; its log gets its mode
        placing.make_private_file(each)
    if examine.is_interrupted(path):
        _take_back(path)
    connection = connect(path, "ro")
    try:
        version = examine.version_of(path, connection)
        newer = version > schema.VERSION
        if not newer:
            connection.close()
            if version < schema.VERSION:
                migrate.migrate(path, version)
            connection = connect(path, "rw")
        examine.require_sound(path, connection)
        if not newer:
            _log_ahead(connection)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # on macOS fsync alone stops short
        return SqliteJournal(path, connection, read_only=newer)
    except failures.ERRORS as error:
        connection.close()
        raise failures.of(path, error) from error
    except RecordsError:
        connection.close()
        raise


def _take_back(path: Path) -> None:
    """Let SQLite bring the file back to what it was before a change that was cut short."""
    with closing(connect(path, "rw")) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except failures.ERRORS as error:
            raise failures.of(path, error) from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at `path`, None where none does."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on; SQLite does not wait by itself where another is doing so."""
    deadline = time.monotonic() + connecting.BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
