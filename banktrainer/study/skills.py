"""Skills: what is practised with fresh numbers each time, and from which templates they come.

Light to import: the templates' code and the engine load with the first item.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from banktrainer.packs.model import Card, Pack, Place

PACK = "skill"
"""The pack of skills; no folder has its cards."""
PLACEMENT = "placement"
"""The pack of a placement round's items: the skills of the ten cells, asked once each."""
DRILLS = "drill"
"""The pack of drills' items: each bears its template's name, and none comes back by itself."""
STRIDES_EVEN = (*range(2, 31, 2), *range(34, 63, 2))
STRIDES_ODD = tuple(range(3, 64, 2))

Values = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A template, with `only` these values for some of its parameters."""

    template: str
    only: Mapping[str, Values] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Skill:
    """What its items have in common: a `cell`, or the templates of its parts alone.

    `after` are the cells whose worked examples come first.
    """

    id: str
    cell: str | None
    after: str
    parts: tuple[Part, ...]

    @property
    def card(self) -> Card:
        """The skill as a card of the catalogue; its items bring code and question."""
        place = Place(f"{PACK}/{self.id}", 0)
        return Card(PACK, self.id, "template", f"{PACK}/{self.id}", place, (), (), cell=self.cell)


def _of_cell(letter: str, *parts: Part) -> Skill:
    return Skill(f"cell-{letter.lower()}", letter, letter, parts)


def _mixed(name: str, after: str, *templates: str) -> Skill:
    return Skill(name, None, after, tuple(map(Part, templates)))


def _walks(strides: tuple[int, ...], guards: tuple[int, ...]) -> tuple[Part, ...]:
    """A walk from the start, by all lanes or by those that a guard lets in."""
    guarded: dict[str, Values] = {"type": ("float",), "s": guards, "b": (0,)}
    return Part("walk", {"s": strides, "b": (0,)}), Part("guarded", guarded)


SKILLS: Mapping[str, Skill] = MappingProxyType(
    {
        skill.id: skill
        for skill in (
            _of_cell("A", *_walks((1,), (1,))),
            _of_cell("B", *_walks(STRIDES_ODD, (3, 5, 33))),
            _of_cell("C", *_walks(STRIDES_EVEN, (2, 4, 6, 8, 12, 16, 24, 36, 48))),
            _of_cell("D", *_walks((32, 64), (32, 64)), Part("guarded-by-turns", {"s": (32, 64)})),
            _of_cell("E", Part("walk", {"b": (1, 3, 4, 5, 9, 16, 31, 33)}), Part("walk-down")),
            _of_cell("F", Part("column"), Part("spread-column")),
            _of_cell("G", Part("struct-field")),
            _of_cell("H", Part("one-word"), Part("small")),
            _of_cell("I", Part("atomic-walk"), Part("atomic-bins")),
            _of_cell("J", Part("wide-walk"), Part("wide-recurring"), Part("wide-column")),
            _mixed("masked", "C", "guarded", "guarded-by-turns", "guarded-small"),
            _mixed("blocks", "F", "block-row", "block-column", "block-flat", "block-shared"),
            _mixed("padded", "F", "unused-pad", "shifted-pad", "row-and-column", "column-only"),
            _mixed("swizzled", "F", "swizzle", "late-swizzle"),
            _mixed("shared", "H", "shared-word", "recurring-word"),
            _mixed("atomics", "I", "atomic-bins", "guarded-atomic"),
            _mixed("wide", "J", "wide-walk", "wide-permuted", "wide-swizzle", "wide-recurring"),
        )
    }
)


def stands_in(pack: str, card: str, cell: str | None) -> str | None:
    """The key of the skill that brings back a drill's or a placement's item; None for others.

    Of a drill it is that of the item's cell, else the first that has the item's template.
    """
    if pack == PLACEMENT:
        return f"{PACK}/{card}" if card in SKILLS else None
    if pack != DRILLS:
        return None
    alike = (
        skill.id
        for skill in SKILLS.values()
        if (skill.cell == cell if cell else card in {part.template for part in skill.parts})
    )
    return next((f"{PACK}/{skill}" for skill in alike), None)


def with_skills(packs: Iterable[Pack]) -> tuple[Pack, ...]:
    """`packs`, and the skills as one more pack behind them."""
    cards = tuple(skill.card for skill in SKILLS.values())
    return (*packs, Pack(PACK, PACK, "1", "en", Path(PACK), cards))
