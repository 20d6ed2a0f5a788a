"""Items: what is asked, how it is graded, and what the author says to a wrong answer."""

from __future__ import annotations

from collections import Counter
from threading import Barrier, Thread
from typing import Any, NoReturn

import numpy as np
import pytest

from banktrainer.engine import Access, Origin
from banktrainer.packs import SolvedCard
from banktrainer.packs.model import Card, Fence
from banktrainer.study.item import Item
from banktrainer.study.parse import NotAnAnswer
from tests.study.desk import PLACE, card, choices, item, recall, solver, trap

COLUMN = Access.strided(32)
EIGHT_BYTES = Access.strided(1, width=8)
BROADCAST = Access.strided(0)
NAMED = Fence("fix", "float v = s[threadIdx.x];", PLACE)
ONE_BIN = Access.strided(0, op="atomic")


@pytest.mark.parametrize(
    ("of", "kind", "asked"),
    [
        (card(), "number", "cycles"),
        (card(ask="degree"), "number", "degree"),
        (card(ask="bank", lane=3), "number", "bank"),
        (card(ask="conflict"), "choice", "conflict"),
        (card(ask="lanes"), "lanes", "lanes"),
        (card(choices=choices("a", "b")), "choice", "choice"),
        (recall(expect="4"), "number", "expect"),
        (recall(expect="-4"), "text", "expect"),
        (recall(expect="a broadcast"), "text", "expect"),
        (recall(choices=choices("x", "y")), "choice", "choice"),
        (recall(), "self", "recall"),
        (recall(fences=(NAMED,)), "self", "recall"),
    ],
)
def test_what_a_card_asks_for(of: Card, kind: str, asked: str) -> None:
    asked_of = item(of)
    assert (asked_of.answer_kind, asked_of.asked) == (kind, asked)


@pytest.mark.parametrize(
    ("ask", "access", "right", "wrong"),
    [
        ({}, Access.strided(6), "2", "1"),
        ({}, Access.strided(6), "002", "3"),
        ({}, COLUMN, "32", "1"),
        ({}, EIGHT_BYTES, "2", "1"),
        ({"ask": "degree"}, EIGHT_BYTES, "1", "2"),
        ({"ask": "conflict"}, EIGHT_BYTES, "no", "yes"),
        ({"ask": "conflict"}, EIGHT_BYTES, "b", "a"),
        ({"ask": "conflict"}, COLUMN, "Yes", "n"),
        ({"ask": "bank", "lane": 19}, Access.strided(7), "5", "19"),
        ({"ask": "bank", "lane": 19}, Access.strided(1, width=8), "6", "19"),
        ({"ask": "lanes"}, Access.strided(6), "0,16", "0,15"),
        ({"ask": "lanes"}, Access.strided(6), "31 15", "1,2"),
        ({"ask": "lanes"}, COLUMN, "3,30", "none"),
        ({"ask": "lanes"}, BROADCAST, "none", "0,1"),
        ({"ask": "lanes"}, ONE_BIN, "4,5", "none"),
        ({"ask": "lanes"}, Access.strided(2, width=8), "0,8", "0,16"),
    ],
)
def test_the_engine_grades(ask: dict[str, Any], access: Access, right: str, wrong: str) -> None:
    asked = item(card(**ask), access)
    assert asked.grade(right)
    assert not asked.grade(wrong)
    assert asked.grade(asked.truth.text)


def test_the_truth_keeps_the_facts_of_the_access() -> None:
    facts = {"cycles": 2, "ideal": 1, "degree": 2}
    assert item().truth.values == facts
    assert item(card(ask="bank", lane=19)).truth.values == {**facts, "lane": 19, "bank": 18}
    assert item(card(ask="lanes")).truth.values == {**facts, "lanes": [0, 16]}
    assert item(card(ask="conflict")).truth.values == {**facts, "conflict": True}


def test_the_bank_of_a_lane_that_is_off_is_no_question() -> None:
    half = Access.strided(1, active=[True] * 16 + [False] * 16)
    with pytest.raises(ValueError, match="lane 20"):
        item(card(ask="bank", lane=20), half).grade("4")


@pytest.mark.parametrize(
    ("expect", "right", "wrong"),
    [
        ("4", "4", "5"),
        ("4", "04", "40"),
        ("4-way", "4-WAY", "4"),
        ("Broadcast", "  broadcast ", "broad cast"),
        ("no", "NO", "yes"),
        ("-3", "-3", "3"),
    ],
)
def test_expected_text_and_numbers(expect: str, right: str, wrong: str) -> None:
    asked = item(recall(expect=expect))
    assert asked.grade(right)
    assert not asked.grade(wrong)


def test_what_is_no_answer_is_refused_with_its_reason() -> None:
    for asked, typed, why in [
        (item(), "-1", "negative"),
        (item(card(ask="conflict")), "perhaps", "not_yes_no"),
        (item(card(choices=choices("x", "y"))), "c", "not_a_choice"),
        (item(card(ask="lanes")), "7", "not_two_lanes"),
        (item(recall(expect="a")), "", "empty"),
        (item(recall()), "\ud800", "unreadable"),
    ]:
        with pytest.raises(NotAnAnswer) as error:
            asked.canonical(typed)
        assert error.value.reason == why


def test_a_recall_takes_anything_and_is_not_graded_here() -> None:
    asked = item(recall())
    assert asked.canonical("") == ""
    assert asked.canonical(" the stride ") == "the stride"
    assert asked.truth.text == ""
    with pytest.raises(ValueError, match="graded by the learner"):
        asked.grade("anything")


def test_choices_stay_as_they_are_within_a_draw() -> None:
    of = card(choices=choices("one", "two", "three", "four"))
    assert item(of, draw=3).options == item(of, draw=3).options
    assert sorted(option.text for option in item(of).options) == ["four", "one", "three", "two"]
    assert [option.letter for option in item(of).options] == list("abcd")


def test_the_place_of_the_right_choice_varies_evenly() -> None:
    """Over cards and draws each place is as likely as the others (chi-square, 3 degrees)."""
    texts = choices("one", "two", "three", "four", right=1)
    places = Counter(
        item(card(f"card{n}", choices=texts), draw=draw).truth.text
        for n in range(40)
        for draw in range(20)
    )
    expected = 800 / 4
    assert sum((places[letter] - expected) ** 2 / expected for letter in "abcd") < 16.3


@pytest.mark.parametrize("draw", range(6))
def test_a_choice_is_right_wherever_it_stands(draw: int) -> None:
    asked = item(card(choices=choices("one", "two", "three", right=2)), draw=draw)
    by_text = {option.text: option.letter for option in asked.options}
    assert asked.grade(by_text["three"].upper())
    assert not asked.grade(by_text["one"])
    assert asked.truth.values == {"choice": by_text["three"], "text": "three"}
    assert asked.params == {"order": [option.index for option in asked.options]}
    assert asked.seed == draw


def said(trap: object) -> str:
    return str(trap.body[0].spans[0].text)  # type: ignore[attr-defined]


def test_the_trap_of_a_wrong_answer() -> None:
    asked = item(card(traps=(trap("1", "not one"), trap("016", "not sixteen"))))
    assert said(asked.trap("01")) == "not one"
    assert said(asked.trap("16")) == "not sixteen"
    assert asked.trap("4") is None


def test_the_trap_of_a_choice_is_why_it_is_wrong_or_what_the_author_says_of_it() -> None:
    of = card(choices=choices("one", "two", "three", right=2), traps=(trap("Two", "count again"),))
    asked = item(of)
    by_text = {option.text: option.letter for option in asked.options}
    assert said(asked.trap(by_text["one"])) == "why one"
    assert said(asked.trap(by_text["two"])) == "count again"


def test_traps_of_yes_and_no_and_of_lanes() -> None:
    assert item(card(ask="conflict", traps=(trap("Yes"),))).trap("y") is not None
    assert item(card(ask="lanes", traps=(trap("0 1"),))).trap("1,0") is not None
    assert item(card(ask="lanes", traps=(trap("neighbours"),))).trap("1,0") is None


def tile(pitch: int, width: int = 4) -> Access:
    """Column 3 of a tile of `pitch` elements a row."""
    addresses = (np.arange(32) * pitch + 3) * width
    return Access(addresses, width=width, origin=Origin("s", (32, pitch), width))


def test_a_repair_is_any_pitch_that_the_engine_accepts() -> None:
    asked = item(card(ask="repair"), tile(32))
    assert asked.truth.text == "33"
    assert asked.grade("33")
    assert asked.grade("35")
    assert not asked.grade("34")
    assert not asked.grade("32")
    assert not asked.grade("31"), "rows of 32 do not fit"


def test_a_repair_needs_an_array_with_rows() -> None:
    with pytest.raises(ValueError, match="rows"):
        item(card(ask="repair"), Access.strided(32)).grade("33")


def test_a_card_is_solved_once_and_only_when_needed() -> None:
    calls: list[Card] = []
    together = Barrier(4)

    def slow(of: Card) -> SolvedCard:
        calls.append(of)
        return solver()(of)

    def ask() -> None:
        together.wait()
        assert asked.truth.text == "2"

    asked = Item(card(), solver=slow)
    before = asked.solved
    assert before is None
    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
    assert asked.again().solve() is asked.solved
    assert len(calls) == 1


def test_a_question_about_code_that_was_not_solved_is_an_error() -> None:
    no_code = Item(card(), solver=lambda of: SolvedCard(of, {}))
    with pytest.raises(ValueError, match="has none"):
        no_code.grade("2")


def test_a_recall_without_code_is_never_solved() -> None:
    def never(of: Card) -> NoReturn:
        raise AssertionError(of.key)

    asked = Item(recall(expect="4"), solver=never)
    assert asked.grade("4")
    assert asked.timeline is None
    assert asked.code is None
