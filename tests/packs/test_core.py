"""The built-in packs against the engine: no fault, and every card in the cell it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.engine import cell_of
from banktrainer.packs import Card, builtin, check, draw, draws, fill, solve

PACKS = builtin()


def drawn(card: Card) -> list[Card]:
    """The card itself; of a template its first, middle and last draw."""
    if card.kind != "template":
        return [card]
    every = list(draws(card))
    return [draw(card, every[at]) for at in sorted({0, len(every) // 2, len(every) - 1})]


CARDS = [each for pack in PACKS for card in pack.cards for each in drawn(card)]
ASKED = [card for card in CARDS if any(fence.name == "" for fence in card.fences)]


@pytest.mark.parametrize("folder", [pack.root for pack in PACKS], ids=[pack.id for pack in PACKS])
def test_a_built_in_pack_has_no_fault(folder: Path) -> None:
    assert [str(fault) for fault in check(folder)] == []


def test_core_is_there_with_its_ten_examples_first() -> None:
    assert PACKS[0].id == "core"
    assert [card.cell for card in PACKS[0].cards[:10]] == list("ABCDEFGHIJ")
    assert {card.kind for card in PACKS[0].cards[:10]} == {"example"}


def test_the_ten_examples_take_the_cycles_that_they_teach() -> None:
    solved = [solve(card).fences for card in PACKS[0].cards[:10]]
    first = [(each[""].timeline.cycles, each[""].timeline.ideal) for each in solved]
    assert [cycles for cycles, _ in first] == [1, 1, 2, 32, 2, 32, 4, 1, 32, 2]
    assert [ideal for _, ideal in first] == [1] * 9 + [2]
    assert solved[5]["fix"].timeline.cycles == 1
    assert solved[8]["spread"].timeline.cycles == 1
    assert solved[9][""].timeline.degree == 1


@pytest.mark.parametrize("card", ASKED, ids=[card.key for card in ASKED])
def test_a_card_is_in_the_cell_of_its_code(card: Card) -> None:
    main = solve(card).main
    assert main is not None
    assert card.cell == cell_of(main.access)


@pytest.mark.parametrize("card", CARDS, ids=[card.key for card in CARDS])
def test_every_figure_of_a_card_is_filled_in(card: Card) -> None:
    solved = solve(card)
    steps = [part for step in card.steps for part in (step.body, step.why)]
    traps = [trap.body for trap in card.traps]
    parts = [card.body, card.question, card.answer, card.check, card.footnote, *steps, *traps]
    assert "{{" not in "".join(str(fill(part, solved)) for part in parts)
