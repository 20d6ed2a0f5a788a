"""Settings: what a learner chose, in `settings.json` beside the records; light, read at the start.

Other programs' and newer versions' keys in the file are kept. A file that can't be read as JSON is
set aside under a new name before anything is written in its place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from banktrainer.packs.whole import put_whole

FILE_NAME = "settings.json"
LOOKS = ("dark", "light", "contrast")
MINUTES = (5, 10, 15, 20, 30)
HOURS = tuple(range(24))
SWITCH = (False, True)
CHOICES: Mapping[str, tuple[object, ...]] = {
    "look": LOOKS,
    "ascii": SWITCH,
    "still": SWITCH,
    "minutes": MINUTES,
    "rollover": HOURS,
    "game": SWITCH,
}
"""The settings that have one of these values, in the order in which they are shown; the language,
which comes before them, has one of those that there are words in."""
_LARGEST = 1 << 20
_LONGEST_NAME = 40
_MOST_KEYS = 500


class Settings(NamedTuple):
    """The settings and what they are where nothing is chosen.

    `ascii`: nothing but ASCII is painted. `still`: nothing moves. `rollover`: the hour at which a
    study day begins. `keys`: the id of a binding to the key that it has instead of its own.
    `game`: whether streaks, levels and puzzles are offered. `minutes`: the length of a sitting.
    """

    language: str = "en"
    look: str = "dark"
    ascii: bool = False
    still: bool = False
    rollover: int = 4
    minutes: int = 10
    game: bool = True
    keys: Mapping[str, str] = {}


class Fault(NamedTuple):
    """Why settings are not as the file says: `key` is the setting, "" for the file as a whole."""

    path: Path
    key: str = ""
    why: str = ""


class SettingsFile:
    """The settings of one home folder."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE_NAME

    def read(self) -> tuple[Settings, tuple[Fault, ...]]:
        """The settings, and what in the file can't be used; a setting at fault has its default."""
        try:
            data = self._data()
        except (FileNotFoundError, NotADirectoryError):  # a home in a file's place: records tell
            return Settings(), ()
        except (OSError, ValueError, RecursionError) as error:
            return Settings(), (Fault(self.path, "", _reason(error)),)
        chosen: dict[str, Any] = {}
        faults = []
        for name in Settings._fields:
            if name in data:
                if _fits(name, data[name]):
                    chosen[name] = data[name]
                else:
                    faults.append(Fault(self.path, name))
        return Settings(**chosen), tuple(faults)

    def change(self, **chosen: object) -> None:
        """Write these settings, leaving all else in the file as it is. Raises OSError."""
        path = self.path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            data = self._data()
        except FileNotFoundError:
            data = {}
        except (ValueError, RecursionError):
            _set_aside(path)
            data = {}
        defaults = Settings()._asdict()
        for name, value in chosen.items():
            data[name] = dict(value) if isinstance(value, Mapping) else value
            if value == defaults[name]:
                del data[name]
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        put_whole(path, text.encode(), synced=True)

    def _data(self) -> dict[str, Any]:
        with self.path.open("rb") as file:
            data = json.loads(file.read(_LARGEST).decode("utf-8-sig"))
        if not isinstance(data, dict):
            raise ValueError("not a table of settings")
        return data


def _fits(name: str, value: Any) -> bool:
    default = Settings._field_defaults[name]
    if name == "keys":
        fits = isinstance(value, dict) and len(value) <= _MOST_KEYS
        return fits and all(map(_is_name, value.values()))
    if type(value) is not type(default):
        return False
    if name == "language":
        return _is_name(value)
    return value in CHOICES[name]


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME and value.isprintable()


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error) or "nested too deep"


def _set_aside(path: Path) -> None:
    """Give a file that can't be read a name of its own, never another file's."""
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.broken-{number}")
        if not os.path.lexists(aside):
            path.rename(aside)
            return
