"""What the board shows beside the steps and the answer of the built-in worked examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import builtin
from banktrainer.packs.model import Card
from banktrainer.study.session import Stage
from tests.tui import workbench as wb
from tests.tui.workbench import press, sitting, stage, trainer

MANY_ENTERS = 12


def built_in(card_id: str) -> Card:
    card = builtin()[0].card(card_id)
    assert card is not None
    return card


def code_line(pilot_text: str) -> str:
    return pilot_text.splitlines()[1].strip()


@pytest.mark.parametrize(
    ("card_id", "answer", "board"),
    [
        ("even-stride", "2", "2 cycles, ideal 1"),
        ("offset", "2", "2 cycles, ideal 1"),
        ("column-walk", "32", "32 cycles, ideal 1"),
        ("array-of-structs", "4", "4 cycles, ideal 1"),
        ("histogram", "32", "32 cycles, ideal 1"),
    ],
)
async def test_at_the_answer_the_board_is_back_at_the_code_that_was_asked(
    tmp_path: Path, card_id: str, answer: str, board: str
) -> None:
    async with trainer(tmp_path, built_in(card_id)).run_test() as pilot:
        await press(pilot, "enter", *answer, "enter")
        asked = code_line(wb.painted(pilot))
        for _ in range(MANY_ENTERS):
            await press(pilot, "enter")
            if stage(pilot) is Stage.ANSWER:
                break
        assert stage(pilot) is Stage.ANSWER
        assert code_line(wb.painted(pilot)) == asked
        assert board in wb.painted(pilot)


async def test_a_step_with_several_codes_plays_them_one_at_a_time(tmp_path: Path) -> None:
    async with trainer(tmp_path, built_in("even-stride")).run_test() as pilot:
        await press(pilot, "enter", "2", "enter")
        seen = []
        while stage(pilot) is not Stage.ANSWER:
            await press(pilot, "enter")
            seen.append(sitting(pilot).fence)
        assert [fence for fence in dict.fromkeys(seen) if fence] == ["s2", "s4", "s8", "s16"]


@pytest.mark.parametrize(
    ("card_id", "apart"),
    [
        ("column-walk", "// __shared__ float M[32][33];"),
        ("array-of-structs", "// struct P3 { float a, b, c; };"),
        ("histogram", "// sample = i"),
    ],
)
async def test_two_codes_with_one_asked_line_are_told_apart(
    tmp_path: Path, card_id: str, apart: str
) -> None:
    async with trainer(tmp_path, built_in(card_id)).run_test() as pilot:
        await press(pilot, "enter", "1", "enter")
        assert apart not in wb.painted(pilot)
        while not sitting(pilot).fence:
            await press(pilot, "enter")
        assert apart in code_line(wb.painted(pilot))


async def test_enter_goes_down_a_long_text_before_it_goes_on(tmp_path: Path) -> None:
    async with trainer(tmp_path, built_in("histogram")).run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "3", "2", "enter")
        while stage(pilot) is not Stage.ANSWER:
            await press(pilot, "enter")
        told = wb.practice(pilot).told
        last = told.text.splitlines()[-1].strip()
        for _ in range(MANY_ENTERS):
            if last in wb.painted(pilot):
                break
            await press(pilot, "enter")
        assert stage(pilot) is Stage.ANSWER
        assert last in wb.painted(pilot)


async def test_enter_pressed_before_the_app_has_the_terminal_counts(tmp_path: Path) -> None:
    async with trainer(tmp_path, built_in("unit-stride")).run_test() as pilot:
        await press(pilot, "ctrl+j", "1", "ctrl+j")
        assert sitting(pilot).session.result is not None


async def test_the_board_takes_another_look_at_once(tmp_path: Path) -> None:
    async with wb.trainer(tmp_path, wb.coded()).run_test() as pilot:
        await wb.press(pilot, "enter", "2", "enter")
        grounds = []
        for _ in range(2):
            board = wb.practice(pilot).board
            assert board is not None
            strip = board.render_line(board.size.height - 3)
            grounds.append(
                {str(s.style.bgcolor.name) for s in strip if s.style and s.style.bgcolor}
            )
            await wb.press(pilot, "question_mark", "t", "escape")
        assert "#121212" in grounds[0]
        assert "#121212" not in grounds[1]
