"""Tables on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from banktrainer.tui.paint.blocks import Line, Text


@dataclass(frozen=True, slots=True)
class Columns:
    """Rows of cells in columns as wide as their widest cell; too wide, each row becomes a line."""

    rows: Sequence[Sequence[Content]]
    close: bool = False
    gap: int = 2

    def lines(self, width: int) -> Iterator[Line]:
        columns = [
            max(cell.cell_length for cell in column) for column in zip(*self.rows, strict=True)
        ]
        fits = sum(columns) + self.gap * (len(columns) - 1) <= width
        for row in self.rows:
            if fits:
                yield Line(Content(" " * self.gap).join(_padded(row, columns)))
            else:
                yield from Text(Content(" · ").join(row)).lines(width)


def _padded(row: Sequence[Content], columns: Sequence[int]) -> Iterator[Content]:
    for cell, wide in zip(row, columns, strict=True):
        yield cell + Content(" " * (wide - cell.cell_length))
