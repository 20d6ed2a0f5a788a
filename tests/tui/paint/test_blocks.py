"""Blocks and prose: lines that fit, text that stays what it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Span, Table
from banktrainer.tui.paint.blocks import Pair, Text, lay_out, pair
from banktrainer.tui.paint.code import Code
from banktrainer.tui.paint.columns import Columns
from banktrainer.tui.paint.cuda_paint import paint
from banktrainer.tui.paint.prose import blocks, spans
from banktrainer.tui.paint.text import foreign, styled

FOREIGN = st.text(st.characters(codec="utf-8"), max_size=60)
MARKUP = ["[bold]", "[/]", "[/x]", "[b", "tile[i][j] = x[/y];", "[@click=app.quit]no[/]", "\\[red]"]


def lines(*made: object, width: int = 40) -> list[str]:
    return [line.content.plain for line in lay_out(made, width)[0]]  # type: ignore[arg-type]


@pytest.mark.parametrize("text", MARKUP)
def test_foreign_text_is_never_markup(text: str) -> None:
    assert foreign(text).plain == text
    assert spans((Span(text, "code"), Span(text))).plain == text + text
    assert lines(Code(text))[0].endswith(text)


def test_hostile_characters_become_visible() -> None:
    assert foreign("a\x1b[31mb\u202ec\x07").plain == r"a\x1b[31mb\u202ec\x07"


def test_a_role_stands_on_each_span() -> None:
    made = spans((Span("a "), Span("b", "code"), Span("c", "strong")))
    assert [(span.start, span.end, span.style) for span in made.spans] == [
        (2, 3, "code"),
        (3, 4, "strong"),
    ]


@given(FOREIGN, st.integers(12, 60))
def test_wrapped_text_fits_and_loses_nothing(text: str, width: int) -> None:
    made = lay_out((Text(foreign(text), lead=styled("• ")),), width)[0]
    assert all(line.content.cell_length <= width for line in made)
    kept = "".join(line.content.plain for line in made).removeprefix("•")
    assert "".join(kept.split()) == "".join(foreign(text).plain.split())


@given(st.lists(st.text("ab[]{}/ *+=;", max_size=50), min_size=1, max_size=4), st.integers(16, 60))
def test_code_fits_and_loses_nothing(rows: list[str], width: int) -> None:
    source = "\n".join(rows)
    made = lay_out((Code(source),), width)[0]
    assert all(line.content.cell_length <= width for line in made)
    kept = "".join(line.content.plain[5:] for line in made)
    assert kept == source.rstrip("\n").replace("\n", "")


def test_code_has_numbers_and_the_asked_line_a_sign() -> None:
    assert lines(Code("a;\nb;", marked=2)) == ["  1  a;", " ▸2  b;"]


@given(st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=80))
def test_colouring_changes_no_character(line: str) -> None:
    shown = foreign(line).plain
    assert paint(shown).plain == shown


def test_what_is_coloured_in_code() -> None:
    line = "__shared__ float s[32]; // a float"
    painted = {(line[span.start : span.end], span.style) for span in paint(line).spans}
    assert painted == {
        ("__shared__", "type"),
        ("float", "type"),
        ("32", "figure"),
        ("// a float", "comment"),
    }


def test_a_gap_before_each_block_but_the_first_and_the_close_ones() -> None:
    made = (Text(Content("a")), Text(Content("b")), Text(Content("c"), close=True))
    assert lines(*made) == ["a", "", "b", "c"]
    assert lay_out(made, 40)[1] == (0, 2, 3)


def test_two_ends_of_a_row() -> None:
    assert pair(Content("left"), Content("right"), 12).plain == "left   right"
    assert pair(Content("much too long"), Content("right"), 12).plain == "much…  right"
    assert pair(Content("left"), Content("too long"), 8).plain == "left"
    assert lines(Pair(Content("a"), Content("b")), width=4) == ["a  b"]


def test_prose_becomes_blocks() -> None:
    prose = (
        Paragraph((Span("One\nline."),)),
        Bullets(((Span("a"),), (Span("b"),))),
        Bullets(((Span("c"),),), ordered=True),
        CodeBlock("x = 1;"),
        Table(((Span("n"),), (Span("degree"),)), (((Span("1"),), (Span("2"),)),)),
    )
    assert lines(*blocks(prose)) == [
        *("One line.", "", "• a", "• b", "", "1. c", "", "  1  x = 1;", ""),
        *("n  degree", "1  2     "),
    ]


def test_a_table_that_is_too_wide_becomes_sentences() -> None:
    row = (Content("x" * 10), Content("y" * 10))
    assert lines(Columns((row,)), width=15) == ["x" * 10 + " ·", "y" * 10]
