"""A chart of columns: one a day, each a stack of parts that differ by sign and by colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from banktrainer.tui.paint.blocks import Line
from banktrainer.tui.paint.text import styled
from banktrainer.tui.stats.inked import BLANK, Cell, inked, written

_AXIS = 5
_THOUSANDS = 10_000
_EIGHTHS = " ▁▂▃▄▅▆▇█"


class Part(NamedTuple):
    """A part of a column: how much of it, drawn by which sign in which role."""

    amount: int
    sign: str
    role: str


class Column(NamedTuple):
    """Its parts from the ground up, what stands under it, and whether it is today's."""

    parts: tuple[Part, ...]
    label: str = ""
    today: bool = False
    label_role: str = "soft"

    @property
    def amount(self) -> int:
        return sum(part.amount for part in self.parts)


class Chart(NamedTuple):
    """Columns up to `wide` cells wide with a gap of one; where not all fit, the `first` or else
    the last are shown. The number of the highest stands beside the axis."""

    columns: Sequence[Column]
    height: int = 5
    wide: int = 1
    first: bool = False
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        wide = min(self.wide, max(1, (width - _AXIS) // len(self.columns) - 1))
        shown = self._shown(width, wide)
        top = max((column.amount for column in shown), default=0) or 1
        stacks = [_stack(column, self.height, top) for column in shown]
        for level in reversed(range(self.height)):
            label = _short(top) if level == self.height - 1 else ""
            cells = written(f"{label:>{_AXIS - 1}}│", "soft")
            for stack in stacks:
                cells += [stack[level] if level < len(stack) else BLANK] * wide + [BLANK]
            yield Line(inked(cells))
        ground = "".join("▲" * wide + "─" if column.today else "─" * (wide + 1) for column in shown)
        roles = [("mark" if char == "▲" else "faint") for char in ground]
        yield Line(styled(f"{'0':>{_AXIS - 1}}└", "soft") + inked(zip(ground, roles, strict=True)))
        yield Line(self._labels(shown, width, wide))

    def _shown(self, width: int, wide: int) -> Sequence[Column]:
        room = max(1, (width - _AXIS) // (wide + 1))
        return self.columns[:room] if self.first else self.columns[-room:]

    def _labels(self, shown: Sequence[Column], width: int, wide: int) -> Content:
        cells: list[Cell] = [BLANK] * _AXIS
        for at, column in enumerate(shown):
            start = _AXIS + at * (wide + 1)
            if column.label and len(cells) <= start and start + len(column.label) <= width:
                cells += [BLANK] * (start - len(cells))
                cells += [*written(column.label, column.label_role), BLANK]
        return inked(cells)


def _short(amount: int) -> str:
    """A number beside the axis; thousands of thousands have no room there."""
    return str(amount) if amount < _THOUSANDS else f"{amount // 1000}k"


def _stack(column: Column, height: int, top: int) -> list[Cell]:
    """The column's cells from the ground up: at least one for each part that there is.

    A column of one part ends in an eighth of a cell; where parts meet, cells are whole, so that
    each keeps its own sign.
    """
    there = [part for part in column.parts if part.amount]
    if len(there) == 1 and there[0].sign == _EIGHTHS[-1]:
        eighths = max(1, round(there[0].amount * height * 8 / top))
        full, rest = divmod(eighths, 8)
        return [(there[0].sign, there[0].role)] * full + (
            [(_EIGHTHS[rest], there[0].role)] if rest else []
        )
    room = max(len(there), round(column.amount * height / top))
    sizes = [max(1, round(part.amount * height / top)) for part in there]
    while sum(sizes) != room and (max(sizes) > 1 or sum(sizes) < room):
        sizes[sizes.index(max(sizes))] += 1 if sum(sizes) < room else -1
    return [(p.sign, p.role) for p, size in zip(there, sizes, strict=True) for _ in range(size)]
