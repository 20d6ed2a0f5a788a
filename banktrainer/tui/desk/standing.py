"""How games stand, and what a sitting of drills came to: values for the screens to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.study.drilling import DrillSession, Trouble
    from banktrainer.study.game.daily import Daily
    from banktrainer.study.game.games import Bests, State
    from banktrainer.study.game.ladder import Ladder
    from banktrainer.study.game.order import Order
    from banktrainer.study.game.play import Play
    from banktrainer.study.queue import NextDue
    from banktrainer.study.summary import Summary


@dataclass(frozen=True, slots=True)
class Standing:
    """All games so far; `daily` is today's puzzle."""

    bests: Bests
    ladder: Ladder
    daily: Daily
    summary: Summary


@dataclass(frozen=True, slots=True)
class Told:
    """What a sitting of drills came to; `bests` are those before it.

    `wrong_models` is None while the answers don't say; `waits`: today's puzzle is undone.
    """

    order: Order
    play: Play
    state: State | None
    bests: Bests
    wrong_models: tuple[str, ...] | None
    trouble: Trouble | None
    waits: bool
    next_due: NextDue | None


def told(session: DrillSession) -> Told:
    """What is to be told of a sitting; it may take a while."""
    return Told(
        session.order,
        session.play,
        session.state,
        session.bests,
        session.wrong_models if session.results else None,
        session.trouble,
        session.daily_waits,
        session.next_due,
    )
