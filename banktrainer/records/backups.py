"""Backups: where they lie, how they are made, and which of the older ones are let go.

`backups/` beside the journal. A name is KIND-DAY or KIND-DAY-TIME: `auto` for the first start
of a study day, `hand` for `data backup`, `import` before an import, `schema1` before that schema
is migrated. Only `auto` and `import` are ever thinned. Nothing here opens a backup for writing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from banktrainer.records import copying, failures, placing, schema
from banktrainer.records.errors import RecordsError

FOLDER = "backups"
DAYS, WEEKS, MONTHS = 7, 5, 12
IMPORTS = 3
_NAME = re.compile(
    r"(auto|hand|import|schema\d+)-(\d{4}-\d{2}-\d{2})(?:-(\d{6}))?(?:-\d+)?\.sqlite3"
)


_Span = Callable[[date], str]


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A backup's study day, time of day (`hhmmss` or empty), kind and file; ordered by age."""

    day: date
    time: str
    kind: str
    path: Path


def folder_of(home: Path) -> Path:
    return home / FOLDER


def listed(home: Path) -> tuple[Backup, ...]:
    """The backups there are by their names, the oldest first."""
    found = []
    with suppress(OSError):
        for path in folder_of(home).iterdir():
            name = _NAME.fullmatch(path.name)
            with suppress(ValueError):  # a day that no calendar has
                if name and path.is_file():
                    day = date.fromisoformat(name[2])
                    found.append(Backup(day, name[3] or "", name[1], path))
    return tuple(sorted(found))


def back_up(home: Path, kind: str, now: datetime) -> Path:
    """A verified backup of the journal of `home` of this moment; its file. Raises RecordsError."""
    stem = f"{kind}-{now:%Y-%m-%d-%H%M%S}"
    names = (stem, *(f"{stem}-{n}" for n in range(2, 1000)))
    for name in names:
        path = folder_of(home) / f"{name}.sqlite3"
        if not path.exists() and _make(home, path):
            return path
    raise failures.unwritten(folder_of(home), FileExistsError(17, "too many backups"))


def back_up_daily(home: Path, study_day: date) -> Path | None:
    """The day's own backup, on the first call of a study day; None where there is nothing to do.

    There is nothing to do where the day has its backup, or nothing came since the newest one.
    Then the older automatic ones are thinned. Drafts of killed programs go, too. Raises
    RecordsError, and no older one is let go.
    """
    for folder in (home, folder_of(home)):
        placing.sweep(folder)
    path = folder_of(home) / f"auto-{study_day.isoformat()}.sqlite3"
    automatic = [each for each in listed(home) if each.kind == "auto"]
    if path.exists() or not _news(home, automatic) or not _make(home, path):
        return None
    thin(home)
    return path


def thin(home: Path) -> tuple[Path, ...]:
    """Let go of automatic backups that no day, week or month wants; what went.

    The newest is verified first, or nothing goes.
    """
    every = listed(home)
    automatic = [each for each in every if each.kind == "auto"]
    imports = [each for each in every if each.kind == "import"]
    wanted = {each.path for each in kept(automatic)} | {each.path for each in imports[-IMPORTS:]}
    gone = tuple(each.path for each in (*automatic, *imports) if each.path not in wanted)
    if gone:
        copying.verify(every[-1].path)
    for path in gone:
        with suppress(OSError):
            path.unlink()
    return gone


def kept(backups: Iterable[Backup]) -> tuple[Backup, ...]:
    """Which automatic backups stay: the last of each of the latest days, weeks and months.

    Counted among the days that have one, not from today: no clock can make them old.
    """
    ordered = sorted(backups)
    wanted = {
        *_latest(ordered, lambda day: day.isoformat(), DAYS),
        *_latest(ordered, lambda day: "{}-{}".format(*day.isocalendar()[:2]), WEEKS),
        *_latest(ordered, lambda day: f"{day:%Y-%m}", MONTHS),
    }
    return tuple(each for each in ordered if each in wanted)


def _latest(ordered: Sequence[Backup], span: _Span, count: int) -> list[Backup]:
    last = {span(each.day): each for each in ordered}
    return list(last.values())[-count:]


def _news(home: Path, automatic: Sequence[Backup]) -> bool:
    """Whether the journal has rows that the newest automatic backup lacks (if it can be read).

    After a restore there may be other rows of the same numbers.
    """
    newest = copying.newest(home / schema.FILE_NAME)
    if newest is None or not automatic:
        return newest is not None
    try:
        return copying.newest(automatic[-1].path) != newest
    except RecordsError:  # that backup is broken: all the more reason for a new one
        return True


def _make(home: Path, path: Path) -> bool:
    try:
        placing.make_private_folder(folder_of(home))
    except OSError as error:
        raise failures.unwritten(folder_of(home), error) from error
    return copying.copy_to(home / schema.FILE_NAME, path)
