"""Prose for other programs says what it said, whatever signs it holds."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.packs.incoming.plain_markdown import as_markdown
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
        "| h\\| |\n|---|\n| <c> |",
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
