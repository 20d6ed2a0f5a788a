"""Statistics: forecasts over time, calibration, what comes back, mastery, wrong models, bests."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.blocks import Text
from banktrainer.tui.home_view import score_line
from banktrainer.tui.keys import Mode, bindings
from banktrainer.tui.request import Request
from banktrainer.tui.sheet import PageSheet
from banktrainer.tui.stats.view import report_blocks
from banktrainer.tui.text import foreign, styled
from banktrainer.tui.trouble import trouble_line

if TYPE_CHECKING:
    from banktrainer.study.report import Report
    from banktrainer.tui.desk import Desk
    from banktrainer.words import Words


class Stats(PageSheet):
    """One page, read afresh whenever it is on top; the letter of a cell practises that cell."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["stats"])

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self._desk = desk
        self._report: Report | None = None
        self._trouble = ""

    @property
    def mode(self) -> Mode:
        return "stats"

    def on_mount(self) -> None:
        self._paint()

    def on_screen_resume(self) -> None:
        self.work(self._read, group="stats", exclusive=True)

    async def _read(self) -> None:
        try:
            self._report, self._trouble = await self._desk.report(), ""
        except Exception as error:
            self._trouble = trouble_line(self.words, error)
        self._paint()

    def _paint(self) -> None:
        told, game = self._report, self.trainer.settings.game
        if self._trouble:
            self.page.show((Text(foreign(self._trouble, "bad"), lead=styled("! ", "bad")),))
        elif told is None:
            self.page.show((Text(styled(self.words("home.reading"), "soft")),))
        else:
            self.page.show(report_blocks(self.words, told, game=game))
        score = score_line(self.words, told.summary if told else None, game=False)
        self.show_bars(self.words("report.title"), score)

    def renew(self) -> None:
        super().renew()
        self._paint()

    def action_cell(self, key: str) -> None:
        self.trainer.practise(Request(cell=key.upper()))

    def action_back(self) -> None:
        self.dismiss()
