"""The plots of a class report as inline SVG; each shape tells its figures when pointed at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from banktrainer.classroom.report import ClassReport
from banktrainer.commands.class_table import discrimination, hardest, percent
from banktrainer.printable import printable
from banktrainer.words import Words
from banktrainer.words.answers import confidence_word
from banktrainer.words.models import model_name

_WIDTH = 640
_NAME = 220
_BAR = 22
_SHOWN = 15
_BANDS = 10
_SIZE, _EDGE = 420, 40


class Plots:
    """`of(part)` is the SVG of one part of the report, "" where there is nothing to draw."""

    def __init__(self, w: Words, told: ClassReport) -> None:
        self._w = w
        self._told = told

    def of(self, part: str) -> str:
        plots = {
            "cells": self._cells,
            "models": self._models,
            "items": self._items,
            "levels": self._levels,
            "learners": self._learners,
        }
        return plots[part]()

    def _cells(self) -> str:
        """A bar of the whole class for each cell, parted by days with a right answer."""
        shapes = []
        for row, cell in enumerate(self._told.cells):
            title = self._w(f"cli.cell.{cell.cell}")
            name = self._w("classroom.plot.cell", title=title, cell=cell.cell)
            shapes.append(_text(_NAME - 8, row * _BAR + 15, name, end=True))
            left, whole = float(_NAME), sum(cell.days) or 1
            for days, learners in enumerate(cell.days):
                wide = (_WIDTH - _NAME) * learners / whole
                share = percent(learners, whole)
                said = self._w.count("classroom.plot.days", days, cell=cell.cell, share=share)
                shade = f'fill="var(--good)" fill-opacity="{0.12 + 0.22 * days:.2f}"'
                shapes.append(_rect(left, row * _BAR + 2, wide, _BAR - 4, shade, said))
                left += wide
        return _svg(_WIDTH, len(self._told.cells) * _BAR, shapes)

    def _models(self) -> str:
        shown = self._told.models[:_SHOWN]
        return self._bars(
            [(model_name(self._w, each.model), each.learners, str(each.learners)) for each in shown]
        )

    def _levels(self) -> str:
        return self._bars(
            [
                (
                    confidence_word(self._w, each.confidence),
                    each.right / each.answers if each.answers else 0.0,
                    percent(each.right, each.answers),
                )
                for each in self._told.levels
            ],
            most=1.0,
        )

    def _learners(self) -> str:
        """How many learners had which tenth of their answers right."""
        shares = (each.right / each.answers for each in self._told.learners if each.answers)
        found = Counter(min(int(share * _BANDS), _BANDS - 1) for share in shares)
        bands = []
        for band in range(_BANDS):
            low, high = percent(band, _BANDS), percent(band + 1, _BANDS)
            name = self._w("classroom.plot.band", low=low, high=high)
            bands.append((name, found[band], str(found[band])))
        return self._bars(bands) if found else ""

    def _items(self) -> str:
        """A dot for each item: share right across, discrimination upwards."""
        told = [each for each in hardest(self._told) if each.discrimination is not None]
        if not told:
            return ""
        shapes = [
            f'<path d="M{_EDGE} 8V{_SIZE - _EDGE}H{_SIZE}M{_EDGE} {_up(0):.1f}H{_SIZE}" '
            'fill="none" stroke="var(--line)"/>',
            _text(_SIZE - 4, _SIZE - _EDGE + 18, self._w("classroom.plot.across"), end=True),
            _text(_EDGE, _SIZE - _EDGE + 18, percent(0)),
            _text(_EDGE + 6, 16, self._w("classroom.plot.up")),
            _text(_EDGE - 6, _up(1) + 8, "1", end=True),
            _text(_EDGE - 6, _up(0) + 4, "0", end=True),
        ]
        for each in told:
            across = _EDGE + each.right * (_SIZE - _EDGE - 8)
            figures = {"right": percent(each.right), "discrimination": discrimination(each)}
            said = self._w("classroom.plot.item", item=each.item, **figures)
            weak = (each.discrimination or 0) < 0.1
            shapes.append(_dot(across, _up(each.discrimination or 0), weak, said))
        return _svg(_SIZE, _SIZE, shapes)

    def _bars(self, bars: Sequence[tuple[str, float, str]], most: float = 0.0) -> str:
        """Horizontal bars: name, value, and the value as it is told."""
        longest = most or max((value for _, value, _ in bars), default=0)
        if not longest:
            return ""
        shapes = []
        for row, (name, value, told) in enumerate(bars):
            wide = (_WIDTH - _NAME - 60) * value / longest
            said = self._w("classroom.plot.bar", name=name, value=told)
            short = name if len(name) <= 34 else f"{name[:33]}…"
            shapes.append(_text(_NAME - 8, row * _BAR + 15, short, end=True))
            shapes.append(_rect(_NAME, row * _BAR + 2, wide, _BAR - 4, 'fill="var(--bar)"', said))
            shapes.append(_text(_NAME + wide + 6, row * _BAR + 15, told))
        return _svg(_WIDTH, len(bars) * _BAR, shapes)


def _up(value: float) -> float:
    """Where a discrimination of −1 to 1 lies."""
    return 8 + (1 - value) / 2 * (_SIZE - _EDGE - 8)


def _svg(width: int, height: int, shapes: Iterable[str]) -> str:
    inside = "\n".join(shapes)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n{inside}\n</svg>'


def _rect(x: float, y: float, width: float, height: float, paint: str, said: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f"<rect {place} {paint}><title>{_safe(said)}</title></rect>"


def _dot(x: float, y: float, weak: bool, said: str) -> str:
    paint = "var(--warn)" if weak else "var(--bar)"
    place = f'cx="{x:.1f}" cy="{y:.1f}" r="4"'
    return (
        f'<circle {place} fill="{paint}" fill-opacity="0.8"><title>{_safe(said)}</title></circle>'
    )


def _text(x: float, y: float, text: str, *, end: bool = False) -> str:
    anchor = ' text-anchor="end"' if end else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{anchor}>{_safe(text)}</text>'


def _safe(text: str) -> str:
    return escape(printable(text), quote=True)
