"""The home folder, and the cached summary that the first screen shows."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

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
        draft = self.path.with_name(f".{CACHE_NAME}.{os.urandom(8).hex()}")
        try:
            with open(draft, "x", encoding="utf-8", opener=_private) as file:
                file.write("\n".join(filter(None, (summary.to_json(), stamp))))
            draft.replace(self.path)
        except OSError:
            with suppress(OSError):
                draft.unlink()
            return False
        return True


def _private(path: str, flags: int) -> int:
    """For `open`: a new file that its owner alone may read."""
    return os.open(path, flags, 0o600)
