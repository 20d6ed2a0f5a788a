"""Templates: cards whose code has parameters (`$s`), drawn from `params` under `where`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from math import prod

from banktrainer.packs.expression import (
    ExpressionError,
    Node,
    Reference,
    evaluate,
    parse,
    references,
)
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.model import Card, Place, Prose
from banktrainer.packs.rewrite import rewrite
from banktrainer.packs.sections import RawCard

MAX_DRAWS = 10_000
_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)", re.ASCII)


def draws(card: Card) -> Iterator[Mapping[str, int]]:
    """Every set of values that `params` and `where` allow, in order.

    A domain above `MAX_DRAWS`, which no pack may have, is not walked to its end.
    Raises ExpressionError where `where` has no value.
    """
    where: Node = parse(card.where, conditions=True) if card.where else 1
    for values in islice(product(*card.params.values()), MAX_DRAWS):
        drawn = dict(zip(card.params, values, strict=True))
        if evaluate(where, lambda reference, drawn=drawn: _value(reference, drawn)):  # type: ignore[misc]
            yield drawn


def allows(card: Card, values: Mapping[str, int]) -> bool:
    """Whether `where` lets a template be drawn with `values`; raises ExpressionError as `draws`."""
    where: Node = parse(card.where, conditions=True) if card.where else 1
    return bool(evaluate(where, lambda reference: _value(reference, values)))


def draw(card: Card, values: Mapping[str, int]) -> Card:
    """`card` with each `$name` in its code and prose as its value, ready to be solved."""

    def text(written: str) -> str:
        return _PARAMETER.sub(lambda match: str(values.get(match[1], match[0])), written)

    def prose(written: Prose) -> Prose:
        return rewrite(written, text, text)

    return replace(
        card,
        title=text(card.title),
        body=prose(card.body),
        question=prose(card.question),
        answer=prose(card.answer),
        check=prose(card.check),
        footnote=prose(card.footnote),
        steps=tuple(
            replace(step, title=text(step.title), body=prose(step.body), why=prose(step.why))
            for step in card.steps
        ),
        traps=tuple(
            replace(trap, answer=text(trap.answer), body=prose(trap.body)) for trap in card.traps
        ),
        choices=tuple(
            replace(choice, text=text(choice.text), why=text(choice.why)) for choice in card.choices
        ),
        expect=None if card.expect is None else text(card.expect),
        fences=tuple(replace(fence, code=text(fence.code)) for fence in card.fences),
    )


def check_template(raw: RawCard, card: Card, faults: Faults) -> None:
    """Tell which parameters are unknown or unused, and whether `where` leaves anything to draw."""
    if card.kind != "template" or not card.params:
        return
    used = _check_code(card, faults)
    for name in card.params:
        if name not in used:
            place = raw.keys.key_place("params", name)
            faults.add(place, "E404", f"no code of the card has {quoted('$' + name)}")
    place = raw.keys.place("where") if card.where else raw.keys.key_place("params")
    if prod(len(domain) for domain in card.params.values()) > MAX_DRAWS:
        faults.add(place, "E404", f"more than {MAX_DRAWS} draws")
    else:
        _check_where(card, place, faults)


def _check_code(card: Card, faults: Faults) -> set[str]:
    used: set[str] = set()
    for fence in card.fences:
        for number, line in enumerate(fence.code.split("\n"), 1):
            for match in _PARAMETER.finditer(line):
                used.add(match[1])
                if match[1] not in card.params:
                    at = fence.place
                    place = Place(at.path, at.line + number, at.column + match.start())
                    faults.add(place, "E404", f"no parameter is called {quoted(match[1])}")
    return used


def _check_where(card: Card, place: Place, faults: Faults) -> None:
    try:
        named = references(parse(card.where, conditions=True)) if card.where else ()
        for reference in named:
            _value(reference, dict.fromkeys(card.params, 1))
        if next(draws(card), None) is None:
            faults.add(place, "E404", "`where` leaves nothing to draw")
    except ExpressionError as error:
        faults.add(place, "E404", f"`where`: {error}")


def _value(reference: Reference, drawn: Mapping[str, int]) -> int:
    if reference.fence or reference.index is not None or reference.name not in drawn:
        raise ExpressionError(f"no parameter is called `{reference.name}`", reference.offset)
    return drawn[reference.name]
