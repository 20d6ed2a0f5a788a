"""Ladder: three right in a row climb, two wrong in a row fall, nobody falls below A."""

from __future__ import annotations

import pytest

from banktrainer.study.game.ladder import STEPS, Ladder
from tests.study.game.makers import given


def climbed(signs: str, start: Ladder | None = None) -> Ladder:
    """The ladder after answers to items of whatever rung is reached."""
    ladder = start or Ladder()
    for sign in signs:
        ladder = ladder.after(given(sign, cell=ladder.cell))
    return ladder


@pytest.mark.parametrize(
    ("signs", "cell", "steps", "height"),
    [
        ("", "A", 0, 0),
        ("++", "A", 2, 0),
        ("+++", "B", 0, 1),
        ("++-++", "A", 2, 0),
        ("+++++++", "C", 1, 2),
        ("+++-", "B", 0, 1),
        ("+++--", "A", 0, 1),
        ("+++-+-", "B", 0, 1),
        ("+++00", "A", 0, 1),
        ("----", "A", 0, 0),
        ("++s+", "B", 0, 1),
    ],
)
def test_climbing_and_falling(signs: str, cell: str, steps: int, height: int) -> None:
    ladder = climbed(signs)
    assert (ladder.cell, ladder.steps, ladder.height) == (cell, steps, height)


def test_the_top_begins_again() -> None:
    ladder = climbed("+" * STEPS * 10)
    assert (ladder.cell, ladder.height, ladder.tops) == ("A", 10, 1)
    assert climbed("+++", ladder).height == 10


def test_an_item_of_another_rung_moves_nothing() -> None:
    assert Ladder().after(given("+", cell="B")) == Ladder()
