"""The stride explorer: bars by degree, code that reads as what is shown, keys that move it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from banktrainer.cuda import trace
from banktrainer.engine import MACHINES, Rung, ladder
from banktrainer.tui.paint.blocks import Line
from banktrainer.tui.play.bars import EVERY, Bars, row_of
from banktrainer.tui.play.strides import Strides, Walk, climb, code_line, widths
from banktrainer.words import Words
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

RUNGS = ladder(range(65))
_TYPES = {1: "char", 2: "short", 4: "float", 8: "float2", 16: "float4"}

_ATOMIC_TYPES = {4: "int", 8: "unsigned long long"}


def bars(chosen: int = 6, width: int = 74, rungs: tuple[Rung, ...] = RUNGS) -> list[Line]:
    return list(Bars(rungs, chosen).lines(width))


def texts(lines: list[Line]) -> list[str]:
    return [line.content.plain.rstrip() for line in lines]


def test_each_row_of_bars_is_twice_the_one_below() -> None:
    rows = texts(bars())
    assert [row[:6].strip() for row in rows[:6]] == ["32×│", "16×│", "8×│", "4×│", "2×│", "1×│"]
    for row, least in zip(rows[:6], (32, 16, 8, 4, 2, 1), strict=True):
        high = [at - 6 for at, char in enumerate(row) if char in "█≡" and at >= 6]
        assert high == [rung.stride for rung in RUNGS if rung.degree >= least]
    assert rows[5][6] == "≡"


def test_neighbours_of_one_role_are_one_piece() -> None:
    """Sixty-five pieces a row took longer than the rest of the screen."""
    assert len(bars(chosen=6)[0].content.spans) == 1 + 2
    text = row_of([("a", "x"), ("b", "x"), (" ", ""), ("c", "x"), ("d", "y")])
    assert (text.plain, [(s.start, s.end, s.style) for s in text.spans]) == (
        "ab cd",
        [(0, 2, "x"), (3, 4, "x"), (4, 5, "y")],
    )


def test_powers_of_two_and_the_chosen_stride_have_signs() -> None:
    ticks, named = texts(bars(chosen=6))[6:]
    powers = [at - 6 for at, char in enumerate(ticks) if char == "╵"]
    assert powers == [1, 2, 4, 8, 16, 32, 64]
    assert ticks[6 + 6] == "▲"
    assert named.split() == ["0", "6", "16", "24", "32", "40", "48", "56", "64"]


@pytest.mark.parametrize(("chosen", "shown"), [(0, 0), (30, 30), (64, 64)])
def test_a_narrow_window_keeps_the_chosen_stride(chosen: int, shown: int) -> None:
    lines = bars(chosen, width=40)
    assert all(line.content.cell_length <= 40 for line in lines)
    at = lines[6].content.plain.index("▲")
    assert lines[0].call_at(at) == f"stride({shown})"


def test_degrees_between_powers_of_two_get_part_of_a_row() -> None:
    rows = texts(bars(0, rungs=(Rung(0, 3, 3), Rung(1, 4, 4))))
    assert rows[0][6:] == "▅█"


@pytest.mark.parametrize("op", ["load", "store", "atomic"])
@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
@pytest.mark.parametrize(("stride", "offset"), [(0, 0), (0, 5), (1, 0), (1, 3), (6, 0), (64, 63)])
def test_the_code_reads_as_what_is_shown(op: str, width: int, stride: int, offset: int) -> None:
    walk = Walk(stride, offset, width, op)  # type: ignore[arg-type]
    if width not in widths(walk):
        return
    type = _ATOMIC_TYPES[width] if op == "atomic" else _TYPES[width]
    source = f"__shared__ {type} s[4096];\n{type} v;\n"
    (found,) = trace(source + code_line(walk)).accesses
    access, shown = found.executions[0].access, climb(walk).access
    assert (access.op, access.width) == (shown.op, shown.width)
    assert access.addresses.tolist() == shown.addresses.tolist()


def test_the_ladder_is_kept_while_only_the_stride_changes() -> None:
    first = climb(Walk(6))
    assert climb(Walk(7), first).rungs is first.rungs
    assert climb(Walk(7, offset=1), first).rungs is not first.rungs
    assert widths(Walk(machine="cc2")) == (1, 2, 4, 8)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("op", ["load", "store", "atomic"])
def test_every_machine_serves_every_width_that_can_be_chosen(machine: str, op: str) -> None:
    walk = Walk(machine=machine, op=op)  # type: ignore[arg-type]
    for width in widths(walk):
        for stride, offset in ((0, 0), (64, 63)):
            assert climb(replace(walk, width=width, stride=stride, offset=offset)).rungs
    assert set(widths(walk)) <= ({4, 8} if op == "atomic" else {1, 2, 4, 8, 16})


def strides(pilot: Pilot[None]) -> Strides:
    screen = pilot.app.screen
    assert isinstance(screen, Strides)
    return screen


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
async def test_the_board_follows_the_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "x")
        screen = strides(pilot)
        assert screen.walk == Walk(6)
        await press(pilot, "right", "right", "up", "w", "o")
        assert screen.walk == Walk(8, 1, 8, "store")
        assert screen.climbed is not None
        assert screen.climbed.walk == screen.walk
        text = wb.painted(pilot)
        assert "nvidia · stores of 8 bytes · offset 1" in text
        assert f"{screen.climbed.timeline.cycles} cycles, ideal 2" in text
        assert "bank" in text.split("strides", 1)[1]
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"


async def test_far_strides_the_footer_and_its_tips(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "x", "pagedown", "pagedown")
        screen = pilot.app.screen
        assert isinstance(screen, Strides)
        assert screen.walk.stride == 6 + 2 * EVERY
        await press(pilot, *["pageup"] * 4)
        assert screen.walk.stride == 0
        await pilot.click("#keys", offset=(4, 0))
        await settle(pilot)
        assert screen.walk.stride == 1
        await pilot.hover("#keys", offset=(4, 0))
        assert str(screen.key_bar.tooltip) == Words()("keys.tip.stride")


async def test_where_the_title_bar_is_full_the_screen_keeps_its_name(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(60, 18)) as pilot:
        await settle(pilot)
        await press(pilot, "x", "o", "o")
        first = wb.painted(pilot).splitlines()[0]
        assert " ".join(first.split()) == "strides nvidia · atomics of 4 bytes · offset 0"


async def test_a_bar_can_be_clicked_and_the_ends_hold(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "x")
        await pilot.click("#ladder", offset=(2 + 6 + 32, 3))
        await settle(pilot)
        assert strides(pilot).walk.stride == 32
        assert "32-way bank conflict" in wb.painted(pilot)
        for _ in range(33):
            await pilot.press("right")
        await settle(pilot)
        assert strides(pilot).walk.stride == 64


async def test_atomics_take_a_width_that_cuda_has(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "x", "w", "w", "o", "o")
        assert strides(pilot).walk == Walk(6, 0, 4, "atomic")
        await press(pilot, "w")
        assert strides(pilot).walk.width == 8
        await press(pilot, "w")
        assert strides(pilot).walk.width == 4


async def test_another_machine_takes_a_width_that_it_knows(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "x", "w", "w")
        assert strides(pilot).walk.width == 16
        await press(pilot, "m", "down", "down", "down", "down", "enter")
        assert strides(pilot).walk.machine == "cc2"
        assert strides(pilot).walk.width != 16


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_who_meets_is_told_once(tmp_path: Path, size: tuple[int, int]) -> None:
    """By the words above the board where there is room for them, else by the board."""
    async with trainer(tmp_path).run_test(size=size) as pilot:
        await press(pilot, "x", "right", "right")
        assert wb.painted(pilot).count("Lanes 0, 4, 8, …, 28") == 1
