"""What every command starts from: the home folder asked for and the language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from banktrainer.words import Words


@dataclass(slots=True)
class Options:
    """The home folder asked for (None: the usual one), the language, and whether the person said
    that practice may go on with nothing kept."""

    home: str | None = None
    language: str = "en"
    unsaved: bool = False

    @property
    def words(self) -> Words:
        return Words(self.language)

    @property
    def folder(self) -> Path:
        """Where records are; not made yet."""
        from banktrainer.records import home_dir

        return home_dir(self.home)
