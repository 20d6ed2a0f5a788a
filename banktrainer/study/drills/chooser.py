"""The chooser: what a learner may believe, and the item whose answer tells most of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from banktrainer.study.drills.pool import NO_CELL, Pool
from banktrainer.study.journal import Answer

SLIP = 0.05
"""How often an answer is taken to be a slip."""
LEAD = 2.0
"""By how much the likeliest belief must lead to be named."""
ALIVE = 0.1
"""What a hypothesis must have of the likeliest one's weight for items to be chosen to test it."""
NEARLY = 0.995
"""Items that tell so much of the best item's are as good as it: one of them is taken by lot."""
_TINY = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Beliefs:
    """How likely each hypothesis of the pool is, after the answers so far."""

    pool: Pool
    weights: NDArray[np.float64]

    @classmethod
    def even(cls, pool: Pool) -> Beliefs:
        """Before any answer every hypothesis is as likely."""
        count = len(pool.hypotheses)
        return cls(pool, np.full(count, 1 / count))

    def after(self, place: int, answer: str) -> Beliefs:
        """The beliefs after `answer` (canonical) to the entry at `place`.

        An answer that no hypothesis gives is a slip of whoever gave it and tells nothing.
        """
        texts = self.pool.entries[place].answers
        if answer not in texts:
            return self
        gives = self.pool.says[place, texts.index(answer)]
        slipped = SLIP / max(1, len(texts) - 1)
        weights = self.weights * np.where(gives > 0, 1 - SLIP, slipped)
        return replace(self, weights=weights / weights.sum())

    def after_rows(self, rows: Iterable[Answer], generator: str) -> Beliefs:
        """The beliefs after the answers of live journal rows that are items of the pool."""
        beliefs = self
        for row in rows:
            if row.seed is None or row.generator != generator or row.forecast is None:
                continue
            place = self.pool.place(row.seed)
            if place is not None:
                beliefs = beliefs.after(place, row.forecast)
        return beliefs

    def named(self) -> tuple[str, ...] | None:
        """The models of the hypothesis that leads all others by LEAD; None while none does.

        Several where no item tells them apart; none at all: no wrong model.
        """
        second, first = np.argsort(self.weights)[-2:]
        leads = self.weights[first] >= LEAD * self.weights[second]
        return self.pool.hypotheses[first] if leads else None

    def alive(self) -> NDArray[np.float64]:
        """The weights of the hypotheses that are still in the running, as a distribution."""
        kept = np.where(self.weights >= ALIVE * self.weights.max(), self.weights, 0.0)
        alive: NDArray[np.float64] = kept / kept.sum()
        return alive


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sitting has asked: seeds, and the cell of the last item."""

    seeds: Collection[int] = ()
    last: str | None = None


def choose(beliefs: Beliefs, asked: Asked, random: Random, cell: str | None = None) -> int:
    """The place of the entry whose answer should tell most of the hypotheses still in the running.

    Never one asked before nor of the last one's cell; `cell` narrows the choice to one cell (then
    that rule gives way). Equals are taken by lot. Raises LookupError where nothing is left.
    """
    told = _told(beliefs.pool.says, beliefs.alive())
    told = np.where(_free(beliefs.pool, asked, cell), told, -1.0)
    if told.max() < 0:
        raise LookupError("no item is left to ask")
    return int(random.choice(np.flatnonzero(told >= NEARLY * told.max()).tolist()))


def _free(pool: Pool, asked: Asked, cell: str | None) -> NDArray[np.bool_]:
    free: NDArray[np.bool_] = ~np.isin(pool.seeds, list(asked.seeds))
    if cell is not None:
        free &= pool.cells == cell
    elif asked.seeds:
        free &= pool.cells != (asked.last or NO_CELL)
    return free


def _told(says: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each entry how much its answer would tell, in nats, if nobody slipped."""
    chances = says @ weights
    told: NDArray[np.float64] = -(chances * np.log(np.maximum(chances, _TINY))).sum(axis=1)
    return told
