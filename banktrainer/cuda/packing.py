"""Where `#pragma pack` holds: the spans in which a record is not laid out as usual."""

from __future__ import annotations

import re

_PACK = re.compile(r"\s*pack\s*\(([^)]*)\)")


class Packing:
    """The state of `#pragma pack` from the top of a source to its end."""

    def __init__(self) -> None:
        self._since: int | None = None
        self._saved: list[int | None] = []
        self._spans: list[tuple[int, int]] = []

    def pragma(self, text: str, at: tuple[int, int]) -> None:
        """Obey what follows `#pragma`; `at` is its original span (an include's, inside one)."""
        match = _PACK.match(text)
        if match is None:
            return
        words = [word.strip() for word in match[1].split(",") if word.strip()]
        if words and words[0] == "show":
            return
        if words and words[0] == "push":
            self._saved.append(self._since)
            if len(words) == 1:
                return
        back = self._saved.pop() if words and words[0] == "pop" and self._saved else None
        if self._since is not None:
            self._spans.append((self._since, at[1]))
        default = not words or words[0] == "pop"
        self._since = back if default else at[0]

    def spans(self, end: int) -> list[tuple[int, int]]:
        """The original spans under a pack, up to `end`."""
        return self._spans + ([(self._since, end)] if self._since is not None else [])
