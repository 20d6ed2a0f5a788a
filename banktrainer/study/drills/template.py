"""Templates: a family of scenes over a checked domain of parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Literal

from banktrainer.study.drills.scene import Scene

Params = Mapping[str, int | str]
Build = Callable[..., Scene]
Kind = Literal["cycles", "degree", "conflict", "bank", "lanes", "rank", "cell", "repair", "choose"]
"""What is asked. `choose` asks for the cycles among choices; the rest are typed or yes and no."""

PLAIN: tuple[Kind, ...] = ("cycles", "degree", "conflict", "choose", "bank", "lanes", "cell")
"""The kinds that any single access can be asked."""

_TEMPLATES: dict[str, Template] = {}


@dataclass(frozen=True, slots=True)
class Template:
    """`build(**params)` makes the scene; `domain` has the values of each parameter.

    `where` leaves combinations out. `kinds` are those that its scenes may be asked.
    """

    id: str
    domain: Mapping[str, Sequence[int | str]]
    where: Callable[..., bool]
    build: Build
    kinds: tuple[Kind, ...]

    def draws(self) -> Iterator[Params]:
        """Every combination of parameters, in order."""
        for values in product(*self.domain.values()):
            params = dict(zip(self.domain, values, strict=True))
            if self.where(**params):
                yield params

    def draw(self, random: Random) -> Params:
        """One combination, each as likely."""
        while True:
            params = {name: random.choice(values) for name, values in self.domain.items()}
            if self.where(**params):
                return params


def template(
    *,
    where: Callable[..., bool] = lambda **_params: True,
    kinds: tuple[Kind, ...] = PLAIN,
    **domain: Sequence[int | str],
) -> Callable[[Build], Build]:
    """Register the decorated builder over `domain`; its name gives the template's id."""

    def register(build: Build) -> Build:
        name = build.__name__.replace("_", "-")
        if name in _TEMPLATES:
            raise ValueError(f"two templates are called {name!r}")
        _TEMPLATES[name] = Template(name, domain, where, build, kinds)
        return build

    return register


def registered() -> dict[str, Template]:
    """The templates of every module that has been loaded, in order of their names."""
    return dict(sorted(_TEMPLATES.items()))
