"""The board as a text, for regions too small for columns: one line a cycle."""

from __future__ import annotations

from banktrainer.tui.board import inks
from banktrainer.tui.board.head import GAP, sentences, status
from banktrainer.tui.board.layout import said_rows
from banktrainer.tui.board.ledger import mark, turn, window
from banktrainer.tui.board.rows import Piece, cells, cut, fitting
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.timing import Moment
from banktrainer.tui.board.tokens import Token


def paint_text(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """What it shows and its state, the cycles as far as there are rows, the sentence last."""
    _paint_state(canvas, scene, moment)
    layout, cycles = scene.layout, scene.story.timeline.cycles
    rows = said_rows(layout.height)
    last = layout.height - rows
    if moment.stage != "poised":
        shown = window(cycles, last - 1, moment)
        for row, number in enumerate(shown, 1):
            rest = _hidden(scene, shown, number)
            _paint_cycle(canvas, scene, moment, number, row, layout.width - cells(rest))
            canvas.add(row, Piece(layout.width - cells(rest), rest, inks.LABEL))
    if rows:
        for row, line in enumerate(fitting(sentences(scene, moment), layout.width, rows)):
            canvas.add(last + row, Piece(0, line, inks.SENTENCE))


def _paint_state(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    width = scene.layout.width
    state = status(scene, moment)
    legend = scene.text("ledger.legend")
    if moment.stage == "cycle" and cells(legend) + GAP + cells(state) > width:
        place = f"{moment.number}/{scene.story.timeline.cycles}"
        state = f"{scene.glyphs.plain(scene.old)} {place}" if scene.old else place
    canvas.ground(0, "bar")
    free, x = width - cells(state) - GAP, 0
    if cells(legend) <= free:
        canvas.add(0, Piece(0, legend, inks.LABEL))
        x = cells(legend) + GAP
    title = cut(scene.glyphs.plain(scene.title), free - x, scene.glyphs.ellipsis)
    canvas.add(0, Piece(x, title, inks.TITLE))
    canvas.add(0, Piece(max(0, width - cells(state)), state, inks.STATUS))


def _hidden(scene: Scene, shown: range, number: int) -> str:
    """How many cycles lie before the first and after the last that is shown, for the row's end."""
    total, width = scene.story.timeline.cycles, scene.layout.width
    parts = []
    if number == shown[0] > 1:
        parts.append(shown[0] - 1)
    if number == shown[-1] < total:
        parts.append(total - shown[-1])
    if not parts:
        return ""
    long = " " + scene.count("ledger.hidden", sum(parts))
    short = " " + scene.text("ledger.more", n=sum(parts))
    return next((text for text in (long, short) if cells(text) <= width // 2), "")


def _paint_cycle(
    canvas: Canvas, scene: Scene, moment: Moment, number: int, y: int, width: int
) -> None:
    """The lanes of a cycle in `width` cells, and how many of them are left out."""
    when = turn(moment, number)
    sign, ink = mark(scene, when)
    head = f"{sign} {number:>{len(str(scene.story.timeline.cycles))}} "
    canvas.add(y, Piece(0, head, ink))
    x = len(head)
    tokens = scene.story.tokens.served_in(number - 1)
    for place, token in enumerate(tokens):
        text = f" {_item(scene, token)}"
        rest = _left_out(scene, tokens[place:], width)
        after = _left_out(scene, tokens[place + 1 :], width)
        if x + len(text) + len(after) > width:
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


def _left_out(scene: Scene, tokens: tuple[Token, ...], width: int) -> str:
    """How many lanes the row has no room for."""
    lanes = sum(len(token.lanes) for token in tokens)
    if not lanes:
        return ""
    text = " " + scene.count("ledger.rest", lanes)
    return text if len(text) <= width // 2 else f" +{lanes}"


def _ink(scene: Scene, token: Token, when: int) -> inks.Ink:
    if scene.lane in token.lanes:
        return inks.ROUTE
    if when > 0:
        return inks.STACKED
    return inks.DONE if when < 0 else inks.BRAND
