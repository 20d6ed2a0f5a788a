"""Trainer: what a screen may ask of the app, without knowing the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from textual.screen import Screen

    from banktrainer.records.settings import Settings
    from banktrainer.study.queue import NextDue
    from banktrainer.study.session import Result
    from banktrainer.tui.keys.remap import Remap
    from banktrainer.tui.keys.table import Mode
    from banktrainer.tui.request import Request


class Trainer(Protocol):
    """The app as its screens see it; `stored` counts the answers of this run.

    `settings` are those that hold, `notes` what of the settings file can't be used, `remap` the
    keys of the learner's own. `choose` makes settings hold and keeps them; what it returns is why
    they could not be kept, or "".
    """

    stored: int
    settings: Settings
    notes: tuple[str, ...]
    remap: Remap

    async def choose(self, **chosen: object) -> str: ...

    def painted(self) -> None: ...

    def completed(self) -> None: ...

    def practise(self, request: Request) -> None: ...

    def end_sitting(
        self, results: Sequence[tuple[str, Result]], next_due: NextDue | None
    ) -> None: ...

    def end_with(self, screen: Screen[None], next_due: NextDue | None) -> None: ...

    def open(self, name: str) -> None: ...

    def push(self, screen: Screen[None]) -> None: ...

    def go_home(self) -> None: ...

    def show_help(self, mode: Mode) -> None: ...

    def swap_theme(self) -> None: ...

    def simulate_key(self, key: str) -> None: ...

    def leave(self) -> None: ...
