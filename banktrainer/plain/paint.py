"""Text with tones: pieces of a line that a terminal may colour, and that read the same without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Tone = Literal[
    "plain",
    "strong",
    "soft",
    "faint",
    "decides",
    "served",
    "served_odd",
    "waits",
    "waits_odd",
    "shared",
    "shared_odd",
]

_SGR: dict[Tone, str] = {
    "strong": "1",
    "soft": "38;5;247",
    "faint": "38;5;242",
    "served": "38;5;232;48;5;75",
    "served_odd": "38;5;232;48;5;68",
    "waits": "38;5;214",
    "waits_odd": "38;5;178",
    "shared": "38;5;232;48;5;43",
    "shared_odd": "38;5;232;48;5;36",
    "decides": "1;38;5;209",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text of one line and its tone."""

    text: str
    tone: Tone = "plain"


Row = tuple[Piece, ...]


def row_text(row: Row) -> str:
    """The line without colour, and without the blanks at its end."""
    return "".join(piece.text for piece in row).rstrip()


def painted(row: Row) -> str:
    """The line with colours for a terminal of 256; blanks at its end fall away."""
    return "".join(_painted(piece) for piece in _trimmed(row))


def _painted(piece: Piece) -> str:
    code = _SGR.get(piece.tone)
    return f"\x1b[{code}m{piece.text}\x1b[0m" if code and piece.text.strip() else piece.text


def _trimmed(row: Row) -> Iterable[Piece]:
    kept = list(row)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return (*kept[:-1], Piece(kept[-1].text.rstrip(), kept[-1].tone)) if kept else ()
