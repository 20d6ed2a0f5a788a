"""The screen of statistics, from a key on home to its last line."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.records.settings import Settings
from banktrainer.study.report import report
from banktrainer.tui.paint.ascii import ascii_text
from banktrainer.tui.paint.blocks import lay_out
from banktrainer.tui.stats.screen import Stats
from banktrainer.tui.stats.view import report_blocks
from banktrainer.words import Words
from tests.study.desk import NOON, pack, row
from tests.tui import workbench as wb
from tests.tui.workbench import MemoryRecords, painted, press, settle, trainer

CARDS = (wb.coded("offset", cell="E"), wb.coded("double", cell="C"))
ROWS = (
    row("offset", cell="E", confidence="sure"),
    row("double", verdict="wrong", model="ways-stride"),
    row("cell-c", pack="skill", template="walk", verdict="wrong", model="no-wrap"),
    row("cell-c", pack="skill", template="walk"),
)


def page(width: int = 74, *, game: bool = True) -> str:
    told = report([pack(*CARDS)], ROWS, NOON)
    lines, _ = lay_out(report_blocks(Words("en"), told, game=game), width)
    return "\n".join(line.content.plain.rstrip() for line in lines)


def test_it_tells_everything_in_one_page() -> None:
    said = page()
    for part in (
        "█ right 2   ░ wrong 2",
        "1/1 too few to tell",
        "not said yet",
        "0 now, 2 more in 14 days",
        "E  Offset                ■···   1/1",
        "even strides",
        "2 met, 1 of them cured",
        "✗ 1× stride ways",
        "✓ 1× ",
        "Streak: 1 day.",
    ):
        assert part in said, part


def test_without_games_it_speaks_of_none() -> None:
    assert "Streak" not in page(game=False)


@pytest.mark.parametrize("width", [40, 54, 74, 96])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    assert max(map(len, page(width).splitlines())) <= width


def test_in_ascii_right_and_wrong_still_differ() -> None:
    said = ascii_text(page())
    assert said.isascii()
    assert "# right 2   o wrong 2" in said


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_a_key_opens_it_and_a_letter_practises(tmp_path: Path, size: tuple[int, int]) -> None:
    app = trainer(tmp_path, *CARDS, records=MemoryRecords(ROWS))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        assert isinstance(app.screen, Stats)
        assert "Forecasts a day" in painted(pilot)
        await press(pilot, "pagedown", "pagedown", "pagedown", "pagedown")
        assert "Streak and bests" in painted(pilot)
        await press(pilot, "e")
        assert wb.on_screen(pilot) == "Practice"
        await press(pilot, "escape")


async def test_before_the_first_answer_it_says_how_to_begin(tmp_path: Path) -> None:
    app = trainer(tmp_path, *CARDS, settings=Settings())
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "s")
        assert "No answers yet" in painted(pilot)
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"


async def test_another_size_lays_it_out_anew(tmp_path: Path) -> None:
    app = trainer(tmp_path, *CARDS, records=MemoryRecords(ROWS))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        await pilot.resize_terminal(60, 18)
        await settle(pilot)
        assert isinstance(app.screen, Stats)
        assert max(map(len, app.screen.page.text.splitlines())) <= 60 - 4
        assert "wrong 2" in painted(pilot)
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        assert max(map(len, app.screen.page.text.splitlines())) > 90
