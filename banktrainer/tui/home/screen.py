"""Home: what is due, where you stopped, the ten cells, and what you were sure of but got wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.home.view import MOST_WRONG, home_blocks, offers_placement, score_line
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.request import Request
from banktrainer.tui.sheets.sheet import PageSheet
from banktrainer.tui.sheets.trouble import of_records, trouble_line, trouble_told

if TYPE_CHECKING:
    from banktrainer.study.summary import Summary
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.words import Words


class Home(PageSheet):
    """Painted first from the cache alone; a thread then reads packs and journal."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["home"])

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self._desk = desk
        self._summary: Summary | None = desk.cached()
        self._trouble = ""
        self._unkept = False

    @property
    def mode(self) -> Mode:
        return "home"

    def on_mount(self) -> None:
        self._paint()

    def on_screen_resume(self) -> None:
        """Read afresh: after the first paint, and after each sitting."""
        self.call_after_refresh(self._read)

    def _read(self) -> None:
        if self.is_active:
            self.trainer.painted()
            self.work(self._refresh, group="home", exclusive=True)

    async def _refresh(self) -> None:
        try:
            self._summary = await self._desk.summary()
            self._trouble, self._unkept = "", False
        except Exception as error:
            self._trouble = trouble_told(self.words, error, self.trainer.remap)
            self._unkept = of_records(error)
        self._paint()
        self.trainer.completed()
        if not self._trouble and self.is_active:
            await self._warm()

    async def _warm(self) -> None:
        """Make the next key quick. A card at fault says so when it is asked."""
        try:
            await self._desk.warm()
        except Exception as error:
            trouble_line(self.words, error)

    def _paint(self) -> None:
        blocks = home_blocks(
            self.words, self._summary, self._trouble, self.trainer.notes, self.trainer.remap
        )
        self.page.show(blocks)
        game = self.trainer.settings.game
        self.show_bars("", score_line(self.words, self._summary, game=game))

    def renew(self) -> None:
        super().renew()
        self._paint()

    def action_go_on(self) -> None:
        if self._trouble:
            self._read()
        else:
            self.trainer.practise(Request())

    def action_unsaved(self) -> None:
        if self._unkept:
            self.work(self._go_on_unsaved, group="home", exclusive=True)

    async def _go_on_unsaved(self) -> None:
        """Keep nothing from now on: records that can't be used stay as they are."""
        await self._desk.unsave()
        await self._refresh()

    def action_again(self, key: str) -> None:
        """Practise one of the cards that were sure, and wrong."""
        listed = self._summary.sure_wrong[:MOST_WRONG] if self._summary is not None else ()
        at = int(key) - 1
        if at < len(listed):
            self.trainer.practise(Request(card=listed[at][0]))

    def action_place(self) -> None:
        """A placement round, as long as it is offered."""
        if offers_placement(self._summary) and not self._trouble:
            self.trainer.practise(Request(place=True))

    def action_cell(self, key: str) -> None:
        self.trainer.practise(Request(cell=key.upper()))
