"""The lines around the columns: lane and bank numbers, the floor, what lies under the tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from banktrainer.tui.board import inks
from banktrainer.tui.board.inks import Ink
from banktrainer.tui.board.layout import NOWHERE, Layout
from banktrainer.tui.board.rows import Piece, cells
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.timing import Moment
from banktrainer.tui.board.tokens import Token


def number(layout: Layout, value: int) -> str:
    """A number in a column: two digits, or its last where there is one cell."""
    return f"{value % 10}" if layout.column == 1 else centred(layout, f"{value:02d}")


def centred(layout: Layout, text: str) -> str:
    """A text in the middle of a column, the odd cell after it."""
    return f"{text:^{layout.column}}"


def label(layout: Layout, text: str, ink: Ink = inks.LABEL) -> Piece:
    """A text in the left margin, two cells from the columns, or closer where it is long."""
    gap = 2 if cells(text) <= layout.left - 2 else 1
    return Piece(layout.left - gap - cells(text), text, ink)


def paint_lanes(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """Lane numbers: served ones filled, those of another phase faint, inactive ones dotted."""
    layout, line = scene.layout, scene.story.timeline
    now = _served_now(scene, moment)
    canvas.ground(layout.lanes, "grid", layout.lane_rows)
    canvas.add(layout.lanes, label(layout, scene.text("label.lane")))
    for row in range(1, layout.lane_rows):
        canvas.add(layout.lanes + row, label(layout, f"{row * layout.banks}"))
    active = frozenset(line.active_lanes)
    look = _lane_look(scene, moment, now)
    for lane in range(line.lanes):
        x, y = layout.lane_place(lane)
        text = number(layout, lane) if lane in active else _idle(scene)
        canvas.add(y, Piece(x, text, look(lane) if lane in active else inks.FAINT, lane))
    if layout.lane_tens != NOWHERE:
        _paint_tens(canvas, layout, layout.lane_tens, line.lanes)


def _served_now(scene: Scene, moment: Moment) -> Mapping[int, Token]:
    if moment.stage != "cycle":
        return {}
    served = scene.story.tokens.served_in(moment.number - 1)
    return {lane: token for token in served for lane in token.lanes}


def _lane_look(scene: Scene, moment: Moment, now: Mapping[int, Token]) -> Callable[[int], Ink]:
    phases = scene.story.timeline.phases
    ours = frozenset(phases[moment.phase].lanes) if phases else frozenset()
    whole = moment.stage in ("poised", "done")
    of_lane = scene.story.tokens.of_lane

    def look(lane: int) -> Ink:
        odd = bool(lane % 2)
        if lane == scene.lane:
            return inks.CHOSEN[odd]
        if lane in now:
            return (inks.SHARED if len(now[lane].lanes) > 1 else inks.SERVED)[odd]
        if whole or (lane in ours and of_lane[lane].number >= moment.number):
            return inks.LANE[odd]
        return inks.DONE if of_lane[lane].number < moment.number else inks.FAINT

    return look


def paint_floor(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """The floor, with a block under each bank that decides the count, and the bank numbers."""
    layout, glyphs = scene.layout, scene.glyphs
    deciding, stacked, used = known(scene, moment)
    canvas.add(layout.floor, Piece(layout.left, glyphs.rule * layout.board, inks.RULE))
    canvas.ground(layout.bank_row, "grid")
    canvas.add(layout.bank_row, label(layout, scene.text("label.bank")))
    for bank in range(layout.banks):
        x = layout.x(bank)
        look = inks.FAINT
        if bank in deciding:
            look = inks.DECIDES
            canvas.add(layout.floor, Piece(x, glyphs.decides * layout.column, look))
        elif bank in stacked:
            look = inks.STACKED
        elif bank in used:
            look = inks.DONE
        canvas.add(layout.bank_row, Piece(x, number(layout, bank), look))
    if layout.bank_tens != NOWHERE:
        _paint_tens(canvas, layout, layout.bank_tens, layout.banks)
        for bank in deciding:
            canvas.add(layout.bank_tens, Piece(layout.x(bank), f"{bank // 10}", inks.DECIDES))


Banks = frozenset[int]


def known(scene: Scene, moment: Moment) -> tuple[Banks, Banks, Banks]:
    """The deciding, stacked and used banks that the moment may show."""
    tokens, none = scene.story.tokens, frozenset[int]()
    if moment.stage in ("poised", "falling"):
        return none, none, none
    if moment.stage == "done":
        return (
            none.union(*tokens.deciding),
            none.union(*tokens.stacked),
            none.union(*tokens.used),
        )
    phase = moment.phase
    return tokens.deciding[phase], tokens.stacked[phase], tokens.used[phase]


def paint_rest(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """Under the tokens of the bottom row: dots for idle banks, a tick for those that are done."""
    layout, glyphs = scene.layout, scene.glyphs
    if moment.stage in ("poised", "falling"):
        return
    used = known(scene, moment)[2]
    for bank in range(layout.banks):
        if bank not in used:
            canvas.add(layout.bottom, Piece(layout.x(bank), _idle(scene), inks.FAINT))
        elif moment.stage == "cycle":
            canvas.add(
                layout.bottom, Piece(layout.x(bank), centred(layout, glyphs.done), inks.DONE)
            )


def _idle(scene: Scene) -> str:
    return centred(scene.layout, scene.glyphs.idle * min(2, scene.layout.column))


def _paint_tens(canvas: Canvas, layout: Layout, y: int, numbers: int) -> None:
    canvas.ground(y, "grid")
    for value in range(0, numbers, 10):
        canvas.add(y, Piece(layout.x(value), f"{value // 10}", inks.LABEL))
