"""The end of a drill: the grid and its copy, the wrong idea and what holds, what is next."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.study.diagnosis import answer_of
from banktrainer.study.drills.item import DrillItem
from banktrainer.study.game.order import Order
from banktrainer.study.models.every import MODELS
from banktrainer.study.session import Stage
from banktrainer.words import Words
from tests.tui import workbench as wb
from tests.tui.games.desk import SIZES, answer, app_of, played, playing, session
from tests.tui.workbench import MemoryRecords, clock_of, painted, press, settle


@pytest.mark.parametrize("size", SIZES)
async def test_the_grid_is_shown_copied_and_shown_again(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    records = MemoryRecords()
    app = app_of(tmp_path, Order("daily"), records)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for right in (True, False, True, True, True):
            await answer(pilot, right)
        text = painted(pilot)
        assert "banktrainer daily 2026-11-30, generator 1" in text
        assert "▲ ○ ▲ ▲ ▲" in text
        assert "4 of 5 right, 8 marks" in text
        assert app.clipboard == ""
        await press(pilot, "c")
        title, signs, score = app.clipboard.splitlines()
        assert (title, signs) == ("banktrainer daily 2026-11-30, generator 1", "▲ ○ ▲ ▲ ▲")
        assert score.startswith("4 of 5 right, 8 marks, 0:")
        rows = painted(pilot).splitlines()
        assert any(row.strip().startswith("✓ copied, where the terminal") for row in rows)
        assert "daily puzzle" in rows[0]
        assert "What next?" in painted(pilot)
        await press(pilot, "enter", "r", "down", "down", "down")
        assert "Daily puzzle   ▲ ○ ▲ ▲ ▲" in painted(pilot)
        await press(pilot, "enter")
        assert "You have done today's puzzle." in played(pilot).page.text
        assert "▲ ○ ▲ ▲ ▲" in painted(pilot)
        assert len(records.kept) == 5


async def test_with_ascii_the_grid_is_ascii(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order("daily"))
    app.settings = app.settings._replace(ascii=True)
    async with app.run_test() as pilot:
        await settle(pilot)
        for _ in range(5):
            await answer(pilot)
        await press(pilot, "c")
        assert app.clipboard.splitlines()[1] == "# # # # #"


async def test_a_puzzle_broken_off_has_no_grid_to_copy(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order("daily"))
    async with app.run_test() as pilot:
        await settle(pilot)
        await answer(pilot)
        await press(pilot, "escape")
        assert "4 of 5 are still open today." in played(pilot).page.text
        assert "copy" not in painted(pilot)
        await press(pilot, "c")
        assert app.clipboard == ""


async def test_the_wrong_idea_and_what_holds(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order(count=7, seed=1))
    w = Words()
    async with app.run_test() as pilot:
        await settle(pilot)
        while wb.on_screen(pilot) == "Playing":
            item = session(pilot).item
            assert isinstance(item, DrillItem)
            verdict = MODELS["no-wrap"].judge(item.drawn.access)
            text = answer_of(verdict, item.asked) if verdict else None
            field = wb.sitting(pilot).view.kind not in ("number", "choice")
            keys = ["escape", "n"] if field else ["n"]
            if text is not None:
                keys = ["a" if text == "yes" else "b"] if item.asked == "conflict" else [*text]
                keys.append("enter")
            await press(pilot, *keys)
            while wb.on_screen(pilot) == "Playing" and session(pilot).stage is not Stage.ASK:
                await press(pilot, "enter")
        said = " ".join(played(pilot).page.text.split())
    assert f"So far your answers go as if {w('models.no-wrap.believed')}." in said
    assert f"What holds: {w('models.no-wrap.true')}." in said
    assert "Most trouble: cell" in said


async def test_what_is_next_is_a_key_away(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order("blitz", seed=421))
    async with app.run_test() as pilot:
        await settle(pilot)
        await answer(pilot, right=False)
        await press(pilot, "escape")
        trouble = played(pilot)._told.trouble
        assert trouble is not None
        await press(pilot, "p")
        assert session(pilot).order == Order(cell=trouble.cell)
        await answer(pilot)
        await press(pilot, "escape", "d")
        assert session(pilot).play.mode == "daily"
        await press(pilot, "escape", "r", "down", "enter")
        await answer(pilot)
        await press(pilot, "escape", "a")
        assert session(pilot).play.mode == "blitz"
        assert len(app.screen_stack) == 3


async def test_a_daily_offer_is_left_out_where_games_are_switched_off(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order(count=1))
    app.settings = app.settings._replace(game=False)
    async with app.run_test() as pilot:
        await settle(pilot)
        await answer(pilot)
        assert "puzzle" not in played(pilot).page.text
        await press(pilot, "enter", "r")
        text = painted(pilot)
        assert "Blitz" not in text
        assert "rest day" not in text
        await press(pilot, "down", "enter")
        assert session(pilot).play.mode == "random"


@pytest.mark.parametrize("size", SIZES)
async def test_the_menu_tells_each_mode_and_how_it_stands(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    records = MemoryRecords()
    app = app_of(tmp_path, Order("ladder", count=3), records)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for _ in range(3):
            await answer(pilot)
        await press(pilot, "enter", "r")
        text = painted(pilot)
        for name in ("Drill", "Blitz", "Ladder", "Daily puzzle", "Random drill"):
            assert name in text
        assert "rung B: odd stride · 0 of 3 right in a row" in text
        assert "levels  A 2" in text
        assert "Enter begins; a letter A to J drills that cell alone." in text
        await press(pilot, "j")
        assert session(pilot).order == Order(cell="J")
        assert playing(pilot).drill is not None
        assert session(pilot).item.cell == "J"


async def test_the_mouse_picks_a_mode_and_a_cell(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order(count=1))
    async with app.run_test() as pilot:
        await settle(pilot)
        await answer(pilot)
        await press(pilot, "enter", "r")
        rows = painted(pilot).splitlines()
        blitz = next(n for n, row in enumerate(rows) if row.strip().startswith("Blitz"))
        await pilot.click(offset=(6, blitz))
        await pilot.click(offset=(6, blitz))
        await settle(pilot)
        assert session(pilot).play.mode == "blitz"
        await press(pilot, "escape")
        levels = next(n for n, row in enumerate(rows) if "levels" in row)
        await pilot.click(offset=(rows[levels].index("C "), levels))
        await settle(pilot)
        assert session(pilot).order == Order(cell="C")


@pytest.mark.parametrize("size", [*SIZES, (120, 40)])
@pytest.mark.parametrize(("each", "reason"), [(1, "No life left"), (61, "Time is up")])
async def test_a_blitz_says_why_it_is_over_and_what_can_be_done_next(
    tmp_path: Path, size: tuple[int, int], each: int, reason: str
) -> None:
    app = app_of(tmp_path, Order("blitz"))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        while wb.on_screen(pilot) == "Playing":
            clock_of(pilot).tick(each - 1)
            await answer(pilot, right=False)
        text = painted(pilot)
        assert f"{reason}: the game is over." in text
        assert "points" in text
        shown = " ".join(text.split())
        for offer in ("What next? p drill cell", "d today's puzzle", "a once more", "Enter done"):
            assert offer in shown
        assert "Enter done" in text.splitlines()[-1]
