"""Templates: parameters, conditions and draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import Card, draw, draws, plain_text
from tests.packs.desk import load_card

TEMPLATE = """\
---
id: walk
kind: template
title: Stride $s
params: {s: 1..4, b: [0, 9]}
where: "31*s + b < 100 and s != 2"
---
Each lane steps by $s.

```cuda
__shared__ float s[128];
float v = s[$s * threadIdx.x + $b];
```

## Forecast
How many cycles, for $s?

## Step: the stride is $s
It is {{stride}}, as $s says; $other is no parameter.
> Why: $b.

## Answer
{{cycles}}.

## Traps
- 7: not $s.
"""


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return load_card(tmp_path, TEMPLATE)


def test_parameters_have_their_values(card: Card) -> None:
    assert card.params == {"s": (1, 2, 3, 4), "b": (0, 9)}
    assert card.kind == "template"


def test_draws_are_those_that_the_condition_allows(card: Card) -> None:
    assert list(draws(card)) == [{"s": 1, "b": 0}, {"s": 1, "b": 9}, {"s": 3, "b": 0}]


def test_a_draw_puts_the_values_everywhere(card: Card) -> None:
    drawn = draw(card, {"s": 3, "b": 0})
    assert drawn.fences[0].code == "__shared__ float s[128];\nfloat v = s[3 * threadIdx.x + 0];"
    assert drawn.title == "Stride 3"
    assert plain_text(drawn.body).splitlines() == [
        "Each lane steps by 3.",
        *drawn.fences[0].code.splitlines(),
    ]
    assert plain_text(drawn.question) == "How many cycles, for 3?"
    assert drawn.steps[0].title == "the stride is 3"
    assert plain_text(drawn.steps[0].body) == "It is {{stride}}, as 3 says; $other is no parameter."
    assert plain_text(drawn.steps[0].why) == "0."
    assert plain_text(drawn.traps[0].body) == "not 3."


def test_negative_ranges(tmp_path: Path) -> None:
    card = load_card(tmp_path, TEMPLATE.replace("1..4", "-2..1").replace("s != 2", "s < 0"))
    assert [drawn["s"] for drawn in draws(card)] == [-2, -2, -1, -1]
