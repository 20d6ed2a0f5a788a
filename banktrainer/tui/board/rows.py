"""Rows of styled cells: what a picture is made of, and its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rich.cells import get_character_cell_size

from banktrainer.tui.board.inks import BLANK, Hue, Ink
from banktrainer.tui.board.layout import Layout
from banktrainer.tui.board.timing import Moment

Ground = Literal["plain", "bar", "grid"]

NO_LANE = -1


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
    chars = [" "] * layout.width
    inks = [BLANK] * layout.width
    for piece in row.pieces:
        _put(piece, chars, inks)
    found: list[Run] = []
    start, grounds = 0, _grounds(row.ground, layout)
    looks = list(zip(inks, grounds, strict=True))
    for x in range(1, layout.width + 1):
        if x == layout.width or looks[x] != looks[start]:
            found.append(Run("".join(chars[start:x]), *looks[start]))
            start = x
    return found


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


def _first_cells(text: str, room: int) -> Iterator[str]:
    for char in text:
        room -= get_character_cell_size(char)
        if room < 0:
            return
        yield char


def _put(piece: Piece, chars: list[str], inks: list[Ink]) -> None:
    """Write a piece into the cells; a wide character owns two, the second one empty."""
    x = piece.x
    for char in piece.text:
        size = 1 if char.isascii() else get_character_cell_size(char)
        if size == 0:
            if 0 < x <= len(chars):
                chars[x - 1] += char
            continue
        if x >= 0 and x + size <= len(chars):
            chars[x : x + size] = [char, *[""] * (size - 1)]
            inks[x : x + size] = [piece.ink] * size
        x += size


def _grounds(ground: Ground, layout: Layout) -> Iterable[Hue]:
    if ground == "bar":
        return ["bar"] * layout.width
    cells: list[Hue] = ["ground"] * layout.width
    if ground == "grid":
        for bank in range(1, layout.banks, 2):
            x = layout.x(bank)
            cells[x : x + layout.column] = ["ground_odd"] * layout.column
    return cells
