"""Code on a page, with line numbers and a sign at the line that is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from banktrainer.tui.paint.blocks import NARROWEST, Line
from banktrainer.tui.paint.cuda_paint import paint


@dataclass(frozen=True, slots=True)
class Code:
    """CUDA with line numbers, folded where it is too wide; `marked` is the asked line."""

    text: str
    marked: int | None = None
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        rows = self.text.rstrip("\n").split("\n")
        digits = len(str(len(rows)))
        room = max(NARROWEST, width - digits - 4)
        for number, row in enumerate(rows, 1):
            sign = "▸" if number == self.marked else " "
            role = "mark" if number == self.marked else "number"
            gutter = Content.styled(f" {sign}{number:>{digits}}  ", role)
            for part in paint(row).fold(room):
                yield Line(gutter + part, "code-fill")
                gutter = Content(" " * gutter.cell_length)
