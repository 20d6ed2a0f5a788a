"""Each row of a journal looked at: is it as it was written, and is what it takes back here?"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from banktrainer.records import failures, schema
from banktrainer.records.lines import faults

_ROWS_AT_A_TIME = 2000


@dataclass(frozen=True, slots=True)
class Told:
    """How many rows there are; (number, what) of each that is broken; ids of rows whose `voids`
    names none."""

    rows: int
    broken: tuple[tuple[int, str], ...]
    lost: tuple[str, ...]


def told_of(path: Path, connection: sqlite3.Connection) -> Told:
    """What the rows of a journal of today's schema come to. Raises RecordsError."""
    try:
        broken, rows, last = [], 0, 0
        while part := connection.execute(schema.SELECT, (last, _ROWS_AT_A_TIME)).fetchall():
            last, rows = part[-1][0], rows + len(part)
            broken += [(row[0], what) for row in part if (what := _fault(row[1:]))]
        lost = tuple(str(row[0]) for row in connection.execute(schema.LOST))
    except failures.ERRORS as error:
        raise failures.of(path, error) from error
    return Told(rows, tuple(broken), lost)


def _fault(row: tuple[object, ...]) -> str | None:
    try:
        faults(schema.from_row(row))
    except (TypeError, ValueError) as error:
        return str(error)
    return None
