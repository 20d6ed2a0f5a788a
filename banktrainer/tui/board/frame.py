"""The picture of the board at a time: a pure function of a timeline, the time and the size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.printable import printable
from banktrainer.tui.board import inks
from banktrainer.tui.board.fall import paint_falling, pile_at, scale_at
from banktrainer.tui.board.head import paint_head, paint_sentence
from banktrainer.tui.board.layout import NOWHERE
from banktrainer.tui.board.ledger import paint_ledger
from banktrainer.tui.board.numbers import (
    label,
    paint_counts,
    paint_floor,
    paint_lanes,
    paint_rest,
)
from banktrainer.tui.board.phases import paint_phases
from banktrainer.tui.board.plainboard import paint_text
from banktrainer.tui.board.route import paint_route
from banktrainer.tui.board.rows import NO_LANE, Frame
from banktrainer.tui.board.scene import Canvas, Scene, Story, Tell, View, scene_layout
from banktrainer.tui.board.stacks import Placed, Scale, heights, paint_stacks
from banktrainer.tui.board.telling import teller
from banktrainer.tui.board.timing import Moment
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.engine import Access, Timeline

__all__ = ["Frame", "frame", "picture"]


def frame(
    timeline: Timeline,
    access: Access,
    t: float,
    size: tuple[int, int],
    *,
    lane: int | None = None,
    view: View = "stack",
    ascii: bool = False,
    title: str = "",
    code: str = "",
    compact: bool = False,
    words: Words | None = None,
    tell: Tell | None = None,
) -> Frame:
    """The board `t` seconds after its start, in `size` columns and rows.

    Before 0 it is poised and gives nothing away; past the end it shows the whole count. `access`
    serves the sentences, which need more than the timeline.
    """
    story, words = Story(timeline), words or Words()
    width, height = size
    layout = scene_layout(story, width, height, title=True, code=True, compact=compact)
    scene = Scene(
        story,
        layout,
        words,
        tell or teller(words, access),
        printable(title),
        printable(code),
        lane,
        view,
        ascii,
    )
    return picture(scene, t)


def picture(scene: Scene, t: float) -> Frame:
    """The frame of a scene at a time."""
    layout = scene.layout
    canvas = Canvas(layout.height)
    moment = scene.story.schedule.moment(t)
    if layout.mode == "ledger":
        paint_text(canvas, scene, moment)
        return Frame(canvas.finish(), layout, moment)
    canvas.ground(layout.top, "grid", layout.depth)
    paint_head(canvas, scene, moment)
    paint_lanes(canvas, scene, moment)
    paint_phases(canvas, scene, moment)
    if scene.view == "ledger":
        paint_ledger(canvas, scene, moment)
    else:
        _paint_columns(canvas, scene, moment, t)
    paint_floor(canvas, scene, moment)
    paint_sentence(canvas, scene, moment)
    return Frame(canvas.finish(), layout, moment)


def _paint_columns(canvas: Canvas, scene: Scene, moment: Moment, t: float) -> None:
    layout = scene.layout
    pile, scale = pile_at(scene, moment, t), scale_at(scene, moment)
    stands = {bank: (tokens, scale.rows(tokens)) for bank, tokens in heights(pile).items()}
    counted = moment.stage == "cycle" or (moment.stage == "done" and scene.story.phases == 1)
    tops = {
        bank: layout.bottom - rows - int(counted and tokens > 1)
        for bank, (tokens, rows) in stands.items()
    }
    paint_rest(canvas, scene, moment)
    paint_route(canvas, scene, pile, tops)
    lane = NO_LANE if scene.lane is None else scene.lane
    paint_stacks(canvas, layout, scene.glyphs, pile, scale, lane)
    if counted:
        paint_counts(canvas, scene, moment, stands)
    if moment.stage == "falling":
        paint_falling(canvas, scene, moment, t, scale)
    _paint_margin(canvas, scene, moment, pile, scale)


def _paint_margin(
    canvas: Canvas, scene: Scene, moment: Moment, pile: list[Placed], scale: Scale
) -> None:
    """Left of the piles: which row is served now, or which phase a row belongs to."""
    layout = scene.layout
    if moment.stage == "cycle":
        canvas.add(layout.bottom, label(layout, scene.text("label.now")))
    elif moment.stage == "done" and layout.phases != NOWHERE and scale.build != "bars":
        for index, phase in enumerate(scene.story.tokens.phases):
            if phase:
                y = layout.bottom + 1 - scale.rows(phase[0].number + 1)
                name = scene.text("phase.short", n=index + 1)
                canvas.add(y, label(layout, name, inks.PHASE))
