"""The board as a widget: it holds the time and paints the picture that belongs to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from banktrainer.tui.board.frame import Painter
from banktrainer.tui.board.layout import Shape, lay_out, natural_height
from banktrainer.tui.board.palette import faded, palette_for
from banktrainer.tui.board.player import Player
from banktrainer.tui.board.rows import Frame, Row
from banktrainer.tui.board.scene import Scene, Story, Tell, View, one_line
from banktrainer.tui.board.strips import Strips
from banktrainer.tui.board.telling import teller
from banktrainer.tui.board.timing import Moment
from banktrainer.words import Words

if TYPE_CHECKING:
    from textual.timer import Timer

    from banktrainer.engine import Access, Timeline

FRAMES_PER_SECOND = 30

_BLANK = Row()


@dataclass(frozen=True, slots=True)
class _Show:
    """What the board was given, and how far it has come."""

    story: Story
    player: Player
    tell: Tell
    title: str
    code: str

    def shape(self, *, compact: bool) -> Shape:
        return self.story.shape(title=bool(self.title), code=bool(self.code), compact=compact)


class Board(Widget, can_focus=True):
    """Lanes falling on banks, and the cycles that serve them; nothing is computed here.

    The picture is a function of the timeline and a time; this widget keeps the time, paints the
    rows that have changed, and rests when nothing moves. Keys belong to the screen, which calls
    the methods; only, while it moves and has the focus, any key goes to the end. Where animations
    are off, every show ends at once.
    """

    DEFAULT_CSS = """
    Board { width: 1fr; height: 1fr; }
    Board.-compact { height: auto; }
    """

    compact: reactive[bool] = reactive(False, init=False)
    """Take only the rows that the worst stack needs."""

    view: reactive[View] = reactive("stack", init=False)
    """Stacks, or the ledger."""

    lane: reactive[int | None] = reactive[int | None](None, init=False)
    """The chosen lane."""

    ascii: reactive[bool] = reactive(False, init=False)
    """Draw without signs that some terminals lack or show two cells wide."""

    old: reactive[str] = reactive("", init=False)
    """What says that the board is out of date, before its state; then it is paler too."""

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
        self._timer: Timer | None = None
        self._painter: Painter | None = None
        self._frame: Frame | None = None
        self._strips: Strips | None = None

    # What a screen calls.

    def show(
        self,
        access: Access,
        timeline: Timeline,
        code_line: str = "",
        title: str = "",
        *,
        play: bool = True,
        done: bool = False,
        tell: Tell | None = None,
    ) -> None:
        """Show an access: `play` it, or show it `done` at once, or keep it poised until `replay`.

        The rows of `code_line` and `title` are left out where they are empty. `tell` makes the
        sentences; the board has its own.
        """
        story = Story(timeline)
        player = Player(story.schedule, self._clock)
        tell = tell or teller(self._words, access)
        if done:
            player.end()
        before, faded = self._place, self.old
        self._shown = _Show(story, player, tell, one_line(title), one_line(code_line))
        self.set_reactive(Board.lane, None)
        self.set_reactive(Board.old, "")
        if self._place != before or faded:
            self._anew()
        else:
            self._set_timer()
            self._look_anew()
        if play and not done:
            self.replay()

    @property
    def _place(self) -> tuple[Shape, int] | None:
        """What decides where its parts lie; of shows of one place only what differs is painted."""
        if self._shown is None:
            return None
        shape = self._shown.shape(compact=self.compact)
        rows = self.get_content_height(self.size, self.size, self.size.width)
        return replace(shape, worst=0), rows if self.compact else 0

    def clear(self) -> None:
        """Show nothing."""
        self._shown = None
        self._anew()

    @property
    def moving(self) -> bool:
        """Whether lanes are falling or cycles playing."""
        return self._shown is not None and self._shown.player.moving

    @property
    def moment(self) -> Moment:
        """What is shown."""
        return self._shown.player.moment if self._shown else Moment("poised")

    @property
    def picture(self) -> Frame | None:
        """The frame that is on the screen; None while there is nothing to show."""
        return self._frame_of(self.size)

    def replay(self) -> None:
        """Play from the start."""
        if self.app.animation_level == "none":
            self._move(lambda player: player.end(), finished=True)
        else:
            self._move(lambda player: player.play())

    def skip(self) -> None:
        """Go to the end at once."""
        if self.moment.stage != "done":
            self._move(lambda player: player.end())

    def step(self) -> None:
        """Show the next cycle; from the end, the first. While it moves, go to the end."""
        self._move(lambda player: player.step(1))

    def back(self) -> None:
        """Show the cycle before; from the end, the last. While it moves, go to the end."""
        self._move(lambda player: player.step(-1))

    def pick_lane(self, by: int) -> None:
        """Choose the next lane (+1) or the one before (-1); past the last there is none."""
        if self._shown is not None:
            places = self._shown.story.timeline.lanes + 1
            place = ((-1 if self.lane is None else self.lane) + 1 + by) % places
            self.lane = place - 1 if place else None

    def toggle_ledger(self) -> None:
        """Swap the stacks and the ledger."""
        self.view = "stack" if self.view == "ledger" else "ledger"

    # Time.

    def tick(self) -> None:
        """Show what the clock says; the timer calls this while something moves."""
        self._move(lambda player: player.tick())

    def _move(self, how: Callable[[Player], None], *, finished: bool = False) -> None:
        """Let the player move, paint where it came to and say so."""
        if self._shown is None:
            return
        player = self._shown.player
        before = player.moment
        how(player)
        self._set_timer()
        self._repaint()
        after = player.moment
        if after.stage == "cycle" and after != before:
            self.post_message(self.Moved(self, after))
        elif after.stage == "done" and (finished or after != before):
            self.post_message(self.Finished(self))

    def _set_timer(self) -> None:
        if self._timer is not None:
            if self.moving:
                self._timer.resume()
            else:
                self._timer.pause()

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

    def _anew(self) -> None:
        """Forget every picture; a compact board may need other rows."""
        self._painter = self._frame = self._strips = None
        self._set_timer()
        self.refresh(layout=self.compact)

    def _frame_of(self, size: Size) -> Frame | None:
        """The frame of the present time in a size."""
        if self._shown is None or not size:
            return None
        painter = self._painter
        if painter is None or painter.scene.layout.size != size:
            painter = self._painter = Painter(self._scene(self._shown, size))
        if self._strips is None or self._strips.layout != painter.scene.layout:
            palette = palette_for(self.app.theme, dark=self.app.current_theme.dark)
            if self.old:
                palette = faded(palette)
            self._strips = Strips(painter.scene.layout, palette, self.get_line_filters())
        self._frame = painter.frame(self._shown.player.t)
        return self._frame

    def _scene(self, shown: _Show, size: Size) -> Scene:
        return Scene(
            shown.story,
            lay_out(size.width, size.height, shown.shape(compact=self.compact)),
            self._words,
            shown.tell,
            shown.title,
            shown.code,
            self.lane,
            self.view,
            self.ascii,
            one_line(self.old),
        )

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
        return strips.strip(frame.rows[y] if y < len(frame.rows) else _BLANK)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        if self._shown is None:
            return 1
        shape = self._shown.shape(compact=True)
        return natural_height(width, shape, ledger=self.view == "ledger")

    # Events.

    def on_mount(self) -> None:
        """Where the app paints ASCII alone, so does the board, with a set of signs of its own."""
        settings = getattr(self.app, "settings", None)
        if settings is not None and settings.ascii:
            self.ascii = True
        self._timer = self.set_interval(
            1 / FRAMES_PER_SECOND, self.tick, pause=not self.moving, name="board"
        )
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._anew())

    def on_key(self, event: events.Key) -> None:
        if self.moving:
            event.stop()
            event.prevent_default()
            self.skip()

    def on_click(self, event: events.Click) -> None:
        """Choose the lane under the pointer, or none."""
        frame, at = self.picture, event.get_content_offset(self)
        lane = frame.lane_at(*at) if frame and at else None
        self.lane = None if lane == self.lane else lane

    def watch_compact(self, compact: bool) -> None:
        self.set_class(compact, "-compact")
        self._painter = self._frame = self._strips = None
        self.refresh(layout=True)

    def watch_view(self) -> None:
        self._look_anew()
        if self.compact:
            self.refresh(layout=True)

    def watch_lane(self) -> None:
        self._look_anew()

    def watch_ascii(self) -> None:
        self._look_anew()

    def watch_old(self) -> None:
        self._anew()

    def _look_anew(self) -> None:
        """Paint what differs in a scene with another lane, view or set of signs."""
        self._painter = None
        self._repaint()


def _bands(rows: list[int], width: int) -> list[Region]:
    """Regions of whole rows, neighbours in one."""
    bands: list[tuple[int, int]] = []
    for y in rows:
        if bands and bands[-1][1] == y:
            bands[-1] = (bands[-1][0], y + 1)
        else:
            bands.append((y, y + 1))
    return [Region(0, top, width, end - top) for top, end in bands]
