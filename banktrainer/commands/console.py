"""Console: the one way from a command to stdout and stderr, with what the terminal can show."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, TextIO

from banktrainer.commands.terminals import ascii_locale
from banktrainer.plain.paint import Piece, Row, painted, row_text
from banktrainer.printable import is_hostile, printable

_WIDTH = 80
_WIDEST = 120
_FOLDED = str.maketrans(
    {
        "·": "*",
        "−": "-",
        "–": "-",
        "→": "->",
        "…": "...",
        "×": "x",
        "≡": "=",
        "│": "|",
        "↳": ">",
        "⋮": ":",
        "■": "#",
    }
)


class CommandError(Exception):
    """What ends a command with `banktrainer: error: …`; the message may hold foreign text."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Console:
    """Text out: `unicode` and `colour` say what may be written, `width` how many cells fit."""

    out: TextIO
    err: TextIO | None
    unicode: bool = True
    colour: bool = False
    width: int = _WIDTH
    interactive: bool = False
    fold: Callable[[str], str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fold", _same if self.unicode else _fold)

    def line(self, text: str = "") -> None:
        """One line (or several) of text, made printable, and flushed."""
        print(self.fold(printable(text)), file=self.out, flush=True)

    def row(self, row: Row) -> None:
        """One line with its tones, coloured where that is wanted."""
        clean = tuple(Piece(self.fold(printable(piece.text)), piece.tone) for piece in row)
        print(painted(clean) if self.colour else row_text(clean), file=self.out)

    def prompt(self, text: str) -> None:
        """What stands before the place where an answer is typed, flushed."""
        print(self.fold(printable(text)), end="", file=self.out, flush=True)

    def json(self, text: str) -> None:
        """A line of JSON; what a terminal could act on, or can't encode, as `\\u` escapes."""
        safe = (c if self._plain(c) else json.dumps(c)[1:-1] for c in text)
        print("".join(safe), file=self.out)

    def note(self, text: str) -> None:
        """A line on stderr: talk, not data. Without a stderr it is not said."""
        self.out.flush()
        if self.err is not None:
            print(self.fold(printable(text)), file=self.err, flush=True)

    def _plain(self, char: str) -> bool:
        return not is_hostile(char) and (self.unicode or char.isascii())


def console(*, ascii: bool = False) -> Console:
    """The console of this process: NO_COLOR, TERM and what the streams are decide how it looks.

    `ascii` writes with ASCII signs alone, whatever the streams could show.
    """
    out, err = sys.stdout, sys.stderr
    for stream in (out, err):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    term = terminal(out)
    colour = term and not os.environ.get("NO_COLOR")
    width = min(shutil.get_terminal_size((_WIDTH, 24)).columns, _WIDEST) if out.isatty() else _WIDTH
    ascii = ascii or (out.isatty() and ascii_locale())
    unicode = not ascii and (out.encoding or "ascii").lower().startswith("utf")
    interactive = out.isatty() and sys.stdin is not None and sys.stdin.isatty()
    return Console(out, err, unicode, colour, width, interactive)


def terminal(stream: IO[str] | None) -> bool:
    """Whether `stream` is a terminal that can do more than lines of text; a closed one is not."""
    return (
        stream is not None
        and stream.isatty()
        and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
    )


def _same(text: str) -> str:
    return text


def _fold(text: str) -> str:
    return text.translate(_FOLDED)
