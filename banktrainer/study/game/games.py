"""Games: what all games so far come to, added up one live row after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from banktrainer.study.clock import utc_text
from banktrainer.study.game.blitz import Blitz
from banktrainer.study.game.daily import Daily, Given
from banktrainer.study.game.ladder import Ladder
from banktrainer.study.game.play import play_of
from banktrainer.study.journal import Answer

State = Blitz | Ladder | Daily

LADDER = "ladder"
"""The game of the ladder that goes on from one sitting to the next."""
OPEN = timedelta(days=2)
"""So long after its first answer more answers count for a game; then it can be forgotten, and
answers under its id are another game."""
_KINDS = {"blitz": Blitz, "daily": Daily, "ladder": Ladder}


@dataclass(frozen=True, slots=True)
class Bests:
    """The best of each game: points by the seconds of the blitz, right answers in a row, rungs and
    tops of the ladder, puzzles done, all right, and the quickest of those."""

    blitz: Mapping[int, int] = field(default_factory=dict)
    combo: int = 0
    height: int = 0
    tops: int = 0
    dailies: int = 0
    perfect: int = 0
    quickest_ms: int | None = None

    def after_blitz(self, game: Blitz) -> Bests:
        points = max(game.points, self.blitz.get(game.seconds, 0))
        blitz = {**self.blitz, game.seconds: points} if points else self.blitz
        return replace(self, blitz=blitz, combo=max(self.combo, game.longest))

    def after_ladder(self, before: Ladder, game: Ladder) -> Bests:
        tops = self.tops + game.tops - before.tops
        return replace(self, height=max(self.height, game.height), tops=tops)

    def after_daily(self, before: Daily, game: Daily) -> Bests:
        if before.finished or not game.finished:
            return self
        if game.right < len(game.given):
            return replace(self, dailies=self.dailies + 1)
        times = [game.spent_ms] + ([self.quickest_ms] if self.quickest_ms is not None else [])
        return replace(
            self, dailies=self.dailies + 1, perfect=self.perfect + 1, quickest_ms=min(times)
        )


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that more answers may come to, up to the moment `until` (as rows have it)."""

    until: str
    state: State


@dataclass(slots=True)
class Games:
    """`ladder` is the one that goes on; `opened` the others, by id."""

    bests: Bests = field(default_factory=Bests)
    ladder: Ladder = field(default_factory=Ladder)
    opened: dict[str, Opened] = field(default_factory=dict)

    def add(self, row: Answer) -> None:
        """Take in the next live row by its moment."""
        play = play_of(row)
        if play is None:
            return
        if play.mode == "ladder" and play.game == LADDER:
            before, self.ladder = self.ladder, self.ladder.after(row)
            self.bests = self.bests.after_ladder(before, self.ladder)
            return
        known = self.opened.get(play.game)
        if known is None or row.at > known.until:
            known = Opened(_until(row.at), _new(play.mode, play.seconds))
        if isinstance(known.state, _KINDS[play.mode]):
            state = known.state.after(replace(row, seen=False) if play.replay else row)
            self.opened[play.game] = replace(known, state=state)
            if not play.replay:
                self._compare(known.state, state)

    def state(self, game: str) -> State | None:
        """Where a game stands; None for one without an answer, or forgotten."""
        if game == LADDER:
            return self.ladder
        found = self.opened.get(game)
        return found.state if found else None

    def forget(self, moment: str) -> None:
        """Let go of the games that no row after `moment` can belong to."""
        self.opened = {game: each for game, each in self.opened.items() if each.until >= moment}

    def _compare(self, before: State, state: State) -> None:
        match before, state:
            case _, Blitz():
                self.bests = self.bests.after_blitz(state)
            case Ladder(), Ladder():
                self.bests = self.bests.after_ladder(before, state)
            case Daily(), Daily():
                self.bests = self.bests.after_daily(before, state)

    def copy(self) -> Games:
        return Games(self.bests, self.ladder, dict(self.opened))

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        bests = astuple(replace(self.bests, blitz={}))[1:]
        return {
            "blitz": [list(each) for each in self.bests.blitz.items()],
            "bests": list(bests),
            "ladder": list(astuple(self.ladder)),
            "opened": {
                game: [each.until, _name(each.state), list(astuple(each.state))]
                for game, each in self.opened.items()
            },
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Games:
        blitz = {int(seconds): int(points) for seconds, points in data["blitz"]}
        opened = {
            game: Opened(str(until), _state(kind, values))
            for game, (until, kind, values) in data["opened"].items()
        }
        return cls(Bests(blitz, *data["bests"]), Ladder(*data["ladder"]), opened)


def games(rows: Iterable[Answer], before: Games | None = None) -> Games:
    """What the live `rows` come to, on top of `before`, which stays as it is."""
    total = before.copy() if before else Games()
    for row in rows:
        total.add(row)
    return total


def _until(at: str) -> str:
    try:
        return utc_text(datetime.fromisoformat(at) + OPEN)
    except OverflowError:  # the last days that there are
        return at


def _new(mode: str, seconds: int | None) -> State:
    if mode == "blitz":
        return Blitz(seconds or 0)
    return Daily() if mode == "daily" else Ladder()


def _name(state: State) -> str:
    return type(state).__name__.lower()


def _state(kind: str, values: list[Any]) -> State:
    if kind not in _KINDS:
        raise ValueError(f"no such game: {kind!r}")
    if kind == "daily":
        given, *rest = values
        return Daily(tuple(None if each is None else Given(*each) for each in given), *rest)
    return Blitz(*values) if kind == "blitz" else Ladder(*values)
