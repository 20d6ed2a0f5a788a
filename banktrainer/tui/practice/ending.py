"""The end of a sitting: how it went, what comes back, and where the records lie."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.sheet import PageSheet
from banktrainer.words import Words
from banktrainer.words.answers import next_line, score_line
from banktrainer.words.skills import placed_line, title_of

if TYPE_CHECKING:
    from banktrainer.study.queue import NextDue
    from banktrainer.study.tally import Tally


def ending_blocks(
    w: Words, told: Tally, next_due: NextDue | None, records: Path | None
) -> Iterator[Block]:
    """The summary of a sitting."""
    yield Text(styled(w("practice.end.title"), "note"))
    yield Text(styled(score_line(w, told), "strong"), close=True)
    if told.placed is not None:
        yield Text(styled(placed_line(w, told.placed)))
    if told.sure_wrong:
        yield Text(styled(w("practice.end.sure_wrong"), "bad"))
        for title in told.sure_wrong:
            yield Text(foreign(title_of(w, title)), lead=styled("• ", "soft"), close=True)
    if next_due is not None:
        title = title_of(w, next_due.title)
        yield Text(foreign(next_line(w, title, next_due.days, new=next_due.new)))
    if not told.kept:
        yield Text(styled(w("practice.end.unsaved"), "wait"))
    elif records is not None:
        lead = styled(w("practice.end.records") + " ", "soft")
        yield Text(foreign(str(records), "soft"), lead=lead)
    yield Text(styled(w("practice.end.on")), lead=styled("▸ ", "note") + styled("Enter ", "key"))


class Ending(PageSheet):
    """Shown once, after the last card of a sitting."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["summary"])

    def __init__(
        self, words: Words, told: Tally, next_due: NextDue | None, records: Path | None
    ) -> None:
        super().__init__(words)
        self._blocks = tuple(ending_blocks(words, told, next_due, records))

    @property
    def mode(self) -> Mode:
        return "summary"

    def on_mount(self) -> None:
        self.page.show(self._blocks)
        self.show_bars(self.words("practice.end.bar"))

    def action_go_on(self) -> None:
        self.trainer.go_home()

    def action_back(self) -> None:
        self.trainer.go_home()
