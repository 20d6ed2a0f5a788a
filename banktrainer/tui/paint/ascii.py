"""Nothing but ASCII on the screen: one filter over all that is painted, whatever widget paints it.

Every sign of the program's own has a letter in its place, cell for cell, so that nothing moves.
Letters of foreign text (é, ह, 語) stay where the terminal can show them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("−–—‐‑─╌┄━▔▁¯", "-"),
        **dict.fromkeys("‘’‚′╵", "'"),
        **dict.fromkeys("“”„″", '"'),
        **dict.fromkeys("→▸►▶›»", ">"),
        **dict.fromkeys("←◂◄◀‹«", "<"),
        **dict.fromkeys("↑▲▀⌃", "^"),
        **dict.fromkeys("↓▼⌄", "v"),
        **dict.fromkeys("│┃▏▕▎▍▐▌┆╎", "|"),
        **dict.fromkeys("█■▉▊▋◼▄▅▆▇▃▂", "#"),
        **dict.fromkeys("▒░▓□◻", "o"),
        **dict.fromkeys("╭╮┌┐╰╯└┘├┤┬┴┼╟╢", "+"),
        **dict.fromkeys("•∙◦●○◆◇", "*"),
        **dict.fromkeys("≡≈", "="),
        "×": "x",
        "✓": "v",
        "✗": "x",
        "…": "~",
        "≠": "!",
        "≤": "<",
        "≥": ">",
        "⌫": "<",
        "⋮": ":",
        "↳": ">",
        "∞": "8",
        "½": "/",
        "²": "2",
        "°": "o",
        "§": "S",
        "\u00a0": " ",
    }
)
_TIMES = re.compile(r"(?<=[\w)\]])·(?=[\w(\[])")
_APART = re.compile(r"(?<= )·(?= )")


class AsciiFilter(LineFilter):
    """Paints ASCII alone; with `letters`, letters of foreign text too."""

    def __init__(self, *, letters: bool) -> None:
        super().__init__()
        self._letters = letters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isascii() for segment in segments):
            return segments
        return [
            Segment(ascii_text(text, letters=self._letters), style, control)
            for text, style, control in segments
        ]


@lru_cache(4096)
def ascii_text(text: str, *, letters: bool = False) -> str:
    """`text` in ASCII, as many cells wide; with `letters` only its signs are replaced."""
    if text.isascii():
        return text
    text = _APART.sub("|", _TIMES.sub("*", text)).replace("·", ".").translate(_SIGNS)
    if text.isascii():
        return text
    return "".join(_in_ascii(char, letters) for char in text)


def _in_ascii(char: str, letters: bool) -> str:
    if char.isascii() or (letters and (char.isalpha() or not cell_len(char))):
        return char
    return "?" * cell_len(char)
