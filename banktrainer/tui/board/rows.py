"""Rows of styled cells: what a picture is made of, and its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from rich.cells import get_character_cell_size

from banktrainer.tui.board.inks import BLANK, Hue, Ink
from banktrainer.tui.board.layout import Layout
from banktrainer.tui.board.timing import Moment

Ground = Literal["plain", "bar", "grid"]

NO_LANE = -1

_STRIPES: tuple[Hue, Hue] = ("ground", "ground_odd")


class Piece(NamedTuple):
    """A text at a cell of its row, and the lane it stands for (NO_LANE for none)."""

    x: int
    text: str
    ink: Ink
    lane: int = NO_LANE


class Row(NamedTuple):
    """A row's ground and pieces; later pieces lie over earlier ones. The key of a cached strip.

    A tuple, since a moving board compares and hashes some hundred of them a second.
    """

    ground: Ground = "plain"
    pieces: tuple[Piece, ...] = ()


Stretch = tuple[int, int, Hue]
"""Cells of one ground: the first, the one after the last, the hue."""


class Run(NamedTuple):
    """Neighbouring cells of one look."""

    text: str
    ink: Ink
    ground: Hue


@dataclass(frozen=True, slots=True)
class Frame:
    """The picture at a moment: as many rows as the layout is high, each as wide as it is."""

    rows: tuple[Row, ...]
    layout: Layout
    moment: Moment

    @property
    def lines(self) -> tuple[str, ...]:
        """The text of each row, in full width."""
        return tuple("".join(run.text for run in runs(row, self.layout)) for row in self.rows)

    def lane_at(self, x: int, y: int) -> int | None:
        """The lane whose number or token lies at a cell."""
        pieces = self.rows[y].pieces if 0 <= y < len(self.rows) else ()
        for piece in reversed(pieces):
            if piece.lane != NO_LANE and piece.x <= x < piece.x + cells(piece.text):
                return piece.lane
        return None


def runs(row: Row, layout: Layout) -> list[Run]:
    """The row as runs that fill the layout's width exactly."""
    return runs_on(row, grounds(row.ground, layout))


def runs_on(row: Row, stretches: Sequence[Stretch]) -> list[Run]:
    """The part of the row on some neighbouring stretches of its ground, filled exactly."""
    start, end = stretches[0][0], stretches[-1][1]
    chars = [" "] * (end - start)
    inks = [BLANK] * (end - start)
    for piece in row.pieces:
        _put(piece, chars, inks, piece.x - start)
    found: list[Run] = []
    for first, last, ground in stretches:
        at, stop = first - start, last - start
        while at < stop:
            ink, after = inks[at], at + 1
            while after < stop and inks[after] is ink:
                after += 1
            found.append(Run("".join(chars[at:after]), ink, ground))
            at = after
    return found


@lru_cache(maxsize=32)
def grounds(ground: Ground, layout: Layout) -> tuple[Stretch, ...]:
    """The stretches of a row; on a grid the left margin, one for each bank, the right margin."""
    if ground != "grid":
        return ((0, layout.width, "bar" if ground == "bar" else "ground"),)
    columns = [
        (layout.x(bank), layout.x(bank + 1), _STRIPES[bank % 2]) for bank in range(layout.banks)
    ]
    return ((0, layout.left, "ground"), *columns, (layout.right, layout.width, "ground"))


def stretch(x: int, layout: Layout) -> int:
    """Which stretch of a grid a cell lies in."""
    return min(max(0, (x - layout.left) // layout.column + 1), layout.banks + 1)


def cells(text: str) -> int:
    """The cells that a text takes."""
    return len(text) if text.isascii() else sum(map(get_character_cell_size, text))


def cut(text: str, width: int, ellipsis: str) -> str:
    """The text in at most `width` cells, its end replaced by `ellipsis` where it is longer."""
    if cells(text) <= width:
        return text
    room = width - len(ellipsis)
    if room < 0:
        return ""
    return "".join(_first_cells(text, room)) + ellipsis


def fitting(texts: Iterable[str], width: int, rows: int) -> tuple[str, ...]:
    """The lines of the first text that fits whole in `rows` lines; none where none does."""
    for text in texts:
        lines = _wrapped(text, width)
        if len(lines) <= rows and all(cells(line) <= width for line in lines):
            return lines
    return ()


def _wrapped(text: str, width: int) -> tuple[str, ...]:
    """The text broken at blanks; longer words stay whole."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cells(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _first_cells(text: str, room: int) -> Iterator[str]:
    for char in text:
        room -= get_character_cell_size(char)
        if room < 0:
            return
        yield char


def _put(piece: Piece, chars: list[str], inks: list[Ink], x: int) -> None:
    """Write a piece into the cells from `x`; a wide character owns two, the second one empty."""
    width = len(chars)
    if x >= width or x + 2 * len(piece.text) <= 0:
        return
    for char in piece.text:
        size = 1 if char.isascii() else get_character_cell_size(char)
        if size == 0:
            if 0 < x <= width:
                chars[x - 1] += char
        elif x >= 0 and x + size <= width:
            chars[x : x + size] = [char, *[""] * (size - 1)]
            inks[x : x + size] = [piece.ink] * size
        x += size
