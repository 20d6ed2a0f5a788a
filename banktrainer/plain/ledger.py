"""The ledger as still text: for each cycle which lanes are served from which bank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from banktrainer.plain.paint import Piece, Row
from banktrainer.plain.text import cells
from banktrainer.words import Words
from banktrainer.words.lists import numbers

if TYPE_CHECKING:
    from banktrainer.engine import Cycle, Timeline

_GAP = "  "


def ledger(w: Words, timeline: Timeline, width: int | None = None) -> Iterator[Row]:
    """A line for each cycle, `lanes→banks` for each word served, under a line for each phase.

    Lines longer than `width` cells go on under their first entry.
    """
    number = 0
    digits = len(str(timeline.cycles))
    yield (Piece(w("plain.board.ledger"), "soft"),)
    for index, phase in enumerate(timeline.phases, 1):
        if len(timeline.phases) > 1:
            facts = {"phase": index, "phases": len(timeline.phases)}
            lanes = numbers(w, phase.lanes)
            yield (Piece(w("plain.board.phase", lanes=lanes, **facts), "soft"),)
        for cycle in phase.cycles:
            number += 1
            lead = f"{number:>{digits + 2}}  "
            for line in _packed(_served(w, cycle), width and width - len(lead)):
                yield Piece(lead, "soft"), Piece(line)
                lead = " " * len(lead)


def _served(w: Words, cycle: Cycle) -> Iterator[str]:
    """What one cycle serves, by the lowest lane; several words of a lane name all their banks."""
    banks: dict[tuple[int, ...], list[int]] = {}
    for served in cycle.served:
        banks.setdefault(tuple(sorted(served.lanes)), []).append(served.bank)
    for lanes, found in sorted(banks.items()):
        yield f"{numbers(w, lanes)}→{numbers(w, found)}"


def _packed(items: Iterable[str], width: int | None) -> Iterator[str]:
    """The items side by side, as many on a line as fit."""
    line = ""
    for item in items:
        longer = f"{line}{_GAP}{item}" if line else item
        if line and width is not None and cells(longer) > width:
            yield line
            longer = item
        line = longer
    yield line
