"""Fading: how many steps of a worked example are left for the learner to give."""

from __future__ import annotations

from collections.abc import Iterable

from banktrainer.study import live
from banktrainer.study.journal import Answer

MOST = 6
"""The most steps that are ever left out; so many right forecasts and no more are remembered."""


def fade(faded: dict[str, int], row: Answer, key: str) -> None:
    """Take in a live row: a right forecast leaves out one step more, from the end.

    A wrong one, and each wrong answer to a step, brings one back.
    """
    if row.seen or not live.graded(row):
        return
    change = (0 if live.is_step(row) else 1) if live.right(row) else -1
    level = min(max(faded.get(key, 0) + change, 0), MOST)
    if level:
        faded[key] = level
    else:
        faded.pop(key, None)


def faded_steps(rows: Iterable[tuple[Answer, str]], key: str, before: int = 0) -> int:
    """How many steps are left out of the card `key` after live rows, each with its card's key."""
    faded = {key: before} if before else {}
    for row, of in rows:
        if of == key:
            fade(faded, row, key)
    return faded.get(key, 0)
