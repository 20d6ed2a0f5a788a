"""Any keys in any order: nothing breaks, and no reveal is reached without a stored forecast."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from banktrainer.study import live
from banktrainer.study.game.games import games
from banktrainer.study.game.order import Order
from banktrainer.study.game.play import Mode
from banktrainer.tui.games.playing import Playing
from tests.tui.games.desk import app_of
from tests.tui.workbench import MemoryRecords, clock_of, settle

KEYS = (
    *("enter",) * 6,
    *("1", "2", "a", "b", "n", "s", "g", "u", "space", "tab", "escape"),
    *("down", "up", "r", "l", "comma", "full_stop", "c", "p", "d", "backspace", "x", "j"),
)


@pytest.mark.parametrize(("mode", "seed"), [("blitz", 1), ("ladder", 2), ("daily", 3)])
async def test_keys_in_any_order_break_nothing(tmp_path: Path, mode: Mode, seed: int) -> None:
    chance, records = random.Random(seed), MemoryRecords()
    app = app_of(tmp_path, Order(mode), records)
    async with app.run_test(size=(60, 18)) as pilot:
        await settle(pilot)
        for _ in range(80):
            clock_of(pilot).tick(chance.choice([0, 1, 9]))
            await pilot.press(chance.choice(KEYS))
            await settle(pilot)
            screen = app.screen
            if isinstance(screen, Playing) and screen.drill is not None and screen.sitting:
                shown = screen.sitting.revealed
                assert not shown or screen.drill.result is not None
                assert screen.drill.games == games(live.live(records.kept))
    ids = [row.id for row in records.kept]
    assert len(set(ids)) == len(ids)
