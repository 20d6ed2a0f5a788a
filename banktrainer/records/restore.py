"""`data restore`: a sound file takes the journal's place; the present one is kept aside, whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from banktrainer.records import copying, failures, make, placing, schema
from banktrainer.records.connect import companions, connect, log_of
from banktrainer.records.errors import RecordsError
from banktrainer.records.home import CACHE_NAME


@dataclass(frozen=True, slots=True)
class Restored:
    """The journal's file, how many rows it has now, and where the former one is (None: none was).

    Restoring `aside` undoes the restoring.
    """

    path: Path
    rows: int
    aside: Path | None


def restore(home: Path, source: Path, now: datetime) -> Restored:
    """Put a verified copy of `source` in the journal's place.

    Raises RecordsError, with everything as it was, where `source` is not a whole, sound journal
    that this version can read, or where another program has the present one open.

    A journal whose log is broken may take its own place: what can still be read of it.
    """
    path = home / schema.FILE_NAME
    broken = _log_broken(source, path)
    make.make_folder(home)
    try:
        with placing.draft(path) as made:
            _fill(source, made, aside=broken)
            with nullcontext() if broken else _held(path):
                aside = _set_aside(path, now)
                made.replace(path)
                placing.sync_folder(home)
    except OSError as error:
        raise failures.unwritten(path, error) from error
    with suppress(OSError):
        (home / CACHE_NAME).unlink()
    return Restored(path, copying.newest_row(path), aside)


def _log_broken(source: Path, path: Path) -> bool:
    """Whether `source` is the journal `path` itself with a broken log; else it must be usable."""
    try:
        _require_usable(source)
    except RecordsError as error:
        if error.problem == "damaged_log" and _same(source, path):
            return True
        raise
    return False


def _fill(source: Path, made: Path, *, aside: bool) -> None:
    """Fill `made` from `source`; `aside`: from a copy, since reading makes the log's index anew,
    which may be all that tells of the damage."""
    if not aside:
        copying.fill(source, made)
        return
    with tempfile.TemporaryDirectory(prefix="banktrainer-") as name:
        copy = Path(name) / source.name
        shutil.copyfile(source, copy)
        if log_of(source).exists():
            shutil.copyfile(log_of(source), log_of(copy))
        copying.fill(copy, made)


def _same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other)
    return False


def _require_usable(source: Path) -> None:
    copying.verify(source)
    with closing(connect(source, "ro")) as connection:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > schema.VERSION:
        raise failures.newer(source)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep other programs from writing to a healthy present file while it is set aside.

    Its log is brought into it first, which SQLite refuses while another program has it open. A
    damaged, foreign or newer file is not touched.
    """
    connection = _connected(path)
    if connection is None:
        yield
        return
    with closing(connection):
        try:
            connection.execute("PRAGMA busy_timeout = 1000")
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            known = failures.of(path, error)
            if known.problem == "busy":
                raise known from error
        yield


def _connected(path: Path) -> sqlite3.Connection | None:
    """A connection to the present file, None unless it is sound and not a later version's."""
    try:
        _require_usable(path)
    except RecordsError as error:
        if error.problem == "busy":
            raise
        return None
    return connect(path, "rw")


def _set_aside(path: Path, now: datetime) -> Path | None:
    """Give what is at `path` a dated second name; with its log, where it has one.

    A hard link where there can be one: at no moment is there no file at `path`, which a start
    would take for a home without answers.
    """
    if not any(os.path.lexists(each) for each in (path, *companions(path))):
        return None
    aside = _free(path, now)
    if os.path.lexists(path):
        try:
            if path.is_symlink() or not path.is_file():
                raise OSError
            os.link(path, aside)
        except OSError:  # no hard links here, or no ordinary file
            path.rename(aside)
    for old, new in zip(companions(path), companions(aside), strict=True):
        if old.exists():
            old.rename(new)
    placing.sync_folder(path.parent)
    return aside


def _free(path: Path, now: datetime) -> Path:
    stem = f"records-aside-{now:%Y-%m-%d-%H%M%S}"
    names = (stem, *(f"{stem}-{n}" for n in range(2, 1000)))
    paths = (path.with_name(f"{name}.sqlite3") for name in names)
    return next(each for each in paths if not os.path.lexists(each))
