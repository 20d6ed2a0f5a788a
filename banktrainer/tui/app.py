"""The app: wires desk, words and screens together, and leaves in good order."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from banktrainer import TRACEBACK_VARIABLE
from banktrainer.printable import printable
from banktrainer.records.settings import Settings
from banktrainer.tui.desk.backend import Backend
from banktrainer.tui.desk.desk import Desk
from banktrainer.tui.home.screen import Home
from banktrainer.tui.keys.remap import Remap, usable
from banktrainer.tui.paint.themes import LOOKS, THEMES, theme_of
from banktrainer.tui.request import Request
from banktrainer.tui.sheets.sheet import Sheet

if TYPE_CHECKING:
    from textual.filter import LineFilter
    from textual.worker import WorkType

    from banktrainer.study.clock import Clock
    from banktrainer.study.queue import NextDue
    from banktrainer.study.session import Result
    from banktrainer.tui.keys.table import Mode
    from banktrainer.words import Words

_USUAL = Settings()
INTERRUPTED = 130
SIGNALLED = 128
POLITE_KILLS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


class BanktrainerApp(App[None], inherit_bindings=False):
    """The trainer on a screen. `start` is the home screen, or a request that opens a sitting.

    `letters` says that the terminal shows letters beyond ASCII, `few` that it has 16 colours. After
    it has left: `return_code`; `stored`, the answers of this run; `records_path`, their
    file (None where it was never opened); `next_due`, what the last sitting ended with;
    `unsaved`, whether a write was given up on.
    """

    TITLE = "banktrainer"
    CSS_PATH = Path(__file__).with_name("style.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        home: Path,
        start: Literal["home"] | Request,
        clock: Clock,
        words: Words,
        *,
        backend: Backend | None = None,
        settings: Settings = _USUAL,
        notes: tuple[str, ...] = (),
        letters: bool = True,
        few: bool = False,
    ) -> None:
        super().__init__()
        self.words = words
        self.clock = clock
        self._backend = backend or Backend(home, clock)
        self.desk = Desk(self._backend)
        self._start = start
        self.stored = 0
        self.unsaved = False
        self.next_due: NextDue | None = None
        self.settings = settings
        self.notes = notes
        self.remap: Remap = usable(settings.keys)
        self._letters = letters
        self._motion = self.animation_level
        self._use_signs()
        self._few = few
        self._begin_with(theme_of(settings.look, few=self._few))

    def _use_signs(self) -> None:
        """Paint with ASCII alone, or with every sign; nothing moves where that is chosen."""
        self.signs: tuple[LineFilter, ...] = ()
        if self.settings.ascii:
            from banktrainer.tui.paint.ascii import AsciiFilter

            self.signs = (AsciiFilter(letters=self._letters),)
        self.animation_level = "none" if self.settings.still else self._motion

    def get_line_filters(self) -> Sequence[LineFilter]:
        return (*super().get_line_filters(), *self.signs)

    async def choose(self, **chosen: object) -> str:
        """Let settings hold, and keep them; "" or why they could not be kept."""
        self._use(self.settings._replace(**chosen))  # type: ignore[arg-type]
        try:
            await self.desk.keep(chosen)
        except OSError as error:
            path = error.filename or ""
            return self.words("settings.error.write", path=path, why=error.strerror or error)
        return ""

    def _use(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        self.desk.use(settings)
        self.words.language = settings.language
        self.remap = usable(settings.keys)
        if (before.ascii, before.still) != (settings.ascii, settings.still):
            self._use_signs()
        self.theme = theme_of(settings.look, few=self._few)
        for screen in self.screen_stack:
            if isinstance(screen, Sheet):
                screen.renew()

    def _begin_with(self, name: str) -> None:
        """Take a theme without parsing the stylesheet a second time before the first paint."""
        for each in THEMES:
            self.register_theme(each)
        self.set_reactive(App.theme, name)
        self.stylesheet.set_variables(self.get_css_variables())

    @property
    def records_path(self) -> Path | None:
        return self._backend.records_path

    def get_default_screen(self) -> Screen[None]:
        return Home(self.words, self.desk)

    def on_mount(self) -> None:
        """Begin; a polite kill leaves as `q` does, with the terminal as it was."""
        for number in POLITE_KILLS:
            leave = partial(self.exit, return_code=SIGNALLED + number)
            asyncio.get_running_loop().add_signal_handler(number, leave)
        if self._start != "home":
            self.practise(self._start)

    def painted(self) -> None:
        """Called once the first screen is painted; nothing heavy is loaded before."""

    def completed(self) -> None:
        """Called once the home screen shows what packs and journal say."""

    def practise(self, request: Request) -> None:
        """Begin a sitting."""
        from banktrainer.tui.practice.screen import Practice

        kind: type[Practice] = Practice
        if request.drill is not None:
            from banktrainer.tui.games.playing import Playing

            kind = Playing
        self.push_screen(kind(self.words, self.desk, request))

    def end_sitting(self, results: Sequence[tuple[str, Result]], next_due: NextDue | None) -> None:
        """Show how a sitting went."""
        from banktrainer.study.tally import tally
        from banktrainer.tui.practice.ending import Ending

        told = tally(results)
        self.end_with(Ending(self.words, told, next_due, self.records_path), next_due)

    def end_with(self, screen: Screen[None], next_due: NextDue | None) -> None:
        """Show how a sitting went, in the place of its screen."""
        self.next_due = next_due
        self.switch_screen(screen)

    def open(self, name: str) -> None:
        """Show the screen of that name in the table of screens, over the present one."""
        from banktrainer.tui.screens import make

        self.push(make(name, self.words, self.desk))

    def push(self, screen: Screen[None]) -> None:
        """Show a screen over the present one; it leaves by `dismiss`."""
        self.push_screen(screen)

    def go_home(self) -> None:
        """Leave whatever lies over the home screen, which is always at the bottom."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def show_help(self, mode: Mode) -> None:
        """Explain the keys of `mode` and the signs on the board, over the present screen."""
        from banktrainer.tui.library.help import Help

        self.push_screen(Help(self.words, mode))

    def swap_theme(self) -> None:
        """The next look, kept like any other choice."""
        looks = tuple(LOOKS)
        following = looks[(looks.index(self.settings.look) + 1) % len(looks)]
        job: WorkType[object] = partial(self.choose, look=following)
        self.run_worker(job, group="settings")

    def _fatal_error(self) -> None:
        """Leave after an error of our own with one line; where it happened only if asked for.

        Textual's own way shows the program's variables, and what a learner typed among them.
        """
        error = self._exception
        if error is None or os.environ.get(TRACEBACK_VARIABLE):
            super()._fatal_error()
            return
        from rich.text import Text

        bug = self.words("cli.error.bug", name=type(error).__name__, message=error)
        self.panic(Text(printable(self.words("cli.error.line", message=bug))))

    def leave(self) -> None:
        self.exit()

    def action_leave(self) -> None:
        self.leave()

    def action_interrupt(self) -> None:
        """Ctrl-C leaves, but copies where text is selected in a field."""
        chosen = getattr(self.focused, "selected_text", "")
        if chosen:
            self.copy_to_clipboard(chosen)
        else:
            self.exit(return_code=INTERRUPTED)

    def on_unmount(self) -> None:
        for number in POLITE_KILLS:
            asyncio.get_running_loop().remove_signal_handler(number)
        self.unsaved = not self.desk.close()
