"""The route of the chosen lane: a line from its number to its bank's column."""

from __future__ import annotations

from typing import NamedTuple

from banktrainer.tui.board import inks
from banktrainer.tui.board.rows import Piece
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.stacks import Placed


class Route(NamedTuple):
    """From the cell under a lane's number to the first cell of a bank's column."""

    start: int
    end: int
    bank: int


def route_of(scene: Scene, pile: list[Placed]) -> Route | None:
    """The way of the chosen lane; None where it is not in the pile."""
    layout, lane = scene.layout, scene.lane
    token = next((placed.token for placed in pile if lane in placed.lanes), None)
    if lane is None or token is None:
        return None
    return Route(layout.lane_place(lane)[0], layout.x(token.bank), token.bank)


def paint_route(canvas: Canvas, scene: Scene, route: Route, tops: dict[int, int]) -> None:
    """Across in the first row, which a stack leaves free but for its count, then down to its bank.

    `tops` gives the free row above each stack. The brackets of the phases stay whole.
    """
    layout, glyphs = scene.layout, scene.glyphs
    elbow = _elbow(scene, route.start, route.end)
    canvas.add(layout.top, Piece(min(route.start, route.end), elbow, inks.ROUTE))
    for y in range(layout.top + 1, tops[route.bank] + 1):
        canvas.add(y, Piece(route.end, glyphs.line, inks.ROUTE))


def _elbow(scene: Scene, start: int, end: int) -> str:
    """The turn from the lane's cell to its bank's."""
    glyphs = scene.glyphs
    dashes = glyphs.dash * (abs(end - start) - 1)
    if start == end:
        return glyphs.line
    if start < end:
        return glyphs.up_right + dashes + glyphs.down_left
    return glyphs.down_right + dashes + glyphs.up_left
