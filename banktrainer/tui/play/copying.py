"""What the playground gives away: an access as a card for a pack, or as a command for the shell."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.tui.draft import Draft
from banktrainer.tui.play.launching import Asked
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.tui.play.reading import Found


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
    """A card that asks about one access. Raises FieldError."""
    from banktrainer.packs.writing import NewCard, card_markdown

    several = len(found.trace.accesses) > 1
    return card_markdown(
        NewCard(
            "my-access",
            w("play.card.title"),
            draft.code,
            w("play.card.question"),
            w("play.card.answer"),
            dict(Asked.of(draft).values),
            found.trace.block,
            draft.machine,
            found.row.cell,
            found.row.line if several else None,
        )
    )
