"""Keys pressed at random, everywhere: nothing breaks, and no reveal is reached without a forecast.

The short run goes with the other tests; `--long` presses 10,000 keys.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from textual.pilot import Pilot

from banktrainer.records.settings import Settings
from banktrainer.study.session import Stage
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.keys.table import ACTIONS
from tests.tui import workbench as wb
from tests.tui.workbench import settle, trainer

LEAVES = ("q",)
CHORDS = ("ctrl+j", "shift+tab", "shift+left", "home", "end", "delete")
KEYS = [
    *sorted({key for action in ACTIONS for key in action.keys} - set(LEAVES)),
    *(*"xyz[{\\", *CHORDS),
    *("enter", "escape") * 6,
]
SIZES = [(80, 24), (120, 40), (60, 18), (300, 100), (200, 60), (100, 20), (8, 3), (1, 1)]
LANES = ("x comma", "p comma", "m comma", "p f comma", "enter 1 enter comma", "x l", "p l")
"""A lane is chosen on each board, or its ledger: both outlive a change of the size."""
KINDS = (wb.stepped, wb.choice, wb.text, wb.lanes, wb.recall)


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("seed", [1])
async def test_random_keys_break_nothing(tmp_path: Path, seed: int, moving: bool) -> None:
    await drive(tmp_path, seed, 100, moving=moving)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
async def test_ten_thousand_random_keys_break_nothing(tmp_path: Path, seed: int) -> None:
    await drive(tmp_path, seed, 1_000, moving=seed % 2 == 1)


async def drive(home: Path, seed: int, presses: int, *, moving: bool) -> None:
    """Press keys, at times faster than the app can follow; now and then change the size."""
    rng = random.Random(seed)
    records = wb.MemoryRecords()
    cards = [make(f"{make.__name__}{n}") for n in range(3) for make in KINDS]
    settings = Settings(look=rng.choice(["dark", "contrast"]), ascii=rng.random() < 0.5)
    app = trainer(home, *cards, records=records, moving=moving, settings=settings)
    async with app.run_test(size=rng.choice(SIZES)) as pilot:
        await settle(pilot)
        for _ in range(presses):
            await _press(pilot, rng)
            assert app.return_code is None
            check(app, records)
        await settle(pilot)
        check(app, records)
    assert records.closed


async def _press(pilot: Pilot[None], rng: random.Random) -> None:
    wb.clock_of(pilot).tick(rng.choice([0.01, 0.1, 1.0]))
    await pilot.press(rng.choice(KEYS))
    if rng.random() < 0.3:
        await settle(pilot)
    if rng.random() < 0.02:
        await pilot.resize_terminal(*rng.choice(SIZES))


def check(app: BanktrainerApp, records: wb.MemoryRecords) -> None:
    """No reveal is shown whose forecast is not in the journal."""
    for screen in app.screen_stack:
        sitting = getattr(screen, "sitting", None)
        if sitting is not None:
            session = sitting.session
            if session.stage not in (Stage.ASK, Stage.DONE):
                assert session.result is not None
                assert session.result.answer in records.kept
            board = getattr(screen, "board", None)
            if board is not None and board.display:
                assert session.stage is not Stage.ASK


@pytest.mark.parametrize(
    "keys", ["", "enter", "o", "k", "w", "question_mark", "p", "x", "m", "p f", *LANES]
)
async def test_a_storm_of_sizes(tmp_path: Path, keys: str) -> None:
    app = trainer(tmp_path, wb.stepped(), moving=True)
    async with app.run_test() as pilot:
        await wb.press(pilot, *keys.split())
        before = wb.on_screen(pilot)
        for size in [*SIZES, *SIZES[::-1], (80, 24)]:
            await pilot.resize_terminal(*size)
        await settle(pilot)
        assert wb.on_screen(pilot) == before
        lines = wb.painted(pilot).splitlines()
        assert (len(lines), lines[0].split()[0]) == (24, "banktrainer")
