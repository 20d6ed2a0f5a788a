"""From an older schema to today's: a verified backup first, one transaction a step, or nothing.

A new schema is a step here, its number in `schema`, and a fixture of it under tests/data/records.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from banktrainer.records import backups, copying, failures, schema
from banktrainer.records.connect import connect
from banktrainer.records.errors import RecordsError

Step = Callable[[sqlite3.Connection], None]

STEPS: Mapping[int, Step] = {}
"""By the schema it starts from, what turns it into the next one, within a transaction."""


def migrate(path: Path, version: int) -> None:
    """Bring the file `path` of schema `version` to today's, in place.

    Raises RecordsError where that fails; the file is then as it was. Of two programs that begin
    at once the second finds the work done.
    """
    backup = backups.back_up(path.parent, f"schema{version}", datetime.now().astimezone())
    with closing(connect(path, "rw")) as connection:
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")
            connection.execute("BEGIN IMMEDIATE")
            _climb(path, connection)
            connection.execute("COMMIT")
        except Exception as error:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise _failed(path, error, backup) from error


def _climb(path: Path, connection: sqlite3.Connection) -> None:
    """All the steps that are still to be taken, each checked."""
    before = _rows(connection)
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    for number in range(version, schema.VERSION):
        STEPS[number](connection)
        connection.execute(f"PRAGMA user_version = {number + 1}")
    if _rows(connection) != before:
        raise failures.damaged(path, "rows were lost on the way")
    copying.check(path, connection)


def _rows(connection: sqlite3.Connection) -> str:
    """A fingerprint of which rows there are."""
    found = hashlib.sha256()
    for number, row_id in connection.execute("SELECT seq, id FROM answers ORDER BY seq"):
        found.update(f"{number} {row_id}\n".encode())
    return found.hexdigest()


def _failed(path: Path, error: Exception, backup: Path) -> RecordsError:
    known = isinstance(error, RecordsError | sqlite3.Error)
    problem = (error if isinstance(error, RecordsError) else failures.of(path, error)).problem
    return RecordsError(
        path,
        f"it could not be brought to this version's form ({' '.join(str(error).split())})",
        f"it is as it was, and so is its backup {backup}; report this as a bug",
        problem if known and problem != "refused" else "failed",
    )
