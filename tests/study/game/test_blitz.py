"""Blitz: points, combo, lives, and the time."""

from __future__ import annotations

import pytest

from banktrainer.study.game.blitz import LIVES, POINTS, Blitz
from tests.study.game.makers import given


def played(signs: str, *, each: float = 1, seconds: int = 60) -> Blitz:
    game = Blitz(seconds)
    for sign in signs:
        game = game.after(given(sign, seconds=each))
    return game


@pytest.mark.parametrize(
    ("signs", "points", "combo", "longest", "lives"),
    [
        ("", 0, 0, 0, 3),
        ("+", 1, 1, 1, 3),
        ("++", 1 + 2, 2, 2, 3),
        ("+++++", 1 + 2 + 3 + 4 + 5, 5, 5, 3),
        ("++++++", 1 + 2 + 3 + 4 + 5 + 5, 6, 6, 3),
        ("+-+", 1 + 1, 1, 1, 2),
        ("++0+", 1 + 2 + 1, 1, 2, 2),
        ("+s+", 1 + 2, 2, 2, 3),
        ("---", 0, 0, 0, 0),
        ("+---++", 1, 0, 1, 0),
    ],
)
def test_points_combo_and_lives(
    signs: str, points: int, combo: int, longest: int, lives: int
) -> None:
    game = played(signs)
    assert game.points == points * POINTS
    assert (game.combo, game.longest, game.lives) == (combo, longest, lives)
    assert game.over == (lives == 0)


@pytest.mark.parametrize(
    ("signs", "each", "right", "late"),
    [
        pytest.param("++++++", 10, 6, 0, id="the last one just in time"),
        pytest.param("+++++++", 10, 6, 1, id="and one more is late"),
        pytest.param("+", 60.001, 0, 1, id="a millisecond late"),
        pytest.param("++", 31, 1, 1, id="begun in time, given late"),
        pytest.param("-----", 1, 0, 5 - LIVES, id="after the last life"),
    ],
)
def test_what_comes_late_is_counted_as_late_and_scores_nothing(
    signs: str, each: float, right: int, late: int
) -> None:
    game = played(signs, each=each)
    assert (game.right, game.late) == (right, late)
    assert game.points == sum(range(1, min(right, 5) + 1)) * POINTS + max(0, right - 5) * 5 * POINTS


def test_the_time_that_is_left() -> None:
    assert played("+-", each=12.5).left_ms == 35_000
    assert played("++", each=40).left_ms == 0
