"""Placement: a short round over the ten cells; what it passes is known and comes back late.

Its rows are of the pack `placement`, each of the skill that it asked; all else is derived from
them, so that undo takes a placement back like any answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING

from banktrainer.study import live
from banktrainer.study.journal import Answer
from banktrainer.study.skills import PLACEMENT, SKILLS

if TYPE_CHECKING:
    from banktrainer.study.item import Item

Placed = Mapping[str, date]
"""The cells that were passed, by their letters, and on which study day."""
_DAY = timedelta(days=1)


def is_placement(row: Answer) -> bool:
    return row.pack == PLACEMENT


def passes(row: Answer) -> bool:
    """Whether a placement row passes its cell: right, and not by a guess."""
    return live.right(row) and row.confidence in ("think", "sure")


def place(placed: dict[str, date], row: Answer, today: date) -> None:
    """Take in a live placement row: the last one of a cell decides.

    One of a day beyond tomorrow (the clock was ahead) is left out, as nobody knows its day.
    """
    skill = SKILLS.get(row.card)
    day = date.fromisoformat(row.study_day)
    if skill is None or skill.cell is None or row.seen or day > today + _DAY:
        return
    placed.pop(skill.cell, None)
    if passes(row):
        placed[skill.cell] = min(day, today)


def placed_cells(rows: Iterable[Answer], today: date, before: Placed | None = None) -> Placed:
    """The cells passed in the live `rows`, on top of those passed `before`."""
    found = dict(before or {})
    for row in rows:
        if is_placement(row):
            place(found, row, today)
    return found


def placement_items(asked: Mapping[str, int]) -> tuple[Item, ...]:
    """One item of each cell, mixed; `asked` says how often each was asked before, by its key."""
    from banktrainer.study.drills.skilled import SEEDS_EACH, SkillItem

    times = {name: asked.get(f"{PLACEMENT}/{name}", 0) for name in SKILLS if SKILLS[name].cell}
    names = list(times)
    Random(sum(times.values())).shuffle(names)
    return tuple(SkillItem(name, times[name] * SEEDS_EACH, placing=True) for name in names)
