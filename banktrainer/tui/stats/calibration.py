"""The calibration curve: of each confidence, what was said beside how often it was right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from banktrainer.tui.paint.blocks import Line
from banktrainer.tui.paint.text import styled
from banktrainer.tui.stats.inked import Cell, inked, written

_LEAST, _MOST = 12, 51


class Level(NamedTuple):
    """A confidence in words. It pays between `low` and `high`, shares from 0 to 1; the answers
    were right in `share`, and very likely in `interval` (None without answers). `few`: too few to
    tell; `fits`: the interval touches where it pays."""

    name: str
    low: float
    high: float
    share: float | None
    interval: tuple[float, float] | None
    few: bool
    fits: bool
    told: str


class Curve(NamedTuple):
    """A row a confidence on one scale from 0 to 100 %: the dots are where it pays, ● is the share
    of right answers (○ while they are few) and the line around it the interval."""

    levels: Sequence[Level]
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        names = max(len(level.name) for level in self.levels) + 2
        told_wide = max(len(level.told) for level in self.levels)
        cells = max(_LEAST, min(_MOST, width - names - told_wide - 1))
        beside = names + cells + 1 + told_wide <= width
        for level in self.levels:
            row = styled(f"{level.name:<{names}}") + inked(_scale(level, cells))
            told = styled(level.told, "soft" if level.few or level.fits else "bad")
            if beside:
                yield Line(row + Content(" ") + told)
            else:
                yield Line(row)
                yield Line(Content(" " * names) + told.truncate(max(1, width - names)))
        yield Line(Content(" " * names) + _ruler(cells))


def _scale(level: Level, cells: int) -> list[Cell]:
    def at(share: float) -> int:
        return max(0, min(cells - 1, round(share * (cells - 1))))

    row: list[Cell] = [(" ", "")] * cells
    for place in range(at(level.low), at(level.high) + 1):
        row[place] = "·", "faint"
    if level.share is None or level.interval is None:
        return row
    role = "soft" if level.few else "good" if level.fits else "bad"
    low, high = map(at, level.interval)
    for place in range(low, high + 1):
        row[place] = "─", role
    row[low], row[high] = ("├", role), ("┤", role)
    row[at(level.share)] = "○" if level.few else "●", role
    return row


def _ruler(cells: int) -> Content:
    marks = [" "] * (cells + 2)
    for share, text in ((0, "0"), (50, "50"), (100, "100%")):
        place = round(share / 100 * (cells - 1))
        start = min(max(0, place - (len(text) // 2 if 0 < share < 100 else 0)), cells - 1)
        start = min(start, cells + 2 - len(text))
        marks[start : start + len(text)] = text
    return inked(written("".join(marks).rstrip(), "soft"))
