"""Drills: the modes to choose from, each with how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.study.game.order import Order
from banktrainer.tui.games.menu_view import drill_rows, modes
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block
from banktrainer.tui.request import Request
from banktrainer.tui.sheets.listing import ListSheet
from banktrainer.tui.sheets.trouble import trouble_line

if TYPE_CHECKING:
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.tui.desk.standing import Standing
    from banktrainer.words import Words


ROOMY = 24
"""From so many rows on each mode says what it is."""


class DrillMenu(ListSheet):
    """One row a mode: Enter begins it; the letter of a cell drills that cell alone."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["drills"])

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self._desk = desk
        self._standing: Standing | None = None
        self._trouble = ""

    def on_resize(self) -> None:
        self.lay()

    @property
    def mode(self) -> Mode:
        return "drills"

    def on_mount(self) -> None:
        self.lay()

    def on_screen_resume(self) -> None:
        """Read afresh: after the first paint, and after each sitting."""
        self.work(self._read, group="drills", exclusive=True)

    async def _read(self) -> None:
        try:
            self._standing = await self._desk.standing()
            self._trouble = ""
        except Exception as error:
            self._trouble = trouble_line(self.words, error)
        self.lay()

    def lay(self) -> None:
        self._bars = self.words("game.menu.title"), ""
        super().lay()

    def rows(self) -> Sequence[Sequence[Block]]:
        settings = self.trainer.settings
        return drill_rows(
            self.words,
            self._standing,
            self.chosen,
            game=settings.game,
            ascii=settings.ascii,
            tight=self.app.size.height < ROOMY,
        )

    def told(self) -> tuple[str, str]:
        if self._trouble:
            return self._trouble, "bad"
        return self.words("game.menu.note"), "soft"

    def action_take(self) -> None:
        chosen = modes(game=self.trainer.settings.game)[self.chosen]
        self.trainer.practise(Request(drill=Order(chosen)))

    def action_cell(self, key: str) -> None:
        self.trainer.practise(Request(drill=Order(cell=key.upper())))
