"""Cards in tables: dialects, quotes, first rows, and what can't be a card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.packs.incoming.tables import read_table


def pairs(text: str) -> list[tuple[int, str, str]]:
    return [(each.line, each.question, each.answer) for each in read_table(text).drafts]


def left(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.reason) for each in read_table(text).left]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("a,b\nc,d\n", [(1, "a", "b"), (2, "c", "d")]),
        ("a;b\nc, c;d\n", [(1, "a", "b"), (2, "c, c", "d")]),
        ("a\tb, b\nc\td\n", [(1, "a", "b, b"), (2, "c", "d")]),
        ("a|b\nc|d\n", [(1, "a", "b"), (2, "c", "d")]),
        ('"a, ""x""",b\n', [(1, 'a, "x"', "b")]),
        ('"a\nb",c\nd,e\n', [(1, "a\n\nb", "c"), (3, "d", "e")]),
        ("Front,Back\na,b\n", [(2, "a", "b")]),
        ("answer,question\na,b\n", [(2, "b", "a")]),
        ("\na,b\n\n", [(2, "a", "b")]),
        ("a*b,_c_ `x*y`\n", [(1, "a\\*b", "\\_c\\_ `x*y`")]),
        ("- a,1. b\n# c,> d\n", [(1, "\\- a", "1\\. b"), (2, "\\# c", "\\> d")]),
        ("a {{cycles}},b\n", [(1, "a \\{\\{cycles}}", "b")]),
        ("'=1+1,'x\n", [(1, "\\=1+1", "'x")]),
    ],
)
def test_what_is_a_card(text: str, cards: list[tuple[int, str, str]]) -> None:
    assert pairs(text) == cards


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,\n", [(1, "no_answer")]),
        (",b\n", [(1, "no_question")]),
        ("a\n", [(1, "no_answer")]),
        ("a,b,c\n", [(1, "columns")]),
        ("question,answer,note\n", [(1, "column")]),
        ('a,"b\nc,d\n', [(1, "quotes")]),
        ('"a"x,b\n', [(1, "quotes")]),
        ("#separator:tab\n", [(1, "directive")]),
    ],
)
def test_what_is_none(text: str, told: list[tuple[int, str]]) -> None:
    assert (pairs(text), left(text)) == ([], told)


def test_named_columns_are_used() -> None:
    text = "id,title,question,answer,tags\ndemo/one,A title,q,a,x y\n"
    (card,) = read_table(text).drafts
    assert (card.id, card.title, card.tags) == ("one", "A title", ("x", "y"))


@given(st.text(alphabet='ab,;\t"\n#:|', max_size=40))
def test_any_text_is_read(text: str) -> None:
    found = read_table(text)
    lines = [each.line for each in found.drafts] + [each.line for each in found.left]
    assert all(line >= 1 for line in lines)
