"""What plain mode says of a sitting that is over: how it went, and what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.printable import printable
from banktrainer.words.answers import score_line
from banktrainer.words.skills import placed_line, title_of

if TYPE_CHECKING:
    from banktrainer.study.tally import Tally
    from banktrainer.words import Words


def ending_lines(w: Words, told: Tally) -> Iterator[str]:
    """The lines of a sitting's end; none where nothing was answered."""
    if not told.answers:
        return
    yield f"{score_line(w, told)}."
    if told.placed is not None:
        yield placed_line(w, told.placed)
    if told.sure_wrong:
        titles = ", ".join(printable(title_of(w, title)) for title in told.sure_wrong)
        yield f"{w('practice.end.sure_wrong')} {titles}."
