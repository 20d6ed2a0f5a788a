"""Strips: rows as Textual paints them, made once for each state that a row takes."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.cache import LRUCache
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter
from textual.strip import Strip

from banktrainer.tui.board.inks import BLANK, Hue, Ink
from banktrainer.tui.board.layout import Layout
from banktrainer.tui.board.palette import Palette
from banktrainer.tui.board.rows import Row, Run, cells, grounds, runs, runs_on, stretch

_KEPT = 128


class Strips:
    """A cache of strips for one layout and palette; make a new one when either changes.

    `filters` are the app's (NO_COLOR is one); they are applied once to each strip. The one that
    makes ANSI colours true is left out: the palette has no other than true ones.
    """

    def __init__(
        self, layout: Layout, palette: Palette, filters: Sequence[LineFilter] = ()
    ) -> None:
        self.layout = layout
        self.palette = palette
        self._filters = [one for one in filters if not isinstance(one, ANSIToTruecolor)]
        self._ground = Color.parse(palette.hues["ground"])
        self._stretches = grounds("grid", layout) if layout.mode != "ledger" else ()
        self._empty = self._styled(runs(Row("grid"), layout)) if self._stretches else []
        self._made: LRUCache[Row, Strip] = LRUCache(_KEPT)

    def strip(self, row: Row) -> Strip:
        """The strip of a row, as wide as the layout, each segment with a background."""
        strip = self._made.get(row)
        if strip is None:
            strip = self._make(row)
            self._made[row] = strip
        return strip

    def _make(self, row: Row) -> Strip:
        strip = Strip(self._segments(row), self.layout.width)
        for one in self._filters:
            strip = strip.apply_filter(one, self._ground)
        return strip

    def _segments(self, row: Row) -> list[Segment]:
        """The row's segments; on a grid only the columns that have something on them are made."""
        if row.ground != "grid":
            return self._styled(runs(row, self.layout))
        return self._filled(row) or self._patched(row)

    def _filled(self, row: Row) -> list[Segment]:
        """The segments where every piece fills one column, as most do in the air; else none."""
        segments = self._empty.copy()
        for piece in row.pieces:
            place = stretch(piece.x, self.layout)
            start, end, ground = self._stretches[place]
            if piece.x != start or cells(piece.text) != end - start:
                return []
            segments[place] = self._segment(piece.text, piece.ink, ground)
        return segments

    def _patched(self, row: Row) -> list[Segment]:
        """The empty grid with the touched groups of columns made anew."""
        parts: list[Segment] = []
        at = 0
        for first, last in _touched(row, self.layout):
            parts += self._empty[at:first]
            parts += self._styled(runs_on(row, self._stretches[first : last + 1]))
            at = last + 1
        return parts + self._empty[at:]

    def _styled(self, found: list[Run]) -> list[Segment]:
        return [self._segment(*run) for run in found]

    def _segment(self, text: str, ink: Ink, ground: Hue) -> Segment:
        palette = self.palette
        style = palette.blank(ground) if ink is BLANK else palette.style(ink, ground)
        return Segment(text, style)


def _touched(row: Row, layout: Layout) -> list[tuple[int, int]]:
    """First and last of each group of neighbouring stretches that pieces lie on."""
    spans = sorted(
        (stretch(piece.x, layout), stretch(piece.x + cells(piece.text) - 1, layout))
        for piece in row.pieces
        if piece.text
    )
    groups: list[tuple[int, int]] = []
    for first, last in spans:
        if groups and first <= groups[-1][1] + 1:
            groups[-1] = (groups[-1][0], max(last, groups[-1][1]))
        else:
            groups.append((first, last))
    return groups
