"""The remedy view: before and after, what each layout brings, and the way into the code."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from banktrainer.tui.board.twin import arrangement
from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.play.playground import Playground
from banktrainer.tui.play.remedies import Remedies
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

COLUMN = "__shared__ float M[32][32];\nfloat v = M[threadIdx.x][3];"
ALIAS = "__shared__ float M[32][32];\nfloat *p = &M[0][0];\nfloat v = p[threadIdx.x * 32];"
ROW = "__shared__ float M[32][32];\nfloat v = M[0][threadIdx.x];"


@pytest.mark.parametrize(
    ("width", "rows", "banks", "how"),
    [
        (120, 30, 32, "beside"),
        (96, 9, 32, "beside"),
        (80, 16, 32, "above"),
        (80, 15, 32, "one"),
        (60, 9, 32, "one"),
        (120, 30, 64, "above"),
        (79, 40, 64, "one"),
    ],
)
def test_how_two_boards_lie(width: int, rows: int, banks: int, how: str) -> None:
    assert arrangement(width, rows, banks) == how


async def opened(pilot: Pilot[None], code: str) -> Remedies:
    await settle(pilot)
    await press(pilot, "p")
    screen = pilot.app.screen
    assert isinstance(screen, Playground)
    screen.take(Draft(code))
    await settle(pilot)
    await press(pilot, "f")
    assert isinstance(pilot.app.screen, Remedies)
    return pilot.app.screen


@pytest.mark.parametrize(
    ("size", "how"), [((80, 24), "above"), ((60, 18), "one"), ((120, 40), "beside")]
)
async def test_before_and_after(tmp_path: Path, size: tuple[int, int], how: str) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=size) as pilot:
        screen = await opened(pilot, COLUMN)
        assert screen.twin.arranged == how
        text = wb.painted(pilot)
        for part in (
            "pad: 32 to 1 cycles, 128 bytes more",
            "swizzle: 32 to 1 cycles, no byte more",
        ):
            assert part in text
        assert "+ 1  __shared__ float M[32][33];" in text
        assert "before: M[threadIdx.x]" in text
        assert ("after: M[threadIdx.x]" in text) == (how != "one")
        await press(pilot, "tab")
        assert "after: M[threadIdx.x]" in wb.painted(pilot)
        assert all(board.picture for board in screen.twin.boards if board.display)
        assert [board.picture.layout.mode for board in screen.twin.boards if board.picture] != [
            *("ledger",) * 2
        ]


async def test_enter_puts_the_remedy_into_the_code(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, COLUMN)
        await press(pilot, "right")
        assert screen.chosen == 1
        await press(pilot, "enter")
        back = pilot.app.screen
        assert isinstance(back, Playground)
        assert back.editor.text.endswith("float v = M[threadIdx.x][3 ^ threadIdx.x];")
        assert back.reading is not None
        assert back.reading.cycles == 1


@pytest.mark.parametrize(
    ("code", "part"),
    [
        (ALIAS, "The source does not say plainly what to change"),
        (ROW, "This access needs no remedy"),
        ("__shared__ float s[32];\ns[0] = 1;\natomicAdd(&s[0], 1.0f);", "lowers the cycles"),
    ],
)
async def test_where_there_is_nothing_to_write_it_says_so(
    tmp_path: Path, code: str, part: str
) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 24)) as pilot:
        await opened(pilot, code)
        assert part in " ".join(wb.painted(pilot).split())
        await press(pilot, "enter")
        back = pilot.app.screen
        assert isinstance(back, Playground)
        assert back.editor.text == code


async def test_the_boards_move_together(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot, COLUMN)
        await press(pilot, "full_stop", "l")
        assert {board.lane for board in screen.twin.boards} == {0}
        assert {board.view for board in screen.twin.boards} == {"ledger"}
        await press(pilot, "space", "r", "escape")
        assert isinstance(pilot.app.screen, Playground)
