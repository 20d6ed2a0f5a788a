"""Playing: practice over generated items, with a row that says how the game stands.

The row is repainted when something happens, and once a second while the time of a blitz runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.content import Content

from banktrainer.study.game.daily import Daily
from banktrainer.tui.paint.blocks import Pair
from banktrainer.tui.paint.row import Row
from banktrainer.tui.paint.text import styled
from banktrainer.tui.practice.screen import Practice
from banktrainer.words.game import gain_line, status_parts
from banktrainer.words.game_end import signs_text

if TYPE_CHECKING:
    from textual.timer import Timer

    from banktrainer.study.drilling import DrillSession
    from banktrainer.study.session import Result, Session
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.tui.request import Request
    from banktrainer.words import Words

HURRY = 10.0
"""From so many seconds on the time that is left is painted loud."""


@dataclass(slots=True)
class Clockwork:
    """What has the time repainted: a timer that rests while no time runs."""

    interval: float = 1.0
    timer: Timer | None = None
    running: bool = False

    def run(self, runs: bool) -> None:
        if self.timer is not None and runs != self.running:
            self.running = runs
            (self.timer.resume if runs else self.timer.pause)()


class Playing(Practice):
    """One sitting of drills."""

    def __init__(self, words: Words, desk: Desk, request: Request) -> None:
        super().__init__(words, desk, request)
        self.game_bar = Row(id="game")
        self.game_bar.display = False
        self.clock = Clockwork()

    def compose(self) -> ComposeResult:
        for part in super().compose():
            yield part
            if part is self.title_bar:
                yield self.game_bar

    def on_mount(self) -> None:
        self.clock.timer = self.set_interval(self.clock.interval, self.tick, pause=True)

    @property
    def drill(self) -> DrillSession | None:
        """The session, once it is there."""
        return cast("DrillSession", self.sitting.session) if self.sitting is not None else None

    def cover(self, covered: bool) -> None:
        super().cover(covered)
        self.tick()

    def tick(self) -> None:
        """Show the time that is left."""
        if self.sitting is not None and not self.sitting.busy:
            self._paint_game()

    def paint(self) -> None:
        drill = self.drill
        shown = drill is not None and bool(drill.play.game) and not self.broken
        self.game_bar.display = shown
        self.bars = 3 if shown else 2
        super().paint()

    def paint_bars(self) -> None:
        drill = self.drill
        if drill is None or self.sitting is None:
            super().paint_bars()
            return
        name = self.words(f"game.mode.{drill.play.mode}")
        number = "game.bar.endless" if drill.endless else "game.bar.number"
        self.show_bars(name, self.words(number, number=drill.number, total=drill.total))
        if not self.sitting.busy:
            self._paint_game()

    def _paint_game(self) -> None:
        drill = self.drill
        if drill is None or not drill.play.game:
            return
        left = drill.seconds_left
        runs = bool(left) and self._asking_now(drill) and not drill.watch.held
        self.clock.run(runs)
        self.game_bar.show(Pair(self._standing(drill, left), self._right(drill)))

    def _asking_now(self, drill: DrillSession) -> bool:
        return self.sitting is not None and not self.sitting.revealed and drill.counts

    def _standing(self, drill: DrillSession, left: float | None) -> Content:
        """How the game stands, the time loud when little of it is left."""
        if not drill.counts and drill.play.mode == "blitz":
            return styled(self.words("game.blitz.once_more"), "wait")
        parts = status_parts(self.words, drill.state, drill.play.game, left)
        if not self._asking_now(drill):
            stands = (self.words("game.blitz.stands"),) if left else ()
            parts = (*parts[:1], *stands)
        loud = "bad" if left is not None and left <= HURRY else "strong"
        roles = (loud, *("soft",) * len(parts[1:]))
        told = [styled(part, role) for part, role in zip(parts, roles, strict=True)]
        return styled(" · ", "faint").join(told)

    def _right(self, drill: DrillSession) -> Content:
        """What the answer on the table did to the game; of a puzzle, the signs so far."""
        result, state = drill.result, drill.state
        if isinstance(state, Daily):
            ascii = self.trainer.settings.ascii
            return styled(signs_text(self.words, state, ascii=ascii), "good")
        if self._asking_now(drill) and drill.seconds_left == 0:
            return styled(self.words("game.blitz.end"), "note")
        if result is None or not drill.counts or self._asking_now(drill):
            return Content()
        gained = gain_line(self.words, drill.previous, state, result.answer)
        return styled(gained, "good" if result.right else "note")

    def action_back(self) -> None:
        """Out of a sitting with answers by way of how it went."""
        sitting = self.sitting
        if sitting is None or self.broken or not sitting.results:
            self.dismiss()
        else:
            self.begin(partial(self.finish, sitting.session, sitting.results))

    async def finish(self, session: Session, results: Sequence[tuple[str, Result]]) -> None:
        from banktrainer.tui.games.played import Played

        told = await self.desk.told(cast("DrillSession", session))
        self.trainer.end_with(Played(self.words, told, results, self.desk), told.next_due)
