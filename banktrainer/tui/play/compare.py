"""Compare: one access on every machine, where they differ and why, and the board of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from banktrainer.tui.board import Board
from banktrainer.tui.desk.jobs import Jobs
from banktrainer.tui.desk.snippets import opening
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.page import Page
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.play.compare_view import compare_blocks
from banktrainer.tui.play.comparing import Compared, compared
from banktrainer.tui.sheets.board_sheet import BoardSheet
from banktrainer.tui.sheets.trouble import trouble_line

if TYPE_CHECKING:
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.tui.play.reading import Found
    from banktrainer.words import Words

_BARS = 2
_LEAST_BOARD = 8
_BESIDE_TABLE = 3
"""Rows for the table's head and for the reasons."""
_ROOMY = 30


class Compare(BoardSheet):
    """Up and down choose a machine; the access is that of the playground's draft."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["compare"])

    def __init__(self, words: Words, desk: Desk, *, picked: int = 0) -> None:
        super().__init__(words)
        self._desk, self._picked = desk, picked
        self.base: Found | None = None
        self.rows: tuple[Compared, ...] | None = None
        self.chosen = 0
        self._trouble = ""
        self.table = Page(id="table")
        self.board = Board(words=words, id="board")
        self._jobs = Jobs("banktrainer-compare")

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.table
        yield self.board
        yield self.key_bar

    @property
    def mode(self) -> Mode:
        return "compare"

    @property
    def idle(self) -> frozenset[str]:
        """Where the chosen machine serves nothing there is no board; with one cycle no next one."""
        found = self.rows[self.chosen].found if self.rows else None
        if found is None:
            return frozenset({"step", "replay", "lane", "ledger"})
        return frozenset({"step"}) if found.timeline.cycles <= 1 else frozenset()

    def on_mount(self) -> None:
        self.paint()
        self.work(self._count, group="compare")

    def on_unmount(self) -> None:
        self._jobs.close(drop=True)

    async def _count(self) -> None:
        try:
            draft = self._desk.draft or opening(await self._desk.snippets())
            found = await self._jobs.run(lambda: compared(draft, self._picked))
        except Exception as error:
            self._trouble = trouble_line(self.words, error)
        else:
            self.rows = ()
            if found is not None:
                self.base, self.rows = found
                names = [row.machine.name for row in self.rows]
                self.chosen = names.index(self.base.trace.machine)
        self._show()

    def _show(self) -> None:
        """Put the chosen machine's board under the table."""
        self.paint()
        found = self.rows[self.chosen].found if self.rows else None
        if found is None or self.base is None:
            self.board.clear()
            return
        text = " ".join(self.base.row.text.split())
        caption = f"{found.trace.machine}: {text}"
        self.board.show(found.access, found.timeline, caption, done=True)

    def paint(self) -> None:
        rows = self.app.size.height - _BARS
        room = max(1, rows - _LEAST_BOARD - _BESIDE_TABLE)
        self.table.show(self._blocks(room))
        wanted = self.table.rows_in(self.app.size.width)
        self.table.styles.height = min(wanted, max(1, rows - _LEAST_BOARD))
        self.board.compact = self.app.size.height < _ROOMY
        text = foreign(" ".join(self.base.row.text.split())).plain if self.base else ""
        self.show_bars(self.words("compare.title"), text)

    def _blocks(self, room: int) -> list[Block]:
        if self._trouble:
            return [Text(foreign(self._trouble, "bad"))]
        if self.rows is None:
            return [Text(styled(self.words("compare.counting"), "soft"))]
        if self.base is None:
            return [Text(styled(self.words("compare.nothing")))]
        base = self.base.trace.machine
        return list(compare_blocks(self.words, base, self.rows, self.chosen, room))

    def on_resize(self) -> None:
        self.paint()

    def action_machine_row(self, which: str | int) -> None:
        """The next machine (down), the one before (up), or that one."""
        if self.rows:
            step = {"up": -1, "down": 1}
            at = self.chosen + step[which] if isinstance(which, str) else which
            self.chosen = at % len(self.rows)
            self._show()

    def action_back(self) -> None:
        self.dismiss()
