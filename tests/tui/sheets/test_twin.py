"""Two boards on one screen: neither is a text where its columns fit, whatever the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.engine import MACHINES, Access, serve
from banktrainer.tui.practice.beside import Beside
from banktrainer.words import Words
from tests.tui.workbench import coded, painted, press, settle, trainer

SIZES = ((60, 18), (80, 24), (80, 30), (100, 30), (120, 40))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("machine", MACHINES)
async def test_a_board_shows_its_columns_where_they_fit(
    tmp_path: Path, machine: str, size: tuple[int, int]
) -> None:
    wanted = MACHINES[machine]
    true = Access.strided(8, width=4, lanes=wanted.lanes)
    own = serve(Access.strided(1, width=4, lanes=wanted.lanes), wanted)
    app = trainer(tmp_path, coded())
    async with app.run_test(size=size) as pilot:
        screen = Beside(Words(), "no-wrap", true, own, serve(true, wanted))
        app.push_screen(screen)
        await settle(pilot)
        for _ in range(2):
            shown = [board for board in screen.twin.boards if board.display]
            for board in shown:
                picture = board.picture
                assert picture is not None
                fits = size[0] >= wanted.banks + 16
                assert (picture.layout.mode == "ledger") is not fits
            swaps = screen.twin.arranged == "one"
            assert len(shown) == (1 if swaps else 2)
            assert ("tab other board" in painted(pilot)) == swaps
            await press(pilot, "tab")
