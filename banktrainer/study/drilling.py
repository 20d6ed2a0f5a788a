"""A sitting of drills: each item is chosen when its turn comes, by the answers before it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from banktrainer.study import live
from banktrainer.study.clock import Clock
from banktrainer.study.drills.adaptive import wrong_models
from banktrainer.study.drills.draw import GENERATOR
from banktrainer.study.drills.item import DrillItem
from banktrainer.study.drills.lot import Lot
from banktrainer.study.drills.modes import Next, mode, new_state
from banktrainer.study.game.blitz import Blitz
from banktrainer.study.game.daily import SLOTS, Daily, game_of
from banktrainer.study.game.games import Bests, Games, State, games
from banktrainer.study.game.order import Order
from banktrainer.study.game.play import Play
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer, Confidence, Journal
from banktrainer.study.past import Past
from banktrainer.study.queue import NextDue
from banktrainer.study.session import Result, Session, Stage, Turn
from banktrainer.study.writer import new_id


class Trouble(NamedTuple):
    """A cell, and how its questions went in a sitting."""

    cell: str
    right: int = 0
    answers: int = 0

    def after(self, result: Result) -> Trouble:
        return Trouble(self.cell, self.right + (result.right is True), self.answers + 1)


class DrillSession(Session):
    """A Session of generated items, as an order asks for.

    `play` is the game, `bests` what was best before this sitting, `previous` how the game stood
    before the last answer. `game` is an id that no other game has.
    """

    play: Play
    bests: Bests

    def __init__(
        self,
        order: Order,
        journal: Journal,
        clock: Clock,
        *,
        game: str | None = None,
        past: Past | None = None,
        **more: Any,
    ) -> None:
        self.order = order
        self.previous: State | None = None
        self._game = game or new_id()[:12]
        self._before = past.games if past else None
        self._next: Next | None = None
        self._known = 0
        self._left = order.items
        self._counted: tuple[int, Games] = (-1, Games())
        super().__init__((), journal, clock, past=past, **more)

    @property
    def endless(self) -> bool:
        """Whether time decides how many items there will be."""
        return self._left is None

    @property
    def total(self) -> int:
        """Turns of this sitting, with those still to be chosen and those asked once more."""
        return len(self._turns) + (self._left or 0)

    @property
    def rows(self) -> Sequence[Answer]:
        """The rows that the next item is chosen by: those given, and this sitting's."""
        return self._writer.rows

    @property
    def games(self) -> Games:
        """All games, with the answers of this sitting."""
        if self._counted[0] != len(self.rows):
            self._counted = len(self.rows), games(live.live(self.rows), self._before)
        return self._counted[1]

    @property
    def state(self) -> State | None:
        """How the game stands; None where answers aren't counted together."""
        return self.games.state(self.play.game) or new_state(self.play)

    @property
    def daily_done(self) -> Daily | None:
        """The puzzle that this sitting is about, once it is through."""
        state = self.state
        return state if isinstance(state, Daily) and state.finished else None

    @property
    def daily_waits(self) -> bool:
        """Whether another game's sitting leaves today's puzzle undone."""
        today = date.fromisoformat(self._writer.today)
        state = self.games.state(game_of(today, GENERATOR))
        return self.play.mode != "daily" and not (isinstance(state, Daily) and state.finished)

    @property
    def trouble(self) -> Trouble | None:
        """The cell of most wrong answers in this sitting; None without a wrong one."""
        found: dict[str, Trouble] = {}
        for turn in self._turns:
            if turn.result is not None and (cell := turn.item.cell) is not None:
                found[cell] = found.get(cell, Trouble(cell)).after(turn.result)
        worst = max(found.values(), key=lambda each: each.answers - each.right, default=None)
        return worst if worst and worst.right < worst.answers else None

    @property
    def results(self) -> tuple[Result, ...]:
        """What came of this sitting's questions, in their order."""
        return tuple(turn.result for turn in self._turns if turn.result is not None)

    @property
    def counts(self) -> bool:
        """Whether the item on the table is one of the game, and none to be asked once more."""
        return bool(self._turns) and isinstance(self.item, DrillItem) and self.item.play is not None

    @property
    def seconds_left(self) -> float | None:
        """What is left of a blitz, counting down while a question of it stands; None elsewhere."""
        state = self.state
        if not isinstance(state, Blitz):
            return None
        thinking = self.watch.seconds if self.stage is Stage.ASK and self.counts else 0.0
        return max(0.0, state.left_ms / 1000 - thinking)

    @property
    def wrong_models(self) -> tuple[str, ...] | None:
        """What the answers show: wrong models, () for none, None while they don't say.

        A seeded sitting looks at its own answers alone.
        """
        seeded = self.order.seed is not None
        return wrong_models(self.rows[self._known :] if seeded else self.rows)

    def forecast(self, text: str | None, confidence: Confidence = "think") -> Result:
        before = self.state
        result = super().forecast(text, confidence)
        self.previous = before
        return result

    @property
    def next_due(self) -> NextDue | None:
        """What is due next by the journal; generated items are never due themselves."""
        return self._due_next()

    def _begin(self) -> Next:
        """Settle what is played, once the rows are there."""
        self._known = len(self.rows)
        today = date.fromisoformat(self._writer.today)
        lot = Lot(self._known, self.order.seed)
        following, self.play = mode(self.order, lot, self._game, today, self._before)
        self.bests = self.games.bests
        if isinstance(state := self.state, Daily):
            self._left = SLOTS - state.answers
        return following

    def _ask(self) -> None:
        """Put the next chosen item before those that are to be asked once more.

        It is solved before its time begins: the machine's work is not the learner's.
        """
        self._next = self._next or self._begin()
        # An undo may leave nothing to ask where it was.
        answered = (n for n, turn in enumerate(self._turns) if turn.result is not None)
        self._at = max(self._at, max(answered, default=-1) + 1)
        item = self._next(self.rows) if self._left != 0 else None
        if item is not None:
            self._turns.insert(self._at, Turn(item))
            self._left = self._left and self._left - 1
        if self._at < len(self._turns):
            self.item.solve()
        super()._ask()

    def _again(self, item: Item) -> Item:
        """A seeded sitting is the same whatever was asked before it."""
        return item.again() if self.order.seed is not None else super()._again(item)

    def _bring_back(self, turn: Turn) -> None:
        """A question of the daily puzzle is open again, and chosen again; others come last."""
        item = turn.item
        if not (isinstance(item, DrillItem) and item.play and item.play.mode == "daily"):
            super()._bring_back(turn)
            return
        self._left = (self._left or 0) + 1
        retries = [i for i, each in enumerate(self._turns) if each.retry and not each.result]
        alike = (i for i in retries if self._turns[i].item.key == item.key)
        if (place := next(alike, None)) is not None:
            del self._turns[place]
