"""Which access of a reading the playground shows: the same one, as far as it is still there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.tui.play.reading import Found, Reading

WORST = -1
"""Stands for the access that loses most, until it is known which that is."""


def pick(reading: Reading, picked: int, before: Found | None) -> int | None:
    """The number of the access to show; None where there is none, or where it can't be read.

    That is the one shown `before`, wherever it stands now; else, in code that was read whole, the
    one in its place; and where nothing was picked the one that loses most.
    """
    rows = [found.row for found in reading.found]
    if picked == WORST:
        return max(range(len(rows)), key=lambda n: (rows[n].excess, -n), default=None)
    like = [n for n, one in enumerate(reading.found) if before and _like(one) == _like(before)]
    if like:
        return min(like, key=lambda n: abs(n - picked))
    if not rows or (before is not None and reading.partial):
        return None
    return min(picked, len(rows) - 1)


def _like(found: Found) -> tuple[object, ...]:
    """What stays when lines come and go around an access."""
    return found.row.op, " ".join(found.row.text.split()), found.trace.kernel
