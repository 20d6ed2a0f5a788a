"""Prose to the blocks of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Prose, Span, Table
from banktrainer.printable import printable
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.code import Code
from banktrainer.tui.paint.columns import Columns
from banktrainer.tui.paint.text import foreign

_ROLES = {"plain": "", "code": "code", "strong": "strong", "emphasis": "emphasis"}


def spans(parts: Iterable[Span]) -> Content:
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
