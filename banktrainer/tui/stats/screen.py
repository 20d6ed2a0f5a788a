"""Statistics: forecasts over time, calibration, what comes back, mastery, wrong models, bests."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.home.view import score_line
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Drawn, Text, lay_out
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.request import Request
from banktrainer.tui.sheets.sheet import PageSheet
from banktrainer.tui.sheets.trouble import trouble_line
from banktrainer.tui.stats.view import report_blocks

if TYPE_CHECKING:
    from textual.worker import WorkType

    from banktrainer.study.report import Report
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.words import Words


class Stats(PageSheet):
    """One page, read afresh whenever it is on top; the letter of a cell practises that cell."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["stats"])

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self._desk = desk
        self._report: Report | None = None
        self._drawn: Drawn | None = None
        self._trouble = ""

    @property
    def mode(self) -> Mode:
        return "stats"

    def on_mount(self) -> None:
        self._paint()

    def on_screen_resume(self) -> None:
        self._begin(self._read)

    def on_resize(self) -> None:
        super().on_resize()
        self.call_after_refresh(self._begin, self._draw)

    def _begin(self, job: WorkType[None]) -> None:
        self.work(job, group="stats")

    async def _read(self) -> None:
        try:
            self._report, self._trouble = await self._desk.report(), ""
        except Exception as error:
            self._trouble = trouble_line(self.words, error)
        await self._draw()

    async def _draw(self) -> None:
        """Lay the page out in the reader's thread, for the width that it has now."""
        told, width = self._report, self.page.text_width
        if told is not None and not self._trouble and width:
            game = self.trainer.settings.game
            blocks = partial(report_blocks, self.words, told, game=game)
            self._drawn = await self._desk.read(lambda: Drawn(lay_out(blocks(), width)[0]))
        self._paint()

    def _paint(self) -> None:
        told = self._report
        if self._trouble:
            self.page.show((Text(foreign(self._trouble, "bad"), lead=styled("! ", "bad")),))
        elif self._drawn is None:
            self.page.show((Text(styled(self.words("home.reading"), "soft")),))
        else:
            self.page.show((self._drawn,))
        score = score_line(self.words, told.summary if told else None, game=False)
        self.show_bars(self.words("report.title"), score)

    def renew(self) -> None:
        super().renew()
        self._begin(self._draw)

    def action_cell(self, key: str) -> None:
        self.trainer.practise(Request(cell=key.upper()))

    def action_back(self) -> None:
        self.dismiss()
