"""Previewer: the app over one pack that is being written; no journal is opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from banktrainer.records.settings import Settings
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.preview.checking import checked
from banktrainer.tui.preview.leafing import Check, Leafing, Watch
from banktrainer.tui.preview.watching import changes

if TYPE_CHECKING:
    from textual.screen import Screen

    from banktrainer.study.clock import Clock
    from banktrainer.study.queue import NextDue
    from banktrainer.study.session import Result
    from banktrainer.tui.preview.written import PreviewBackend
    from banktrainer.words import Words

_USUAL = Settings()


class Previewer(BanktrainerApp):
    """Its first screen is the preview; a sitting leads back there."""

    def __init__(
        self,
        backend: PreviewBackend,
        clock: Clock,
        words: Words,
        *,
        settings: Settings = _USUAL,
        letters: bool = True,
        watch: Watch = changes,
        check: Check = checked,
    ) -> None:
        self._preview, self._watch, self._check = backend, watch, check
        super().__init__(
            *(backend.home, "home", clock, words),
            backend=backend,
            settings=settings,
            letters=letters,
        )

    def get_default_screen(self) -> Screen[None]:
        return Leafing(self.words, self.desk, self._preview, self._watch, self._check)

    def end_sitting(self, results: Sequence[tuple[str, Result]], next_due: NextDue | None) -> None:
        self.go_home()

    def end_with(self, screen: Screen[None], next_due: NextDue | None) -> None:
        self.go_home()
