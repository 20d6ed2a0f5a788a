"""The adaptive drill: each item is the one that should tell most of what the learner believes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from banktrainer.study import live
from banktrainer.study.drills.chooser import Asked, Beliefs, choose
from banktrainer.study.drills.draw import GENERATOR, Draw, drawn
from banktrainer.study.drills.item import PACK, DrillItem
from banktrainer.study.drills.lot import OTHER, Lot
from banktrainer.study.drills.pool import shipped
from banktrainer.study.journal import Answer

DIAGNOSTIC = 6
"""So many items in a row tell models apart; after them every second one asks something else."""
REMEMBERED = 30
"""So many of the latest answers say what the learner believes; older beliefs may have gone."""


LEAST = 3
"""After fewer answers nothing is said: one slip of a beginner would be called a belief."""


def believed(rows: Iterable[Answer]) -> Beliefs:
    """What the learner may believe, after the latest drill answers that count."""
    return Beliefs.even(shipped()).after_rows(_latest(rows), GENERATOR)


def _latest(rows: Iterable[Answer]) -> list[Answer]:
    return [row for row in live.live(rows) if row.pack == PACK][-REMEMBERED:]


def wrong_models(rows: Iterable[Answer]) -> tuple[str, ...] | None:
    """The wrong models that the answers to drills show, several where no item tells them apart;
    none at all: the hardware's rules. None while the answers don't say."""
    told = _latest(rows)
    if sum(row.forecast is not None for row in told) < LEAST:
        return None
    named = believed(told).named()
    return () if named == shipped().hypotheses[0] else named


class Adaptive:
    """What comes next, by what is known of the learner; `cell` narrows the items to one cell."""

    def __init__(self, lot: Lot, cell: str | None = None) -> None:
        self._lot = lot
        self._cell = cell

    def __call__(self, rows: Sequence[Answer]) -> DrillItem:
        return DrillItem(self._lot.take(self._draw(rows)))

    def _draw(self, rows: Sequence[Answer]) -> Draw:
        lot = self._lot
        given = len(lot.given)
        if (first := lot.first(self._cell)) is not None:
            return first
        if given >= DIAGNOSTIC and given % 2:
            return lot.some(rows, self._cell, OTHER)
        return self._telling(rows)

    def _telling(self, rows: Sequence[Answer]) -> Draw:
        """The item that tells most, with fresh numbers."""
        lot, beliefs = self._lot, believed(self._lot.rows(rows))
        used = lot.used(rows)
        try:
            while True:
                place = choose(beliefs, Asked(used, lot.last), lot.random, self._cell)
                draw = drawn(beliefs.pool.entries[place].seed)
                if not lot.shown(draw, rows):
                    return draw
                used.add(draw.seed)
        except LookupError:  # every item of the pool was asked before: anything fair will do
            return lot.some(rows, self._cell)
