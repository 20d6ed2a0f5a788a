"""The modes of drills: which item comes next in each, by the rows so far; None: no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from random import Random

from banktrainer.engine import cell_of
from banktrainer.study import live
from banktrainer.study.drills.adaptive import Adaptive
from banktrainer.study.drills.draw import GENERATOR, Draw, drawn
from banktrainer.study.drills.item import DrillItem, fresh
from banktrainer.study.drills.lot import SEEDS, Lot
from banktrainer.study.game.blitz import Blitz
from banktrainer.study.game.daily import SLOTS, Daily, game_of
from banktrainer.study.game.games import LADDER, Games, games
from banktrainer.study.game.ladder import Ladder
from banktrainer.study.game.order import Order
from banktrainer.study.game.play import Play, play_of
from banktrainer.study.journal import Answer

Next = Callable[[Sequence[Answer]], DrillItem | None]

_LADDER = Play("ladder", LADDER)


def mode(order: Order, lot: Lot, game: str, today: date, before: Games | None) -> tuple[Next, Play]:
    """What an order's items come from, and the game that they are given in.

    `game` is an id that no other game has; `before` are the games of the rows before.
    """
    match order.mode:
        case "blitz":
            play = Play("blitz", game, order.time, replay=order.seed is not None)
            return _blitz(play, lot, order.cell), play
        case "ladder":
            play = Play("ladder", game, replay=True) if order.seed is not None else _LADDER
            return _ladder(play, lot, before), play
        case "daily":
            play = Play("daily", game_of(today, GENERATOR))
            return _daily(play, today, before), play
        case "random":
            play = Play("random")
            return lambda rows: DrillItem(lot.take(_any(lot, rows, order.cell)), play), play
    return Adaptive(lot, order.cell), Play("adaptive")


def new_state(play: Play) -> Blitz | Ladder | Daily | None:
    """A game before its first answer; None where answers aren't counted together."""
    match play.mode:
        case "blitz":
            return Blitz(play.seconds or 0)
        case "ladder":
            return Ladder()
        case "daily":
            return Daily()
    return None


def _any(lot: Lot, rows: Sequence[Answer], cell: str | None) -> Draw:
    return lot.first(cell) or lot.some(rows, cell)


def _blitz(play: Play, lot: Lot, cell: str | None) -> Next:
    """Quick questions, no cell twice in a row, until the game is over."""

    def following(rows: Sequence[Answer]) -> DrillItem | None:
        state = games(live.live(rows)).state(play.game)
        if isinstance(state, Blitz) and state.over:
            return None
        return DrillItem(lot.take(lot.first(cell) or lot.quick(rows, cell)), play)

    return following


def _ladder(play: Play, lot: Lot, before: Games | None) -> Next:
    """Questions of the rung's cell."""

    def following(rows: Sequence[Answer]) -> DrillItem:
        state = games(live.live(rows), before).state(play.game)
        cell = state.cell if isinstance(state, Ladder) else Ladder().cell
        return DrillItem(lot.take(lot.first(cell) or lot.quick(rows, cell)), play)

    return following


def _daily(play: Play, day: date, before: Games | None) -> Next:
    """The day's questions that are still open; one taken back comes last, with fresh numbers."""

    def following(rows: Sequence[Answer]) -> DrillItem | None:
        state = games(live.live(rows), before).state(play.game)
        given = state.given if isinstance(state, Daily) else Daily().given
        asked = _asked(play.game, rows)
        waiting = [slot for slot in range(SLOTS) if given[slot] is None]
        if not waiting:
            return None
        slot = min(waiting, key=lambda each: (asked[each], each))
        draw = drawn(daily_seeds(day)[slot])
        for _ in range(asked[slot]):
            draw = fresh(draw)
        return DrillItem(draw, Play("daily", play.game, slot=slot))

    return following


def _asked(game: str, rows: Sequence[Answer]) -> Counter[int]:
    """How often each slot was asked, answers taken back included."""
    plays = (play_of(row) for row in rows if live.is_asking(row))
    slots = (play.slot for play in plays if play and play.game == game)
    return Counter(slot for slot in slots if slot is not None)


@lru_cache(maxsize=8)
def daily_seeds(day: date) -> tuple[int, ...]:
    """The seeds of a study day's puzzle: no cell, template or kind of question twice."""
    random = Random(f"{GENERATOR}:daily:{day.isoformat()}")
    draws: list[Draw] = []
    while len(draws) < SLOTS:
        draw = drawn(random.randrange(SEEDS))
        if cell_of(draw.access) and not any(_alike(draw, other) for other in draws):
            draws.append(draw)
    return tuple(draw.seed for draw in draws)


def _alike(one: Draw, other: Draw) -> bool:
    return (
        one.template == other.template
        or one.kind == other.kind
        or cell_of(one.access) == cell_of(other.access)
    )
