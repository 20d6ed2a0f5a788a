"""CardCache: cards as they were read, kept beside the records, so that one met before comes fast.

Reading a card takes YAML, pydantic and Markdown; one that was read before takes none of them. What
is kept holds for the very files that the pack had when it was opened, and for this very program.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import time_ns
from typing import Any

from banktrainer import __version__
from banktrainer.packs.frozen import freeze, thaw
from banktrainer.packs.marks import CARDS, RACY_NS, Mark, Marks, mark
from banktrainer.packs.model import Card
from banktrainer.packs.sealed import read_sealed, write_sealed

FOLDER = "cards"
FORMAT = 2
MOST_FILES = 1024
_OWN = re.compile(r"[0-9a-f]{24}\.json|\.[0-9a-f]{24}\.json\.[0-9a-f]{16}")
"""Names of kept cards and their drafts; whatever else lies in the folder is not ours."""
Cards = Mapping[str, Card]


@dataclass(frozen=True, slots=True)
class CardCache:
    """The kept cards of the pack at `root`, prose in `language`; `marks` are those of its files.

    `home` is the folder that has the cache; where it is not there, nothing is kept.
    """

    home: Path
    root: Path
    language: str | None
    marks: Marks

    def get(self, name: str) -> Cards | None:
        """The cards of the file `name` by id; None where they must be read."""
        try:
            tree = read_sealed(self._path(name))
            if tree["stamp"] != self._stamp(name):
                return None
            cards = thaw(tree["cards"])
            return {card.id: card for card in cards}
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, name: str, cards: Cards, others: Collection[str]) -> None:
        """Keep the `cards` of the file `name`, for which the files `others` were read as well.

        Not where one of them changed since the pack was opened, or just before: it may have been
        written once more within the tick of a clock.
        """
        if not self.home.is_dir() or not self._unchanged({name, *others}):
            return
        tree = {"stamp": self._stamp(name), "cards": freeze(tuple(cards.values()))}
        with suppress(OSError):
            folder = self.home / FOLDER
            folder.mkdir(mode=0o700, exist_ok=True)
            _make_room(folder)
            write_sealed(self._path(name), tree)

    def _path(self, name: str) -> Path:
        text = f"{self.root.absolute()}\0{self.language or ''}\0{name}"
        digest = sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
        return self.home / FOLDER / f"{digest[:24]}.json"

    def _stamp(self, name: str) -> list[Any]:
        place = [str(self.root.absolute()), self.language, name, self.marks]
        return [FORMAT, __version__, _program(), _digest(repr(place))]

    def _unchanged(self, read: set[str]) -> bool:
        now = time_ns()
        return all(
            int(each[2]) < now - RACY_NS and _same(self.root, each)
            for each in self.marks
            if each[0] in read or not str(each[0]).startswith(f"{CARDS}/")
        )


def _same(root: Path, before: Mark) -> bool:
    name = str(before[0])
    try:
        return mark(name, (root / name).lstat()) == before
    except OSError:
        return False


@cache
def _program() -> str:
    """A text that changes with the modules that read cards."""
    with os.scandir(Path(__file__).parent) as entries:
        marks = sorted(
            (entry.name, entry.stat().st_size, entry.stat().st_mtime_ns)
            for entry in entries
            if entry.name.endswith(".py")
        )
    return _digest(repr(marks))


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _make_room(folder: Path) -> None:
    """Begin anew where there are too many: some are of packs and cards that are no more."""
    kept = [file for file in folder.iterdir() if _OWN.fullmatch(file.name)]
    if len(kept) >= MOST_FILES:
        for file in kept:
            with suppress(OSError):
                file.unlink()
