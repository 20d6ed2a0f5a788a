"""Lot: items drawn by lot, none of them twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

from banktrainer.study import live
from banktrainer.study.drills.draw import TEMPLATES, Draw, drawn, first_thought, scene_cell
from banktrainer.study.drills.item import PACK
from banktrainer.study.drills.pool import ASKED, Entry, shipped
from banktrainer.study.drills.template import Kind
from banktrainer.study.journal import Answer

SEEDS = 1 << 31
TRIES = 20_000
"""So many seeds are looked at for fresh numbers: a cell with few numbers begins anew after that."""
SAMPLES = 24
KINDS: frozenset[Kind] = frozenset(
    {"cycles", "degree", "conflict", "bank", "lanes", "rank", "cell", "repair", "choose"}
)
OTHER = KINDS - set(ASKED)
"""Kinds of questions that the pool has none of."""


class Lot:
    """What one sitting draws by.

    `seed` begins with its own item and leaves out the rows from before (the first `known` ones),
    so that the same answers give the same sitting.
    """

    def __init__(self, known: int, seed: int | None) -> None:
        self._seed = seed
        self._known = known if seed is not None else 0
        self.random = Random(seed)
        self.given: set[int] = set()
        self.last: str | None = None
        self._shown: set[tuple[str, str]] = set()
        self._through: set[tuple[str | None, frozenset[Kind]]] = set()

    def take(self, draw: Draw) -> Draw:
        """Note that `draw` is asked."""
        self.given.add(draw.seed)
        self._shown.add(_revealed(draw))
        self.last = draw.cell
        return draw

    def rows(self, rows: Sequence[Answer]) -> Sequence[Answer]:
        """The rows that may be looked at."""
        return rows[self._known :]

    def used(self, rows: Sequence[Answer]) -> set[int]:
        """The seeds that were asked already."""
        return self.given | _seeds(self.rows(rows))

    def first(self, cell: str | None = None) -> Draw | None:
        """The item with which a seeded sitting begins; None for any later one."""
        return None if self._seed is None or self.given else found(self._seed, cell)

    def shown(self, draw: Draw, rows: Sequence[Answer]) -> bool:
        """Whether the same numbers were revealed in this sitting or on the day of the last row."""
        return _revealed(draw) in self._shown or _revealed(draw) in {
            live.draw_of(row) for row in self._today(rows)
        }

    def some(
        self, rows: Sequence[Answer], cell: str | None, kinds: frozenset[Kind] = KINDS
    ) -> Draw:
        """A draw of a cell with fresh numbers, of some kinds or else of any; at last a repeat."""
        return self._fresh(rows, cell, kinds) or self._fresh(rows, cell, KINDS) or self._any(cell)

    def _fresh(
        self, rows: Sequence[Answer], cell: str | None, kinds: frozenset[Kind]
    ) -> Draw | None:
        likely = _templates(cell)
        for _ in range(0 if (cell, kinds) in self._through else TRIES):
            seed = self.random.randrange(SEEDS)
            template, kind = first_thought(seed)
            if template not in likely or kind not in kinds:
                continue
            draw = drawn(seed)
            if _asks_in(draw, cell) and draw.kind in kinds and not self.shown(draw, rows):
                return draw
        self._through.add((cell, kinds))
        return None

    def _any(self, cell: str | None) -> Draw:
        inside = [entry for entry in shipped().entries if cell in (None, entry.cell)]
        return drawn(self.random.choice(inside).seed)

    def quick(self, rows: Sequence[Answer], cell: str | None) -> Draw:
        """A draw of the pool, of a cell that is not the last one's unless it is asked for."""
        pool = [entry for entry in shipped().entries if entry.cell is not None]
        letter = cell or self.random.choice(sorted({e.cell or "" for e in pool} - {self.last}))
        inside = [entry for entry in pool if entry.cell == letter]
        free = self._free(inside, rows)
        self.random.shuffle(free)
        draws = (drawn(entry.seed) for entry in free)
        fresh = (draw for draw in draws if not self.shown(draw, rows))
        return next(fresh, None) or self.some(rows, letter)

    def _free(self, inside: Sequence[Entry], rows: Sequence[Answer]) -> list[Entry]:
        """Those never asked; where all were, those not asked on the last day."""
        used = self.used(rows)
        today = _seeds(self._today(rows))
        never = [entry for entry in inside if entry.seed not in used]
        return never or [e for e in inside if e.seed not in self.given | today]

    def _today(self, rows: Sequence[Answer]) -> list[Answer]:
        told = self.rows(rows)
        return [row for row in told if row.study_day == told[-1].study_day]


def found(seed: int, cell: str | None) -> Draw:
    """The draw of `seed`, or of the next seed whose draw is in the cell asked for, and doesn't ask
    for the cell itself."""
    while True:
        draw = drawn(seed)
        if _asks_in(draw, cell):
            return draw
        seed = (seed + 1) % SEEDS


def _asks_in(draw: Draw, cell: str | None) -> bool:
    """Whether a draw is in the cell asked for, and doesn't ask for the cell itself."""
    return cell is None or (draw.cell == cell and draw.kind != "cell")


@cache
def _templates(cell: str | None) -> frozenset[str]:
    """Where it is worth looking for a cell: by the pool, and by samples of what is not in it."""
    if cell is None:
        return frozenset(TEMPLATES)
    known = {entry.template for entry in shipped().entries}
    inside = {entry.template for entry in shipped().entries if entry.cell == cell}
    return frozenset(inside | {name for name in set(TEMPLATES) - known if cell in _cells(name)})


def _cells(name: str) -> set[str | None]:
    """The cells of some scenes of a template."""
    template, random = TEMPLATES[name], Random(name)
    scenes = (template.build(**template.draw(random)) for _ in range(SAMPLES))
    return {scene_cell(scene) for scene in scenes}


def _revealed(draw: Draw) -> tuple[str, str]:
    """What a row of this draw reveals, as `live.draw_of` has it."""
    return f"{PACK}/{draw.template}", repr(sorted(draw.params.items()))


def _seeds(rows: Iterable[Answer]) -> set[int]:
    return {row.seed for row in rows if row.pack == PACK and row.seed is not None}
