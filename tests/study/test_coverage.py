"""What the built-in packs teach: each cell, each wrong model, each fact; the tables are printed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import pytest

from banktrainer.packs import Card, SolvedCard, builtin, draw, draws, fill, plain_text, solve
from banktrainer.study.diagnosis import answer_of
from banktrainer.study.models.every import MODELS

CARDS: Mapping[str, Card] = {card.key: card for pack in builtin() for card in pack.cards}
CELLS = "ABCDEFGHIJ"

FACTS: Mapping[str, Mapping[str, str]] = {
    # what must be taught: the cards that teach it, each with words of its answer
    "32 banks of 4 bytes, in turns": {
        "core/bank-hands-out": "4 bytes",
        "core/bank-formula": "(address / 4) mod 32",
        "core/word-100": "bank 4",
        "core/byte-260": "bank 1",
        "core/why-in-turns": "neighbours are in different banks",
    },
    "lanes wait for different words of one bank": {
        "core/what-makes-lanes-wait": "different words",
        "core/same-bank-other-word": "2 turns",
        "core/say-the-rule": "different words",
    },
    "one word is shared at no cost": {
        "core/one-word": "1 cycle",
        "core/eight-words": "1 cycle",
        "core/two-words": "1 cycle",
        "core/same-bank-same-word": "1 cycle",
    },
    "k words of one bank take k cycles": {
        "core/degree-in-words": "eight different words",
        "core/what-is-excess": "4 − 1 = 3",
    },
    "degree is gcd(stride, 32)": {
        "core/stride-12": "4.",
        "core/stride-15": "1.",
        "core/stride-24": "8.",
        "core/when-gcd": "all 32 lanes",
    },
    "an offset changes no degree": {
        "core/offset-9": "No.",
        "core/offset-32": "Nothing.",
        "core/why-offsets-drop-out": "difference",
        "core/offset": "2 cycles",
    },
    "stride 0 is a broadcast, not for gcd": {"core/gcd-and-broadcast": "same word"},
    "odd strides are free": {
        "core/why-odd": "no two in it",
        "core/stride-3": "1 cycle",
        "core/stride-33": "1 cycle",
    },
    "the degree doubles at powers of two, up to 32": {
        "core/even-stride": "2 cycles",
        "core/ladder-next": "16",
        "core/top-of-the-ladder": "32",
        "core/multiple-of-32": "32 cycles",
    },
    "a negative stride is a stride": {"core/negative-stride": "2 cycles"},
    "8 bytes are two phases, 16 bytes four": {
        "core/double": "no conflict",
        "core/double-cycles": "2 cycles",
        "core/float4-walk": "4 cycles",
        "core/who-can-meet": "of the same phase",
    },
    "atomics on one address go one after another": {
        "core/histogram": "32 cycles",
        "core/why-no-sharing": "needs the result of the one before",
        "core/atomics-apart": "1 cycle",
    },
    "padding and its price": {
        "core/column-walk": "128 bytes more",
        "core/mod-33": "33 mod 32 = 1",
        "core/price-of-a-pad": "128 bytes",
        "core/pad-or-swizzle": "costs memory",
    },
    "the transpose trick": {
        "core/transpose-which-way": "columns",
        "kernels/transpose": "32 cycles, and 1",
    },
    "structs: stride is their size; a structure of arrays has stride 1": {
        "core/array-of-structs": "4 cycles",
        "core/three-floats": "1 cycle",
        "core/why-soa": "stride is 1",
    },
    "elements under 4 bytes share words": {
        "core/shorts": "1 cycle",
        "core/char-column": "32 cycles",
        "core/broadcast": "1 cycle",
    },
    "reductions": {"core/reduction-step": "8 cycles", "core/sequential-step": "1 cycle"},
    "three legs: coalescing, tiling, no conflicts": {
        "core/three-legs": "Coalesced",
        "core/coalescing-or-banks": "what is counted",
    },
    "a rule in print that forgets partial broadcasts": {
        "core/what-the-print-says": "broadcast to some"
    },
    "the model's bound for atomics is no measurement": {
        "core/model-and-silicon": "one turn for each lane",
        "hardware/atomic-silicon": "never a measurement",
        "hardware/atomic-weights": "There is a price",
    },
    "wide loads of paired lanes merge": {
        "core/same-double": "merge",
        "hardware/merging": "1 cycle",
    },
    "cycles are not time": {
        "core/not-32-times-slower": "rest of the kernel",
        "hardware/time-and-cycles": "fixed part",
    },
    "a profiler counts what is above the ideal": {
        "core/clean-float4-counter": "0.",
        "core/profiler-and-hand": "other traffic",
        "hardware/excess-of-wide": "28",
    },
    "a pad of one word breaks 16-byte rows": {
        "core/pad-of-float4-rows": "16 bytes",
        "kernels/matmul-why-not-130": "float4",
        "hardware/pad-for-ldmatrix": "16 bytes",
    },
    "divergence is another thing": {"core/divergence-or-conflict": "Branches"},
    "occupancy": {"core/price-of-occupancy": "occupancy"},
}


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_is_told_by_its_cards(fact: str) -> None:
    for key, words in FACTS[fact].items():
        card = CARDS[key]
        told = plain_text(fill(card.answer, solve(card)))
        assert words in told, f"{key}: {told}"


def test_every_cell_has_an_example_recall_and_a_template() -> None:
    kinds = defaultdict(set)
    for card in CARDS.values():
        if card.cell:
            kinds[card.cell].add(card.kind)
    print(*(f"{cell}: {', '.join(sorted(kinds[cell]))}" for cell in CELLS), sep="\n")
    assert all(kinds[cell] == {"example", "recall", "template"} for cell in CELLS)


def solved_cards() -> Iterator[tuple[str, SolvedCard]]:
    for key, card in CARDS.items():
        shown = draw(card, next(draws(card))) if card.kind == "template" else card
        if any(fence.name == "" for fence in shown.fences):
            yield key, solve(shown)


def test_every_wrong_model_gives_a_wrong_answer_to_some_card() -> None:
    caught: dict[str, list[str]] = {name: [] for name in MODELS}
    for key, solved in solved_cards():
        main = solved.main
        if main is None:
            continue
        truth = answer_of(main.timeline.verdict, solved.card.ask)
        for name, model in MODELS.items():
            verdict = model.judge(main.access)
            said = verdict and answer_of(verdict, solved.card.ask)
            if truth is not None and said not in (None, truth):
                caught[name].append(key)
    for name, keys in caught.items():
        print(f"{name}: {len(keys)} cards, {', '.join(keys[:3])}")
    assert [name for name, keys in caught.items() if not keys] == []
