"""Blocks of a page, and their lines at a width: pure, so that a page is tested as text.

Named tuples, here and wherever the home screen needs them: a frozen dataclass takes a millisecond
to make, and that is before the first paint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from textual.content import Content

NARROWEST = 8


class Line(NamedTuple):
    """One line of a page; `fill` is the role that colours the whole row."""

    content: Content
    fill: str = ""


class Block(Protocol):
    """What a page is made of; `close` leaves out the blank row before it."""

    @property
    def close(self) -> bool: ...

    def lines(self, width: int) -> Iterator[Line]:
        """The block's lines, none wider than `width` cells."""


class Text(NamedTuple):
    """Wrapped text; `lead` stands before its first line, and the rest hangs under the text."""

    content: Content
    lead: Content = Content()
    close: bool = False
    fill: str = ""

    def lines(self, width: int) -> Iterator[Line]:
        hang = self.lead.cell_length
        for number, part in enumerate(
            self.content.wrap(max(NARROWEST, width - hang)) or [Content()]
        ):
            before = self.lead if number == 0 else Content(" " * hang)
            yield Line(before + part.rstrip(), self.fill)


class Pair(NamedTuple):
    """One row with something at its left and something at its right end; the left gives way."""

    left: Content
    right: Content
    close: bool = False
    fill: str = ""

    def lines(self, width: int) -> Iterator[Line]:
        yield Line(pair(self.left, self.right, width), self.fill)


def pair(left: Content, right: Content, width: int) -> Content:
    """`left` and `right` at the ends of `width` cells, `left` cut short where both don't fit."""
    if right.cell_length + 2 > width:
        return left.truncate(width, ellipsis=True)
    room = width - right.cell_length
    cut = left.truncate(room - 2, ellipsis=True)
    return cut + Content(" " * (room - cut.cell_length)) + right


def lay_out(blocks: Iterable[Block], width: int) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    """All lines of a page, and the number of the line at which each block begins."""
    lines: list[Line] = []
    starts: list[int] = []
    for block in blocks:
        if lines and not block.close:
            lines.append(Line(Content()))
        starts.append(len(lines))
        lines.extend(block.lines(width))
    return tuple(lines), tuple(starts)
