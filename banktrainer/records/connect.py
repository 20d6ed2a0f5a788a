"""Connections to SQLite files of ours, opened so that opening alone never makes or alters one."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Literal

from banktrainer.records import failures

BUSY_SECONDS = 10.0


def connect(path: Path, mode: Literal["ro", "rw"], *, still: bool = False) -> sqlite3.Connection:
    """A connection in `mode`, neither of which makes a file; it begins no transaction by itself.

    A file without a log in a folder that can't be written is read as it lies, without a lock; so
    is one that is `still`.
    """
    if mode == "ro" and not os.access(path.parent, os.W_OK) and not log_of(path).exists():
        still = True
    try:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}{'&immutable=1' if still else ''}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as error:
        raise failures.of(path, error) from error


def log_of(path: Path) -> Path:
    """SQLite's write-ahead log of the file."""
    return companions(path)[0]


def companions(path: Path) -> tuple[Path, ...]:
    """What SQLite keeps beside the file (where `path` is a link, beside what it leads to): the log,
    its index, and the old kind of journal."""
    place = os.path.realpath(path)
    return tuple(Path(f"{place}{end}") for end in ("-wal", "-shm", "-journal"))
