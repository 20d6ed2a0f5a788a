"""Levels: how far right answers have led in a cell."""

from __future__ import annotations

from typing import NamedTuple

TOP = 9


class Level(NamedTuple):
    """`number` from 0 to TOP; `more` right answers lead to the next one (0: there is none)."""

    number: int
    more: int


def level(right: int) -> Level:
    """The level after so many right answers: the first takes one, each next one more than it."""
    number, needed = 0, 1
    while number < TOP and right >= needed:
        right -= needed
        number, needed = number + 1, needed + 1
    return Level(number, needed - right if number < TOP else 0)
