"""Prose as lines of text: paragraphs wrapped, code indented by four, tables in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Prose, Span, Table
from banktrainer.plain.text import INDENT, cells, pad, wrap

_GAP = "  "


def prose_lines(prose: Prose, width: int | None = None) -> tuple[str, ...]:
    """The lines of `prose`, at most `width` cells where words allow; None leaves paragraphs whole.

    Code is never broken. The text is foreign still: what prints it passes it through `printable`.
    """
    return tuple(line for block in prose for line in _block(block, width))


def span_text(spans: Iterable[Span]) -> str:
    """The text of `spans`, code between backquotes, the other styles left out."""
    return "".join(f"`{span.text}`" if span.style == "code" else span.text for span in spans)


def lead(prose: Prose) -> tuple[str, Prose]:
    """The text of the paragraphs that `prose` begins with, and the rest."""
    rest = next(
        (i for i, block in enumerate(prose) if not isinstance(block, Paragraph)), len(prose)
    )
    first = (span_text(block.spans) for block in prose[:rest] if isinstance(block, Paragraph))
    return " ".join(" ".join(text.split()) for text in first), prose[rest:]


def code_lines(code: str) -> tuple[str, ...]:
    """`code` indented by four; a blank line stays blank."""
    return tuple((INDENT + line).rstrip() for line in code.rstrip("\n").split("\n"))


def _block(block: Paragraph | Bullets | Table | CodeBlock, width: int | None) -> tuple[str, ...]:
    if isinstance(block, CodeBlock):
        return code_lines(block.text)
    if isinstance(block, Bullets):
        return _bullets(block, width)
    if isinstance(block, Table):
        return _table(block, width)
    return wrap(span_text(block.spans), width)


def _bullets(block: Bullets, width: int | None) -> tuple[str, ...]:
    lines: list[str] = []
    for number, item in enumerate(block.items, 1):
        sign = f"{number}. " if block.ordered else "- "
        lines += wrap(sign + span_text(item), width, " " * len(sign))
    return tuple(lines)


def _table(block: Table, width: int | None) -> tuple[str, ...]:
    header = [span_text(cell) for cell in block.header]
    rows = [[span_text(cell) for cell in row] for row in block.rows]
    columns = [max(cells(row[i]) for row in (header, *rows)) for i in range(len(header))]
    if width is not None and sum(columns) + len(_GAP) * (len(columns) - 1) > width:
        return tuple(line for row in rows for line in wrap(_as_sentence(header, row), width))
    rule = ["-" * column for column in columns]
    return tuple(_row(row, columns) for row in (header, rule, *rows))


def _row(row: Sequence[str], columns: Sequence[int]) -> str:
    return _GAP.join(pad(cell, width) for cell, width in zip(row, columns, strict=True)).rstrip()


def _as_sentence(header: Sequence[str], row: Sequence[str]) -> str:
    return "; ".join(f"{name}: {cell}" for name, cell in zip(header, row, strict=True))
