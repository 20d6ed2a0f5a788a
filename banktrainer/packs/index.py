"""The index of a pack: the heads of its cards, kept beside the records for a fast start.

It is a cache. One that is damaged, of another pack or another version is not read; files that
changed since are read anew. Answers never come from it: a card that is shown is read from its file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from banktrainer import __version__
from banktrainer.packs.heads import Head
from banktrainer.packs.marks import Mark, Marks
from banktrainer.packs.sealed import read_sealed, write_sealed

FORMAT = 2


@dataclass(frozen=True, slots=True)
class Index:
    """`marks` tell whether a file is still the one that was read, `digests` what was in it, `parts`
    what planning needs of it: rows of heads, or titles by id of a translation.

    `order` has the cards as [file, row], as they are met; `about` what the pack says of itself.
    `written` is when the reading began, in nanoseconds.
    """

    marks: Marks
    digests: Sequence[str]
    parts: Sequence[Any]
    order: Sequence[Sequence[int]]
    about: dict[str, Any]
    written: int

    @property
    def files(self) -> dict[str, tuple[Mark, str, Any]]:
        """By name the mark, digest and part of each file."""
        rows = zip(self.marks, self.digests, self.parts, strict=True)
        return {str(mark[0]): (mark, digest, part) for mark, digest, part in rows}

    def checked(self) -> Index:
        """This index. Raises ValueError where it is not of the form that it should be."""
        names = [mark[0] for mark in self.marks]
        whole = len(names) == len(self.digests) == len(self.parts) and isinstance(self.written, int)
        heads = (row for part in self.parts if isinstance(part, list) for row in part)
        if not whole or any(len(row) != len(Head.__slots__) for row in heads):
            raise ValueError("not an index")
        for file, row in self.order:
            self.parts[file][row][0]
        return self


def path_of(cache: Path, root: Path, language: str | None) -> Path:
    """Where in the folder `cache` the index of the pack at `root` lies."""
    name = sha256(f"{root.absolute()}\0{language or ''}".encode("utf-8", "surrogateescape"))
    return cache / f"pack-{name.hexdigest()[:16]}.json"


def read_index(path: Path, root: Path) -> Index | None:
    """The index in the file `path`, or None where there is none that can be used."""
    try:
        tree = read_sealed(path)
        if tree.pop("stamp") != _stamp(root):
            return None
        return Index(**tree).checked()
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def write_index(path: Path, root: Path, index: Index) -> bool:
    """Put `index` in the file `path`, whole or not at all; False where it can't be.

    The folder must be there: reading packs makes none.
    """
    tree = {name: getattr(index, name) for name in Index.__slots__}
    return write_sealed(path, {"stamp": _stamp(root), **tree})


def _stamp(root: Path) -> list[Any]:
    return [FORMAT, __version__, str(root.absolute()).encode("utf-8", "backslashreplace").decode()]
