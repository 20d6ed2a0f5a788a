"""The counts over the stacks, which make way for the chosen lane's route."""

from __future__ import annotations

from collections.abc import Mapping

from banktrainer.tui.board import inks
from banktrainer.tui.board.numbers import centred, known
from banktrainer.tui.board.route import Route
from banktrainer.tui.board.rows import Piece
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.timing import Moment

Stands = Mapping[int, tuple[int, int]]
"""Tokens and rows of the stack over each bank that has any."""

_LONGEST_OVERHANG = 2
"""The most cells by which a count reaches over the columns to its right."""


def paint_counts(
    canvas: Canvas, scene: Scene, moment: Moment, stands: Stands, route: Route | None
) -> None:
    """The height of each stack of more than one, over it, or beside the route that ends there."""
    layout = scene.layout
    deciding, _, _ = known(scene, moment)
    for bank, (tokens, rows) in stands.items():
        if tokens > 1:
            ink = inks.DECIDES if bank in deciding else inks.STACKED
            y = layout.bottom - rows
            if route is not None and (bank, y) == (route.bank, layout.top):
                x, text = _aside(scene, stands, route)
            else:
                x, text = layout.x(bank), _count(scene, stands, bank, route)
            canvas.add(y, Piece(x, text, ink))


def _count(scene: Scene, stands: Stands, bank: int, route: Route | None) -> str:
    """`×8`, over the next columns too where they are free; else the number if it fits, or a dot."""
    column = scene.layout.column
    for text in _texts(scene, stands, bank):
        reach = range(bank + 1, bank + -(-len(text) // column))
        crossed = route is not None and route.bank in reach
        if not crossed and all(_lower(stands, other, bank) for other in reach):
            return centred(scene.layout, text)
    return scene.glyphs.idle


def _aside(scene: Scene, stands: Stands, route: Route) -> tuple[int, str]:
    """Cell and text of a count on the side of its bank that the route leaves free."""
    layout = scene.layout
    left = route.start > route.end
    for text in _texts(scene, stands, route.bank):
        x = route.end - len(text) if left else route.end + 1
        first = x - _LONGEST_OVERHANG if left else x
        cells = range(max(first, layout.left), min(x + len(text), layout.right))
        banks = {(cell - layout.left) // layout.column for cell in cells} - {route.bank}
        if all(_lower(stands, other, route.bank) for other in banks):
            return x, text
    return route.end, ""


def _texts(scene: Scene, stands: Stands, bank: int) -> tuple[str, str]:
    tokens, _ = stands[bank]
    return f"{scene.glyphs.times}{tokens}", f"{tokens}"


def _lower(stands: Stands, other: int, bank: int) -> bool:
    return stands.get(other, (0, 0))[1] < stands[bank][1]
