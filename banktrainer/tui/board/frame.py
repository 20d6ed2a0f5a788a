"""The picture of the board at a time: a pure function of a timeline, the time and the size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.tui.board.counts import paint_counts
from banktrainer.tui.board.fall import Fall
from banktrainer.tui.board.head import paint_head, paint_sentence
from banktrainer.tui.board.layout import lay_out
from banktrainer.tui.board.ledger import paint_ledger
from banktrainer.tui.board.margins import paint_margins
from banktrainer.tui.board.numbers import (
    paint_floor,
    paint_lanes,
    paint_rest,
)
from banktrainer.tui.board.phases import paint_phases
from banktrainer.tui.board.plainboard import paint_text
from banktrainer.tui.board.route import paint_route, route_of
from banktrainer.tui.board.rows import NO_LANE, Frame
from banktrainer.tui.board.scene import Canvas, Scene, Story, Tell, View, one_line
from banktrainer.tui.board.stacks import Placed, Scale, heights, paint_stacks, scale_at, standing
from banktrainer.tui.board.telling import teller
from banktrainer.tui.board.timing import Moment
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.engine import Access, Timeline

__all__ = ["Frame", "Painter", "frame"]


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
    serves the sentences, which need more than the timeline. No title or code takes no row.
    """
    story, words = Story(timeline), words or Words()
    width, height = size
    shape = story.shape(title=bool(title), code=bool(code), compact=compact)
    scene = Scene(
        story,
        lay_out(width, height, shape),
        words,
        tell or teller(words, access),
        one_line(title),
        one_line(code),
        lane,
        view,
        ascii,
    )
    return Painter(scene).frame(t)


class Painter:
    """Frames of one scene; what a moment leaves in place is painted once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._stills: dict[Moment, Canvas] = {}
        self._falls: dict[int, Fall] = {}
        self._last: tuple[Moment, float | None, Frame] | None = None

    def frame(self, t: float) -> Frame:
        """The frame at a time; only while lanes fall is it another one at every time."""
        moment = self.scene.story.schedule.moment(t)
        at = t if moment.stage == "falling" else None
        if self._last is None or self._last[:2] != (moment, at):
            self._last = moment, at, self._painted(moment, t)
        return self._last[2]

    def _painted(self, moment: Moment, t: float) -> Frame:
        scene = self.scene
        if moment not in self._stills:
            self._stills[moment] = _still(scene, moment)
        canvas = self._stills[moment].copy()
        if scene.layout.mode != "ledger" and scene.view == "stack":
            self._paint_columns(canvas, moment, t)
        return Frame(canvas.finish(), scene.layout, moment)

    def _paint_columns(self, canvas: Canvas, moment: Moment, t: float) -> None:
        scene, scale = self.scene, scale_at(self.scene, moment)
        if moment.stage != "falling":
            _paint_standing(canvas, scene, moment, scale)
            return
        fall = self._falls.get(moment.phase)
        if fall is None:
            fall = self._falls[moment.phase] = Fall(scene, moment.phase, scale)
        pile = fall.pile(t)
        _paint_pile(canvas, scene, pile, scale)
        fall.paint(canvas, t)
        paint_margins(canvas, scene, moment, pile, scale)


def _still(scene: Scene, moment: Moment) -> Canvas:
    """All that does not move: everything but the stacks."""
    layout = scene.layout
    canvas = Canvas.of(layout.height)
    if layout.mode == "ledger":
        paint_text(canvas, scene, moment)
        return canvas
    canvas.ground(layout.top, "grid", layout.depth)
    paint_head(canvas, scene, moment)
    paint_lanes(canvas, scene, moment)
    paint_phases(canvas, scene, moment)
    paint_floor(canvas, scene, moment)
    paint_sentence(canvas, scene, moment)
    if scene.view == "ledger":
        paint_ledger(canvas, scene, moment)
    return canvas


def _paint_standing(canvas: Canvas, scene: Scene, moment: Moment, scale: Scale) -> None:
    """Stacks with their counts, and the way of the chosen lane."""
    layout = scene.layout
    pile = standing(scene, moment)
    stands = {bank: (tokens, scale.rows(tokens)) for bank, tokens in heights(pile).items()}
    counted = moment.stage == "cycle" or scene.story.phases == 1
    tops = {
        bank: layout.bottom - rows - int(counted and tokens > 1)
        for bank, (tokens, rows) in stands.items()
    }
    paint_rest(canvas, scene, moment)
    route = route_of(scene, pile)
    if route is not None:
        paint_route(canvas, scene, route, tops)
    _paint_pile(canvas, scene, pile, scale)
    if counted:
        paint_counts(canvas, scene, moment, stands, route)
    paint_margins(canvas, scene, moment, pile, scale)


def _paint_pile(canvas: Canvas, scene: Scene, pile: list[Placed], scale: Scale) -> None:
    lane = NO_LANE if scene.lane is None else scene.lane
    paint_stacks(canvas, scene.layout, scene.glyphs, pile, scale, lane)
