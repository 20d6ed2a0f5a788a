"""Strips: rows as Textual paints them, made once for each state that a row takes."""

from __future__ import annotations

from rich.segment import Segment
from textual.cache import LRUCache
from textual.strip import Strip

from banktrainer.tui.board.layout import Layout
from banktrainer.tui.board.palette import Palette
from banktrainer.tui.board.rows import Row, runs

_KEPT = 512


class Strips:
    """A cache of strips for one layout and palette; make a new one when either changes."""

    def __init__(self, layout: Layout, palette: Palette) -> None:
        self.layout = layout
        self._palette = palette
        self._made: LRUCache[Row, Strip] = LRUCache(_KEPT)

    def strip(self, row: Row) -> Strip:
        """The strip of a row, as wide as the layout, each segment with a background."""
        strip = self._made.get(row)
        if strip is None:
            strip = self._make(row)
            self._made[row] = strip
        return strip

    def _make(self, row: Row) -> Strip:
        style = self._palette.style
        segments = [
            Segment(text, style(ink, ground)) for text, ink, ground in runs(row, self.layout)
        ]
        return Strip(segments, self.layout.width)
