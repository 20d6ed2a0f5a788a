"""The route of the chosen lane: a line from its number to its bank's column."""

from __future__ import annotations

from banktrainer.tui.board import inks
from banktrainer.tui.board.layout import NOWHERE
from banktrainer.tui.board.rows import Piece
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.stacks import Placed


def paint_route(canvas: Canvas, scene: Scene, pile: list[Placed], tops: dict[int, int]) -> None:
    """Down from the lane, across, and down to its token's stack; `tops` gives its free row above.

    Nothing where the lane is not in the pile.
    """
    layout, glyphs, lane = scene.layout, scene.glyphs, scene.lane
    token = next((placed.token for placed in pile if lane in placed.lanes), None)
    if lane is None or token is None:
        return
    start, _ = layout.lane_place(lane)
    end, last = layout.x(token.bank), tops[token.bank]
    if layout.phases != NOWHERE:
        canvas.add(layout.phases, Piece(start, glyphs.line, inks.ROUTE))
    if layout.top > last:
        return
    canvas.add(layout.top, Piece(min(start, end), _elbow(scene, start, end), inks.ROUTE))
    for y in range(layout.top + 1, last + 1):
        canvas.add(y, Piece(end, glyphs.line, inks.ROUTE))


def _elbow(scene: Scene, start: int, end: int) -> str:
    """The turn from the lane's cell to its bank's."""
    glyphs = scene.glyphs
    dashes = glyphs.dash * (abs(end - start) - 1)
    if start == end:
        return glyphs.line
    if start < end:
        return glyphs.up_right + dashes + glyphs.down_left
    return glyphs.down_right + dashes + glyphs.up_left
