"""Prose and text in cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Prose, Span, Table
from banktrainer.plain.prose import lead, prose_lines
from banktrainer.plain.text import cells, cut, pad, wrap

WORDS = Paragraph((Span("Lane 0 reads "), Span("s[0]", "code"), Span(" and ", "strong")))


def spans(*texts: str) -> tuple[tuple[Span, ...], ...]:
    return tuple((Span(text),) for text in texts)


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("abc", 3), ("e\u0301", 1), ("漢字", 4), ("·×≡", 3)]
)
def test_cells_are_those_of_a_terminal(text: str, width: int) -> None:
    assert cells(text) == width


def test_cut_and_pad_count_cells() -> None:
    assert cut("abcdef", 4) == "abc…"
    assert cut("漢字漢", 4) == "漢…"
    assert cut("abcd", 4) == "abcd"
    assert pad("漢", 4) == "漢  "


@given(st.text(alphabet="ab漢 \n", max_size=80), st.integers(4, 20))
def test_wrapping_keeps_every_word_in_order_and_no_line_too_long(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert " ".join(lines).split() == text.split()
    assert all(cells(line) <= width or " " not in line for line in lines)


def test_each_block_has_its_form() -> None:
    prose: Prose = (
        WORDS,
        CodeBlock("float v = s[0];\n\n  if (x) y;\n"),
        Bullets(spans("one", "two words")),
        Bullets(spans("first", "second"), ordered=True),
        Table(spans("stride", "degree"), (spans("2", "2"), spans("16", "16"))),
    )
    assert "\n".join(prose_lines(prose)) == (
        "Lane 0 reads `s[0]` and\n"
        "    float v = s[0];\n"
        "\n"
        "      if (x) y;\n"
        "- one\n"
        "- two words\n"
        "1. first\n"
        "2. second\n"
        "stride  degree\n"
        "------  ------\n"
        "2       2\n"
        "16      16"
    )


def test_a_width_wraps_paragraphs_and_hangs_bullets_but_never_breaks_code() -> None:
    code = CodeBlock("float v = tile[threadIdx.x][threadIdx.y];")
    assert prose_lines((WORDS, Bullets(spans("a long item")), code), 12) == (
        "Lane 0 reads",
        "`s[0]` and",
        "- a long",
        "  item",
        "    float v = tile[threadIdx.x][threadIdx.y];",
    )


def test_a_table_too_wide_is_read_row_by_row() -> None:
    table = Table(spans("stride", "degree"), (spans("2", "2"),))
    assert prose_lines((table,), 11) == ("stride: 2;", "degree: 2")


def test_lead_takes_the_first_paragraphs() -> None:
    code = CodeBlock("x;")
    assert lead((WORDS, WORDS, code, WORDS)) == (
        "Lane 0 reads `s[0]` and Lane 0 reads `s[0]` and",
        (code, WORDS),
    )
    assert lead(()) == ("", ())
