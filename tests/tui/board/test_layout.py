"""Where the parts lie: columns by width, rows by height."""

from __future__ import annotations

import pytest

from banktrainer.tui.board.layout import NOWHERE, Layout, Shape, lay_out, natural_height


@pytest.mark.parametrize(
    ("size", "mode", "column", "left"),
    [
        ((80, 23), "normal", 2, 8),
        ((80, 24), "normal", 2, 8),
        ((120, 39), "wide", 3, 12),
        ((200, 59), "wide", 4, 36),
        ((300, 99), "wide", 4, 86),
        ((60, 17), "narrow", 1, 14),
        ((48, 13), "narrow", 1, 8),
        ((47, 13), "ledger", 0, 0),
        ((48, 12), "ledger", 0, 0),
        ((1, 1), "ledger", 0, 0),
    ],
)
def test_columns_follow_the_width(size: tuple[int, int], mode: str, column: int, left: int) -> None:
    found = lay_out(*size)
    assert (found.mode, found.column, found.left) == (mode, column, left)


def test_the_rows_of_80_by_24() -> None:
    found = lay_out(80, 23)
    assert (found.title, found.code, found.lanes) == (0, 1, 2)
    assert (found.top, found.bottom, found.floor) == (3, 19, 20)
    assert (found.bank_row, found.sentence) == (21, 22)


@pytest.mark.parametrize(
    ("banks", "lanes", "size", "column", "lane_rows"),
    [
        (32, 64, (80, 23), 2, 2),
        (64, 64, (80, 23), 1, 1),
        (64, 64, (144, 40), 2, 1),
        (16, 32, (80, 23), 4, 2),
        (32, 32, (80, 23), 2, 1),
    ],
)
def test_other_machines(
    banks: int, lanes: int, size: tuple[int, int], column: int, lane_rows: int
) -> None:
    found = lay_out(*size, Shape(banks=banks, lanes=lanes))
    assert (found.column, found.lane_rows) == (column, lane_rows)
    x, y = found.lane_place(lanes - 1)
    assert x < found.right
    assert y == found.lanes + lane_rows - 1


def test_phases_take_a_row_under_the_lanes() -> None:
    found = lay_out(80, 23, Shape(phases=2))
    assert (found.phases, found.top) == (3, 4)
    assert lay_out(80, 23).phases == NOWHERE


def test_parts_that_are_not_wanted_take_no_row() -> None:
    found = lay_out(80, 23, Shape(title=False, code=False))
    assert (found.title, found.code, found.lanes) == (NOWHERE, NOWHERE, 0)


def _rows(found: Layout) -> list[int]:
    single = (found.title, found.code, found.lane_tens, found.phases, found.floor)
    rows = [row for row in (*single, found.bank_tens, found.bank_row) if row != NOWHERE]
    rows += range(found.lanes, found.lanes + found.lane_rows)
    rows += range(found.top, found.top + found.depth)
    return sorted([*rows, *range(found.sentence, found.sentence + found.sentence_rows)])


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("phases", [1, 2, 4])
@pytest.mark.parametrize("width", [48, 60, 80, 120, 200])
def test_parts_fill_the_height_and_never_share_a_row(
    width: int, phases: int, compact: bool
) -> None:
    for height in range(9, 60):
        found = lay_out(width, height, Shape(phases=phases, compact=compact))
        if found.mode != "ledger":
            assert _rows(found) == list(range(height))


@pytest.mark.parametrize(("worst", "rows"), [(1, 9), (2, 10), (8, 16), (16, 16), (32, 16)])
def test_a_compact_board_takes_what_its_worst_stack_needs(worst: int, rows: int) -> None:
    shape = Shape(worst=worst, compact=True)
    assert natural_height(80, shape) == rows
    assert lay_out(80, rows, shape).mode == "normal"
