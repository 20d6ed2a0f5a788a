"""Prose and foreign text to Textual's Content: roles instead of colours, and never markup.

A role ("code", "strong", "keyword", …) stands where Content has a style; the Page that paints it
looks it up among its component classes, so that one stylesheet decides how it looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content, Span

from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Prose, Table
from banktrainer.packs.model import Span as ProseSpan
from banktrainer.printable import printable
from banktrainer.tui.blocks import Block, Code, Columns, Text

_ROLES = {"plain": "", "code": "code", "strong": "strong", "emphasis": "emphasis"}


def styled(text: str, role: str = "") -> Content:
    """Text of our own (or already printable) in one role."""
    return Content(text, spans=[Span(0, len(text), role)] if role and text else None)


def foreign(text: str, role: str = "") -> Content:
    """Text of a pack, a file or an error, exactly as it stands, hostile characters made visible."""
    return styled(printable(text), role)


def spans(parts: Iterable[ProseSpan]) -> Content:
    """The spans of one paragraph, joined; a newline in it is a blank."""
    return Content("").join(
        foreign(part.text.replace("\n", " "), _ROLES[part.style]) for part in parts
    )


def blocks(prose: Prose) -> Iterator[Block]:
    """One block for each block of the prose, each bullet a block of its own."""
    for block in prose:
        if isinstance(block, Paragraph):
            yield Text(spans(block.spans))
        elif isinstance(block, CodeBlock):
            yield Code(printable(block.text))
        elif isinstance(block, Table):
            yield _table(block)
        else:
            yield from _bullets(block)


def _bullets(block: Bullets) -> Iterator[Block]:
    for number, item in enumerate(block.items, 1):
        sign = f"{number}. " if block.ordered else "• "
        yield Text(spans(item), lead=foreign(sign, "soft"), close=number > 1)


def _table(block: Table) -> Block:
    header = tuple(spans(cell).stylize("strong") for cell in block.header)
    return Columns((header, *(tuple(spans(cell) for cell in row) for row in block.rows)))
