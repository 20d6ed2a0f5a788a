"""Prose as Markdown, as HTML, and as plain text in which code stays code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape

from banktrainer.packs.incoming.plain_markdown import backslashed, literal
from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Prose, Span, Table

_RUNS = re.compile(r"`+")
_MARKS = {"strong": "**", "emphasis": "*"}
_TAGS = {"strong": "b", "emphasis": "i", "code": "code"}
Spans = tuple[Span, ...]
Say = Callable[[Spans], str]


def to_markdown(prose: Prose, html: Callable[[str], str] = backslashed) -> str:
    """Markdown for programs that run HTML; `html` shields what isn't code."""
    return "\n\n".join(_block(block, partial(_marked, html=html)) for block in prose)


def to_text(prose: Prose) -> str:
    """Plain text, a line for each paragraph; code between backquotes and in fences."""
    return "\n".join(_block(block, _plain) for block in prose)


def to_html(prose: Prose) -> str:
    return "".join(_html(block) for block in prose)


def _block(block: Paragraph | Bullets | Table | CodeBlock, say: Say) -> str:
    match block:
        case Paragraph(spans):
            return say(spans)
        case CodeBlock(text):
            mark = "`" * max(3, 1 + max(map(len, _RUNS.findall(text)), default=0))
            return f"{mark}\n{text.expandtabs(4).rstrip()}\n{mark}"
        case Bullets(items, ordered):
            signs = (f"{n}." if ordered else "-" for n in range(1, len(items) + 1))
            return "\n".join(f"{s} {say(item)}" for s, item in zip(signs, items, strict=True))
        case Table(header, rows):
            return "\n".join([_row(header, say), "|" + "---|" * len(header), *_rows(rows, say)])


def _row(cells: Sequence[Spans], say: Say) -> str:
    return f"| {' | '.join(say(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def _rows(rows: Iterable[Sequence[Spans]], say: Say) -> list[str]:
    return [_row(row, say) for row in rows]


def _plain(spans: Spans) -> str:
    return "".join(_code(s.text) if s.style == "code" else s.text for s in _flat(spans))


def _marked(spans: Spans, html: Callable[[str], str]) -> str:
    said = []
    for span in _flat(spans):
        mark = _MARKS.get(span.style, "")
        text = _code(span.text) if span.style == "code" else _literal(span.text, html)
        body = text.strip() if mark else text
        said.append(text.replace(body, f"{mark}{body}{mark}", 1) if mark and body else text)
    return "".join(said)


def _literal(text: str, html: Callable[[str], str]) -> str:
    """Text that Markdown shows as it is; blanks at its ends stay."""
    body = text.strip()
    return text.replace(body, html(literal(body)), 1) if body else text


def _flat(spans: Spans) -> Iterable[Span]:
    return (Span(" ".join(span.text.split("\n")), span.style) for span in spans)


def _code(text: str) -> str:
    mark = "`" * (1 + max(map(len, _RUNS.findall(text)), default=0))
    inner = f" {text} " if text.startswith("`") or text.endswith("`") else text
    return f"{mark}{inner}{mark}"


def _html(block: Paragraph | Bullets | Table | CodeBlock) -> str:
    match block:
        case Paragraph(spans):
            return f"<p>{_inline(spans)}</p>"
        case CodeBlock(text):
            code = escape(text.expandtabs(4).rstrip()).replace("\n", "<br>")
            return f'<pre style="text-align:left">{code}</pre>'
        case Bullets(items, ordered):
            tag = "ol" if ordered else "ul"
            return f"<{tag}>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</{tag}>"
        case Table(header, rows):
            head = "".join(f"<th>{_inline(cell)}</th>" for cell in header)
            body = ("".join(f"<td>{_inline(cell)}</td>" for cell in row) for row in rows)
            return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"


def _inline(spans: Spans) -> str:
    return "".join(_tagged(span) for span in _flat(spans))


def _tagged(span: Span) -> str:
    tag, text = _TAGS.get(span.style), escape(span.text, quote=False)
    return f"<{tag}>{text}</{tag}>" if tag else text
