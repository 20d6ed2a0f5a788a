"""The board as a widget: it holds the time and paints the picture that belongs to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from banktrainer.tui.board.frame import Painter
from banktrainer.tui.board.layout import natural_height
from banktrainer.tui.board.palette import palette_for
from banktrainer.tui.board.rows import Frame, Row
from banktrainer.tui.board.scene import Scene, Story, Tell, View, one_line, scene_layout
from banktrainer.tui.board.strips import Strips
from banktrainer.tui.board.telling import teller
from banktrainer.tui.board.timing import POISED, Moment
from banktrainer.words import Words

if TYPE_CHECKING:
    from textual.timer import Timer

    from banktrainer.engine import Access, Timeline

FRAMES_PER_SECOND = 30


@dataclass(frozen=True, slots=True)
class _Show:
    """What the board was given to show; texts are printable."""

    story: Story
    tell: Tell
    title: str
    code: str


class Board(Widget, can_focus=True):
    """Lanes falling on banks, and the cycles that serve them; nothing is computed here.

    The picture is a function of the timeline and a time; this widget keeps the time, paints the
    rows that have changed, and rests when nothing moves. Keys belong to the screen: it calls the
    methods. Where animations are off, every show ends at once.
    """

    DEFAULT_CSS = """
    Board { width: 1fr; height: 1fr; }
    Board.-compact { height: auto; }
    """

    compact: reactive[bool] = reactive(False, layout=True)
    """Take only the rows that the worst stack needs."""

    view: reactive[View] = reactive("stack", init=False)
    lane: reactive[int | None] = reactive[int | None](None, init=False)
    """The chosen lane."""

    ascii: reactive[bool] = reactive(False, init=False)
    """Draw without signs that some terminals lack or show two cells wide."""

    class Finished(Message):
        """The whole count is shown: by itself, or since somebody skipped to the end."""

        def __init__(self, board: Board) -> None:
            super().__init__()
            self.board = board

        @property
        def control(self) -> Board:
            return self.board

    class Moved(Message):
        """Another cycle is shown; `phase` and `cycle` count from 0, `number` from 1."""

        def __init__(self, board: Board, moment: Moment) -> None:
            super().__init__()
            self.board = board
            self.phase = moment.phase
            self.cycle = moment.cycle
            self.number = moment.number

        @property
        def control(self) -> Board:
            return self.board

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Board.Moved)

    _BLANK: ClassVar[Row] = Row()

    def __init__(
        self,
        *,
        words: Words | None = None,
        clock: Callable[[], float] = monotonic,
        ascii: bool = False,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self.set_reactive(Board.ascii, ascii)
        self._words = words or Words()
        self._clock = clock
        self._shown: _Show | None = None
        self._t = POISED
        self._started = 0.0
        self._timer: Timer | None = None
        self._painter: Painter | None = None
        self._frame: Frame | None = None
        self._strips: Strips | None = None
        self._moving = False

    # What a screen calls.

    def show(
        self,
        access: Access,
        timeline: Timeline,
        code_line: str = "",
        title: str = "",
        *,
        play: bool = True,
        tell: Tell | None = None,
    ) -> None:
        """Show an access: play it, or keep it poised until `replay`. `tell` makes the sentences.

        Without a `title` there is no title row, and the state ends the code line.
        """
        story = Story(timeline)
        tell = tell or teller(self._words, access)
        self._shown = _Show(story, tell, one_line(title), one_line(code_line))
        self.set_reactive(Board.lane, None)
        self._halt()
        self._t = POISED
        self._anew(layout=self.compact)
        if play:
            self.replay()

    def clear(self) -> None:
        """Show nothing."""
        self._shown = None
        self._halt()
        self._anew(layout=self.compact)

    @property
    def moving(self) -> bool:
        """Whether lanes are falling or cycles playing."""
        return self._moving

    @property
    def moment(self) -> Moment:
        """What is shown."""
        shown = self._shown
        return shown.story.schedule.moment(self._t) if shown else Moment("poised")

    @property
    def picture(self) -> Frame | None:
        """The frame that is on the screen; None while there is nothing to show."""
        return self._frame_of(self.size)

    def replay(self) -> None:
        """Play from the start."""
        if self._shown is None:
            return
        if self._still():
            self._finish()
            return
        self._started = self._clock()
        self._moving = True
        self._at(0.0)
        if self._timer:
            self._timer.resume()

    def skip(self) -> None:
        """Go to the end at once."""
        if self.moment.stage != "done":
            self._finish()

    def step(self) -> None:
        """Show the next cycle; from the end, the first. While it moves, go to the end."""
        self._step(1)

    def back(self) -> None:
        """Show the cycle before; from the end, the last. While it moves, go to the end."""
        self._step(-1)

    def pick_lane(self, by: int) -> None:
        """Choose the next lane (+1) or the one before (-1); past the last there is none."""
        if self._shown is None:
            return
        places = self._shown.story.timeline.lanes + 1
        place = 0 if self.lane is None else self.lane + 1
        place = (place + by) % places
        self.lane = place - 1 if place else None

    def toggle_ledger(self) -> None:
        """Swap the stacks and the ledger."""
        self.view = "stack" if self.view == "ledger" else "ledger"

    # Time.

    def tick(self) -> None:
        """Show what the clock says; the timer calls this while something moves."""
        if not self._moving or self._shown is None:
            return
        t = self._clock() - self._started
        if t >= self._shown.story.schedule.duration:
            self._finish()
        else:
            self._at(t)

    def _step(self, by: int) -> None:
        if self._shown is None:
            return
        if self._moving:
            self.skip()
            return
        schedule, moment = self._shown.story.schedule, self.moment
        last = self._shown.story.timeline.cycles
        start = (0 if by > 0 else last + 1) if moment.stage == "done" else moment.number
        number = max(1, start + by)
        if number > last:
            self._finish()
        else:
            self._rest_at(schedule.start_of(number))

    def _finish(self) -> None:
        if self._shown:
            self._rest_at(self._shown.story.schedule.duration)
            self.post_message(self.Finished(self))

    def _still(self) -> bool:
        """Whether motion is unwanted."""
        return self.app.animation_level == "none"

    def _rest_at(self, t: float) -> None:
        self._halt()
        self._at(t)

    def _halt(self) -> None:
        self._moving = False
        if self._timer:
            self._timer.pause()

    def _at(self, t: float) -> None:
        """Show the picture of `t`, repainting the rows that differ."""
        before = self.moment
        self._t = t
        self._repaint()
        after = self.moment
        if after.stage == "cycle" and after != before:
            self.post_message(self.Moved(self, after))

    # Paint.

    def _repaint(self) -> None:
        """Paint the rows in which the present picture differs from the one on the screen."""
        old, new = self._frame, self._frame_of(self.size)
        if old is None or new is None or old.layout != new.layout:
            self.refresh()
        elif old is not new:
            rows = zip(old.rows, new.rows, strict=True)
            changed = [y for y, (was, row) in enumerate(rows) if was != row]
            if changed:
                self.refresh(*_bands(changed, new.layout.width))

    def _anew(self, *, layout: bool = False) -> None:
        """Forget every picture."""
        self._painter = self._frame = self._strips = None
        self.refresh(layout=layout)

    def _frame_of(self, size: Size) -> Frame | None:
        """The frame of the present time in a size."""
        if self._shown is None or not size:
            return None
        painter = self._painter
        if painter is None or painter.scene.layout.size != size:
            painter = self._painter = Painter(self._scene(self._shown, size))
        if self._strips is None or self._strips.layout != painter.scene.layout:
            palette = palette_for(dark=self.app.current_theme.dark)
            self._strips = Strips(painter.scene.layout, palette, self.get_line_filters())
        self._frame = painter.frame(self._t)
        return self._frame

    def _scene(self, shown: _Show, size: Size) -> Scene:
        layout = scene_layout(
            shown.story,
            size.width,
            size.height,
            title=bool(shown.title),
            code=True,
            compact=self.compact,
        )
        return Scene(
            shown.story,
            layout,
            self._words,
            shown.tell,
            shown.title,
            shown.code,
            self.lane,
            self.view,
            self.ascii,
        )

    def _repaint_scene(self) -> None:
        """Paint what differs in a scene with another lane, view or set of signs."""
        self._painter = None
        self._repaint()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of a region, past the cache of Textual's that makes each strip anew.

        Its strips carry no rendered text from frame to frame; ours do. A board with a frame or
        padding goes the usual way.
        """
        if self._frame_of(self.size) is None or self.gutter:
            return super().render_lines(crop)
        strips = [self.render_line(y) for y in crop.line_range]
        if crop.column_span == (0, self.size.width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def render_line(self, y: int) -> Strip:
        frame, strips = self._frame, self._strips
        if frame is None or strips is None:
            return Strip.blank(self.size.width, self.rich_style)
        return strips.strip(frame.rows[y] if y < len(frame.rows) else self._BLANK)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        if self._shown is None:
            return 1
        shape = self._shown.story.shape(title=bool(self._shown.title), compact=True)
        return natural_height(width, shape)

    # Events.

    def on_mount(self) -> None:
        self._timer = self.set_interval(
            1 / FRAMES_PER_SECOND, self.tick, pause=not self._moving, name="board"
        )
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._anew())

    def on_click(self, event: events.Click) -> None:
        """Choose the lane under the pointer, or none."""
        frame, at = self.picture, event.get_content_offset(self)
        lane = frame.lane_at(*at) if frame and at else None
        self.lane = None if lane == self.lane else lane

    def watch_compact(self, compact: bool) -> None:
        self.set_class(compact, "-compact")
        self._anew(layout=True)

    def watch_view(self) -> None:
        self._repaint_scene()

    def watch_lane(self) -> None:
        self._repaint_scene()

    def watch_ascii(self) -> None:
        self._repaint_scene()


def _bands(rows: list[int], width: int) -> list[Region]:
    """Regions of whole rows, neighbours in one."""
    bands: list[tuple[int, int]] = []
    for y in rows:
        if bands and bands[-1][1] == y:
            bands[-1] = (bands[-1][0], y + 1)
        else:
            bands.append((y, y + 1))
    return [Region(0, top, width, end - top) for top, end in bands]
