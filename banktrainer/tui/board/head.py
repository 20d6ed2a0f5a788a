"""The lines of text: title and state above, the code, the sentence below."""

from __future__ import annotations

from banktrainer.tui.board import inks
from banktrainer.tui.board.layout import NOWHERE
from banktrainer.tui.board.rows import Piece, cells, cut, fitting
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.timing import Moment

GAP = 2


def paint_head(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """Title left, state right; without a title line the state ends the code line."""
    layout = scene.layout
    state = status(scene, moment)
    stated = layout.title if layout.title != NOWHERE else layout.code
    taken = cells(state) + GAP if stated != NOWHERE else 0
    if layout.title != NOWHERE:
        canvas.ground(layout.title, "bar")
        _paint_title(canvas, scene, layout.width - taken - 1)
    if layout.code != NOWHERE:
        room = layout.width - layout.left - (taken if stated == layout.code else 1)
        code = cut(scene.glyphs.plain(scene.code), room, scene.glyphs.ellipsis)
        canvas.add(layout.code, Piece(layout.left, code, inks.CODE))
    canvas.add(stated, Piece(layout.width - 1 - cells(state), state, inks.STATUS))


def _paint_title(canvas: Canvas, scene: Scene, room: int) -> None:
    layout = scene.layout
    brand = scene.text("label.brand")
    title = scene.glyphs.plain(scene.title)
    x = 1
    if cells(brand) + GAP + cells(title) < room:
        canvas.add(layout.title, Piece(x, brand, inks.BRAND))
        x += cells(brand) + GAP
    title = cut(title, room - x, scene.glyphs.ellipsis)
    canvas.add(layout.title, Piece(x, title, inks.TITLE))


def paint_sentence(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """What is seen, in words, under the columns; it starts further left where it is long."""
    layout = scene.layout
    texts = sentences(scene, moment)
    told = moment.stage == "done" and not scene.old
    if layout.title == layout.code == NOWHERE and not told:
        state = status(scene, moment)
        texts = (*(f"{state}{' ' * GAP}{text}" for text in texts), state)
    lines = fitting(texts, layout.width - 2, layout.sentence_rows)
    x = min((layout.left, *(layout.width - 1 - cells(line) for line in lines)))
    for row, line in enumerate(lines):
        canvas.add(layout.sentence + row, Piece(x, line, inks.SENTENCE))


def sentences(scene: Scene, moment: Moment) -> tuple[str, ...]:
    """What there is to say, from the fullest to the shortest."""
    return tuple(map(scene.glyphs.plain, scene.tell(scene.story, moment, scene.lane)))


def status(scene: Scene, moment: Moment) -> str:
    """What the board is doing: falling, cycle 1 of 8, 8 cycles; of an old one, that it is old."""
    line = scene.story.timeline
    parts = [scene.glyphs.plain(scene.old)] if scene.old else []
    if moment.stage == "done":
        return " ".join((*parts, scene.count("cycles", line.cycles)))
    if len(line.phases) > 1 and moment.stage != "poised":
        parts.append(scene.text("status.phase", n=moment.phase + 1, total=len(line.phases)))
    if moment.stage == "cycle":
        parts.append(scene.text("status.cycle", n=moment.number, total=line.cycles))
    else:
        parts.append(scene.text(f"status.{moment.stage}"))
    return (" " * GAP).join(parts)
