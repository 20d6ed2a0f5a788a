"""The ledger: row n is what the banks serve in cycle n."""

from __future__ import annotations

from banktrainer.tui.board import inks
from banktrainer.tui.board.inks import Ink
from banktrainer.tui.board.numbers import centred
from banktrainer.tui.board.rows import NO_LANE, Piece
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.stacks import Placed, token_pieces
from banktrainer.tui.board.timing import Moment
from banktrainer.tui.board.tokens import Token


def paint_ledger(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """The cycles in the columns' rows, as many as fit, the present one among them."""
    layout, line = scene.layout, scene.story.timeline
    if moment.stage == "poised":
        return
    gap = int(line.cycles < layout.depth)
    shown = window(line.cycles, layout.depth - gap, moment)
    for row, number in enumerate(shown):
        _paint_cycle(canvas, scene, moment, number, layout.top + gap + row)
    _paint_hidden(canvas, scene, shown)


def window(cycles: int, rows: int, moment: Moment) -> range:
    """The numbers (from 1) of the cycles that are shown in `rows` rows."""
    now = 1 if moment.stage == "done" else max(1, moment.number)
    first = max(1, min(now - rows // 2, cycles - rows + 1))
    return range(first, min(cycles, first + rows - 1) + 1)


def turn(moment: Moment, number: int) -> int:
    """-1 for a cycle that is over, 0 for the present one, 1 for one to come."""
    if moment.stage == "done":
        return -1
    if moment.stage == "cycle" and number == moment.number:
        return 0
    return -1 if number <= moment.number else 1


def mark(scene: Scene, when: int) -> tuple[str, Ink]:
    """The sign before a cycle: a tick when it is over, an arrow now."""
    glyphs = scene.glyphs
    if when < 0:
        return glyphs.done, inks.DONE
    return (glyphs.now, inks.NOW) if when == 0 else (" ", inks.FAINT)


def _paint_cycle(canvas: Canvas, scene: Scene, moment: Moment, number: int, y: int) -> None:
    layout = scene.layout
    when = turn(moment, number)
    sign, ink = mark(scene, when)
    canvas.add(y, Piece(layout.left - 5, f"{sign}{number:>3}", ink))
    idle = centred(layout, scene.glyphs.idle)
    for bank in range(layout.banks):
        canvas.add(y, Piece(layout.x(bank), idle, inks.FAINT))
    tokens = scene.story.tokens.served_in(number - 1)
    for token in tokens:
        canvas.add(y, *_pieces(scene, token, when))
    if tokens and tokens[0].cycle == 0 and len(scene.story.timeline.phases) > 1:
        name = scene.text("phase.short", n=tokens[0].phase + 1)
        if len(name) < layout.width - layout.right:
            canvas.add(y, Piece(layout.right + 1, name, inks.PHASE))


def _pieces(scene: Scene, token: Token, when: int) -> list[Piece]:
    lane = NO_LANE if scene.lane is None else scene.lane
    pieces = token_pieces(scene.layout, scene.glyphs, Placed(token, when, token.lanes), lane)
    if when >= 0 or lane in token.lanes:
        return pieces
    return [piece._replace(ink=Ink(_done_hue(token))) for piece in pieces]


def _done_hue(token: Token) -> inks.Hue:
    return "shared" if len(token.lanes) > 1 else "served"


def _paint_hidden(canvas: Canvas, scene: Scene, shown: range) -> None:
    """How many cycles lie above and below the window, in the right margin."""
    layout, total = scene.layout, scene.story.timeline.cycles
    if not shown:
        return
    for hidden, y in ((shown[0] - 1, layout.top), (total - shown[-1], layout.bottom)):
        text = scene.text("ledger.more", n=hidden)
        if hidden and len(text) < layout.width - layout.right:
            canvas.add(y, Piece(layout.right + 1, text, inks.LABEL))
