"""A new journal: made aside and put in place whole, so that no crash leaves a half-made file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from banktrainer.records import placing, schema
from banktrainer.records.errors import RecordsError

OLDEST_SQLITE = (3, 37, 0)


def make_folder(home: Path) -> None:
    """Make the home folder (0700) if there is none; raises RecordsError where that can't be."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        placing.make_private_folder(home)
    except (OSError, ValueError) as error:
        raise no_folder(home, error) from error


def require_no_file(home: Path) -> None:
    """Raise RecordsError where something else than a folder lies at `home`; none may be there."""
    try:
        home.lstat()
        placing.require_folder(home)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise no_folder(home, error) from error


def no_folder(home: Path, error: Exception) -> RecordsError:
    """The error for a home folder that can't be made, entered or read."""
    return RecordsError(
        home,
        f"this folder can't be used ({_reason(error)})",
        "choose another with --home or BANKTRAINER_HOME",
        "no_folder",
    )


def make_file(path: Path) -> None:
    """Put an empty journal at `path` if nothing is there; one that is there already is kept."""
    _require_sqlite(path)
    try:
        with placing.draft(path) as draft:
            _fill(draft)
            placing.put_new(draft, path)
    except (OSError, sqlite3.Error) as error:
        raise RecordsError(
            path,
            f"the records can't be made here ({_reason(error)})",
            "make room or give write permission, or choose another folder with --home",
            "no_folder",
        ) from error


def _fill(draft: Path) -> None:
    with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        for statement in schema.CREATE:
            connection.execute(statement)
        connection.execute("COMMIT")


def _require_sqlite(path: Path) -> None:
    """Refuse an SQLite that does not know strict tables."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        wanted = ".".join(map(str, OLDEST_SQLITE))
        raise RecordsError(
            path,
            f"this Python comes with SQLite {sqlite3.sqlite_version}, and {wanted} is needed",
            "use a newer Python",
            "old_sqlite",
        )


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
