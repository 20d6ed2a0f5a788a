"""Blocks of a page, and their lines at a width: pure, so that a page is tested as text.

Named tuples, here and wherever the home screen needs them: a frozen dataclass takes a millisecond
to make, and that is before the first paint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from textual.content import Content

NARROWEST = 8


class Hit(NamedTuple):
    """Something to click in a line: its first cell, the cell after its last, the action it runs."""

    start: int
    end: int
    call: str


class Line(NamedTuple):
    """One line of a page; `fill` is the role that colours the whole row."""

    content: Content
    fill: str = ""
    hits: tuple[Hit, ...] = ()

    def call_at(self, x: int) -> str:
        """The action to run for a click at cell `x`; "" where there is none."""
        return next((hit.call for hit in self.hits if hit.start <= x < hit.end), "")


def looks_like(one: Line, other: Line) -> bool:
    """Whether two lines are painted alike; Textual's `==` of contents does not ask for styles."""
    return one.fill == other.fill and one.content.is_same(other.content)


class Block(Protocol):
    """What a page is made of; `close` leaves out the blank row before it."""

    @property
    def close(self) -> bool: ...

    def lines(self, width: int) -> Iterator[Line]:
        """The block's lines, none wider than `width` cells."""


class Text(NamedTuple):
    """Wrapped text; `lead` stands before its first line, and the rest hangs under the text.

    `call` is the action that a click on it runs.
    """

    content: Content
    lead: Content = Content()
    close: bool = False
    fill: str = ""
    call: str = ""

    def lines(self, width: int) -> Iterator[Line]:
        hang = self.lead.cell_length
        for number, part in enumerate(
            self.content.wrap(max(NARROWEST, width - hang)) or [Content()]
        ):
            before = self.lead if number == 0 else Content(" " * hang)
            line = before + part.rstrip()
            yield Line(line, self.fill, (Hit(0, line.cell_length, self.call),) if self.call else ())


class Pair(NamedTuple):
    """One row with something at its left and something at its right end; the left gives way."""

    left: Content
    right: Content
    close: bool = False
    fill: str = ""

    def lines(self, width: int) -> Iterator[Line]:
        yield Line(pair(self.left, self.right, width), self.fill)


class Choice(NamedTuple):
    """One of several things in a row, with the action that a click on it runs."""

    content: Content
    call: str


class Flow(NamedTuple):
    """Choices side by side, as many in a row as fit; `lead` stands before the first row."""

    choices: Sequence[Choice]
    lead: Content = Content()
    between: Content = Content("   ")
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        hang = self.lead.cell_length
        line, hits = self.lead, list[Hit]()
        for choice in self.choices:
            wide = choice.content.cell_length
            if hits and line.cell_length + self.between.cell_length + wide > width:
                yield Line(line, hits=tuple(hits))
                line, hits = Content(" " * hang), []
            if hits:
                line += self.between
            start = line.cell_length
            hits.append(Hit(start, start + wide, choice.call))
            line += choice.content
        if hits:
            yield Line(line, hits=tuple(hits))


class Drawn(NamedTuple):
    """Lines that were laid out before they are shown; those too wide for a page are cut."""

    made: tuple[Line, ...]
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        for line in self.made:
            fits = line.content.cell_length <= width
            yield line if fits else Line(line.content.truncate(width))


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
