"""Twin: two boards to be compared, side by side, one above the other, or one at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from textual.app import ComposeResult
from textual.containers import Container

from banktrainer.tui.board import Board
from banktrainer.tui.board.layout import LEAST_HEIGHT, Shape, least_height
from banktrainer.tui.board.scene import Story
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.engine import Access, Timeline
    from banktrainer.tui.board.scene import Tell

Arrangement = Literal["beside", "above", "one"]

_LEAST_ROWS = 8
"""Rows in which a board of 32 lanes and 80 columns shows its stacks."""
_MARGINS = 16
"""Cells that a board needs beside its columns."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the boards shows; `caption` is its code row, `tell` makes its sentences."""

    caption: str
    access: Access
    timeline: Timeline
    tell: Tell | None = None

    @property
    def shape(self) -> Shape:
        return Story(self.timeline).shape(title=False, code=bool(self.caption), compact=True)


def arrangement(width: int, rows: int, banks: int = 32, least: int = _LEAST_ROWS) -> Arrangement:
    """How two boards of so many banks lie in a region: side by side if both keep their columns.

    `least` are the rows without which one of them would be a text.
    """
    if width >= 2 * (banks + _MARGINS):
        return "beside"
    return "above" if rows >= 2 * least and width >= banks + _MARGINS else "one"


class Twin(Container):
    """Both boards move together; where only one is seen, `swap` shows the other."""

    DEFAULT_CSS = """
    Twin { height: auto; width: 1fr; }
    Twin.beside { layout: horizontal; }
    Twin.above, Twin.one { layout: vertical; }
    """

    def __init__(self, words: Words, *, id: str = "twin") -> None:
        super().__init__(id=id)
        self.boards = Board(words=words, id="first"), Board(words=words, id="second")
        self.sides: tuple[Side, Side] | None = None
        self.second = False
        """Whether the second board is the one that is seen where only one is."""

    def compose(self) -> ComposeResult:
        yield from self.boards

    @property
    def arranged(self) -> Arrangement:
        return next((one for one in ("beside", "above") if self.has_class(one)), "one")

    def show(self, first: Side, second: Side, *, play: bool) -> None:
        """Show both, falling or at rest."""
        self.sides = first, second
        for board, side in zip(self.boards, self.sides, strict=True):
            board.show(
                side.access, side.timeline, side.caption, play=play, done=not play, tell=side.tell
            )

    def fit(self, width: int, rows: int) -> None:
        """Lie in a region of so many cells and rows."""
        banks = max((side.timeline.banks for side in self.sides or ()), default=32)
        how = arrangement(width, rows, banks, self.least(width))
        for one in ("beside", "above", "one"):
            self.set_class(one == how, one)
        each = rows // 2 if how == "above" else rows
        for board, second in zip(self.boards, (False, True), strict=True):
            board.display = how != "one" or second == self.second
            board.compact = each < LEAST_HEIGHT
            board.styles.height = max(1, each)
        self.styles.height = max(1, 2 * each if how == "above" else rows)

    def least(self, width: int) -> int:
        """The rows that each board needs to show its stacks: two rows of lanes, phases and all."""
        shapes = (side.shape for side in self.sides or ())
        return max((least_height(width, shape) for shape in shapes), default=_LEAST_ROWS)

    def swap(self) -> None:
        """Show the other board where only one is seen; else play again."""
        if self.arranged == "one":
            self.second = not self.second
            for board, second in zip(self.boards, (False, True), strict=True):
                board.display = second == self.second
        else:
            self.each(Board.replay)

    def each(self, do: Callable[[Board], None]) -> None:
        """Do something to both boards."""
        for board in self.boards:
            do(board)
