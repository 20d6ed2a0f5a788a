"""The bars of the stride explorer: a column a stride, a row for each doubling of the degree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content, Span

from banktrainer.tui.paint.blocks import Hit, Line
from banktrainer.tui.paint.text import styled

if TYPE_CHECKING:
    from banktrainer.engine import Rung

_LABEL = 6
_EIGHTHS = " ▁▂▃▄▅▆▇█"
EVERY = 8
"""Strides between two numbers of the scale."""
_SHARED, _POWER, _HERE = "≡", "╵", "▲"


Cell = tuple[str, str]
"""A sign and its role."""

_NONE: Cell = " ", ""


def row_of(cells: Iterable[Cell]) -> Content:
    """Cells as one text, neighbours of one role in one piece; blanks have none.

    A blank inside a piece would do for a terminal; pictures of the screen place each piece anew.
    """
    text: list[str] = []
    spans: list[Span] = []
    start, role = 0, ""
    for at, (sign, wanted) in enumerate(cells):
        text.append(sign)
        wanted = wanted if sign != " " else ""
        if wanted != role:
            spans.append(Span(start, at, role))
            start, role = at, wanted
    spans.append(Span(start, len(text), role))
    return Content("".join(text), spans=[span for span in spans if span.style and span])


def _line(label: str, cells: Iterable[Cell], hits: tuple[Hit, ...]) -> Line:
    return Line(styled(f"{label:>{_LABEL}}", "soft") + row_of(cells), hits=hits)


class Bars(NamedTuple):
    """One bar a stride; `chosen` is the place of the chosen one. Too many are shown in a window."""

    rungs: Sequence[Rung]
    chosen: int
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        shown = self.window(width)
        hits = self._hits(shown)
        levels = 1 + max(1, int(log2(max((rung.degree for rung in self.rungs), default=1))))
        for level in reversed(range(levels)):
            yield _line(f"{1 << level}×│", (self._cell(n, level) for n in shown), hits)
        yield _line("└", map(self._tick, shown), hits)
        yield self._numbers(shown, width)

    def window(self, width: int) -> range:
        """The places of the strides that fit, the chosen one among them."""
        room = max(1, width - _LABEL)
        first = max(0, min(self.chosen - room // 2, len(self.rungs) - room))
        return range(first, min(len(self.rungs), first + room))

    def _hits(self, shown: range) -> tuple[Hit, ...]:
        """Each cell can be clicked to choose its stride."""
        return tuple(
            Hit(at, at + 1, f"stride({self.rungs[number].stride})")
            for at, number in enumerate(shown, _LABEL)
        )

    def _cell(self, number: int, level: int) -> Cell:
        """A bar's cell: whole, part of a doubling, or nothing; the chosen bar stands out."""
        rung = self.rungs[number]
        height = log2(rung.degree) + 1 if rung.degree else 0
        filled = max(0, min(8, round((height - level) * 8)))
        role = "strong" if number == self.chosen else "own" if rung.degree < 2 else "bad"
        if rung.stride == 0 and filled == 8 and rung.degree == 1:
            return _SHARED, "strong" if number == self.chosen else "good"
        return (_EIGHTHS[filled], role) if filled else _NONE

    def _tick(self, number: int) -> Cell:
        """Under the bars: the chosen stride, and the powers of two."""
        if number == self.chosen:
            return _HERE, "mark"
        stride = self.rungs[number].stride
        power = stride > 0 and stride & (stride - 1) == 0
        return (_POWER, "wait") if power else ("─", "faint")

    def _numbers(self, shown: range, width: int) -> Line:
        """The chosen stride under its bar, and every eighth as far as there is room."""
        cells = [" "] * (len(shown) + 2)
        roles = ["faint"] * len(cells)
        places = [n for n in shown if self.rungs[n].stride % EVERY == 0]
        for number in sorted(places, key=lambda n: n == self.chosen):
            self._write(cells, roles, number - shown[0], str(self.rungs[number].stride), "soft")
        if self.chosen in shown:
            at = self.chosen - shown[0]
            text = str(self.rungs[self.chosen].stride)
            for near in range(max(0, at - 2), min(len(cells), at + 4)):
                cells[near] = " "
            self._write(cells, roles, at, text, "mark")
        row = row_of(zip(cells, roles, strict=True))
        return Line(Content(" " * _LABEL) + row.truncate(max(1, width - _LABEL)))

    @staticmethod
    def _write(cells: list[str], roles: list[str], at: int, text: str, role: str) -> None:
        for place, char in enumerate(text, at):
            if place < len(cells):
                cells[place], roles[place] = char, role
