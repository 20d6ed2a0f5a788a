"""What counts as an answer, as a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.study import parse
from banktrainer.study.parse import NotAnAnswer


def reason(error: pytest.ExceptionInfo[NotAnAnswer]) -> str:
    return error.value.reason


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("7", "7"), ("007", "7"), ("0", "0"), ("000", "0"), (" 32 ", "32"), ("1024", "1024")],
)
def test_numbers(typed: str, kept: str) -> None:
    assert parse.number(typed) == kept


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("-1", "negative"),
        ("-1.5", "negative"),
        ("1.5", "fraction"),
        (".5", "fraction"),
        ("1,5", "fraction"),
        ("1/2", "fraction"),
        ("９", "not_a_number"),
        ("٣", "not_a_number"),
        ("²", "not_a_number"),
        ("+1", "not_a_number"),
        ("1_0", "not_a_number"),
        ("0x10", "not_a_number"),
        ("1e3", "not_a_number"),
        ("two", "not_a_number"),
        ("2 3", "not_a_number"),
        ("-", "not_a_number"),
        ("1025", "too_large"),
        ("9" * 400, "too_large"),
        ("9" * 5000, "too_long"),
        ("\udcff", "unreadable"),
    ],
)
def test_what_is_no_number(typed: str, why: str) -> None:
    with pytest.raises(NotAnAnswer) as error:
        parse.number(typed)
    assert reason(error) == why


@given(st.text())
def test_any_text_is_a_number_or_refused(typed: str) -> None:
    try:
        kept = parse.number(typed)
    except NotAnAnswer:
        return
    assert 0 <= int(kept) <= parse.MOST_CYCLES
    assert kept == str(int(kept))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("a", "a"), ("C", "c"), (" b ", "b")],
)
def test_letters(typed: str, kept: str) -> None:
    assert parse.letter(typed, "abc") == kept


@pytest.mark.parametrize("typed", ["d", "ab", "1", "å", "ａ", "abc"])
def test_what_is_no_choice(typed: str) -> None:
    with pytest.raises(NotAnAnswer) as error:
        parse.letter(typed, "abc")
    assert reason(error) == "not_a_choice"
    assert error.value.letters == "abc"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("yes", "yes"), ("Y", "yes"), ("a", "yes"), ("NO", "no"), ("n", "no"), ("B", "no")],
)
def test_yes_and_no(typed: str, kept: str) -> None:
    assert parse.yes_no(typed) == kept


def test_what_is_neither_yes_nor_no() -> None:
    with pytest.raises(NotAnAnswer) as error:
        parse.yes_no("maybe")
    assert reason(error) == "not_yes_no"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("0,16", "0,16"),
        ("16 0", "0,16"),
        ("16, 0", "0,16"),
        ("0-16", "0,16"),
        ("3 and 19", "3,19"),
        ("03 & 019", "3,19"),
        ("None", "none"),
    ],
)
def test_two_lanes(typed: str, kept: str) -> None:
    assert parse.lane_pair(typed, 32) == kept


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("5", "not_two_lanes"),
        ("1 2 3", "not_two_lanes"),
        ("1.2", "not_two_lanes"),
        ("4,4", "same_lane"),
        ("0,32", "no_such_lane"),
        ("0,99999999999", "no_such_lane"),
        ("０,１", "not_two_lanes"),
    ],
)
def test_what_is_no_pair_of_lanes(typed: str, why: str) -> None:
    with pytest.raises(NotAnAnswer) as error:
        parse.lane_pair(typed, 32)
    assert reason(error) == why


def test_words_keep_their_text_but_for_white_space() -> None:
    assert parse.words("  A  broadcast\t read ") == "A broadcast read"
    assert parse.same_words("BROADCAST", " broadcast ")
    assert parse.same_words("STRASSE", "straße")
    assert not parse.same_words("broad cast", "broadcast")


@pytest.mark.parametrize(
    ("line", "text", "confidence"),
    [
        ("1!", "1", "sure"),
        ("1?", "1", "guess"),
        ("1", "1", "think"),
        (" 1 ! ", "1", "sure"),
        ("!", "", "sure"),
        ("", "", "think"),
    ],
)
def test_the_mark_of_confidence(line: str, text: str, confidence: str) -> None:
    assert parse.confidence_mark(line) == (text, confidence)


def test_a_card_has_at_most_six_choices() -> None:
    assert parse.letters_of(6) == "abcdef"
    with pytest.raises(ValueError, match="7"):
        parse.letters_of(7)
