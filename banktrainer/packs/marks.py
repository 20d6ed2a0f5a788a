"""Marks: which files a pack has and by what they are known again, from their folder entries alone.

Light and quick: one look at each entry, no file is opened.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

CARDS = "cards"
MANIFEST = "pack.yaml"
MAX_FILES = 20_000
MAX_PACK_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 8
RACY_NS = 2_000_000_000
"""A file written so shortly before something was made of it may have been written once more."""

Mark = list[str | int]
"""Name within the pack, size, when it was written, and when its entry was, in nanoseconds.

The last can't be set: a file that was put in another's place with its size and time is seen by it.
"""
Marks = list[Mark]


def marks_of(root: Path) -> Marks | None:
    """The marks of the files of the pack at `root`, by name; None where a closer look is needed.

    That is where there are links, things that are no files, no manifest, or too much of anything.
    """
    try:
        found = sorted(_marks(root))
    except (OSError, _OddError):
        return None
    total = sum(int(mark[1]) for mark in found)
    whole = any(mark[0] == MANIFEST for mark in found) and total <= MAX_PACK_BYTES
    return found if whole and len(found) <= MAX_FILES else None


class _OddError(Exception):
    """Something that only the real reader can judge."""


def _marks(root: Path) -> Iterator[Mark]:
    folders = [""]
    while folders:
        folder = folders.pop()
        with os.scandir(root / folder) as entries:
            for entry in entries:
                name = f"{folder}{entry.name}"
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if name == CARDS or name.startswith(f"{CARDS}/"):
                        folders.append(f"{name}/")
                    continue
                yield _mark(entry, name)
        if len(folders) > MAX_FILES or folder.count("/") > MAX_DEPTH:
            raise _OddError


def _mark(entry: os.DirEntry[str], name: str) -> Mark:
    found = entry.stat(follow_symlinks=False)
    if not stat.S_ISREG(found.st_mode):
        raise _OddError
    return mark(name, found)


def mark(name: str, found: os.stat_result) -> Mark:
    """The mark of the file `name` whose entry is `found`."""
    return [name, found.st_size, found.st_mtime_ns, found.st_ctime_ns]


def split_language(name: str) -> tuple[str, str | None]:
    """A card file's name without its `.md` and language suffix, and that language if it has one."""
    stem = name.removesuffix(".md")
    folder, slash, last = stem.rpartition("/")
    base, dot, language = last.rpartition(".")
    return (f"{folder}{slash}{base}", language) if dot else (stem, None)
