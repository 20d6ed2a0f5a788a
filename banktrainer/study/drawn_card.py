"""TemplateItem: an author's template with the numbers of one draw in it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from banktrainer.packs.model import Card
from banktrainer.study.item import Item, Solver

GENERATOR = "1"
"""Raised whenever a draw gives other numbers than before."""
_TRIES = 200
_LOOK = 16


class TemplateItem(Item):
    """A template's card in one draw; `params` holds the numbers, from which it can be replayed."""

    def __init__(self, template: Card, *, draw: int = 0, solver: Solver | None = None) -> None:
        from banktrainer.packs import draw as with_values

        self._of = template
        self._given = solver
        self.values = values_of(template, draw)
        super().__init__(with_values(template, self.values), draw=draw, solver=solver)

    def again(self) -> TemplateItem:
        """The same template with fresh numbers, where it has any others."""
        draws = range(self.draw + 1, self.draw + 1 + _LOOK)
        other = (n for n in draws if values_of(self._of, n) != self.values)
        return TemplateItem(self._of, draw=next(other, self.draw + 1), solver=self._given)

    @property
    def template(self) -> str:
        return self.card.id

    @property
    def generator(self) -> str:
        return GENERATOR

    @property
    def seed(self) -> int:
        return self.draw

    @property
    def params(self) -> Mapping[str, object]:
        return {**self.values, **super().params}


def values_of(template: Card, draw: int) -> Mapping[str, int]:
    """The numbers of a draw: always the same ones, each set that `where` allows as likely."""
    from banktrainer.packs import draws
    from banktrainer.packs.template import allows

    random = Random(f"{template.key}#{draw}")
    for _ in range(_TRIES):
        values = {name: random.choice(domain) for name, domain in template.params.items()}
        if allows(template, values):
            return values
    return random.choice(list(draws(template)))
