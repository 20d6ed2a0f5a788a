"""Play: what a row says of the game that it was given in, kept among the row's params."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from banktrainer.study import live
from banktrainer.study.journal import Answer

Mode = Literal["adaptive", "blitz", "ladder", "daily", "random"]
MODES: tuple[Mode, ...] = get_args(Mode)
NAMES = ("mode", "game", "seconds", "slot", "replay")
"""The params that a game adds to those of the item's template."""


@dataclass(frozen=True, slots=True)
class Play:
    """One game: `game` is its id ("" where answers aren't counted together).

    `seconds` is the time of a blitz, `slot` the place (from 0) of an item of the daily puzzle. A
    `replay` was begun by a seed: the same answers give the same game, and it makes no best.
    """

    mode: Mode
    game: str = ""
    seconds: int | None = None
    slot: int | None = None
    replay: bool = False

    @property
    def params(self) -> Mapping[str, object]:
        """What a row's params say of it."""
        values = (self.mode, self.game or None, self.seconds, self.slot, self.replay or None)
        told = zip(NAMES, values, strict=True)
        return {name: value for name, value in told if value is not None}


def play_of(row: Answer) -> Play | None:
    """The game that a graded row was given in; None for practice, adaptive and random drills.

    Params that are none of ours (an import may hold anything) say nothing.
    """
    mode, game = row.params.get("mode"), row.params.get("game")
    if not isinstance(game, str) or not game or not live.graded(row):
        return None
    seconds, slot = _whole(row.params.get("seconds")), _whole(row.params.get("slot"))
    replay = row.params.get("replay") is True
    match mode:
        case "blitz" if seconds:
            return Play("blitz", game, seconds, replay=replay)
        case "daily" if slot is not None:
            return Play("daily", game, slot=slot)
        case "ladder":
            return Play("ladder", game, replay=replay)
    return None


def _whole(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None
