"""Sheet: a screen that is always in one mode; the mode decides which keys act."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.screen import Screen

from banktrainer.tui.keys.keybar import KeyBar
from banktrainer.tui.keys.remap import rebound
from banktrainer.tui.keys.table import Mode, allows, called
from banktrainer.tui.paint.blocks import Pair
from banktrainer.tui.paint.page import Page
from banktrainer.tui.paint.row import Row
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.words import Words

if TYPE_CHECKING:
    from textual.worker import WorkType

    from banktrainer.tui.sheets.trainer import Trainer

SMALLEST = (60, 18)
_GAP = 4
"""Cells of the title bar's two margins, and between its ends."""


class Sheet(Screen[None], inherit_bindings=False):
    """A title bar, a body, and a key bar; `mode` is what the screen waits for just now."""

    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    CLICKED: ClassVar[tuple[str, ...]] = ()
    """Actions that only a click runs, never a key."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self.title_bar = Row(id="title")
        self.key_bar = KeyBar(words)
        self._bars = "", ""
        self._shown: tuple[object, ...] = ()

    @property
    def trainer(self) -> Trainer:
        """The app, as far as screens know it."""
        return cast("Trainer", self.app)

    @property
    def mode(self) -> Mode:
        """What the screen waits for just now."""
        raise NotImplementedError

    @property
    def idle(self) -> frozenset[str]:
        """Actions that would do nothing just now: the footer leaves them out."""
        return frozenset()

    @property
    def scroller(self) -> Page | None:
        """The page that the arrow keys scroll."""
        return None

    def on_mount(self) -> None:
        self._rebind()

    def _rebind(self) -> None:
        """Give the learner's own keys to the bindings."""
        self._bindings = rebound(self.BINDINGS, self.trainer.remap)

    def renew(self) -> None:
        """Take the settings as they are now: the learner's own keys, another language or look."""
        self._rebind()
        self._shown = ()
        self.show_bars(*self._bars)
        for part in self.query("*"):
            part.refresh(layout=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action in self.CLICKED or allows(called(action, parameters), self.mode)

    def show_bars(self, title: str, right: str = "") -> None:
        """Paint both bars; in a terminal that is too small the right end says what is needed."""
        self._bars = title, right
        width, height = self.app.size
        shown = (title, right, self.mode, self.idle, width, height)
        if shown == self._shown:
            return
        self._shown = shown
        self.key_bar.show_mode(self.mode, self.trainer.remap, self.idle)
        if width < SMALLEST[0] or height < SMALLEST[1]:
            columns, rows = SMALLEST
            right = self.words(
                "practice.small", columns=columns, rows=rows, width=width, height=height
            )
        self.title_bar.show(_title(title, right, width))

    def on_resize(self) -> None:
        self.show_bars(*self._bars)

    def work(self, job: WorkType[None], *, group: str, exclusive: bool = False) -> None:
        """Do `job`, an async function, beside the loop.

        A function and no coroutine: Python complains of one that was never begun.
        """
        self.run_worker(job, group=group, exclusive=exclusive)

    def action_quit(self) -> None:
        self.trainer.leave()

    def action_help(self) -> None:
        self.trainer.show_help(self.mode)

    def action_open(self, name: str) -> None:
        self.trainer.open(name)

    def action_theme(self) -> None:
        self.trainer.swap_theme()

    def action_scroll(self, key: str) -> None:
        self._scroll(-1 if key == "up" else 1)

    def action_page(self, key: str) -> None:
        rows = max(1, self.scroller.size.height - 2) if self.scroller else 1
        self._scroll(-rows if key == "pageup" else rows)

    def _scroll(self, rows: int) -> None:
        if self.scroller is not None:
            self.scroller.scroll_to(y=self.scroller.scroll_target_y + rows, animate=False)


def _title(title: str, right: str, width: int) -> Pair:
    """The title bar; the program's name goes before it or the screen's is cut."""
    end, own = styled(right, "note"), foreign(title)
    brand = styled("banktrainer", "title") + "  "
    wanted = brand.cell_length + own.cell_length + end.cell_length + _GAP
    return Pair(brand + own if wanted <= width else own, end)


class PageSheet(Sheet):
    """A sheet whose body is one scrolling page."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.page = Page(id="body")

    @property
    def idle(self) -> frozenset[str]:
        """Actions that would do nothing just now: the footer leaves them out."""
        return frozenset()

    @property
    def scroller(self) -> Page:
        return self.page

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.page
        yield self.key_bar
