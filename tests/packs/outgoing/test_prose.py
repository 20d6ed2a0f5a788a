"""Prose for other programs says what it said, whatever signs it holds."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from banktrainer.packs.incoming.plain_markdown import (
    as_entities,
    as_markdown,
    as_plain,
    backslashed,
    line_for,
)
from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Span, Table
from banktrainer.packs.outgoing.prose import to_html, to_markdown, to_text
from tests.packs.desk import load_card, text

SIGNS = st.text(alphabet="ab *_`#>-+1.)|~{}[]<&\\!=", min_size=1, max_size=24)


def read_back(markdown: str) -> list[str]:
    """The paragraphs of an answer that `markdown` writes."""
    with TemporaryDirectory() as place:
        card = load_card(
            Path(place), f"---\nid: a\nkind: recall\n---\n## Question\nq\n\n## Answer\n{markdown}\n"
        )
    return ["".join(s.text for s in b.spans) for b in card.answer if isinstance(b, Paragraph)]


@given(SIGNS.filter(lambda t: "`" not in t and t.strip()))
@settings(deadline=None)
def test_plain_text_is_shown_as_it_is(written: str) -> None:
    assert read_back(as_markdown(written)) == [written.strip()]


@given(SIGNS.filter(lambda t: t.strip()))
@settings(deadline=None)
def test_markdown_says_what_the_prose_said(written: str) -> None:
    flat = " ".join(written.split())
    assert [" ".join(t.split()) for t in read_back(to_markdown(text(flat)))] == [flat]


@pytest.mark.parametrize("html", [backslashed, as_entities])
@pytest.mark.parametrize(
    "written",
    [
        *("vector<int> a_b_c", "<script>alert(1)</script>", "&lt;i&gt; &amp; &", "2*3*4 < 5"),
        *("[x](javascript:y)", "s[0](1)", "<https://x.example>", "\\<b>", "<!-- x -->", "_a_ [b]"),
    ],
)
def test_html_and_links_are_shown_where_others_run_them(
    html: Callable[[str], str], written: str
) -> None:
    asis = f"<p>{escape(written)}</p>\n"
    assert MarkdownIt("commonmark").render(to_markdown(text(written), html)) == asis
    assert MarkdownIt("commonmark").render(line_for(html, written)) == asis
    assert as_plain(line_for(html, written)) == written


def test_each_kind_of_block() -> None:
    prose = (
        Paragraph((Span("a "), Span("b*", "strong"), Span(" c", "emphasis"), Span("x[`]", "code"))),
        Bullets(((Span("one"),), (Span("two"),)), ordered=True),
        Table(((Span("h|"),),), (((Span("<c>"),),),)),
        CodeBlock("a\n\tb\n```\n"),
    )
    assert to_markdown(prose).split("\n\n") == [
        "a **b\\*** *c*``x[`]``",
        "1. one\n2. two",
        "| h\\| |\n|---|\n| \\<c> |",
        "````\na\n    b\n```\n````",
    ]
    assert to_text(prose).startswith("a b* c``x[`]``\n1. one")
    assert to_html(prose) == (
        "<p>a <b>b*</b><i> c</i><code>x[`]</code></p><ol><li>one</li><li>two</li></ol>"
        "<table><tr><th>h|</th></tr><tr><td>&lt;c&gt;</td></tr></table>"
        '<pre style="text-align:left">a<br>    b<br>```</pre>'
    )


class _Texts(HTMLParser):
    said = ""

    def handle_data(self, data: str) -> None:
        self.said += data


@given(SIGNS)
def test_html_says_what_the_prose_said(written: str) -> None:
    reader = _Texts()
    reader.feed(to_html(text(written)))
    assert reader.said == " ".join(written.split("\n"))
