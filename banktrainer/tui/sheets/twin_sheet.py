"""TwinSheet: a screen of words above two boards, with the keys that move both."""

from __future__ import annotations

from textual.app import ComposeResult

from banktrainer.tui.board.twin import Twin
from banktrainer.tui.paint.blocks import Block
from banktrainer.tui.paint.page import Page
from banktrainer.tui.sheets.sheet import Sheet
from banktrainer.words import Words

_BARS = 2
_ONE = 9
"""Rows that one narrow board needs."""
_LEAST_WORDS = 4
_WIDE = 96
"""From so many cells on two boards lie side by side."""


class TwinSheet(Sheet):
    """`told` gives the words; the boards get the rows that these leave."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.page = Page(id="told")
        self.twin = Twin(words)

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.page
        yield self.twin
        yield self.key_bar

    @property
    def scroller(self) -> Page:
        return self.page

    @property
    def idle(self) -> frozenset[str]:
        """Where both boards are seen there is no other to swap to."""
        return frozenset({"swap"} if self.twin.arranged != "one" else ())

    def told(self) -> list[Block]:
        """What stands above the boards."""
        raise NotImplementedError

    def bars(self) -> tuple[str, str]:
        """The title, and the right end of its bar."""
        raise NotImplementedError

    def paint(self) -> None:
        """Show words and boards as they stand."""
        width, height = self.app.size
        self.page.show(self.told())
        wanted = self.page.rows_in(width)
        self.twin.display = self.twin.sides is not None
        rows = height - _BARS
        two = 2 * self.twin.least(width)
        least = two if rows >= two + _LEAST_WORDS and width < _WIDE else _ONE
        told = min(wanted, rows - least) if self.twin.display else rows
        self.page.styles.height = max(1, told)
        self.twin.fit(width, rows - told)
        self.show_bars(*self.bars())

    def on_resize(self) -> None:
        self.paint()

    def action_step(self) -> None:
        self.twin.each(lambda board: board.step())

    def action_replay(self) -> None:
        self.twin.each(lambda board: board.replay())

    def action_lane(self, key: str) -> None:
        self.twin.each(lambda board: board.pick_lane(1 if key == "full_stop" else -1))

    def action_ledger(self) -> None:
        self.twin.each(lambda board: board.toggle_ledger())

    def action_swap(self) -> None:
        self.twin.swap()

    def action_back(self) -> None:
        self.dismiss()
