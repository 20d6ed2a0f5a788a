"""The board as a text, for regions too small for columns: one line a cycle."""

from __future__ import annotations

from banktrainer.tui.board import inks
from banktrainer.tui.board.head import sentences, status
from banktrainer.tui.board.ledger import mark, turn, window
from banktrainer.tui.board.rows import Piece, cells, cut, fitting
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.timing import Moment
from banktrainer.tui.board.tokens import Token

_SENTENCE_FROM = 4
"""The least rows that have a line for the sentence; twice as many have two."""


def paint_text(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """State first, the cycles as far as there are rows, the sentence last."""
    _paint_state(canvas, scene, moment)
    layout, cycles = scene.layout, scene.story.timeline.cycles
    rows = min(2, layout.height // _SENTENCE_FROM)
    last = layout.height - rows
    if moment.stage != "poised":
        for row, number in enumerate(window(cycles, last - 1, moment), 1):
            _paint_cycle(canvas, scene, moment, number, row)
    if rows:
        for row, line in enumerate(fitting(sentences(scene, moment), layout.width, rows)):
            canvas.add(last + row, Piece(0, line, inks.SENTENCE))


def _paint_state(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    width = scene.layout.width
    state = status(scene, moment)
    if cells(state) > width:
        state = f"{moment.number}/{scene.story.timeline.cycles}"
    canvas.ground(0, "bar")
    title = cut(scene.glyphs.plain(scene.title), width - cells(state) - 2, scene.glyphs.ellipsis)
    canvas.add(0, Piece(0, title, inks.TITLE))
    canvas.add(0, Piece(max(0, width - cells(state)), state, inks.STATUS))


def _paint_cycle(canvas: Canvas, scene: Scene, moment: Moment, number: int, y: int) -> None:
    when = turn(moment, number)
    sign, ink = mark(scene, when)
    head = f"{sign} {number:>{len(str(scene.story.timeline.cycles))}} "
    canvas.add(y, Piece(0, head, ink))
    x = len(head)
    tokens = scene.story.tokens.served_in(number - 1)
    for place, token in enumerate(tokens):
        text = f" {_item(scene, token)}"
        rest = f" +{_lanes(tokens[place:])}"
        tail = len(rest) if place < len(tokens) - 1 else 0
        if x + len(text) + tail > scene.layout.width:
            canvas.add(y, Piece(x, rest, inks.LABEL))
            return
        canvas.add(y, Piece(x, text, _ink(scene, token, when), token.lanes[0]))
        x += len(text)


def _item(scene: Scene, token: Token) -> str:
    """A lane, or how many share the word, and the bank that serves them."""
    glyphs = scene.glyphs
    one = len(token.lanes) == 1
    lanes = f"{token.lanes[0]}" if one else f"{glyphs.shared}{len(token.lanes)}"
    return f"{lanes}{glyphs.arrow}{token.bank}"


def _lanes(tokens: tuple[Token, ...]) -> int:
    return sum(len(token.lanes) for token in tokens)


def _ink(scene: Scene, token: Token, when: int) -> inks.Ink:
    if scene.lane in token.lanes:
        return inks.ROUTE
    if when > 0:
        return inks.STACKED
    return inks.DONE if when < 0 else inks.BRAND
