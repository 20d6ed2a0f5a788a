"""What stands beside the piles: which row is served now, of which phase it is, what it hides."""

from __future__ import annotations

from collections import defaultdict

from banktrainer.tui.board import inks
from banktrainer.tui.board.layout import NOWHERE
from banktrainer.tui.board.numbers import label
from banktrainer.tui.board.rows import Piece, cut
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.stacks import Placed, Scale, label_room, sharers
from banktrainer.tui.board.timing import Moment


def paint_margins(
    canvas: Canvas, scene: Scene, moment: Moment, pile: list[Placed], scale: Scale
) -> None:
    """Labels left and right of the columns."""
    layout = scene.layout
    named = _paint_chosen(canvas, scene, pile, scale)
    if moment.stage == "cycle":
        now = label(layout, scene.text("label.now"))
        canvas.add(layout.bottom, now._replace(x=now.x - (3 if named == layout.bottom else 0)))
    elif moment.stage == "done" and layout.phases != NOWHERE and scale.build != "bars":
        _paint_phases(canvas, scene, scale)
    if scale.build != "halves":
        shown = [one for one in pile if scale.build == "tokens" or one.level == 0]
        _paint_sharers(canvas, scene, shown)


def _paint_phases(canvas: Canvas, scene: Scene, scale: Scale) -> None:
    """The name of each phase at its lowest row."""
    layout = scene.layout
    for index, phase in enumerate(scene.story.tokens.phases):
        if phase:
            y = layout.bottom + 1 - scale.rows(phase[0].number + 1)
            name = scene.text("phase.short", n=index + 1)
            canvas.add(y, label(layout, name, inks.PHASE))


def _paint_sharers(canvas: Canvas, scene: Scene, pile: list[Placed]) -> None:
    """Right: how many lanes share each word whose token is too narrow to say so."""
    layout, glyphs = scene.layout, scene.glyphs
    texts: defaultdict[int, list[str]] = defaultdict(list)
    for placed in sorted(pile, key=lambda placed: placed.token.bank):
        text = sharers(glyphs, placed.lanes)
        narrow = len(text) > label_room(layout, placed.token)
        if narrow and len(placed.lanes) > 1 and scene.lane not in placed.lanes:
            texts[layout.bottom - placed.level].append(text)
    for y, found in texts.items():
        text = cut(" ".join(found), layout.width - layout.right - 1, glyphs.ellipsis)
        canvas.add(y, Piece(layout.right + 1, text, inks.SHARERS))


def _paint_chosen(canvas: Canvas, scene: Scene, pile: list[Placed], scale: Scale) -> int:
    """Left: the chosen lane's number, where its token has no room for it; the row or NOWHERE."""
    layout, lane = scene.layout, scene.lane
    placed = next((one for one in pile if lane in one.lanes), None)
    if placed is None or lane is None or placed.token.span * layout.column > 1:
        return NOWHERE
    y = layout.bottom - scale.row(placed.level)
    canvas.add(y, label(layout, f"{lane:>2}", inks.ROUTE)._replace(lane=lane))
    return y
