"""Which state has which look: the second sign, after the shape."""

from __future__ import annotations

import numpy as np
import pytest

from banktrainer.engine import Access
from banktrainer.tui.board.inks import Ink
from banktrainer.tui.board.rows import Frame, cells, runs
from tests.tui.board.makers import COLUMN, DOUBLE, MIXED, STRIDE_8, at_cycle, picture


def ink(shown: Frame, x: int, y: int) -> Ink:
    """The ink of a cell."""
    at = 0
    for run in runs(shown.rows[y], shown.layout):
        at += cells(run.text)
        if x < at:
            return run.ink
    raise AssertionError(f"no cell {x} in row {y}")


def test_bank_numbers_tell_deciding_stacked_used_and_idle_banks() -> None:
    shown = picture(MIXED, at_cycle(MIXED, 1))
    x, y = shown.layout.x, shown.layout.bank_row
    looks = {bank: ink(shown, x(bank), y) for bank in (12, 5, 20, 0)}
    assert {bank: look.fg for bank, look in looks.items()} == {
        12: "decides",
        5: "waits",
        20: "served",
        0: "faint",
    }
    assert ink(shown, x(12), shown.layout.floor).fg == "decides"
    assert ink(shown, x(5), shown.layout.floor).fg == "rule"


def test_tokens_tell_served_shared_and_waiting_words() -> None:
    shown = picture(MIXED, at_cycle(MIXED, 1))
    x, bottom = shown.layout.x, shown.layout.bottom
    assert ink(shown, x(5), bottom).on == "shared_odd"
    assert ink(shown, x(12), bottom).on == "served"
    assert ink(shown, x(12), bottom - 1) == Ink("waits", "hollow", bold=True)
    assert ink(shown, x(5), bottom - 1) == Ink("waits", "hollow_odd", bold=True)
    assert ink(shown, x(5), bottom - 4).fg == "waits"
    assert ink(shown, x(12), bottom - 6).fg == "decides"


def test_lane_numbers_tell_served_waiting_done_and_inactive_lanes() -> None:
    shown = picture(MIXED, at_cycle(MIXED, 2))
    lanes = {lane: ink(shown, *shown.layout.lane_place(lane)) for lane in (8, 9, 0, 24, 30)}
    assert lanes[8].on == "served"
    assert lanes[9] == Ink("soft")
    assert lanes[0].fg == "served"
    assert lanes[24].fg == "faint"
    assert lanes[30] == Ink("text")


def test_lanes_of_another_phase_are_faint_until_they_are_done() -> None:
    first, second = (picture(DOUBLE, at_cycle(DOUBLE, number)) for number in (1, 2))
    assert ink(first, *first.layout.lane_place(20)).fg == "faint"
    assert ink(second, *second.layout.lane_place(3)).fg == "served"


def test_the_chosen_lane_is_white_in_both_places() -> None:
    shown = picture(STRIDE_8, at_cycle(STRIDE_8, 1), lane=5)
    layout = shown.layout
    assert ink(shown, *layout.lane_place(5)).on == "chosen"
    assert ink(shown, layout.x(8), layout.bottom - 1).on == "chosen"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_words_of_a_tall_stack_can_be_told_apart_and_keep_their_tint(number: int) -> None:
    shown = picture(COLUMN, at_cycle(COLUMN, number))
    layout = shown.layout
    hues = []
    for row in range(3):
        half = ink(shown, layout.x(0), layout.bottom - row)
        hues += [half.fg, half.on]
    tints = ["waits", "waits_dark"]
    waiting = [tints[(number + place) % 2] for place in range(5)]
    assert hues == ["served", *waiting]


def test_no_lane_is_lost_in_the_air() -> None:
    access = Access.strided(1)
    for t in np.arange(0.001, 0.9, 0.011):
        shown = picture(access, float(t))
        layout = shown.layout
        body = shown.lines[layout.top : layout.floor]
        named = [line[layout.x(bank) : layout.x(bank + 1)] for line in body for bank in range(32)]
        left = [lane for lane in range(32) if lane * 0.020 <= t]
        assert sorted(name for name in named if name.isdigit()) == [f"{lane:02d}" for lane in left]
