"""The chosen lane: white wherever it stands, with a route that cuts through nothing."""

from __future__ import annotations

import numpy as np
import pytest

from banktrainer.engine import Access
from banktrainer.tui.board import inks
from banktrainer.tui.board.rows import Frame, Piece
from tests.tui.board.makers import (
    COLUMN,
    DOUBLE,
    FLOAT4,
    MIXED,
    NARROW,
    NORMAL,
    ONE_BIN,
    ONE_WORD,
    STRIDE_8,
    at_cycle,
    picture,
    stripped,
)

SMALL = (80, 16)
"""Columns too short for half blocks."""


def test_a_lane_in_a_stack_of_halves_has_a_white_row_and_a_route() -> None:
    shown = picture(COLUMN, at_cycle(COLUMN, 1), lane=5)
    lines = stripped(shown)
    assert lines[3] == "     ×32╭─────────╯"
    assert [line[8:10] for line in lines[16:19]] == ["▄▄", "05", "▄▄"]
    assert _white(shown) == [(17, "05")]


def test_lanes_of_one_bin_have_a_route_to_either_side_or_straight_down() -> None:
    tops = [stripped(picture(ONE_BIN, 1e9, lane=lane))[3] for lane in (2, 5, 12)]
    assert tops == [
        " " * 12 + "╰─────╮×32",
        " " * 18 + "│×32",
        " " * 15 + "×32╭─────────────╯",
    ]


@pytest.mark.parametrize("compact", [False, True])
def test_a_lane_in_a_bar_has_a_white_row(compact: bool) -> None:
    shown = picture(COLUMN, 1e9, SMALL, lane=20, compact=compact)
    assert [text for _, text in _white(shown)] == ["20"]
    narrow = picture(COLUMN, 1e9, NARROW, lane=20, compact=compact)
    assert [text for _, text in _white(narrow)] == ["◆"]
    assert any(line.startswith("          20  ◆") for line in narrow.lines)


def test_a_count_steps_aside_only_where_there_is_room() -> None:
    words = [32 * (lane // 2) + lane % 2 for lane in range(32)]
    access = _access(words)
    lines = stripped(picture(access, 1e9, lane=9))
    assert lines[3] == " " * 8 + "16╭" + "─" * 15 + "╯"
    assert stripped(picture(access, 1e9, lane=0))[3] == " " * 8 + "│ ×16"


@pytest.mark.parametrize("size", [NORMAL, NARROW, SMALL, (48, 13)])
@pytest.mark.parametrize(
    "access",
    [COLUMN, ONE_BIN, ONE_WORD, STRIDE_8, DOUBLE, FLOAT4, MIXED, Access.strided(16)],
)
@pytest.mark.parametrize("lane", [5, 31])
def test_a_standing_lane_is_white_and_has_a_route(
    access: Access, size: tuple[int, int], lane: int
) -> None:
    shown = picture(access, at_cycle(access, 0), size, lane=lane)
    assert _white(shown)
    assert any(piece.ink == inks.ROUTE for piece in shown.rows[shown.layout.top].pieces)


@pytest.mark.parametrize("access", [DOUBLE, FLOAT4, Access.strided(16, width=8)])
@pytest.mark.parametrize("size", [NORMAL, NARROW])
def test_a_route_leaves_the_brackets_whole(access: Access, size: tuple[int, int]) -> None:
    for number in (0, 1, 2):
        t = at_cycle(access, number)
        bare = picture(access, t, size)
        for lane in (0, 3, 31):
            shown = picture(access, t, size, lane=lane)
            assert shown.lines[shown.layout.phases] == bare.lines[bare.layout.phases]


def _access(words: list[int]) -> Access:
    return Access(np.array(words) * 4)


def _white(shown: Frame) -> list[tuple[int, str]]:
    """Row and text of the white tokens in the columns."""
    layout = shown.layout
    return [
        (y, piece.text.strip())
        for y in range(layout.top, layout.floor)
        for piece in shown.rows[y].pieces
        if _is_white(piece)
    ]


def _is_white(piece: Piece) -> bool:
    return piece.ink == inks.CHOSEN[0] and bool(piece.text.strip())
