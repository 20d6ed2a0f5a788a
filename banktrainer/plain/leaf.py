"""A leaf of a preview as lines of text: the card as learners will meet it, then its faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.plain.item import evidence_lines
from banktrainer.plain.prose import lead, prose_lines
from banktrainer.plain.text import wrap
from banktrainer.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from banktrainer.packs.model import Card, Prose
    from banktrainer.packs.previewing import Leaf
    from banktrainer.study.item import Item

_HANG = "  "


def leaf_lines(
    w: Words, leaf: Leaf, item: Item | None, fill: Callable[[Prose], Prose], width: int | None
) -> Iterator[str]:
    """The lines of a leaf; `item` is its card as it is asked, `fill` puts the figures in."""
    if item is not None:
        yield from _asked(w, item, fill, width)
        yield from _told(w, item.card, fill, width)
    else:
        yield leaf.key
    for fault in leaf.faults:
        yield str(fault)


def _asked(
    w: Words, item: Item, fill: Callable[[Prose], Prose], width: int | None
) -> Iterator[str]:
    yield w(
        "preview.head", key=item.key, kind=w(f"preview.kind.{item.card.kind}"), title=item.title
    )
    yield from prose_lines(fill(item.card.body), width)
    yield from prose_lines(fill(item.card.question), width)
    for option in item.options:
        line = w("plain.item.choice", letter=option.letter, text=option.text)
        yield from wrap(line, width, _HANG)
        if option.why:
            yield from wrap(w("preview.choice", why=option.why), width, _HANG)


def _told(w: Words, card: Card, fill: Callable[[Prose], Prose], width: int | None) -> Iterator[str]:
    for number, step in enumerate(card.steps, 1):
        text, rest = lead(fill(step.body))
        facts = {"number": number, "total": len(card.steps), "text": text}
        head = w("plain.step.head", title=f"{step.title}.", **facts)
        yield from wrap(head.rstrip(), width, _HANG)
        yield from prose_lines(rest, width)
        why, more = lead(fill(step.why))
        if why:
            yield from wrap(w("plain.step.why", why=why), width, _HANG)
        yield from prose_lines(more, width)
    for name, prose in (("answer", card.answer), ("check", card.check)):
        yield from _part(w(f"plain.part.{name}", text="{}"), fill(prose), width)
    for trap in card.traps:
        yield from _part(w("preview.trap", answer=trap.answer, text="{}"), fill(trap.body), width)
    yield from _part(w("plain.part.footnote", text="{}"), fill(card.footnote), width)
    yield from evidence_lines(w, card, width)


def _part(frame: str, prose: Prose, width: int | None) -> Iterator[str]:
    if prose:
        text, rest = lead(prose)
        yield from wrap(frame.replace("{}", text).rstrip(), width, _HANG)
        yield from prose_lines(rest, width)
