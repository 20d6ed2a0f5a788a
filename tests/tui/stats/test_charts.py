"""The charts as text: what a terminal of each width shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.tui.paint.blocks import Block
from banktrainer.tui.stats.calibration import Curve, Level
from banktrainer.tui.stats.columns import Chart, Column, Part


def text(block: Block, width: int) -> str:
    return "\n".join(line.content.plain.rstrip() for line in block.lines(width))


def column(right: int, wrong: int = 0, label: str = "", *, today: bool = False) -> Column:
    return Column((Part(right, "█", "mastered"), Part(wrong, "░", "bad")), label, today=today)


def test_right_below_and_wrong_above_each_with_its_sign() -> None:
    chart = Chart([column(4, 4, "11-02"), column(0, 2), column(3), column(0, today=True)], height=4)
    assert text(chart, 40) == ("   8│░\n    │░\n    │█   ▄\n    │█ ░ █\n   0└──────▲─\n     11-02")


def test_too_many_columns_show_the_last_or_the_first() -> None:
    columns = [column(n) for n in range(1, 31)]
    assert text(Chart(columns), 25).startswith("  30│")
    assert text(Chart(columns, first=True), 25).startswith("  10│")


def test_a_number_too_long_for_its_place_is_shortened() -> None:
    assert text(Chart([column(12_345)], height=1), 20).startswith(" 12k│█")


def test_labels_that_would_touch_are_left_out() -> None:
    chart = Chart([column(1, 0, "11-02"), column(1, 0, "11-03"), *[column(1)] * 4], height=1)
    assert text(chart, 40).splitlines()[-1] == "     11-02"


amounts = st.integers(0, 400)


@given(st.lists(st.tuples(amounts, amounts), min_size=1, max_size=50), st.integers(12, 130))
def test_no_line_is_too_wide_and_nothing_there_is_left_out(
    days: list[tuple[int, int]], width: int
) -> None:
    chart = Chart([column(*day) for day in days], height=5, wide=3)
    rows = text(chart, width).split("\n")
    assert len(rows) == 7
    assert max(map(len, rows)) <= width
    wide = min(3, max(1, (width - 5) // len(days) - 1))
    shown = days[-((width - 5) // (wide + 1)) :]
    for at, (right, wrong) in enumerate(shown):
        place = 5 + at * (wide + 1)
        drawn = "".join(row[place : place + 1] for row in rows[:5])
        assert bool(right) == bool(set(drawn) & set("▁▂▃▄▅▆▇█"))
        assert bool(wrong) == ("░" in drawn)


SURE = Level("sure", 0.8, 1.0, 0.5, (0.3, 0.7), few=False, fits=False, told="5/10 too sure")
FEW = Level("think", 0.6, 0.8, 1.0, (0.4, 1.0), few=True, fits=True, told="1/1 too few to tell")
NONE = Level("guess", 0.0, 0.6, None, None, few=True, fits=True, told="not said yet")


def test_the_curve_has_one_scale_for_all_confidences() -> None:
    assert text(Curve([SURE, FEW, NONE]), 48) == (
        "sure         ├───●───┤ ····· 5/10 too sure\n"
        "think          ├───────────○ 1/1 too few to tell\n"
        "guess  ·············         not said yet\n"
        "       0        50        100%"
    )


@pytest.mark.parametrize("width", range(24, 120))
def test_the_curve_fits(width: int) -> None:
    rows = text(Curve([SURE, FEW, NONE]), width).split("\n")
    assert max(map(len, rows)) <= width
    assert any("5/10 too sure" in row for row in rows)
