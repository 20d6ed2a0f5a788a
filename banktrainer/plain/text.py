"""Text measured in terminal cells: how wide it is, cutting it short, breaking it at blanks."""

from __future__ import annotations

import unicodedata

INDENT = "    "


def cells(text: str) -> int:
    """How many terminal cells `text` takes; printable text, on one line."""
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, width: int) -> str:
    """`text` with blanks after it, up to `width` cells."""
    return text + " " * (width - cells(text))


def cut(text: str, width: int) -> str:
    """`text` in at most `width` cells, its end replaced by `…` where it is longer."""
    if cells(text) <= width:
        return text
    kept = ""
    for char in text:
        if cells(kept) + _cells(char) > width - 1:
            break
        kept += char
    return kept + "…"


def wrap(text: str, width: int | None, hang: str = "") -> tuple[str, ...]:
    """`text` broken at blanks into lines of at most `width` cells, each but the first after `hang`.

    A word longer than a line stays whole on its own line. With no `width` there is one line.
    """
    words = text.split()
    if width is None or not words:
        return (" ".join(words),)
    lines = [words[0]]
    for word in words[1:]:
        if cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(hang + word)
    return tuple(lines)
