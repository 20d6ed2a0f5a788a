"""Trainer: what a screen may ask of the app, without knowing the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from textual.screen import Screen

    from banktrainer.study.queue import NextDue
    from banktrainer.study.session import Result
    from banktrainer.tui.keys import Mode
    from banktrainer.tui.request import Request


class Trainer(Protocol):
    """The app as its screens see it; `stored` counts the answers of this run."""

    stored: int

    def painted(self) -> None: ...

    def completed(self) -> None: ...

    def practise(self, request: Request) -> None: ...

    def end_sitting(
        self, results: Sequence[tuple[str, Result]], next_due: NextDue | None
    ) -> None: ...

    def open(self, name: str) -> None: ...

    def push(self, screen: Screen[None]) -> None: ...

    def go_home(self) -> None: ...

    def show_help(self, mode: Mode) -> None: ...

    def swap_theme(self) -> None: ...

    def simulate_key(self, key: str) -> None: ...

    def leave(self) -> None: ...
