"""UnsavedJournal: rows in memory alone, for whoever said that practice may go on unsaved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from banktrainer.study.journal import Answer, Journal


class Records(Journal, Protocol):
    """A journal that is closed when practice ends."""

    @property
    def path(self) -> Path: ...

    def close(self) -> None: ...


class UnsavedJournal:
    """A journal that ends with the program; `path` is where the records would be."""

    keeps = False

    def __init__(self, path: Path) -> None:
        self.path: Path = path
        self._rows: list[Answer] = []

    def append(self, answer: Answer) -> Answer:
        self._rows.append(answer)
        return answer

    def void(self, answer: Answer) -> None:
        if answer.voids is None:
            raise ValueError("a voiding row names the row it takes back")
        self.append(answer)

    def rows(self) -> Iterator[Answer]:
        return iter(tuple(self._rows))

    def close(self) -> None:
        """Nothing is kept."""
