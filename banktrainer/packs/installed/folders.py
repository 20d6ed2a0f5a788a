"""The folder that added packs lie in, below the home: one folder for each, named by its id.

A pack is replaced by two renames. Should the program be killed between them, the old pack lies
under `.ID.old`, and is found there.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = "packs"
_OLD = ".old"
_DRAFT = ".new-"
_STALE_SECONDS = 86_400.0


def folder_of(home: Path) -> Path:
    """Where the packs added to `home` lie; the folder need not be there."""
    return home / NAME


def added(home: Path) -> dict[str, Path]:
    """The folders of added packs by their names, in the order of these. Raises OSError."""
    shelf = folder_of(home)
    try:
        names = sorted(entry.name for entry in os.scandir(shelf) if entry.is_dir())
    except (FileNotFoundError, NotADirectoryError):
        return {}
    found = {name: shelf / name for name in names if not name.startswith(".")}
    for name in names:
        if name.startswith(".") and name.endswith(_OLD):
            found.setdefault(name[1 : -len(_OLD)], shelf / name)
    return dict(sorted(found.items()))


@contextmanager
def draft(home: Path) -> Iterator[Path]:
    """A new empty folder beside the added packs, gone afterwards unless it was put in its place.

    Raises OSError.
    """
    shelf = folder_of(home)
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    shelf.mkdir(mode=0o700, exist_ok=True)
    _sweep(shelf)
    made = shelf / f"{_DRAFT}{os.urandom(8).hex()}"
    made.mkdir(mode=0o700)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        with suppress(OSError):
            shelf.rmdir()  # only if nothing was ever added


def put(made: Path, home: Path, name: str) -> None:
    """Give the draft `made` its place, and drop what was there. Raises OSError."""
    place, old = folder_of(home) / name, folder_of(home) / f".{name}{_OLD}"
    if place.exists():
        shutil.rmtree(old, ignore_errors=True)
        place.rename(old)
    try:
        made.rename(place)
    except OSError:
        if old.exists() and not place.exists():
            old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)


def drop(home: Path, name: str) -> None:
    """Remove an added pack: at once out of sight, then its files. Raises OSError."""
    shelf = folder_of(home)
    for here in (shelf / name, shelf / f".{name}{_OLD}"):
        if here.exists():
            gone = shelf / f"{_DRAFT}{os.urandom(8).hex()}"
            here.rename(gone)
            shutil.rmtree(gone, ignore_errors=True)
    with suppress(OSError):
        shelf.rmdir()


def _sweep(shelf: Path) -> None:
    """Drop what a killed program left here a day ago."""
    for left in shelf.glob(f"{_DRAFT}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
