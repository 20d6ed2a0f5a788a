"""Cures: whether a wrong model that was met has gone.

It has when, since it was last met, an answer was right, and no guess, where the model answers
otherwise: in the very draw in which it was met, or in a generated one that the engine judges.
What is kept of the rows is only which draws those were, so that no change of a model or of the
generator makes it wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from banktrainer.study import live
from banktrainer.study.journal import Answer

_GENERATED = frozenset({"drill", "skill", "placement"})
_ASKED = frozenset({"cycles", "degree", "conflict"})
"""What a model's verdict alone answers."""
_PLACES = 8
"""Of each model so many cards are remembered on which it was met, the latest ones."""
_EACH = 2
"""So many right draws of each template and question are kept as evidence."""


class Drawn(NamedTuple):
    """A draw of the generator, as a row tells it; `numbers` are its parameters, by name."""

    generator: str
    template: str
    asked: str
    numbers: tuple[tuple[str, Any], ...]

    @property
    def sort(self) -> str:
        return f"{self.template}/{self.asked}"


@dataclass(slots=True)
class Met:
    """One wrong model. `places`: of each card on which it was met, the latest draw there; `since`
    the right draws since it was last met; `again`: one of those places was right since."""

    places: dict[str, str] = field(default_factory=dict)
    since: dict[str, list[Drawn]] = field(default_factory=dict)
    again: bool = False

    def meet(self, key: str, shown: str) -> None:
        """It was the reason of a wrong answer: what was right before says no more."""
        self.places.pop(key, None)
        self.places[key] = shown
        while len(self.places) > _PLACES:
            del self.places[next(iter(self.places))]
        self.since, self.again = {}, False

    def learn(self, row: Answer, key: str, drawn: Drawn | None) -> None:
        """Take in a right answer to the card `key`."""
        if self.again:
            return
        if key in self.places and self.places[key] == shown_by(row):
            self.since, self.again = {}, True
        elif drawn is not None:
            kept = self.since.setdefault(drawn.sort, [])
            if len(kept) < _EACH and drawn not in kept:
                kept.append(drawn)

    def cured(self, model: str) -> bool:
        """Whether a right answer since shows that the model is gone. May load the engine."""
        drawn = (each for kept in self.since.values() for each in kept)
        return self.again or any(tells(each, model) for each in drawn)

    def to_data(self) -> list[Any]:
        """Plain data for JSON that `of_data` reads back to an equal value."""
        since = {sort: [_data(each) for each in kept] for sort, kept in self.since.items()}
        return [self.places, since, self.again]

    @classmethod
    def of_data(cls, data: list[Any]) -> Met:
        places, since, again = data
        kept = {sort: [_drawn(*each) for each in found] for sort, found in since.items()}
        return cls(dict(places), kept, bool(again))


def shown_by(row: Answer) -> str:
    """What a row's draw was, and what was asked of it; its card is one question, as everywhere."""
    return f"{row.asked} {live.draw_of(row)[1]}"


def draw_of(row: Answer) -> Drawn | None:
    """The generator's draw of a row that a model's verdict answers; None for any other row."""
    if row.pack not in _GENERATED or row.asked not in _ASKED or not row.template:
        return None
    numbers = ((k, v) for k, v in row.params.items() if k not in live.NO_NUMBERS)
    return Drawn(row.generator or "", row.template, row.asked, tuple(sorted(numbers)))


def tells(drawn: Drawn, model: str) -> bool:
    """Whether a believer of `model` and the hardware give different answers to that draw.

    False for a draw of another generator, and for numbers that this one never draws.
    """
    from banktrainer.engine import serve
    from banktrainer.study.diagnosis import answer_of
    from banktrainer.study.drills.draw import GENERATOR, MACHINE, TEMPLATES
    from banktrainer.study.models.every import MODELS

    template = TEMPLATES.get(drawn.template)
    if template is None or model not in MODELS or drawn.generator != GENERATOR:
        return False
    numbers = dict(drawn.numbers)
    if not _within(template.domain, numbers) or not template.where(**numbers):
        return False
    access = template.build(**numbers).access
    believed = MODELS[model].judge(access)
    if believed is None:
        return False
    true = serve(access, MACHINE).verdict
    return answer_of(believed, drawn.asked) != answer_of(true, drawn.asked)


def _within(domain: Mapping[str, Any], numbers: Mapping[str, Any]) -> bool:
    return domain.keys() == numbers.keys() and all(numbers[name] in domain[name] for name in domain)


def _data(drawn: Drawn) -> list[Any]:
    return [drawn.generator, drawn.template, drawn.asked, [list(each) for each in drawn.numbers]]


def _drawn(generator: str, template: str, asked: str, numbers: list[list[Any]]) -> Drawn:
    return Drawn(generator, template, asked, tuple((name, value) for name, value in numbers))
