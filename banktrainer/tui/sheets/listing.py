"""A sheet of rows to choose from: arrows move the choice, Enter takes it, a click does both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.page import Page
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.sheet import PageSheet
from banktrainer.words import Words

CHOSEN = "▸ "
_BLANK = "  "


def mark(chosen: bool) -> Content:
    """What stands before a row."""
    return styled(CHOSEN, "note") if chosen else Content(_BLANK)


class ListSheet(PageSheet):
    """Rows with a note below them. `rows` gives the blocks of each row, `note` the words below."""

    CLICKED: ClassVar[tuple[str, ...]] = ("point",)

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.chosen = 0
        self.note = Page(id="note")
        self._count = 0

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.page
        yield self.note
        yield self.key_bar

    def rows(self) -> Sequence[Sequence[Block]]:
        """The blocks of each row; what belongs to no row of its own goes before the next one."""
        raise NotImplementedError

    def told(self) -> tuple[str, str]:
        """The note below the rows, and its role."""
        return "", ""

    def lay(self) -> None:
        """Show the rows as they are now, the chosen one in sight."""
        rows = self.rows()
        self._count = len(rows)
        self.chosen = max(0, min(self.chosen, self._count - 1))
        ends = [0]
        for row in rows:
            ends.append(ends[-1] + len(row))
        seen = 0 if not self.chosen else ends[self.chosen + 1] - 1
        self.page.show((block for row in rows for block in row), seen=seen)
        text, role = self.told()
        self.note.show((Text(foreign(text, role)),))
        self.show_bars(*self._bars)

    def renew(self) -> None:
        super().renew()
        self.lay()

    def choose(self, row: int) -> None:
        """Move the choice to a row, as far as there is one."""
        self.chosen = row
        self.lay()

    def action_scroll(self, key: str) -> None:
        self.choose(self.chosen + (-1 if key == "up" else 1))

    def action_page(self, key: str) -> None:
        rows = max(1, self.page.size.height - 2)
        self.choose(self.chosen + (-rows if key == "pageup" else rows))

    def action_point(self, row: int) -> None:
        """A click chooses a row; on the chosen one it takes it."""
        if row == self.chosen:
            self.action_take()
        else:
            self.choose(row)

    def action_take(self) -> None:
        raise NotImplementedError

    def action_back(self) -> None:
        self.dismiss()
