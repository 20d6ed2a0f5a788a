"""Prose with its text changed and its shape kept."""

from __future__ import annotations

from collections.abc import Callable

from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Prose, Span, Table

Change = Callable[[str], str]
Block = Paragraph | Bullets | Table | CodeBlock


def rewrite(prose: Prose, text: Change, code: Change | None = None) -> Prose:
    """`prose` with `text` applied to every run; code that the engine reads goes through `code`."""
    return tuple(_block(block, text, code) for block in prose)


def _block(block: Block, text: Change, code: Change | None) -> Block:
    match block:
        case Paragraph(spans):
            return Paragraph(_spans(spans, text))
        case Bullets(items, ordered):
            return Bullets(_cells(items, text), ordered)
        case Table(header, rows):
            return Table(_cells(header, text), tuple(_cells(row, text) for row in rows))
        case CodeBlock(written, None):
            return CodeBlock(text(written))
        case CodeBlock(written, fence) if code is not None:
            return CodeBlock(code(written), fence)
    return block


def _cells(row: tuple[tuple[Span, ...], ...], text: Change) -> tuple[tuple[Span, ...], ...]:
    return tuple(_spans(cell, text) for cell in row)


def _spans(spans: tuple[Span, ...], text: Change) -> tuple[Span, ...]:
    return tuple(Span(text(span.text), span.style) for span in spans)
