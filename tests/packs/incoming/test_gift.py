"""GIFT: its kinds of questions, its escapes, and what cards can't say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.packs.incoming.gift import GiftWords, read_gift
from banktrainer.packs.incoming.harvest import Draft
from banktrainer.packs.model import Choice

WORDS = GiftWords("True", "False", "Judge it yourself.")


def card(text: str) -> Draft:
    found = read_gift(text, WORDS)
    assert found.left == ()
    (draft,) = found.drafts
    return draft


def test_choices_with_their_reasons() -> None:
    found = card("::Banks:: How many? {=32#Right. ~64#That is AMD. ~16 #### So it is.}")
    assert (found.title, found.question) == ("Banks", "How many?")
    assert found.choices == (
        Choice("32", True, "Right."),
        Choice("64", False, "That is AMD."),
        Choice("16", False, ""),
    )
    assert found.answer == "32\n\nSo it is."


def test_choices_by_weight() -> None:
    found = card("Q {~%100%yes ~%-50%no}")
    assert [choice.right for choice in found.choices] == [True, False]


@pytest.mark.parametrize(("body", "right"), [("T", 0), ("TRUE", 0), ("F", 1), ("false", 1)])
def test_true_or_false(body: str, right: int) -> None:
    found = card(f"Q {{{body}#wrong#right}}")
    assert [choice.text for choice in found.choices] == ["True", "False"]
    assert found.choices[right] == Choice(("True", "False")[right], True, "right")
    assert found.choices[1 - right].why == "wrong"


@pytest.mark.parametrize(
    ("body", "expect", "answer", "changed"),
    [
        ("=yes", "yes", "yes", None),
        ("=yes#Well done.", "yes", "yes\n\nWell done.", None),
        ("=yes =yeah", None, "yes\n\nyeah", "several_texts"),
        ("=%50%half", None, "half", "several_texts"),
        ("#4", "4", "4", None),
        ("#=4:0#Good. ~%0%5#No.", "4", "4\n\nGood.", None),
        ("#007", "7", "007", None),
        ("#3.14:0.01", None, "3.14:0.01", "range"),
        ("#1..5", None, "1..5", "range"),
        ("#=4 =%50%5", None, "4\n\n5", "range"),
        ("", None, "Judge it yourself.", None),
        ("####Because.", None, "Because.", None),
    ],
)
def test_typed_answers(body: str, expect: str | None, answer: str, changed: str | None) -> None:
    found = card(f"Q {{{body}}}")
    assert (found.expect, found.answer, found.changed) == (expect, answer, changed)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (r"a\: b \= c \# d \{e\} \~ f \\ g {}", r"a: b = c # d {e} ~ f \\ g"),
        (r"a\nb {}", "a\n\nb"),
        ("a\nb {}", "a\n\nb"),
        ("The {=a ~b} sat.", r"The \_\_\_\_\_ sat."),
        ("[html]<p>a <code>x[1]</code></p><pre>y\nz</pre> {}", "a `x[1]`\n\n```text\ny\nz\n```"),
        ("a &lt; b <br> c {}", "a < b\n\nc"),
        ("[plain]a <br> b {}", "a <br> b"),
        (r"[markdown]**a** \{\{b {}", r"**a** \{\{b"),
    ],
)
def test_texts(text: str, question: str) -> None:
    assert card(text).question == question


def test_a_category_is_the_tag_of_what_follows() -> None:
    found = read_gift("$CATEGORY: $course$/a/Banks\n\nQ {T}\n", WORDS)
    assert found.drafts[0].tags == ("Banks",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("// a comment", "comment"),
        ("no braces", "description"),
        ("Q {", "braces"),
        ("Q {=a} and {=b}", "braces"),
        ("Q {a =b}", "braces"),
        ("Q {=a -> b =c -> d}", "matching"),
        ("Q {~%50%a ~%50%b}", "weights"),
        ("Q {~a ~b}", "weights"),
        ("Q {=a " + "~b" * 6 + "}", "choices"),
        ("Q {=a ~a}", "choice_texts"),
        ("{=a ~b}", "no_question"),
        ("[html]<img src=x> {}", "picture"),
        ("Q {#}", "range"),
    ],
)
def test_what_is_left(text: str, reason: str) -> None:
    found = read_gift(f"\n{text}\n", WORDS)
    if reason == "range":
        assert found.drafts[0].changed == reason
        return
    assert (found.drafts, [(e.line, e.reason) for e in found.left]) == ((), [(2, reason)])


@given(st.text(alphabet="aQ{}=~#%\\:/-> \n<[]1.", max_size=50))
def test_any_text_is_read(text: str) -> None:
    found = read_gift(text, WORDS)
    lines = [each.line for each in found.drafts] + [each.line for each in found.left]
    assert all(line >= 1 for line in lines)
