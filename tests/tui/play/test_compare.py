"""The compare view: one access on every machine, and the board of the chosen one."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from banktrainer.engine import MACHINES
from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.paint.blocks import lay_out
from banktrainer.tui.play.compare import Compare
from banktrainer.tui.play.compare_view import compare_blocks, why_line
from banktrainer.tui.play.comparing import compared
from banktrainer.tui.play.playground import Playground
from banktrainer.words import Words
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

W = Words()
COLUMN = Draft("__shared__ float M[32][32];\nfloat v = M[threadIdx.x][3];")
WIDE = Draft("__shared__ float4 s[32];\nfloat4 v = s[threadIdx.x];")


def test_every_machine_has_a_row() -> None:
    found = compared(COLUMN, 0)
    assert found is not None
    base, rows = found
    assert base.row.cycles == 32
    assert [row.machine.name for row in rows] == list(MACHINES)
    cycles = {row.machine.name: row.found.timeline.cycles for row in rows if row.found}
    assert (cycles["nvidia"], cycles["cc3-64"], cycles["cc1"], cycles["gfx950"]) == (32, 16, 32, 16)
    why = {row.machine.name: why_line(W, "nvidia", rows, n) for n, row in enumerate(rows)}
    assert why["cc1"].startswith("2 phases instead of 1: that decides. Also different: 16 banks")
    assert why["gfx906"].startswith("A warp has 64 lanes here and 32 on nvidia")


def test_what_a_machine_refuses_is_said() -> None:
    found = compared(WIDE, 0)
    assert found is not None
    _, rows = found
    at = list(MACHINES).index("cc2")
    assert rows[at].found is None
    assert "cc2 has no rule" in why_line(W, "nvidia", rows, at)
    lines, _ = lay_out(compare_blocks(W, "nvidia", rows, at, 20), 76)
    row = next(line.content.plain for line in lines if "cc2" in line.content.plain)
    assert row.split() == ["▸", "cc2", "32", "32", "–", "–", "–"]


@pytest.mark.parametrize(
    ("chosen", "first", "last"),
    [(0, "▸ nvidia", "↓ "), (5, "↑ ", "↓ "), (11, "↑ ", "▸ intel-slm")],
)
def test_where_room_is_short_it_says_that_there_are_more(
    chosen: int, first: str, last: str
) -> None:
    found = compared(COLUMN, 0)
    assert found is not None
    lines, _ = lay_out(compare_blocks(W, "nvidia", found[1], chosen, 6), 76)
    rows = [line.content.plain for line in lines[1:7]]
    assert rows[0].startswith(first)
    assert rows[-1].startswith(last)


def test_without_an_access_there_is_nothing() -> None:
    assert compared(Draft("int x = 1;"), 0) is None


@pytest.mark.parametrize("width", [56, 76, 96])
def test_rows_stay_in_their_width(width: int) -> None:
    found = compared(COLUMN, 0)
    assert found is not None
    lines, _ = lay_out(compare_blocks(W, "nvidia", found[1], 0, 20), width)
    assert all(line.content.cell_length <= width for line in lines)
    assert lines[4].call_at(3) == "machine_row(3)"


def screen_of(pilot: Pilot[None]) -> Compare:
    screen = pilot.app.screen
    assert isinstance(screen, Compare)
    return screen


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
async def test_the_board_is_that_of_the_chosen_machine(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "m")
        screen = screen_of(pilot)
        assert "▸ nvidia" in wb.painted(pilot)
        await press(pilot, *["down"] * 2)
        assert screen.rows is not None
        assert screen.rows[screen.chosen].machine.name == "cc3-64"
        text = wb.painted(pilot)
        assert "▸ cc3-64" in text
        assert "cc3-64: s[threadIdx.x * 6 + 5]" in text
        await press(pilot, "up", "up", "up")
        assert screen.rows[screen.chosen].machine.name == "intel-slm"
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"


async def test_it_opens_on_the_access_that_the_playground_shows(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "p")
        assert isinstance(pilot.app.screen, Playground)
        code = "__shared__ int s[99];\ns[threadIdx.x] = 1;\nint v = s[threadIdx.x * 2];"
        pilot.app.screen.take(Draft(code, machine="cc1"))
        await settle(pilot)
        await press(pilot, "c")
        screen = screen_of(pilot)
        assert screen.base is not None
        assert screen.base.row.text == "s[threadIdx.x * 2]"
        assert "▸ cc1" in wb.painted(pilot)
        await pilot.click("#table", offset=(4, 1))
        await settle(pilot)
        assert screen.chosen == 0
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Playground)
