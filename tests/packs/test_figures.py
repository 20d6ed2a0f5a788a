"""Figures: what stands between `{{` and `}}`, and the numbers it becomes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.engine import Access, Origin
from banktrainer.packs import ExpressionError, fill, plain_text
from banktrainer.packs.expression import evaluate, parse
from banktrainer.packs.figures import check_figure, value_of
from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Span, Table
from tests.packs.desk import solved_card, solved_fence, text

WALK = solved_fence(Access.strided(6, 5), array_bytes=2048)
FIX = solved_fence(Access.strided(33, 3), "fix", array_bytes=4224)
DOUBLE = solved_fence(Access.strided(1, width=8), "d")
GATHER = solved_fence(Access(np.arange(32) ** 2 * 4), "gather")
HALF = solved_fence(Access.strided(1, active=np.arange(32) < 16), "half")
SECOND = solved_fence(
    Access(np.arange(32) * 4 + 128, origin=Origin("b", (32,), 4, base=128)), "second"
)
CARD = solved_card(WALK, FIX, DOUBLE, GATHER, HALF, SECOND)

FIGURES = {
    "cycles": 2,
    "ideal": 1,
    "excess": 1,
    "degree": 2,
    "stride": 6,
    "offset": 5,
    "bytes": 2048,
    "bank 0": 5,
    "bank 16": 5,
    "word 16": 101,
    "fix.stride": 33,
    "fix.cycles": 1,
    "fix.bank 31": 2,
    "fix.bytes - bytes": 2176,
    "d.cycles": 2,
    "d.ideal": 2,
    "d.excess": 0,
    "d.degree": 1,
    "d.stride": 1,
    "d.word 15": 30,
    "d.bank 16": 0,
    "second.offset": 0,
    "second.word 0": 32,
    "second.bank 1": 1,
    "33 % 32": 1,
    "(31 + 3) % 32": 2,
    "word 16 / 32": 3,
    "word 16 - word 0": 96,
    "-1 % 32": 31,
    "2 + 3 * 4": 14,
    "10 - 3 - 2": 5,
    "100 / 5 / 2": 10,
    "-(2 + 3)": -5,
    "+4": 4,
    " 4 ": 4,
    "half.degree": 1,
}


@pytest.mark.parametrize(("figure", "value"), FIGURES.items())
def test_a_figure(figure: str, value: int) -> None:
    check_figure(figure, CARD.fences)
    assert value_of(figure, CARD) == value


UNREADABLE = {
    "": 0,
    " ": 1,
    "2 +": 3,
    "(2": 0,
    "2)": 1,
    "2 3": 2,
    "cycles cycles": 7,
    "cylces": 0,
    "fix.": 0,
    "fix.cylces": 0,
    "nofix.cycles": 0,
    "1 + nofix.cycles": 4,
    "fix.fix.cycles": 7,
    "bank": 0,
    "bank x": 5,
    "bank -1": 0,
    "cycles 3": 0,
    "2 < 3": 2,
    "cycles and ideal": 7,
    "2 ** 3": 3,
    "0.5": 1,
    "1e3": 1,
    "__import__('os')": 11,
    "a[0]": 1,
    "٣": 0,
    "9" * 20: 0,
    "(" * 60 + "1" + ")" * 60: 40,
    "1 + " * 60 + "1": 0,
}


@pytest.mark.parametrize(("figure", "offset"), UNREADABLE.items())
def test_a_figure_that_can_not_be_read(figure: str, offset: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        check_figure(figure, CARD.fences)
    assert caught.value.offset == offset


@pytest.mark.parametrize(
    ("figure", "why"),
    [
        ("gather.stride", "equal steps"),
        ("gather.offset", "equal steps"),
        ("bank 32", "lane 32"),
        ("half.word 16", "lane 16"),
        ("half.bank 31", "lane 31"),
        ("1 / (cycles - 2)", "zero"),
        ("1 % 0", "zero"),
        ("nofix.cycles", "nofix"),
        ("cylces", "cylces"),
    ],
)
def test_a_figure_that_can_not_be_had(figure: str, why: str) -> None:
    with pytest.raises(ExpressionError, match=why):
        value_of(figure, CARD)


def test_filled_prose_has_numbers_in_text_and_shown_code_and_leaves_traced_code() -> None:
    figure, number = "{{fix.stride}}", "33"
    spans = (Span(f"a {figure}{figure} ", "strong"), Span(figure, "code"))
    filled = (Span(f"a {number}{number} ", "strong"), Span(number, "code"))
    code = CodeBlock("int a[1][1] = {{1}};", "fix")
    prose = (
        Paragraph(spans),
        Bullets((spans,)),
        Table((spans,), ((spans,),)),
        CodeBlock(figure),
        code,
    )
    assert fill(prose, CARD) == (
        Paragraph(filled),
        Bullets((filled,)),
        Table((filled,), ((filled,),)),
        CodeBlock(number),
        code,
    )


def test_prose_without_code_has_arithmetic() -> None:
    assert plain_text(fill(text("{{33 % 32}} of {{4 * 8}}"), solved_card())) == "1 of 32"


def test_a_figure_that_can_not_be_had_is_never_shown() -> None:
    with pytest.raises(ExpressionError):
        fill(text("{{cycles}}"), solved_card())


NUMBERS = st.integers(min_value=0, max_value=10**6).map(str)
ARITHMETIC = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map(" ".join),
        inner.map("({})".format),
        inner.map("-{}".format),
    ),
    max_leaves=12,
)


@given(ARITHMETIC)
def test_arithmetic_is_pythons(source: str) -> None:
    if len(source) <= 200:
        assert evaluate(parse(source), lambda _: 0) == eval(source)


@given(st.text(max_size=60) | st.text(alphabet="()+-*/%.<>=!&| abz019", max_size=60))
def test_any_text_is_read_or_refused(source: str) -> None:
    offset = 0
    try:
        evaluate(parse(source, conditions=True), lambda reference: len(reference.name))
    except ExpressionError as error:
        offset = error.offset
    assert 0 <= offset <= len(source)


CONDITIONS = {
    "31*s + b < 1024": True,
    "s == 5 and b == 2": True,
    "s != 5 || b > 1": True,
    "not s < 5": True,
    "!(s <= 5)": False,
    "s >= 5 && (b < 1 or b % 2 == 0)": True,
    "s": True,
    "s - 5": False,
}


@pytest.mark.parametrize(("source", "expected"), CONDITIONS.items())
def test_a_condition(source: str, expected: bool) -> None:
    drawn = {"s": 5, "b": 2}
    value = evaluate(parse(source, conditions=True), lambda reference: drawn[reference.name])
    assert bool(value) is expected
