"""A new journal: made aside and put in place whole, so that no crash leaves a half-made file."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from banktrainer.records import schema
from banktrainer.records.errors import RecordsError

OLDEST_SQLITE = (3, 37, 0)


def make_folder(home: Path) -> None:
    """Make the home folder (0700) if there is none; raises RecordsError where that can't be."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            home.mkdir(mode=0o700)
            home.chmod(0o700)  # whatever the umask took away
        if not home.is_dir():
            raise NotADirectoryError(home)
    except (OSError, ValueError) as error:
        raise RecordsError(
            home,
            f"this folder can't be used ({_reason(error)})",
            "choose another with --home or BANKTRAINER_HOME",
            "no_folder",
        ) from error


def make_file(path: Path) -> None:
    """Put an empty journal at `path` if nothing is there; one that is there already is kept."""
    _require_sqlite(path)
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            for statement in schema.CREATE:
                connection.execute(statement)
            connection.execute("COMMIT")
        _put(draft, path)
        _sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        raise RecordsError(
            path,
            f"the records can't be made here ({_reason(error)})",
            "make room or give write permission, or choose another folder with --home",
            "no_folder",
        ) from error
    finally:
        for left in (draft, Path(f"{draft}-wal"), Path(f"{draft}-shm")):
            with suppress(OSError):
                left.unlink()


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


def _put(draft: Path, path: Path) -> None:
    """Give `draft` its name without ever replacing a file that another program put there."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        if not os.path.lexists(path):
            draft.rename(path)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself safe on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
