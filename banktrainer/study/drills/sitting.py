"""A sitting of drills: each item is chosen when its turn comes, by the answers before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from banktrainer.engine import cell_of
from banktrainer.study import live
from banktrainer.study.clock import Clock
from banktrainer.study.drills.chooser import Asked, Beliefs, choose
from banktrainer.study.drills.draw import GENERATOR, Draw, drawn
from banktrainer.study.drills.item import PACK, DrillItem
from banktrainer.study.drills.pool import ASKED, shipped
from banktrainer.study.journal import Answer, Journal
from banktrainer.study.session import Session, Turn

SEEDS = 1 << 31
DIAGNOSTIC = 6
"""So many items in a row tell models apart; after them every second one asks something else."""
REMEMBERED = 30
"""So many of the latest answers say what the learner believes; older beliefs may have gone."""

Next = Callable[[Sequence[Answer]], DrillItem]


class DrillSession(Session):
    """A Session of `count` items that `following` makes from the rows of the journal."""

    def __init__(
        self, following: Next, count: int, journal: Journal, clock: Clock, **more: Any
    ) -> None:
        self._following = following
        self._left = count
        super().__init__((), journal, clock, **more)

    @property
    def total(self) -> int:
        """Turns of this sitting, with those still to be chosen and those asked once more."""
        return len(self._turns) + self._left

    @property
    def rows(self) -> Sequence[Answer]:
        """The rows that the next item is chosen by: those given, and this sitting's."""
        return self._writer.rows

    def _ask(self) -> None:
        """Put the next chosen item before those that are to be asked once more."""
        if self._left:
            self._turns.insert(self._at, Turn(self._following(self._writer.rows)))
            self._left -= 1
        super()._ask()


class Chooser:
    """What comes next, by what is known of the learner.

    `seed` begins with its own item and leaves out the rows from before (the first `known` ones), so
    that the same answers give the same sitting. `cell` narrows the items to one cell.
    """

    def __init__(self, known: int, seed: int | None, cell: str | None = None) -> None:
        self._first = seed
        self._known = known if seed is not None else 0
        self._cell = cell
        self._given = 0
        self._seen: set[int] = set()
        self._last: str | None = None
        self._random = Random(seed)

    def __call__(self, rows: Sequence[Answer]) -> DrillItem:
        draw = self._draw(rows)
        self._given += 1
        self._seen.add(draw.seed)
        self._last = cell_of(draw.access)
        return DrillItem(draw)

    def beliefs(self, rows: Iterable[Answer]) -> Beliefs:
        """What the learner may believe, after the latest drill answers that count."""
        told = [row for row in live.live(tuple(rows)[self._known :]) if row.pack == PACK]
        return Beliefs.even(shipped()).after_rows(told[-REMEMBERED:], GENERATOR)

    def _draw(self, rows: Sequence[Answer]) -> Draw:
        if self._first is not None and not self._given:
            return self._of_cell(self._first)
        if self._given >= DIAGNOSTIC and self._given % 2:
            return self._other()
        used = {row.seed for row in rows[self._known :] if row.pack == PACK and row.seed}
        asked = Asked(self._seen | used, self._last)
        beliefs = self.beliefs(rows)
        try:
            place = choose(beliefs, asked, self._random, self._cell)
        except LookupError:  # every item of the pool was asked before: anything fair will do
            return self._of_cell(self._random.randrange(SEEDS))
        return drawn(beliefs.pool.entries[place].seed)

    def _other(self) -> Draw:
        """An item of a kind that the pool doesn't ask."""
        while True:
            draw = self._of_cell(self._random.randrange(SEEDS))
            if draw.kind not in ASKED and draw.seed not in self._seen:
                return draw

    def _of_cell(self, seed: int) -> Draw:
        """The draw of `seed`, or of the next seed whose draw is in the cell asked for."""
        while True:
            draw = drawn(seed)
            if self._cell in (None, cell_of(draw.access)):
                return draw
            seed = (seed + 1) % SEEDS
