"""Cards in Markdown notes: what is one, what is none, and that nothing vanishes without a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.packs.incoming.notes import read_notes


def pairs(text: str) -> list[tuple[int, str, str]]:
    return [(each.line, each.question, each.answer) for each in read_notes(text).drafts]


def left(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.reason) for each in read_notes(text).left]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("a bank :: one word a cycle", [(1, "a bank", "one word a cycle")]),
        ("lane ::: thread", [(1, "lane", "thread"), (1, "thread", "lane")]),
        ("- a :: b\n- c :: d", [(1, "a", "b"), (2, "c", "d")]),
        ("1. a :: b\n> c :: d\n- [ ] e :: f", [(1, "a", "b"), (2, "c", "d"), (3, "e", "f")]),
        ("what is `std::vector` :: a list", [(1, "what is `std::vector`", "a list")]),
        ("what is std::vector :: a list", [(1, "what is std::vector", "a list")]),
        ("a :: b :: c", [(1, "a", "b :: c")]),
        ("a:: b", [(1, "a", "b")]),
        ("a ::b", [(1, "a", "b")]),
        ("a :: b <!--SR:!2026-01-01,3,250-->", [(1, "a", "b")]),
        ("two\nlines\n?\nanswer", [(1, "two\nlines", "answer")]),
        ("front\n??\nback", [(1, "front", "back"), (1, "back", "front")]),
        ("q\n?\n```cuda\na\n\nb :: c\n```", [(1, "q", "```text\na\n\nb :: c\n```")]),
        ("{{cycles}} :: x", [(1, "\\{\\{cycles}}", "x")]),
    ],
)
def test_what_is_a_card(text: str, cards: list[tuple[int, str, str]]) -> None:
    assert pairs(text) == cards


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("use std::vector", [(1, "tight")]),
        ("`a :: b`", [(1, "prose")]),
        ("``a ` :: b``", [(1, "prose")]),
        ("```\na :: b\n```", [(1, "code")]),
        ("~~~\na :: b\n", [(1, "code")]),
        ("a ::", [(1, "no_answer")]),
        (":: b", [(1, "no_question")]),
        ("?\nb", [(1, "no_question")]),
        ("a\n?", [(1, "no_answer")]),
        ("a\n?\nb\n?\nc", [(1, "several")]),
        ("# Alone", [(1, "heading")]),
        ("---\na: b\n---\n", [(1, "front_matter")]),
        ("<!-- a :: b -->", [(1, "comment")]),
        ("one\ntwo\n\nthree", [(1, "prose"), (4, "prose")]),
        ("", []),
    ],
)
def test_what_is_none(text: str, told: list[tuple[int, str]]) -> None:
    assert (pairs(text), left(text)) == ([], told)


def test_a_heading_becomes_the_tag_of_its_cards() -> None:
    (card,) = read_notes("## `Banks` [[and]] words\n\na :: b").drafts
    assert card.tags == ("Banks and words",)


LINES = st.sampled_from(
    ["a :: b", "c ::: d", "x::y", "`p :: q`", "", "?", "prose", "# head", "```", "- e :: f", "> g"]
)


@given(st.lists(LINES, max_size=12))
def test_every_line_is_in_a_card_or_told(lines: list[str]) -> None:
    found = read_notes("\n".join(lines))
    told = "\n".join(
        [text for each in found.drafts for text in (each.question, each.answer, *each.tags)]
        + [each.text for each in found.left]
    )
    for word in ("a", "b", "c", "d", "x::y", "p :: q", "e", "f", "head"):
        if any(word in line for line in lines):
            assert word in told or any(each.last for each in found.left)
