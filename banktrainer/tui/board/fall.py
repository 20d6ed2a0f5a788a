"""The fall: where each lane is between its number and its bank, and the pile that has landed."""

from __future__ import annotations

from collections.abc import Iterator

from banktrainer.tui.board import inks
from banktrainer.tui.board.rows import NO_LANE, Piece
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.stacks import Placed, Scale, token_pieces
from banktrainer.tui.board.timing import FALL, Moment
from banktrainer.tui.board.tokens import Token


def pile_at(scene: Scene, moment: Moment, t: float) -> list[Placed]:
    """What stands on the floor: the landed, what the cycle leaves, or all of it when done."""
    tokens = scene.story.tokens
    if moment.stage == "poised":
        return []
    if moment.stage == "done":
        return [Placed(token, token.number, token.lanes) for token in tokens.all()]
    phase = tokens.phases[moment.phase]
    if moment.stage == "falling":
        landed = ((token, _landed(scene, token, t)) for token in phase)
        return [Placed(token, token.cycle, lanes) for token, lanes in landed if lanes]
    return [
        Placed(token, token.cycle - moment.cycle, token.lanes)
        for token in phase
        if token.cycle >= moment.cycle
    ]


def scale_at(scene: Scene, moment: Moment) -> Scale:
    """How piles are drawn: alike through fall and cycles, then by the whole pile."""
    line = scene.story.timeline
    worst = line.cycles if moment.stage == "done" else max(p.degree for p in line.phases)
    return Scale.of(worst, scene.layout.depth)


def paint_falling(canvas: Canvas, scene: Scene, moment: Moment, t: float, scale: Scale) -> None:
    """Lanes in the air, each with a short trail, the last to leave on top."""
    layout = scene.layout
    lane = NO_LANE if scene.lane is None else scene.lane
    for token in scene.story.tokens.phases[moment.phase]:
        land = layout.bottom + 1 - scale.rows(token.cycle + 1)
        for faller in token.lanes:
            part = _part(scene, token, faller, t)
            if 0 <= part < 1:
                y = layout.top + round(part * part * (land - layout.top))
                _paint_faller(canvas, scene, Placed(token, 0, (faller,)), y, lane)


def _paint_faller(canvas: Canvas, scene: Scene, placed: Placed, y: int, lane: int) -> None:
    layout, glyphs = scene.layout, scene.glyphs
    x, width = layout.x(placed.token.bank), placed.token.span * layout.column
    for above, sign in enumerate(_trail(scene), start=1):
        if y - above >= layout.top:
            canvas.add(y - above, Piece(x, sign * width, inks.TRAIL))
    canvas.add(y, *token_pieces(layout, glyphs, placed, lane))


def _trail(scene: Scene) -> Iterator[str]:
    yield scene.glyphs.trail
    yield scene.glyphs.drop


def _landed(scene: Scene, token: Token, t: float) -> tuple[int, ...]:
    return tuple(lane for lane in token.lanes if _part(scene, token, lane, t) >= 1)


def _part(scene: Scene, token: Token, lane: int, t: float) -> float:
    """How much of its fall a lane has behind it: under 0 it has not left, from 1 on it lies."""
    return (t - scene.story.schedule.leaves(token.phase, lane)) / FALL
