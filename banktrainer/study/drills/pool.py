"""The pool that adaptive drills choose from: what the hardware and each wrong model answer.

`pool.json` beside this module holds it, made once for each version of the generator by
`python -m banktrainer.study.drills.pool`, so that choosing neither judges nor traces.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine import cell_of
from banktrainer.study.drills.draw import GENERATOR, Draw, answers, drawn
from banktrainer.study.models.apt import Shown, apt
from banktrainer.study.models.every import MODELS

FILE = Path(__file__).with_name("pool.json")
SEEDS = 8000
ALIKE = 2
"""Of items by which the models part in the same way, so many are kept."""
NO_CELL = "-"
"""The cell of entries that are in none."""
ASKED = ("cycles", "degree", "conflict")
_CODES = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Entry:
    """An item of the pool by its seed. `answers` are the different answers to it, the right one
    first; `codes` holds, for each model of the pool, the place of its answer among them."""

    seed: int
    template: str
    kind: str
    cell: str | None
    answers: tuple[str, ...]
    codes: tuple[int, ...]

    def row(self) -> list[object]:
        """The entry as the file has it."""
        digits = "".join(_CODES[code] for code in self.codes)
        return [self.seed, self.template, self.kind, self.cell, list(self.answers), digits]

    @classmethod
    def of_row(cls, row: list[Any]) -> Entry:
        seed, template, kind, cell, texts, digits = row
        codes = tuple(map(_CODES.index, digits))
        return cls(seed, template, kind, cell, tuple(texts), codes)


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The entries, and the hypotheses that they tell apart.

    A hypothesis is a tuple of models which no entry tells from each other; the first, empty but
    for models that never show, is that the learner holds no wrong model. `says` is 0 or 1
    (entries, answers, hypotheses): whether a believer gives that answer. `seeds` and `cells` are
    those of the entries.
    """

    entries: tuple[Entry, ...]
    hypotheses: tuple[tuple[str, ...], ...]
    says: NDArray[np.float64]
    seeds: NDArray[np.int64]
    cells: NDArray[np.str_]

    @classmethod
    def of(cls, models: tuple[str, ...], entries: tuple[Entry, ...]) -> Pool:
        codes = np.array([(0, *entry.codes) for entry in entries])
        alike: dict[bytes, list[int]] = {}
        for column in range(codes.shape[1]):
            alike.setdefault(codes[:, column].tobytes(), []).append(column)
        names = tuple(tuple(models[c - 1] for c in columns if c) for columns in alike.values())
        kept = codes[:, [columns[0] for columns in alike.values()]]
        says = kept[:, None, :] == np.arange(int(codes.max()) + 1)[None, :, None]
        seeds = np.array([entry.seed for entry in entries])
        cells = np.array([entry.cell or NO_CELL for entry in entries])
        return cls(entries, names, says.astype(np.float64), seeds, cells)

    def place(self, seed: int) -> int | None:
        """Where the entry of a seed is; None where it is not in the pool."""
        return _places(self).get(seed)


@cache
def _places(pool: Pool) -> dict[int, int]:
    return {entry.seed: place for place, entry in enumerate(pool.entries)}


@cache
def shipped() -> Pool:
    """The pool of the file; raises ValueError where it is of another generator or other models."""
    data = json.loads(FILE.read_text("utf-8"))
    if (data["generator"], data["models"]) != (GENERATOR, list(MODELS)):
        raise ValueError(f"{FILE.name} is out of date: run python -m {__name__}")
    return Pool.of(tuple(data["models"]), tuple(map(Entry.of_row, data["items"])))


def entry_of(draw: Draw) -> Entry | None:
    """The entry of a draw; None where its kind is not one that the pool asks, or tells nothing.

    A model that the code gives no cause for answers as the hardware does.
    """
    if draw.kind not in ASKED:
        return None
    shown = Shown(draw.scene.code, draw.scene.block)
    found = {
        name: answer
        for name, answer in answers(draw.access, draw.kind).items()
        if name is None or apt(name, draw.access, draw.kind, shown)
    }
    texts = tuple(dict.fromkeys(found.values()))
    if len(texts) < 2:
        return None
    codes = tuple(texts.index(found.get(name, found[None])) for name in MODELS)
    return Entry(draw.seed, draw.template, draw.kind, cell_of(draw.access), texts, codes)


def entries(seeds: Iterable[int]) -> Iterator[Entry]:
    """The entries of seeds, at most ALIKE of a kind and cell that part the models alike."""
    alike: dict[tuple[object, ...], int] = {}
    for entry in filter(None, (entry_of(drawn(seed)) for seed in seeds)):
        parts = (entry.codes, entry.cell)
        alike[parts] = alike.get(parts, 0) + 1
        if alike[parts] <= ALIKE:
            yield entry


def written(found: Iterable[Entry]) -> str:
    """The file's text, one entry a line."""
    head = (
        f'{{"generator": {json.dumps(GENERATOR)}, "models": {json.dumps(list(MODELS))}, "items": ['
    )
    return head + "\n" + ",\n".join(json.dumps(entry.row()) for entry in found) + "\n]}\n"


if __name__ == "__main__":
    FILE.write_text(written(entries(range(SEEDS))), "utf-8")
    sys.stdout.write(f"{len(shipped().entries)} items, {len(shipped().hypotheses)} hypotheses\n")
