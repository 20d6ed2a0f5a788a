"""Figures: `{{…}}` in prose, replaced by what the engine found.

A figure is arithmetic on whole numbers and on the names below; `NAME.` before one of them means
the fence of that name, and without it the fence that the card asks about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from banktrainer.packs.expression import (
    ExpressionError,
    Reference,
    evaluate,
    parse,
    references,
)
from banktrainer.packs.model import Bullets, CodeBlock, Paragraph, Prose, Table
from banktrainer.packs.rewrite import rewrite

if TYPE_CHECKING:
    from banktrainer.packs.solving import SolvedCard, SolvedFence

_DYNAMIC = re.compile(r"\bextern\b|\bHIP_DYNAMIC_SHARED\b")
FIGURE = re.compile(r"\{\{([^{}\n]*)\}\}")

_NUMBERS: Mapping[str, Callable[[SolvedFence], int | None]] = {
    "cycles": lambda fence: fence.timeline.cycles,
    "ideal": lambda fence: fence.timeline.ideal,
    "excess": lambda fence: fence.timeline.excess,
    "degree": lambda fence: fence.timeline.degree,
    "stride": lambda fence: fence.stride,
    "offset": lambda fence: fence.offset,
    "bytes": lambda fence: None if _DYNAMIC.search(fence.fence.code) else fence.bytes,
}
_WHY_NOT = {
    "stride": "the lanes do not walk in equal steps",
    "offset": "the lanes do not walk in equal steps",
    "bytes": "the size of an `extern` array is not in the code",
}
_OF_LANE: Mapping[str, Callable[[SolvedFence, int], int | None]] = {
    "bank": lambda fence, lane: fence.bank(lane),
    "word": lambda fence, lane: fence.word(lane),
}


def value_of(source: str, solved: SolvedCard) -> int:
    """The number that the figure `source` (what stands between the braces) means on a card.

    Raises ExpressionError where the engine can't give it.
    """
    return evaluate(parse(source), lambda reference: _look_up(reference, solved))


def check_figure(source: str, fences: Collection[str]) -> None:
    """Raises ExpressionError where `source` can't be read, or names what no card can have.

    `fences` are the names of the card's fences.
    """
    for reference in references(parse(source)):
        name, at = reference.name, reference.offset
        if name not in _NUMBERS and name not in _OF_LANE:
            known = ", ".join([*_NUMBERS, *(f"{name} N" for name in _OF_LANE)])
            raise ExpressionError(f"`{name}` is not a figure; there are {known}", at)
        if name in _OF_LANE and reference.index is None:
            raise ExpressionError(f"`{name}` needs a lane, as in `{name} 0`", at)
        if name in _NUMBERS and reference.index is not None:
            raise ExpressionError(f"`{name}` takes no number after it", at)
        if reference.fence not in fences:
            whose = f"called `{reference.fence}`" if reference.fence else "to ask about (unnamed)"
            raise ExpressionError(f"the card has no fence {whose}", at)


def fill(prose: Prose, solved: SolvedCard) -> Prose:
    """`prose` with each figure as its number; the code that the engine reads stays as written.

    Raises ExpressionError where a figure can't be had, which `check` finds beforehand.
    """
    return rewrite(prose, lambda text: _text(text, solved))


def plain_text(prose: Prose) -> str:
    """The text of `prose`, a line for each paragraph, item and row."""
    return "\n".join(line for block in prose for line in _lines(block))


def _look_up(reference: Reference, solved: SolvedCard) -> int:
    fence, name, lane = solved.fences.get(reference.fence), reference.name, reference.index
    if fence is None:
        raise ExpressionError(f"no fence `{reference.fence}` was traced", reference.offset)
    if lane is not None and name in _OF_LANE:
        value, what = _OF_LANE[name](fence, lane), f"lane {lane} asks for nothing"
    elif lane is None and name in _NUMBERS:
        value, what = _NUMBERS[name](fence), _WHY_NOT.get(name, "no access")
    else:
        raise ExpressionError(f"`{name}` is not a figure", reference.offset)
    if value is None:
        raise ExpressionError(f"there is no `{name}` here: {what}", reference.offset)
    return value


def _text(text: str, solved: SolvedCard) -> str:
    return FIGURE.sub(lambda match: str(value_of(match[1], solved)), text)


def _lines(block: Paragraph | Bullets | Table | CodeBlock) -> Iterator[str]:
    match block:
        case Paragraph(spans):
            yield "".join(span.text for span in spans)
        case Bullets(items):
            yield from ("".join(span.text for span in item) for item in items)
        case Table(header, rows):
            for row in (header, *rows):
                yield " | ".join("".join(span.text for span in cell) for cell in row)
        case CodeBlock(text):
            yield text
