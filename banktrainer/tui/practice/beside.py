"""Beside: an access as the wrong model behind a forecast sees it, beside the true one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.board.telling import teller
from banktrainer.tui.board.twin import Side
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.twin_sheet import TwinSheet
from banktrainer.words.models import as_if_line, hardware_line, model_name

if TYPE_CHECKING:
    from banktrainer.engine import Access, Timeline
    from banktrainer.words import Words


def beside_blocks(w: Words, model: str) -> Iterator[Block]:
    """What was counted as if, and what the hardware does, each named as its board is."""
    for lead, role, text in (
        (w("models.seen.as_if"), "bad", as_if_line(w, model)),
        (w("models.seen.true"), "good", hardware_line(w, model)),
    ):
        yield Text(foreign(text), lead=styled(f"{lead}: ", role), close=True)


class Beside(TwinSheet):
    """Over a reveal; both fall, and where only one board fits, a key swaps them."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["beside"])

    def __init__(
        self, words: Words, model: str, access: Access, believed: Timeline, true: Timeline
    ) -> None:
        super().__init__(words)
        self._model = model
        self._pair = (
            Side(
                words("models.seen.believed"), access, believed, teller(words, access, sums=False)
            ),
            Side(words("models.seen.true"), access, true),
        )

    @property
    def mode(self) -> Mode:
        return "beside"

    def on_mount(self) -> None:
        self.twin.show(*self._pair, play=True)
        self.paint()

    def told(self) -> list[Block]:
        return list(beside_blocks(self.words, self._model))

    def bars(self) -> tuple[str, str]:
        return model_name(self.words, self._model), ""

    def action_go_on(self) -> None:
        self.dismiss()
