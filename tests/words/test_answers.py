"""Sentences about an answer, and lists of numbers."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from banktrainer.engine import Access
from banktrainer.study.journal import Confidence
from banktrainer.study.parse import NotAnAnswer, Reason
from banktrainer.words import Words
from banktrainer.words.answers import (
    confidence_word,
    due_line,
    reason_line,
    result_line,
    saved_line,
    truth_text,
)
from banktrainer.words.lists import first_numbers, numbers
from tests.study.desk import card, choices, item, recall, row, sit

W = Words()
FACTS = {"cycles": 2, "ideal": 1, "degree": 2}


@pytest.mark.parametrize(
    ("asked", "text", "values", "said"),
    [
        ("cycles", "2", FACTS, "2 cycles, ideal 1"),
        ("cycles", "1", {"cycles": 1, "ideal": 1, "degree": 1}, "1 cycle, ideal 1"),
        ("degree", "2", FACTS, "degree 2 (2 cycles, ideal 1)"),
        ("conflict", "yes", {**FACTS, "conflict": True}, "yes (2 cycles, ideal 1, degree 2)"),
        ("bank", "5", {**FACTS, "lane": 16, "bank": 5}, "lane 16 is in bank 5"),
        (
            "lanes",
            "0,16",
            {**FACTS, "lanes": [0, 16]},
            "lanes 0 and 16 collide (2 cycles, ideal 1)",
        ),
        ("lanes", "none", {**FACTS, "lanes": []}, "no two lanes collide (2 cycles, ideal 1)"),
        (
            "repair",
            "33",
            {**FACTS, "pitch": 33},
            "a pitch of 33 will do (now, over all accesses: 2 cycles, ideal 1)",
        ),
        ("choice", "b", {"choice": "b", "text": "33"}, "b, 33"),
        ("expect", "1", {"expect": "1"}, "1"),
    ],
)
def test_the_truth_of_each_kind_of_question(
    asked: str, text: str, values: dict[str, Any], said: str
) -> None:
    assert truth_text(W, asked, text, values) == said


@pytest.mark.parametrize("asked", ["cycles", "degree", "conflict", "bank", "lanes"])
def test_every_question_of_the_engine_has_words_for_its_own_truth(asked: str) -> None:
    truth = item(card(ask=asked), Access.strided(6, 5)).truth
    assert truth_text(W, asked, truth.text, truth.values)


@pytest.mark.parametrize(
    ("given", "confidence", "saved", "result"),
    [
        ("2", "sure", "saved: 2, sure", "right: 2 cycles, ideal 1."),
        ("1", "guess", "saved: 1, guess", "wrong: 2 cycles, ideal 1."),
        (None, "none", "saved: no idea", "the answer: 2 cycles, ideal 1."),
    ],
)
def test_what_is_said_of_a_forecast(
    given: str | None, confidence: Confidence, saved: str, result: str
) -> None:
    found = sit(card()).forecast(given, confidence)
    assert saved_line(W, found.answer) == saved
    assert result_line(W, found) == result


def test_a_sentence_as_a_choice_gets_no_second_full_stop() -> None:
    found = sit(recall(choices=choices("Different words."))).forecast("a")
    assert result_line(W, found) == "right: a, Different words."


@pytest.mark.parametrize(
    ("right", "lines"),
    [
        (True, ("saved: right", "right, by your own word.")),
        (False, ("saved: wrong", "wrong, by your own word.")),
    ],
)
def test_what_is_said_of_a_grade(right: bool, lines: tuple[str, str]) -> None:
    session = sit(recall())
    assert saved_line(W, session.forecast("because", "think").answer) == (
        "saved: your answer, think"
    )
    graded = session.grade(right)
    assert (saved_line(W, graded.answer), result_line(W, graded)) == lines


def test_foreign_braces_in_an_answer_stay_as_they_are() -> None:
    assert saved_line(W, row(asked="expect", forecast="{0}{confidence}")) == (
        "saved: {0}{confidence}, think"
    )


@pytest.mark.parametrize("confidence", get_args(Confidence))
def test_every_confidence_has_a_word(confidence: Confidence) -> None:
    assert confidence_word(W, confidence)


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_has_its_words(reason: Reason) -> None:
    said = reason_line(W, NotAnAnswer(reason, "x", limit=31, letters="abc"))
    assert said
    assert "None" not in said


def test_reasons_say_what_would_be_an_answer() -> None:
    assert reason_line(W, NotAnAnswer("not_a_choice", "x", letters="abc")) == (
        "one of a, b, c is asked for"
    )
    assert reason_line(W, NotAnAnswer("no_such_lane", "40", limit=31)) == (
        "lanes are numbered 0 to 31"
    )


@pytest.mark.parametrize(
    ("days", "said"), [(-1, "now"), (0, "now"), (1, "tomorrow"), (4, "in 4 days")]
)
def test_when_something_is_due(days: int, said: str) -> None:
    assert due_line(W, days) == said


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([], ""),
        ([5], "5"),
        ([0, 16], "0 and 16"),
        ([0, 1], "0 and 1"),
        ([0, 1, 2], "0–2"),
        ([0, 8, 16, 24], "0, 8, 16 and 24"),
        (list(range(0, 32, 2)), "0, 2, 4, …, 30"),
        ([0, 1, 2, 3, 12, 13, 14, 15, 20], "0–3, 12–15 and 20"),
        ([3, 1, 2], "3, 1 and 2"),
    ],
)
def test_numbers_as_people_write_them(values: list[int], said: str) -> None:
    assert numbers(W, values) == said


def test_a_long_list_without_a_rule_is_cut() -> None:
    assert first_numbers(W, [0, 5, 7, 8, 20, 31]) == "0, 5, 7, 8 and 2 more"
    assert first_numbers(W, [0, 5, 7, 8]) == "0, 5, 7 and 8"
    assert first_numbers(W, list(range(32))) == "0–31"
