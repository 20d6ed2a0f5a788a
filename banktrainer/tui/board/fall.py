"""The fall of one phase: where each lane is on its way to its bank, and what has landed."""

from __future__ import annotations

from dataclasses import dataclass

from banktrainer.tui.board import inks
from banktrainer.tui.board.rows import NO_LANE, Piece
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.stacks import Placed, Scale, token_pieces
from banktrainer.tui.board.timing import FALL
from banktrainer.tui.board.tokens import Token


@dataclass(frozen=True, slots=True)
class _Faller:
    """A lane on its way to a token: when it leaves, the row it lands on, what is painted of it."""

    leaves: float
    land: int
    pieces: tuple[Piece, ...]

    def part(self, t: float) -> float:
        """How much of the fall is over: under 0 it has not left, from 1 on it lies."""
        return (t - self.leaves) / FALL


class Fall:
    """All lanes of a phase; what does not depend on the time is made once."""

    def __init__(self, scene: Scene, phase: int, scale: Scale) -> None:
        self._layout = scene.layout
        tokens = scene.story.tokens.phases[phase]
        self._fallers = [
            (token, [_faller(scene, token, lane, scale) for lane in token.lanes])
            for token in tokens
        ]
        glyphs = scene.glyphs
        self._trail = (glyphs.trail, glyphs.drop)

    def pile(self, t: float) -> list[Placed]:
        """The tokens that have landed, each with those of its lanes that have."""
        found = []
        for token, fallers in self._fallers:
            pairs = zip(token.lanes, fallers, strict=True)
            lanes = tuple([lane for lane, faller in pairs if faller.part(t) >= 1])
            if lanes:
                found.append(Placed(token, token.cycle, lanes))
        return found

    def paint(self, canvas: Canvas, t: float) -> None:
        """Lanes in the air, faster and faster, each with a short trail."""
        top = self._layout.top
        for token, fallers in self._fallers:
            for faller in fallers:
                part = faller.part(t)
                if 0 <= part < 1:
                    y = top + round(part * part * (faller.land - top))
                    self._paint_trail(canvas, token, y)
                    canvas.add(y, *faller.pieces)

    def _paint_trail(self, canvas: Canvas, token: Token, y: int) -> None:
        x, width = self._layout.x(token.bank), token.span * self._layout.column
        for above, sign in enumerate(self._trail, start=1):
            if y - above >= self._layout.top:
                canvas.add(y - above, Piece(x, sign * width, inks.TRAIL))


def _faller(scene: Scene, token: Token, lane: int, scale: Scale) -> _Faller:
    layout = scene.layout
    chosen = NO_LANE if scene.lane is None else scene.lane
    return _Faller(
        scene.story.schedule.leaves(token.phase, lane),
        layout.bottom + 1 - scale.rows(token.cycle + 1),
        tuple(token_pieces(layout, scene.glyphs, Placed(token, 0, (lane,)), chosen)),
    )
