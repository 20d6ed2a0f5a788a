"""One leaf of a preview as blocks: its faults, then the card from question to footnote; pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.prose import blocks
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.practice.view import (
    card_blocks,
    question_blocks,
    section_blocks,
    step_blocks,
)
from banktrainer.words import Words
from banktrainer.words.sources import sources

if TYPE_CHECKING:
    from banktrainer.packs.model import Card, Fault
    from banktrainer.packs.previewing import Leaf
    from banktrainer.tui.desk.card_view import CardView


def leaf_blocks(
    w: Words, leaf: Leaf, shown: CardView | None, *, checked: bool = True
) -> Iterator[Block]:
    """The faults of a leaf, then its card as learners meet it; `shown` is None where none is.

    Until it is `checked`, that there are none says nothing.
    """
    yield Text(styled(w("preview.unsaved"), "soft"))
    if checked or leaf.faults:
        yield from fault_blocks(w, leaf.faults)
    else:
        yield Text(styled(w("shelf.checking"), "soft"), close=True)
    if leaf.card is None or shown is None:
        yield Text(styled(w("preview.no_card"), "wait"))
        return
    if not shown.solved:
        yield Text(styled(w("preview.unsolved"), "wait"))
    yield from card_blocks(w, shown)
    yield from question_blocks(w, shown)
    yield Text(styled(w("preview.after"), "faint"))
    for number, step in enumerate(shown.steps, 1):
        yield from step_blocks(w, step, number, len(shown.steps))
    yield from section_blocks(w("practice.answer"), shown.answer)
    yield from section_blocks(w("practice.check"), shown.check)
    yield from _traps(w, leaf.card, shown)
    yield from section_blocks(w("practice.footnote"), shown.footnote)
    yield from section_blocks(w("practice.evidence"), sources(w, shown.evidence))


def fault_blocks(w: Words, faults: tuple[Fault, ...]) -> Iterator[Block]:
    """A line for each fault, with its place; one that says so where there is none."""
    if not faults:
        yield Text(styled("✓ ", "good") + styled(w("preview.sound"), "good"), close=True)
    for fault in faults:
        sign, role = ("✗ ", "bad") if fault.code.startswith("E") else ("! ", "wait")
        yield Text(foreign(str(fault), role), lead=styled(sign, role), close=True)


def _traps(w: Words, card: Card, shown: CardView) -> Iterator[Block]:
    said = [(trap.answer, trap.body) for trap in card.traps]
    if said:
        yield Text(styled(w("preview.traps"), "note"))
    for answer, body in said:
        lead = foreign(f"{answer}: ", "own")
        for block in blocks(shown.fill(body)):
            yield block._replace(lead=lead, close=True) if isinstance(block, Text) else block
            lead = styled("")
    for choice in card.choices:
        if choice.why:
            lead = foreign(f"{choice.text}: ", "own")
            yield Text(foreign(choice.why), lead=lead, close=True)
