"""What the playground gives away: an access as a card for a pack, or as a command for the shell."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from banktrainer.printable import is_hostile
from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.play.launching import Asked
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.engine import Timeline
    from banktrainer.packs.solving import SolvedFence
    from banktrainer.packs.writing import NewCard
    from banktrainer.tui.play.reading import Found


Why = Literal["unread", "kernel", "line", "run"]
"""Why an access is none that a card can ask about: not all of the code can be read; it is of
another kernel than the first; it is not the first on its line; it is a later run or warp."""


class CardError(ValueError):
    """An access that no card can ask about; `why` names the sentence."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


def command_text(draft: Draft) -> str:
    """The `explain` command that says what the playground says, quoted for a shell.

    Raises FieldError.
    """
    return " ".join(map(shlex.quote, _arguments(draft)))


def _arguments(draft: Draft) -> Iterator[str]:
    asked = Asked.of(draft)
    yield from ("banktrainer", "explain", "-c", draft.code)
    for name, value in asked.values:
        yield from ("--set", f"{name}={value}")
    if draft.kernel:
        yield from ("--kernel", draft.kernel)
    if asked.block is not None:
        yield from ("--block", ",".join(map(str, asked.block)))
    if asked.warp is not None:
        yield from ("--warp", str(asked.warp))
    if draft.machine != "nvidia":
        yield from ("--machine", draft.machine)


def card_text(w: Words, draft: Draft, found: Found) -> str:
    """A card that asks about one access; solves it to see that it does, so it blocks.

    Raises FieldError, and CardError where a card would ask about another access.
    """
    from banktrainer.packs.writing import card_markdown

    card = _card(w, draft, found)
    why = _why_not(_solved(card), found)
    if why is not None:
        raise CardError(why)
    return card_markdown(card)


def _card(w: Words, draft: Draft, found: Found) -> NewCard:
    from banktrainer.packs.writing import NewCard

    several = len(found.trace.accesses) > 1
    return NewCard(
        "my-access",
        w("play.card.title"),
        "".join("\ufffd" if is_hostile(char) else char for char in draft.code),
        w("play.card.question"),
        w("play.card.answer"),
        dict(Asked.of(draft).values),
        found.trace.block,
        draft.machine,
        found.row.cell,
        found.row.line if several else None,
    )


def _solved(card: NewCard) -> SolvedFence | None:
    """What the card asks about; None where its code can't be read."""
    from banktrainer.packs.model import Fence, Place
    from banktrainer.packs.solving import SolveError, solve_fence

    x, y, z = (*card.block, 1, 1)[:3]
    place, values = Place(card.id, 1), card.values
    fence = Fence("", card.code, place, values, (x, y, z), card.machine, card.asked_line)
    try:
        return solve_fence(fence)
    except SolveError:
        return None


def _why_not(solved: SolvedFence | None, found: Found) -> Why | None:
    """Why what is asked is not what was found; None where it is."""
    if solved is None:
        return "unread"
    if solved.trace.kernel != found.trace.kernel:
        return "kernel"
    asked = solved.traced
    if (asked.line, asked.column) != (found.row.line, found.row.column):
        return "line"
    return None if _picture(solved.timeline) == _picture(found.timeline) else "run"


def _picture(line: Timeline) -> list[list[tuple[int, tuple[int, ...]]]]:
    """What the board shows of each cycle: banks and lanes, and not at which words they are."""
    return [
        [(served.bank, served.lanes) for served in cycle.served]
        for phase in line.phases
        for cycle in phase.cycles
    ]
