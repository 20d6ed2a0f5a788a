"""The built-in cards: what they must teach, recomputed, and how they must read."""

from __future__ import annotations

import textwrap

import pytest

from banktrainer.packs import (
    Card,
    Pack,
    Paragraph,
    Prose,
    builtin,
    content_root,
    draw,
    draws,
    fill,
    load,
    plain_text,
    solve,
)

CORE = content_root() / "core"
SCREEN = 76
EXAMPLES = {
    # id: cell, cycles, ideal, degree
    "unit-stride": ("A", 1, 1, 1),
    "odd-stride": ("B", 1, 1, 1),
    "even-stride": ("C", 2, 1, 2),
    "multiple-of-32": ("D", 32, 1, 32),
    "offset": ("E", 2, 1, 2),
    "column-walk": ("F", 32, 1, 32),
    "array-of-structs": ("G", 4, 1, 4),
    "broadcast": ("H", 1, 1, 1),
    "histogram": ("I", 32, 1, 32),
    "double": ("J", 2, 2, 1),
}
SECOND_FENCES = {
    ("even-stride", "s2"): 2,
    ("even-stride", "s4"): 4,
    ("even-stride", "s8"): 8,
    ("even-stride", "s16"): 16,
    ("offset", "back"): 1,
    ("column-walk", "fix"): 1,
    ("array-of-structs", "p3"): 1,
    ("array-of-structs", "soa"): 1,
    ("broadcast", "sub"): 1,
    ("histogram", "spread"): 1,
}
SELF_TEST = {
    "stride-12": "4.",
    "stride-15": "1.",
    "stride-24": "8.",
    "lane-19": "25",
    "negative-stride": "2 cycles",
    "mod-33": "1",
    "price-of-a-pad": "128 bytes",
    "one-word": "1 cycle.",
    "eight-words": "1 cycle.",
    "reduction-step": "8 cycles",
}


@pytest.fixture(scope="module")
def core() -> Pack:
    return load(CORE)


def card_of(core: Pack, card_id: str) -> Card:
    card = core.card(card_id)
    assert card is not None
    return card


def prose_of(card: Card) -> list[Prose]:
    steps = [part for step in card.steps for part in (step.body, step.why)]
    traps = [trap.body for trap in card.traps]
    return [card.body, card.question, *steps, card.answer, card.check, *traps, card.footnote]


def test_the_examples_are_met_from_a_to_j(core: Pack) -> None:
    examples = [card for card in core.cards if card.kind == "example"]
    assert [(card.id, card.cell) for card in examples] == [
        (name, row[0]) for name, row in EXAMPLES.items()
    ]
    assert list(core.cards[: len(examples)]) == examples


@pytest.mark.parametrize("card_id", EXAMPLES)
def test_the_engine_gives_an_example_its_figures(core: Pack, card_id: str) -> None:
    main = solve(card_of(core, card_id)).main
    assert main is not None
    served = main.timeline
    assert (served.cycles, served.ideal, served.degree) == EXAMPLES[card_id][1:]


@pytest.mark.parametrize(("card_id", "fence"), SECOND_FENCES)
def test_the_engine_gives_the_other_fences_their_cycles(
    core: Pack, card_id: str, fence: str
) -> None:
    solved = solve(card_of(core, card_id))
    assert solved.fences[fence].timeline.cycles == SECOND_FENCES[card_id, fence]


def test_the_pad_costs_what_the_recall_card_says(core: Pack) -> None:
    fences = solve(card_of(core, "column-walk")).fences
    assert card_of(core, "price-of-a-pad").expect == str(fences["fix"].bytes - fences[""].bytes)


@pytest.mark.parametrize("card_id", SELF_TEST)
def test_a_recall_answer_says_the_figure(core: Pack, card_id: str) -> None:
    card = card_of(core, card_id)
    assert SELF_TEST[card_id] in plain_text(fill(card.answer, solve(card)))


def test_examples_have_steps_with_reasons_a_check_and_traps(core: Pack) -> None:
    for card in core.cards:
        if card.kind == "example":
            assert 2 <= len(card.steps) <= 4, card.id
            assert all(step.why and len(step.title) <= 50 for step in card.steps), card.id
            assert card.check, card.id
            assert card.traps, card.id


def test_footnotes_say_where_silicon_differs(core: Pack) -> None:
    assert all(
        card_of(core, card_id).footnote for card_id in ("column-walk", "histogram", "double")
    )


def test_every_choice_has_its_reason(core: Pack) -> None:
    assert all(choice.why for card in core.cards for choice in card.choices)


@pytest.mark.parametrize("pack", builtin(), ids=lambda pack: pack.id)
def test_paragraphs_are_short_at_80_columns(pack: Pack) -> None:
    for card in pack.cards:
        shown = draw(card, next(draws(card))) if card.kind == "template" else card
        solved = solve(shown)
        for part in prose_of(shown):
            for block in fill(part, solved):
                if isinstance(block, Paragraph):
                    told = plain_text((block,))
                    assert len(textwrap.wrap(told, SCREEN)) <= 3, f"{card.id}: {told}"
