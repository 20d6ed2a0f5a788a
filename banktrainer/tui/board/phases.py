"""The line under the lanes that brackets each phase; those that wait are dashed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from banktrainer.tui.board import inks
from banktrainer.tui.board.inks import Ink
from banktrainer.tui.board.layout import NOWHERE
from banktrainer.tui.board.rows import Piece, cells, cut
from banktrainer.tui.board.scene import Canvas, Scene
from banktrainer.tui.board.timing import Moment
from banktrainer.words.lists import numbers

Span = tuple[int, int]
"""First lane and the lane after the last."""


def paint_phases(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    """Brackets with a name each, or one text where lanes take several rows; none while poised."""
    if scene.layout.phases == NOWHERE or moment.stage == "poised":
        return
    if scene.layout.lane_rows > 1:
        _paint_text(canvas, scene, moment)
        return
    for index in sorted(_shown(scene, moment), key=lambda index: index == moment.phase):
        _paint_phase(canvas, scene, moment, index)


def _shown(scene: Scene, moment: Moment) -> Iterator[int]:
    """The phases to bracket: of several on the same lanes only the present one, or the first."""
    phases = scene.story.timeline.phases
    seen: dict[tuple[int, ...], int] = {}
    for index, phase in enumerate(phases):
        if phase.lanes not in seen or index == moment.phase:
            seen[phase.lanes] = index
    yield from seen.values()


def _paint_phase(canvas: Canvas, scene: Scene, moment: Moment, index: int) -> None:
    layout = scene.layout
    spans = list(_spans(scene.story.timeline.phases[index].lanes))
    named = max(spans, key=lambda span: span[1] - span[0])
    ink = _ink(moment, index)
    for first, end in spans:
        width = (end - first) * layout.column
        name = _name(scene, moment, index, width - 4) if (first, end) == named else ""
        text = _bracket(scene, name, width, dashed=_waits(moment, index))
        canvas.add(layout.phases, Piece(layout.x(first), text, ink))


def _bracket(scene: Scene, name: str, width: int, *, dashed: bool) -> str:
    glyphs = scene.glyphs
    dash = glyphs.dots if dashed else glyphs.dash
    if width < 2:
        return glyphs.line
    inner = f" {name} " if name else ""
    room = width - 2 - cells(inner)
    left = room // 2
    return glyphs.up_right + dash * left + inner + dash * (room - left) + glyphs.up_left


def _name(scene: Scene, moment: Moment, index: int, room: int) -> str:
    """The longest name of a phase that fits."""
    short = scene.text("phase.short", n=index + 1)
    for name in (_long(scene, moment, index), short, f"{index + 1}"):
        if cells(name) <= room:
            return name
    return ""


def _long(scene: Scene, moment: Moment, index: int) -> str:
    phase = scene.story.timeline.phases[index]
    if not phase.cycles:
        return scene.text("phase.empty", n=index + 1)
    if moment.stage == "done" or index < moment.phase:
        return scene.text("phase.done", n=index + 1, cycles=scene.count("cycles", phase.degree))
    lanes = scene.glyphs.plain(numbers(scene.words, phase.lanes))
    key = "phase.waits" if _waits(moment, index) else "phase.now"
    return scene.text(key, n=index + 1, lanes=lanes)


def _waits(moment: Moment, index: int) -> bool:
    return moment.stage != "done" and index > moment.phase


def _ink(moment: Moment, index: int) -> Ink:
    if moment.stage == "done" or index == moment.phase:
        return inks.PHASE
    return inks.FAINT


def _paint_text(canvas: Canvas, scene: Scene, moment: Moment) -> None:
    layout, phases = scene.layout, scene.story.timeline.phases
    if moment.stage == "done":
        text = scene.text("phase.all", n=len(phases))
    else:
        text = _long(scene, moment, moment.phase)
    text = cut(text, layout.width - layout.left - 1, scene.glyphs.ellipsis)
    canvas.add(layout.phases, Piece(layout.left, text, inks.PHASE))


def _spans(lanes: Iterable[int]) -> Iterator[Span]:
    """Runs of neighbouring lanes."""
    first = end = None
    for lane in sorted(lanes):
        if first is not None and lane == end:
            end = lane + 1
            continue
        if first is not None and end is not None:
            yield first, end
        first, end = lane, lane + 1
    if first is not None and end is not None:
        yield first, end
