"""The stacks: tokens piled up in their bank's column, the served ones in the bottom row."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from banktrainer.tui.board import inks
from banktrainer.tui.board.glyphs import Glyphs
from banktrainer.tui.board.inks import Hue, Ink, Pair
from banktrainer.tui.board.layout import Layout
from banktrainer.tui.board.rows import NO_LANE, Piece
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.timing import Moment
from banktrainer.tui.board.tokens import Token

Build = Literal["tokens", "halves", "bars"]


class Placed(NamedTuple):
    """A token at its level in the pile (0 is served now), with the lanes that have landed."""

    token: Token
    level: int
    lanes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """How a pile is drawn: a row for each token, half a row, or a bar over the served token.

    `eighths` is the height of one waiting word of a bar, in eighths of a row.
    """

    build: Build
    eighths: float = 8

    @classmethod
    def of(cls, worst: int, depth: int) -> Scale:
        """The largest that lets `worst` tokens and their count stand in `depth` rows."""
        if worst < depth:
            return cls("tokens")
        if math.ceil(worst / 2) < depth:
            return cls("halves")
        room = 8 * max(1, depth - 2)
        waiting = max(1, worst - 1)
        return cls("bars", 2 if 2 * waiting <= room else min(1, room / waiting))

    def rows(self, tokens: int) -> int:
        """The rows that a pile takes."""
        if self.build == "tokens":
            return tokens
        if self.build == "halves":
            return math.ceil(tokens / 2)
        return 1 + math.ceil(self.bar(tokens) / 8)

    def row(self, level: int) -> int:
        """The row above the bottom one in which a level of the pile lies."""
        if self.build == "tokens":
            return level
        return level // 2 if self.build == "halves" else self.rows(level + 1) - 1

    def bar(self, tokens: int) -> int:
        """The height of the bar over the served token, in eighths of a row."""
        waiting = tokens - 1
        return max(1, math.floor(waiting * self.eighths)) if waiting > 0 else 0


def standing(scene: Scene, moment: Moment) -> list[Placed]:
    """What stands on the floor when nothing falls: what the cycle leaves, or all when done."""
    tokens = scene.story.tokens
    if moment.stage == "done":
        return [Placed(token, token.number, token.lanes) for token in tokens.all()]
    if moment.stage == "poised":
        return []
    return [
        Placed(token, token.cycle - moment.cycle, token.lanes)
        for token in tokens.phases[moment.phase]
        if token.cycle >= moment.cycle
    ]


def scale_at(scene: Scene, moment: Moment) -> Scale:
    """How piles are drawn: alike through fall and cycles, then by the whole pile."""
    line = scene.story.timeline
    worst = line.cycles if moment.stage == "done" else line.degree
    return Scale.of(worst, scene.layout.depth)


def paint_stacks(
    canvas: Canvas, layout: Layout, glyphs: Glyphs, pile: Iterable[Placed], scale: Scale, lane: int
) -> None:
    """Put a pile on the canvas; `lane` is the chosen one or NO_LANE.

    The chosen lane's token has a whole row, whatever the scale.
    """
    placed = list(pile)
    if scale.build == "halves":
        _halves(canvas, layout, glyphs, placed)
    elif scale.build == "bars":
        _bars(canvas, layout, glyphs, placed, scale)
    for one in placed:
        served = scale.build == "bars" and one.level == 0
        if scale.build == "tokens" or served or lane in one.lanes:
            y = layout.bottom - scale.row(one.level)
            canvas.add(y, *token_pieces(layout, glyphs, one, lane))


def heights(pile: Iterable[Placed]) -> dict[int, int]:
    """How many tokens high the pile stands over each bank that has any."""
    found: dict[int, int] = {}
    for placed in pile:
        for bank in placed.token.banks:
            found[bank] = max(found.get(bank, 0), placed.level + 1)
    return found


def token_pieces(layout: Layout, glyphs: Glyphs, placed: Placed, lane: int) -> list[Piece]:
    """A token: its lane's number or how many share it, or a sign where there is one cell."""
    token, _, lanes = placed
    look, own = _look(placed, lane), lane if lane in lanes else lanes[0]
    ink = look[token.odd]
    width = token.span * layout.column
    x = layout.x(token.bank)
    if width == 1:
        return [_sign(glyphs, placed, lane, ink)._replace(x=x, lane=own)]
    room = label_room(layout, token)
    label = token_label(glyphs, lanes, lane, room)
    if room == width:
        return [Piece(x, f"{label:^{width}}", ink, own)]
    edge = Ink(ink.on or ink.fg)
    return [
        Piece(x, glyphs.left, edge, own),
        Piece(x + 1, f"{label:^{room}}", ink, own),
        Piece(x + width - 1, glyphs.right, edge, own),
    ]


def label_room(layout: Layout, token: Token) -> int:
    """The cells for a token's label: all, or those between its ends where it spans banks."""
    width = token.span * layout.column
    return width - 2 if token.span > 1 and width >= 4 else width


def token_label(glyphs: Glyphs, lanes: tuple[int, ...], lane: int, width: int) -> str:
    """The text of a token: the chosen lane, the only lane, or the number that share a word."""
    if lane in lanes:
        return f"{lane:02d}"
    if len(lanes) == 1:
        return f"{lanes[0]:02d}"
    label = sharers(glyphs, lanes)
    return label if len(label) <= width else glyphs.many


def sharers(glyphs: Glyphs, lanes: tuple[int, ...]) -> str:
    """How many lanes share a word."""
    return f"{glyphs.shared}{len(lanes)}"


def _look(placed: Placed, lane: int) -> Pair:
    if lane != NO_LANE and lane in placed.lanes:
        return inks.CHOSEN
    if placed.level == 0:
        return inks.SHARED if len(placed.lanes) > 1 else inks.SERVED
    return inks.SHARES if len(placed.lanes) > 1 else inks.WAITS


def _sign(glyphs: Glyphs, placed: Placed, lane: int, ink: Ink) -> Piece:
    """A token of one cell; a block that is served shows its colour, not its ink."""
    if lane != NO_LANE and lane in placed.lanes:
        return Piece(0, glyphs.chosen, ink)
    if len(placed.lanes) > 1:
        return Piece(0, glyphs.shared, ink)
    if placed.level:
        return Piece(0, glyphs.waits, ink)
    return Piece(0, glyphs.served, Ink(ink.on or ink.fg, bold=True))


def _halves(canvas: Canvas, layout: Layout, glyphs: Glyphs, pile: Iterable[Placed]) -> None:
    """Two tokens a row, in turn lighter and darker, so that they can be counted."""
    cells: dict[tuple[int, int], list[Placed | None]] = {}
    for placed in pile:
        for bank in placed.token.banks:
            cell = cells.setdefault((placed.level // 2, bank), [None, None])
            cell[placed.level % 2] = placed
    for (row, bank), (lower, upper) in cells.items():
        piece = _half_cell(layout, glyphs, bank, lower, upper)
        canvas.add(layout.bottom - row, piece)


def _half_cell(
    layout: Layout, glyphs: Glyphs, bank: int, lower: Placed | None, upper: Placed | None
) -> Piece:
    shown = next(one for one in (lower, upper) if one and (one is lower or lower is None))
    own = shown.lanes[0]
    if lower is None:
        return Piece(layout.x(bank), glyphs.trail * layout.column, Ink(_half(shown)), own)
    ink = Ink(_half(lower), _half(upper) if upper else None)
    if lower.level:
        sign = glyphs.both if upper else glyphs.lower
    else:
        sign = glyphs.both_now if upper else glyphs.lower_now
    return Piece(layout.x(bank), sign * layout.column, ink, own)


def _half(placed: Placed) -> Hue:
    """The colour of half a cell."""
    shared = len(placed.lanes) > 1
    if placed.level == 0:
        return "shared" if shared else "served"
    if placed.token.cycle % 2:
        return "shares_dark" if shared else "waits_dark"
    return "shared" if shared else "waits"


def _bars(
    canvas: Canvas, layout: Layout, glyphs: Glyphs, pile: Iterable[Placed], scale: Scale
) -> None:
    """Over the served token a bar as high as the number of words that wait."""
    for bank, tokens in heights(pile).items():
        full, rest = divmod(scale.bar(tokens), 8)
        for row in range(full + bool(rest)):
            fill = glyphs.eighths[8 if row < full else rest]
            piece = Piece(layout.x(bank), fill * layout.column, Ink("waits"))
            canvas.add(layout.bottom - 1 - row, piece)
