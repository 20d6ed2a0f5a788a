"""Items of skills: the same skill each time, with fresh numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random

from banktrainer.study.drills.draw import GENERATOR, TEMPLATES, Draw, costs, settled
from banktrainer.study.drills.item import DrillItem, card_of
from banktrainer.study.drills.template import Kind, Params, Template
from banktrainer.study.skills import PACK, PLACEMENT, SKILLS, Part, Skill

TOLD = frozenset({"cell"})
"""Kinds that a skill does not ask: its name would give the answer away."""
PLACING: Mapping[str, Kind] = {"cell-b": "bank"}
"""What a placement round asks of a skill, else the cycles: a number, which luck does not hit."""
_ALWAYS_ONE = frozenset({"cell-a"})
"""Skills whose items all take one cycle; of the others a placement asks none that does."""
SEEDS_EACH = 64
"""How many seeds an asking has for itself: each return within a sitting takes a further one."""
_LOOK = 48


class SkillItem(DrillItem):
    """An item of a skill; `skill` and `seed` replay it. Its row is the skill's in the journal."""

    def __init__(self, skill: str, seed: int, *, placing: bool = False) -> None:
        draw = skilled(skill, seed, placing=placing)
        self._skill, self._placing = skill, placing
        pack = PLACEMENT if placing else PACK
        title = f"{pack}/{skill}"
        super().__init__(draw, card=replace(card_of(draw), pack=pack, id=skill, title=title))

    def again(self) -> SkillItem:
        """The same skill with fresh numbers, of the same template and kind where there are some."""
        draws = (
            skilled(self._skill, self.seed + n + 1, placing=self._placing) for n in range(_LOOK)
        )
        other = None
        for draw in draws:
            if _told(draw) != _told(self.drawn):
                other = other or draw
                if _sort(draw) == _sort(self.drawn):
                    other = draw
                    break
        seed = other.seed if other else self.seed + 1
        return SkillItem(self._skill, seed, placing=self._placing)


@lru_cache(maxsize=256)
def skilled(name: str, seed: int, *, placing: bool = False) -> Draw:
    """The draw of a skill by a seed: always the same one, fair, and with something to get wrong.

    `placing`: for a placement round. Raises KeyError for an unknown skill.
    """
    skill = SKILLS[name]
    random = Random(f"{GENERATOR}:{name}:{seed}")
    while True:
        part = random.choice(skill.parts)
        template = TEMPLATES[part.template]
        kinds = [kind for kind in template.kinds if kind not in TOLD]
        kind = PLACING.get(name, "cycles") if placing else random.choice(kinds)
        found = settled(seed, random, template, _params(template, part, random), kind)
        if found is not None and _fits(skill, found) and not (placing and _lucky(skill, found)):
            return found


def _fits(skill: Skill, draw: Draw) -> bool:
    return skill.cell in (None, draw.cell)


def _lucky(skill: Skill, draw: Draw) -> bool:
    """Whether who always answers one cycle would be right."""
    return skill.id not in _ALWAYS_ONE | PLACING.keys() and costs(draw.scene.accesses)[0] == 1


def _params(template: Template, part: Part, random: Random) -> Params:
    while True:
        params = {
            name: random.choice(part.only.get(name, tuple(values)))
            for name, values in template.domain.items()
        }
        if template.where(**params):
            return params


def _told(draw: Draw) -> tuple[str, Mapping[str, int | str]]:
    """What a draw reveals."""
    return draw.template, draw.params


def _sort(draw: Draw) -> tuple[str, Kind]:
    return draw.template, draw.kind
