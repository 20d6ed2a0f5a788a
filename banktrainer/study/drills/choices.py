"""Choices: the right answer among those that wrong models give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

from banktrainer.engine import Access
from banktrainer.packs.model import Choice
from banktrainer.study.diagnosis import ranked
from banktrainer.study.drills.draw import Draw, answers, costs
from banktrainer.study.models.every import MODELS
from banktrainer.study.parse import MOST_CYCLES

COUNT = 4
_BEFORE = " < "


def choices_of(draw: Draw) -> tuple[Choice, ...]:
    """The choices of a draw that has any, the right one first; all different."""
    match draw.kind:
        case "choose":
            return _choices(_cycles(draw.access))
        case "rank":
            return _choices(_orders(draw))
    return ()


def order_text(costs_of: Sequence[int]) -> str:
    """The names a, b, c … from the cheapest to the dearest line."""
    by_cost = sorted(range(len(costs_of)), key=lambda line: costs_of[line])
    return _BEFORE.join("abc"[line] for line in by_cost)


def _choices(texts: Iterator[str]) -> tuple[Choice, ...]:
    """The first COUNT different texts; the first is right."""
    different: dict[str, None] = {}
    for text in texts:
        different.setdefault(text)
        if len(different) == COUNT:
            break
    return tuple(Choice(text, number == 0, "") for number, text in enumerate(different))


def _cycles(access: Access) -> Iterator[str]:
    """The true cycles, those of wrong models (the likeliest first), then numbers near by."""
    found = answers(access, "cycles")
    yield found[None]
    for model in ranked((name for name in found if name is not None), {}):
        if 1 <= int(found[model]) <= MOST_CYCLES:
            yield found[model]
    true = int(found[None])
    near = (2 * true, true // 2, true + 1, 4 * true, 8 * true)
    yield from (str(number) for number in near if number > 0)


def _orders(draw: Draw) -> Iterator[str]:
    accesses = draw.scene.accesses
    yield order_text(costs(accesses))
    for model in ranked(MODELS, {}):
        judged = [MODELS[model].judge(access) for access in accesses]
        seen = [verdict.cycles for verdict in judged if verdict is not None]
        if len(set(seen)) == len(accesses):
            yield order_text(seen)
    rest = list(permutations(range(len(accesses))))
    Random(draw.seed).shuffle(rest)
    yield from (order_text(order) for order in rest)
