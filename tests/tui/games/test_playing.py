"""Drills on the screen: the row that tells the game, the clock, undo, and the way out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from banktrainer.study.game.blitz import Blitz
from banktrainer.study.game.order import Order
from banktrainer.study.journal import Answer
from banktrainer.study.session import Stage
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.paint.page import Page
from banktrainer.tui.paint.row import Row
from banktrainer.words import Words
from tests.tui import workbench as wb
from tests.tui.games.desk import SIZES, answer, app_of, forecast, played, playing, session
from tests.tui.workbench import MemoryRecords, clock_of, painted, press, settle


def told(text: str) -> str:
    """The row that tells the game."""
    return text.splitlines()[1].strip()


@pytest.mark.parametrize("size", SIZES)
async def test_a_blitz_tells_time_lives_points_and_combo(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = app_of(tmp_path, Order("blitz", seed=421))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert told(painted(pilot)) == "time left 2:00 · 3 lives · 0 points"
        assert "question 1" in painted(pilot).splitlines()[0]
        assert "Seed 421" in painted(pilot)
        assert "How many cycles?" in painted(pilot)
        await forecast(pilot)
        row = told(painted(pilot))
        assert row.startswith("time left 1:58 · the clock stands")
        assert row.endswith("+10 points, combo 1.")
        clock_of(pilot).tick(100)
        await press(pilot, "enter")
        assert told(painted(pilot)) == "time left 1:58 · 3 lives · 10 points · combo 1, next +20"
        await forecast(pilot, right=False)
        assert told(painted(pilot)).endswith("The combo is broken. 2 lives.")


async def test_the_clock_repaints_one_row_a_second_while_a_question_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_of(tmp_path, Order("blitz", seed=421))
    async with app.run_test() as pilot:
        await settle(pilot)
        screen = playing(pilot)
        assert (screen.clock.interval, screen.clock.running) == (1.0, True)
        repainted: list[object] = []
        for kind in (Row, Page):
            monkeypatch.setattr(kind, "show", _noting(kind.show, repainted))
        clock_of(pilot).tick(111)
        screen.tick()
        assert repainted == [screen.game_bar]
        await pilot.pause()
        assert told(painted(pilot)).startswith("time left 0:09")
        await forecast(pilot)
        assert not screen.clock.running


def _noting(show: Callable[..., None], where: list[object]) -> Callable[..., None]:
    """`show`, which first notes what is shown."""

    def noting(part: object, *more: object, **named: object) -> None:
        where.append(part)
        show(part, *more, **named)

    return noting


async def test_the_clock_stands_while_another_screen_covers_the_game(tmp_path: Path) -> None:
    records = MemoryRecords()
    app = app_of(tmp_path, Order("blitz", seed=421), records)
    async with app.run_test() as pilot:
        await settle(pilot)
        screen = playing(pilot)
        await press(pilot, "question_mark")
        assert wb.on_screen(pilot) == "Help"
        assert not screen.clock.running
        clock_of(pilot).tick(500)
        await press(pilot, "slash", "x", "escape", "escape")
        assert playing(pilot).clock.running
        clock_of(pilot).tick(2)
        screen.tick()
        await pilot.pause()
        assert told(painted(pilot)) == "time left 1:57 · 3 lives · 0 points"
        await forecast(pilot)
        assert "+10 points" in told(painted(pilot))
        assert records.kept[-1].duration_ms == 5000
        state = session(pilot).state
        assert isinstance(state, Blitz)
        assert (state.spent_ms, state.late) == (5000, 0)


async def test_a_question_that_comes_while_help_is_open_has_all_its_time(tmp_path: Path) -> None:
    records = MemoryRecords()
    app = app_of(tmp_path, Order("blitz", seed=421), records)
    async with app.run_test() as pilot:
        await settle(pilot)
        await forecast(pilot, right=False)
        clock_of(pilot).tick(1)
        await pilot.press("enter", "question_mark")
        await settle(pilot)
        clock_of(pilot).tick(300)
        await press(pilot, "escape")
        assert session(pilot).stage is Stage.ASK
        await forecast(pilot, right=False)
        assert records.kept[-1].duration_ms == 1000


async def test_when_the_time_is_up_the_last_answer_is_stored_and_scores_nothing(
    tmp_path: Path,
) -> None:
    records = MemoryRecords()
    app = app_of(tmp_path, Order("blitz", seed=421, seconds=60), records)
    async with app.run_test() as pilot:
        await settle(pilot)
        clock_of(pilot).tick(70)
        playing(pilot).tick()
        await pilot.pause()
        row = told(painted(pilot))
        assert row.startswith("time is up · 3 lives · 0 points  ")
        assert row.endswith("Esc ends the game")
        await forecast(pilot)
        assert "scores nothing" in told(painted(pilot))
        assert len(records.kept) == 1
        await press(pilot, "enter")
        assert "Blitz of 60 seconds: 0 points" in painted(pilot)


async def test_esc_leaves_by_way_of_how_it_went(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order("blitz", seed=421))
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"
        await press(pilot, "r", "down", "enter")
        await answer(pilot)
        await press(pilot, "escape")
        assert "10 points, 1 of 1 right" in played(pilot).page.text
        await press(pilot, "enter")
        assert wb.on_screen(pilot) == "DrillMenu"
        assert "best: 10 points" in painted(pilot)
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"


async def test_undo_takes_points_back(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order("blitz", seed=421))
    async with app.run_test() as pilot:
        await settle(pilot)
        await answer(pilot)
        await press(pilot, "u")
        assert told(painted(pilot)).startswith("time left")
        assert "· 0 points" in told(painted(pilot))
        assert "Taken back: Count the cycles." in painted(pilot)
        assert session(pilot).counts


@pytest.mark.parametrize("size", SIZES)
async def test_the_ladder_tells_the_rung(tmp_path: Path, size: tuple[int, int]) -> None:
    app = app_of(tmp_path, Order("ladder", count=4))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert told(painted(pilot)) == "rung A: stride 1 · 0 of 3 right in a row"
        for _ in range(3):
            await answer(pilot)
        assert told(painted(pilot)) == "rung B: odd stride · 0 of 3 right in a row"
        await answer(pilot)
        assert "you stand on rung B" in played(pilot).page.text


async def test_a_drill_without_a_game_has_no_row_for_one(tmp_path: Path) -> None:
    app = app_of(tmp_path, Order(count=1, seed=421))
    async with app.run_test() as pilot:
        await settle(pilot)
        assert not playing(pilot).game_bar.display
        assert "1 of 1" in painted(pilot).splitlines()[0]
        await forecast(pilot)
        assert session(pilot).stage is Stage.ANSWER


async def test_every_kind_of_question_is_asked_answered_and_shown(tmp_path: Path) -> None:
    """One after the other, by lot; each as it would be by its keys."""
    app = app_of(tmp_path, Order("random", count=24, seed=6))
    kinds: set[str] = set()
    async with app.run_test() as pilot:
        await settle(pilot)
        for _ in range(24):
            item = session(pilot).item
            kinds.add(item.kind)
            bar, text = painted(pilot).splitlines()[0], playing(pilot).card.text
            assert text.startswith(Words()(f"drill.kind.{item.kind}"))
            assert "Drill" not in text
            assert "random drill" in bar
            if item.kind == "cell":
                assert f"cell {item.cell}" not in painted(pilot)
            await answer(pilot)
        assert "24 of 24 answers right" in played(pilot).page.text
    assert len(kinds) >= 8


async def test_the_app_and_the_lines_write_the_same_rows(tmp_path: Path) -> None:
    """The same answers through both faces leave the same journal, but for ids and moments."""
    from tests.plain.test_drill import Desk
    from tests.study.desk import MemoryJournal

    journal, records = MemoryJournal(), MemoryRecords()
    order = Order("blitz", seed=9, count=3)
    Desk(order, journal).play("+", "idk", "+")
    app = app_of(tmp_path, order, records)
    async with app.run_test() as pilot:
        await settle(pilot)
        for right in (True, False, True):
            await answer(pilot, right)
    assert list(map(_facts, records.kept)) == list(map(_facts, journal.kept))


def _facts(row: Answer) -> tuple[object, ...]:
    params = {name: value for name, value in row.params.items() if name != "game"}
    return (row.card, row.seed, params, row.asked, row.forecast, row.confidence, row.verdict)


async def test_a_resize_while_the_next_item_is_chosen_breaks_nothing(tmp_path: Path) -> None:
    app: BanktrainerApp = app_of(tmp_path, Order("blitz", seed=421))
    async with app.run_test() as pilot:
        await settle(pilot)
        await forecast(pilot)
        clock_of(pilot).tick(1)
        await pilot.press("enter")
        for size in ((61, 19), (120, 40), (60, 18)):
            await pilot.resize_terminal(*size)
        await settle(pilot)
        assert session(pilot).stage is Stage.ASK
