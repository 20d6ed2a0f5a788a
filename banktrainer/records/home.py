"""The home folder, and the cached summary that the first screen shows."""

from __future__ import annotations

import os
from pathlib import Path

from banktrainer.packs.whole import put_whole
from banktrainer.study.summary import Summary

HOME_VARIABLE = "BANKTRAINER_HOME"
CACHE_NAME = "home.json"
_LARGEST_CACHE = 1 << 20


def home_dir(option: str | None) -> Path:
    """Where records, settings and added packs are: `--home`, BANKTRAINER_HOME, or the platform's
    user data folder. Absolute, not made, `~` expanded."""
    chosen = option or os.environ.get(HOME_VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("banktrainer", appauthor=False)


class HomeCache:
    """The last Summary, in `home.json` beside the journal: a copy for a fast start.

    Its first line is the summary; a second, where there is one, is the stamp of what it was made
    from (`stamp.py`).
    """

    def __init__(self, home: Path) -> None:
        self.path = home / CACHE_NAME

    def read(self) -> Summary | None:
        """The summary, or None where there is no file or none that can be used."""
        try:
            return Summary.from_json(self._lines()[0])
        except (OSError, ValueError):  # ValueError: not UTF-8, or not a summary
            return None

    def stamp(self) -> str:
        """What the summary was made from, "" where that is not known."""
        try:
            return self._lines()[1]
        except (OSError, ValueError):
            return ""

    def _lines(self) -> tuple[str, str]:
        with self.path.open("rb") as file:
            first, _, second = file.read(_LARGEST_CACHE).decode().partition("\n")
        return first, second

    def write(self, summary: Summary, stamp: str = "") -> bool:
        """Put `summary` in place of the old one, whole or not at all; False where it can't be.

        A cache that can't be written costs a slower start and nothing else.
        """
        text = "\n".join(filter(None, (summary.to_json(), stamp)))
        try:
            put_whole(self.path, text.encode())
        except OSError:
            return False
        return True
