"""The app as a whole: leaving, sizes and foreign text."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from banktrainer.study.session import Stage
from banktrainer.tui.app import BanktrainerApp
from tests.study import desk
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

SIZES = [(80, 24), (120, 40), (60, 18), (200, 60)]
TINY = [(47, 13), (40, 10), (20, 6), (8, 3), (1, 1)]
KINDS = {
    "coded": wb.stepped,
    "choice": wb.choice,
    "text": wb.text,
    "lanes": wb.lanes,
    "recall": wb.recall,
}


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("ctrl+c", 130), ("ctrl+q", 0)])
@pytest.mark.parametrize("before", [(), ("enter",), ("enter", "2", "enter"), ("question_mark",)])
async def test_leaving(tmp_path: Path, before: tuple[str, ...], key: str, code: int) -> None:
    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.stepped(), records=records)
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, *before)
        await pilot.press(key)
    assert (app.return_code, app.unsaved, records.closed) == (code, False, True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
async def test_a_polite_kill_leaves_in_good_order(tmp_path: Path, number: int) -> None:
    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.coded(), records=records)
    async with app.run_test() as pilot:
        await press(pilot, "enter", "2", "enter")
        os.kill(os.getpid(), number)
        await pilot.pause()
    assert (app.return_code, records.closed, len(records.kept)) == (128 + number, True, 1)


async def test_ctrl_c_leaves_a_text_field_but_copies_what_is_selected(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.text())
    async with app.run_test() as pilot:
        await press(pilot, "enter", "a", "b", "shift+left", "ctrl+c")
        assert (app.clipboard, app.return_code) == ("b", None)
        await press(pilot, "right")
        await pilot.press("ctrl+c")
    assert app.return_code == 130


async def test_leaving_waits_for_what_is_being_stored(tmp_path: Path) -> None:
    from threading import Timer

    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.coded(), records=records)
    async with app.run_test() as pilot:
        await press(pilot, "enter", "2")
        records.gate.clear()
        await pilot.press("enter")
        Timer(0.2, records.gate.set).start()
        await pilot.press("q")
    assert [row.forecast for row in records.kept] == ["2"]
    assert (app.unsaved, records.closed) == (False, True)


async def test_leaving_gives_up_on_a_write_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banktrainer.tui.desk.desk.PATIENCE_SECONDS", 0.0)
    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.coded(), records=records)
    async with app.run_test() as pilot:
        await press(pilot, "enter", "2")
        records.gate.clear()
        await pilot.press("enter", "q")
    assert app.unsaved
    records.gate.set()


async def visit(app: BanktrainerApp, size: tuple[int, int], keys: tuple[str, ...]) -> list[str]:
    """What the terminal shows after each key."""
    shown = []
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        shown.append(wb.painted(pilot))
        for key in keys:
            await press(pilot, key)
            shown.append(wb.painted(pilot))
    return shown


ALL_THE_WAY = {
    "coded": ("enter", "2", "enter", "enter", "enter", "enter", "tab", "enter"),
    "choice": ("enter", "b", "enter", "enter"),
    "text": ("enter", "x", "enter", "enter"),
    "lanes": ("enter", "x", "escape", "n", "enter"),
    "recall": ("enter", "enter", "y", "enter"),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_foreign_text_is_painted_as_it_stands(tmp_path: Path, kind: str) -> None:
    app = trainer(tmp_path, wb.hostile(KINDS[kind], "x"))
    keys = ALL_THE_WAY[kind]
    keys = (*keys[:-1], "question_mark", "escape", keys[-1], "escape")
    shown = await visit(app, (120, 40), keys)
    assert not [page for page in shown if wb.HOSTILE_TITLE not in page and "help" not in page]
    assert wb.HOSTILE_CODE in shown[1]
    assert f"Why {wb.HOSTILE_TITLE}" in shown[1]
    after = "\n".join(shown[-5:])
    assert f"Since {wb.HOSTILE_CODE}" in after


async def test_a_hostile_character_is_made_visible(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded(title="a\x1b[31mb\u202ec")).run_test() as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        assert r"a\x1b[31mb\u202ec" in wb.painted(pilot)
        assert "\x1b" not in wb.painted(pilot)


@pytest.mark.parametrize(
    ("kind", "size"),
    [("coded", size) for size in (*SIZES, *TINY)]
    + [(kind, size) for kind in KINDS for size in ((60, 18), (20, 6)) if kind != "coded"],
)
async def test_every_size_goes_all_the_way(
    tmp_path: Path, kind: str, size: tuple[int, int]
) -> None:
    records = wb.MemoryRecords()
    app = trainer(tmp_path, KINDS[kind](), records=records)
    shown = await visit(app, size, (*ALL_THE_WAY[kind], "question_mark"))
    assert records.kept
    width, height = size
    assert all(len(page.splitlines()) <= height for page in shown)
    assert all(len(row) <= width for page in shown for row in page.splitlines())


@pytest.mark.parametrize("size", [(59, 30), (90, 17), (47, 13)])
async def test_a_terminal_that_is_too_small_says_what_is_needed(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    shown = await visit(trainer(tmp_path, wb.coded()), size, ("enter",))
    for page in shown:
        assert f"needs 60×18, has {size[0]}×{size[1]}" in page.splitlines()[0]


@pytest.mark.parametrize("kind", KINDS)
async def test_at_60_by_18_question_and_forecast_are_in_sight(tmp_path: Path, kind: str) -> None:
    long = desk.prose("A long way to the question, word after word after word. " * 30)
    card = KINDS[kind](body=long)
    shown = await visit(trainer(tmp_path, card), (60, 18), ("enter",))
    assert "How many cycles?" in shown[1]
    assert "Enter" in shown[1]


async def test_a_resize_in_the_middle_of_the_fall_loses_nothing(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.stepped(), moving=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "2", "enter")
        for size in (*SIZES, *TINY, (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await wb.settle(pilot)
        assert "saved" in wb.painted(pilot)
        await press(pilot, "enter")
        await press(pilot, "enter")
        assert wb.stage(pilot) in (Stage.REVEAL, Stage.STEP)
        assert "right: 2 cycles" in wb.practice(pilot).told.text
