"""`data import`: rows of another machine into this journal, each once, whatever happens midway."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from banktrainer.records import backups, examine, failures, schema
from banktrainer.records.connect import connect
from banktrainer.records.errors import RecordsError
from banktrainer.records.journal import SqliteJournal
from banktrainer.records.lines import faults, line_of, row_of
from banktrainer.study.journal import Answer

_ROWS_AT_A_TIME = 1000
_LONGEST_LINE = 1 << 20

Rows = Callable[[], Iterable[Answer]]


@dataclass(frozen=True, slots=True)
class Merged:
    """How many rows came in, how many were there already, and the backup made before (if any)."""

    added: int
    known: int
    backup: Path | None


def merge(home: Path, journal: SqliteJournal, source: Path, now: datetime) -> Merged:
    """Bring the rows of `source` (JSON Lines, or a journal's file) into `journal`.

    Everything is read and compared before the first row is added, and a backup made where one
    will be. Rows go in some at a time, so that no other program waits; what was killed midway is
    finished by doing it again. Raises RecordsError where `source` can't be read, a line is not a
    row, or one differs from the row of the same id that is here.
    """
    if journal.read_only:
        raise failures.newer(journal.path)
    rows = _rows_of(source)
    new = _compare(journal, source, rows)
    if not new.added:
        return new
    backup = backups.back_up(home, "import", now) if journal.count() else None
    added = sum(journal.add_missing(part) for part in _parts(rows()))
    with suppress(RecordsError):  # a broken backup is for `data doctor` to tell: the rows are here
        backups.thin(home)
    return Merged(added, new.known + new.added - added, backup)


def _compare(journal: SqliteJournal, source: Path, rows: Rows) -> Merged:
    """Count what is new and what is known; raises RecordsError where two rows share an id."""
    seen: dict[str, int] = {}
    added = known = 0
    for part in _parts(rows()):
        here = journal.by_id([row.id for row in part])
        for row in part:
            mark = hash(line_of(row))
            if here.get(row.id, row) != row or seen.get(row.id, mark) != mark:
                raise _different(source, row)
            new = row.id not in here and row.id not in seen
            added += new
            known += not new
            if new:
                seen[row.id] = mark
    return Merged(added, known, None)


def _rows_of(source: Path) -> Rows:
    examine.require_regular(source)
    if examine.is_database(source):
        examine.require_file(source)
        return lambda: _rows_of_file(source)
    return lambda: _rows_of_lines(source)


def _rows_of_file(source: Path) -> Iterator[Answer]:
    with closing(connect(source, "ro")) as connection:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version != schema.VERSION:
            raise _other_version(source, version)
        examine.require_sound(source, connection)
        for row in SqliteJournal(source, connection, read_only=True).rows():
            try:
                faults(row)
            except ValueError as error:
                raise failures.damaged(source, f"row {row.id}: {error}") from error
            yield row


def _rows_of_lines(source: Path) -> Iterator[Answer]:
    try:
        with source.open("rb") as file:
            number = 0
            while line := file.readline(_LONGEST_LINE):
                number += 1
                if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
                    raise _no_row(source, number, f"this line is longer than {_LONGEST_LINE} bytes")
                if line.strip():
                    yield _row_of(source, number, line)
    except OSError as error:
        raise examine.unreadable(source, error) from error


def _row_of(source: Path, number: int, line: bytes) -> Answer:
    try:
        row = row_of(line)
        schema.to_row(row)  # numbers that JSON has and a journal doesn't
    except (TypeError, ValueError) as error:
        raise _no_row(source, number, str(error)) from error
    return row


def _no_row(source: Path, number: int, why: str) -> RecordsError:
    todo = "export it again with `banktrainer data export`; nothing was imported"
    return RecordsError(source, f"line {number}: {why}", todo, "foreign")


def _parts(rows: Iterable[Answer]) -> Iterator[list[Answer]]:
    left = iter(rows)
    while part := list(islice(left, _ROWS_AT_A_TIME)):
        yield part


def _different(source: Path, row: Answer) -> RecordsError:
    return RecordsError(
        source,
        f"row {row.id} is not the same as the other one of that id",
        "one of the two was altered; nothing was imported",
        "foreign",
    )


def _other_version(source: Path, version: int) -> RecordsError:
    if version > schema.VERSION:
        return failures.newer(source)
    return RecordsError(
        source,
        "an older version of banktrainer wrote this file",
        "open it once with this version (`--home` its folder), then import it",
        "failed",
    )
