"""Rows of cells to Content: equal neighbours share a span, so that a wide chart stays cheap."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from textual.content import Content, Span

Cell = tuple[str, str]
"""A character of one cell, and its role."""
BLANK: Cell = (" ", "")


def inked(cells: Iterable[Cell]) -> Content:
    """The cells as one line of text."""
    kept = list(cells)
    spans, at = [], 0
    for role, run in groupby(kept, key=lambda cell: cell[1]):
        end = at + len(list(run))
        if role:
            spans.append(Span(at, end, role))
        at = end
    return Content("".join(char for char, _ in kept), spans=spans)


def written(text: str, role: str = "") -> list[Cell]:
    """Text as cells."""
    return [(char, role) for char in text]
