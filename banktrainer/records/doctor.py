"""`data doctor`: looks at everything in a home folder, alters nothing, and finds what is wrong."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Literal

from banktrainer.records import (
    backups,
    caches,
    copying,
    examine,
    make,
    overdue,
    placing,
    reading,
    recent,
    schema,
)
from banktrainer.records.connect import log_of
from banktrainer.records.errors import RecordsError
from banktrainer.records.home import CACHE_NAME
from banktrainer.records.journal import SqliteJournal
from banktrainer.records.rows_check import Told, told_of
from banktrainer.study.clock import study_day

Level = Literal["good", "note", "wrong"]
ROWS_NAMED = 5
"""Of rows that are wrong only the first few are named."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing seen: how bad it is, what kind (a key of the words), where, and its facts."""

    level: Level
    kind: str
    path: Path
    facts: Mapping[str, object] = field(default_factory=dict)


def examined(home: Path, now: datetime | None = None) -> Iterator[Finding]:
    """What is to be said about `home`, one after the other; nothing there is altered.

    `now` is the learner's local time, this moment unless it is given.
    """
    try:
        make.require_no_file(home)
    except RecordsError as error:
        yield _error(error)
        return
    if not os.path.lexists(home):
        yield Finding("note", "no_folder", home)
        return
    if not os.access(home, os.R_OK | os.X_OK):
        yield Finding("wrong", "folder", home)
        return
    today = study_day(now or datetime.now().astimezone())
    yield from _rights(home)
    yield from _journal(home, today)
    yield from _backups(home)
    yield from _beside(home)


def _rights(home: Path) -> Iterator[Finding]:
    """Folders and files that are not their owner's alone, not ours, or can't be written."""
    folders = [each for each in (home, backups.folder_of(home)) if each.is_dir()]
    files = [each for folder in folders for each in folder.iterdir() if _ours(each)]
    for path in (*folders, *sorted(files)):
        found = path.stat()
        if found.st_uid != os.geteuid() and os.geteuid() != 0:
            yield Finding("wrong", "owner", path)
        if stat.S_IMODE(found.st_mode) & 0o077:
            mode = placing.PRIVATE_FOLDER if path.is_dir() else placing.PRIVATE_FILE
            facts = {"mode": f"{stat.S_IMODE(found.st_mode):04o}", "wanted": f"{mode:o}"}
            yield Finding("wrong", "open_to_others", path, facts)
    if not os.access(home, os.W_OK):
        yield Finding("wrong", "read_only", home)


def _ours(path: Path) -> bool:
    return path.is_file() and path.name.lstrip(".").startswith(
        ("records", "home.json", "past.json", "auto-", "hand-", "import-", "schema")
    )


def _journal(home: Path, today: date) -> Iterator[Finding]:
    path = home / schema.FILE_NAME
    try:
        if not os.path.lexists(path):
            examine.require_no_stray_log(path)
            yield Finding("note", "no_answers", path)
            return
        examine.require_file(path)
        yield from _unwritable(path)
        yield from _pages(path, today)
        yield from _room(path)
    except RecordsError as error:
        yield _error(error)
        yield from _help(home)


def _unwritable(path: Path) -> Iterator[Finding]:
    """A file that can't be written; that its folder can't be is told already."""
    try:
        examine.require_writable(path)
    except RecordsError as error:
        if error.path == path:
            yield _error(error)


def _pages(path: Path, today: date) -> Iterator[Finding]:
    with closing(reading.connected(path)) as connection:
        copying.check(path, connection)
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version > schema.VERSION:
            yield Finding("wrong", "newer", path, {"version": version})
        if version == schema.VERSION:
            told = told_of(path, connection)
            yield from _rows(path, told)
            if not told.broken:
                journal = SqliteJournal(path, connection, read_only=True)
                yield from _derived(journal, path.parent, today)
    if (log := log_of(path)).exists() and (size := log.stat().st_size):
        yield Finding("note", "log", log, {"kib": -(-size // 1024)})


def _derived(journal: SqliteJournal, home: Path, today: date) -> Iterator[Finding]:
    """The caches against the rows, and whether the day's backup was made."""
    for name, state in caches.examined(journal, home, today):
        if state != "well":
            yield Finding("wrong" if state == "wrong" else "note", f"cache_{state}", home / name)
    missing = overdue.missing(journal, home, today)
    if missing is not None:
        level: Level = "wrong" if missing.overdue else "note"
        kind = "overdue" if missing.overdue else "since"
        yield Finding(level, kind, backups.folder_of(home), {"n": missing.rows})


def _rows(path: Path, told: Told) -> Iterator[Finding]:
    for number, what in told.broken[:ROWS_NAMED]:
        yield Finding("wrong", "row", path, {"number": number, "what": what})
    if (more := len(told.broken) - ROWS_NAMED) > 0:
        yield Finding("wrong", "more_rows", path, {"n": more})
    if told.lost:
        yield Finding("wrong", "lost", path, {"n": len(told.lost), "id": told.lost[0]})
    if not told.broken and not told.lost:
        yield Finding("good", "sound", path, {"n": told.rows, "version": schema.VERSION})


def _room(path: Path) -> Iterator[Finding]:
    free, size = shutil.disk_usage(path.parent).free, path.stat().st_size
    if free < 2 * size + (64 << 20):
        yield Finding("wrong", "room", path.parent, {"mib": free >> 20})


def _help(home: Path) -> Iterator[Finding]:
    """Which backup can take a damaged file's place."""
    for backup in reversed(backups.listed(home)):
        if _sound(backup.path) is None:
            yield Finding("note", "restore", backup.path, {"day": backup.day.isoformat()})
            return


def _backups(home: Path) -> Iterator[Finding]:
    every = backups.listed(home)
    broken = 0
    for backup in every:
        if error := _sound(backup.path):
            broken += 1
            yield Finding("wrong", "backup", backup.path, {"what": error.what})
    if every:
        newest = {"n": len(every) - broken, "day": every[-1].day.isoformat()}
        yield Finding("good", "backups", backups.folder_of(home), newest)
    elif (home / schema.FILE_NAME).exists():
        folder = backups.folder_of(home)
        there = os.path.lexists(folder) and not folder.is_dir()
        yield Finding("wrong" if there else "note", "in_place" if there else "no_backup", folder)


def _sound(path: Path) -> RecordsError | None:
    try:
        copying.verify(path)
    except RecordsError as error:
        return error
    return None


def _beside(home: Path) -> Iterator[Finding]:
    """The caches, files kept aside, and what killed programs left."""
    for name in (CACHE_NAME, recent.CACHE_NAME):
        if os.path.lexists(home / name) and not (home / name).is_file():
            yield Finding("wrong", "in_place", home / name)
    aside = {path for path in home.glob("records-aside-*.sqlite3") if os.path.lexists(path)}
    for path in sorted(aside):
        yield Finding("note", "aside", path)
    left = placing.drafts(home) + placing.drafts(backups.folder_of(home))
    for path in left:
        yield Finding("note", "draft", path)


def _error(error: RecordsError) -> Finding:
    return Finding("wrong", "error", error.path, {"what": error.what, "todo": error.todo})
