"""What every command starts from: the home folder asked for, and the settings that hold now.

A flag goes before the environment, that before the settings file, and that before the defaults.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from banktrainer.commands.console import CommandError
from banktrainer.records.settings import LOOKS, Fault, Settings, SettingsFile
from banktrainer.words import Words, languages
from banktrainer.words.settings import fault_line

_NO = ("", "0", "no", "off", "false")


@dataclass
class Options:
    """The home folder asked for (None: the usual one), `flags` that go before the settings, and
    whether the person said that practice may go on with nothing kept."""

    home: str | None = None
    unsaved: bool = False
    flags: dict[str, object] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        return Words(self.settings.language)

    @property
    def folder(self) -> Path:
        """Where records are; not made yet."""
        from banktrainer.records import home_dir

        return home_dir(self.home)

    @cached_property
    def settings(self) -> Settings:
        """What holds for this run. Raises CommandError for a variable that says nothing usable."""
        return self._read[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """What in the settings file can't be used, a line each."""
        return tuple(fault_line(self.words, fault) for fault in self._read[1])

    @cached_property
    def _read(self) -> tuple[Settings, tuple[Fault, ...]]:
        file = SettingsFile(self.folder)
        settings, faults = file.read()
        if settings.language not in languages():
            settings = settings._replace(language=Settings().language)
            faults = (*faults, Fault(file.path, "language"))
        chosen = {**from_environment(os.environ), **self.flags}
        return settings._replace(**chosen), faults


def from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """The settings that variables make. Raises CommandError (2) for one that can't be."""
    chosen: dict[str, Any] = {}
    for name, setting, read in _VARIABLES:
        text = environ.get(name)
        if text is not None:
            chosen[setting] = read(name, text)
    return chosen


def _choice(*allowed: str) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in allowed:
            facts = {"name": name, "value": text, "allowed": ", ".join(allowed)}
            raise CommandError(Words()("settings.error.variable", **facts), 2)
        return text

    return read


def _switch(_name: str, text: str) -> bool:
    return text.lower() not in _NO


def _language(name: str, text: str) -> str:
    return _choice(*languages())(name, text)


_VARIABLES: tuple[tuple[str, str, Callable[[str, str], object]], ...] = (
    ("BANKTRAINER_LANG", "language", _language),
    ("BANKTRAINER_THEME", "look", _choice(*LOOKS)),
    ("BANKTRAINER_ASCII", "ascii", _switch),
    ("BANKTRAINER_REDUCED_MOTION", "still", _switch),
)
