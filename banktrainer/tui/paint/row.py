"""Row: one line of text over the whole width, such as the title and the keys."""

from __future__ import annotations

from textual.content import Content
from textual.strip import Strip
from textual.widget import Widget

from banktrainer.tui.paint.blocks import Block, Line, Text
from banktrainer.tui.paint.strips import strip_of


class Row(Widget):
    """The first line of a block, laid out for the row's width when it is painted."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._block: Block = Text(Content())

    def show(self, block: Block) -> None:
        self._block = block
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        line = next(iter(self._block.lines(width)), Line(Content()))
        return strip_of(line, width, self.visual_style, theme=self.app.theme)
