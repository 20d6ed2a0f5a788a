"""After a wrong forecast: the access as it was counted, beside the true one."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from banktrainer.engine import Access, serve
from banktrainer.plain.paint import row_text
from banktrainer.plain.pictures import picture_rows
from banktrainer.study.models.every import MODELS
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.board.scene import Story
from banktrainer.tui.board.telling import teller
from banktrainer.tui.board.timing import Moment
from banktrainer.tui.paint.blocks import lay_out
from banktrainer.tui.practice.beside import Beside, beside_blocks
from banktrainer.tui.request import Request
from banktrainer.words import Words
from banktrainer.words.models import seen_line
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

W = Words()
COLUMN = "__shared__ float M[32][32];\nfloat v = M[threadIdx.x][3];"
SIZES = [((80, 24), "above"), ((60, 18), "one"), ((120, 40), "beside")]


def app(tmp_path: Path) -> BanktrainerApp:
    return trainer(tmp_path, wb.coded(code=COLUMN, cell="F"), start=Request())


async def asked(pilot: Pilot[None], answer: str) -> None:
    await settle(pilot)
    await press(pilot, *answer, "enter")


@pytest.mark.parametrize(("size", "how"), SIZES)
async def test_a_key_shows_both(tmp_path: Path, size: tuple[int, int], how: str) -> None:
    async with app(tmp_path).run_test(size=size) as pilot:
        await asked(pilot, "1")
        assert "as I counted" in wb.painted(pilot) or size[0] < 80
        await press(pilot, "i")
        screen = pilot.app.screen
        assert isinstance(screen, Beside)
        assert screen.twin.arranged == how
        text = wb.painted(pilot)
        assert "as if: " in text
        assert "the hardware: " in text
        assert "1 cycle, ideal 1: no bank conflict" in text
        assert ("32-way bank conflict" in text) == (how != "one")
        assert ("tab other board" in text) == (how == "one")
        await press(pilot, "tab")
        assert "32-way bank conflict" in wb.painted(pilot)
        await press(pilot, "enter")
        assert wb.on_screen(pilot) == "Practice"


@pytest.mark.parametrize("answer", ["32", "31"])
async def test_without_a_picture_there_is_no_such_key(tmp_path: Path, answer: str) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await asked(pilot, answer)
        assert "as I counted" not in wb.painted(pilot)
        await press(pilot, "i")
        assert wb.on_screen(pilot) == "Practice"


@pytest.mark.parametrize("model", [m for m in MODELS.values() if m.draw], ids=lambda m: m.id)
def test_every_picture_can_be_told(model: object) -> None:
    from banktrainer.study.models.model import WrongModel

    assert isinstance(model, WrongModel)
    seen = model.timeline(model.example)
    assert seen is not None
    lines, _ = lay_out(beside_blocks(W, model.id), 76)
    said = " ".join(line.content.plain.strip() for line in lines)
    assert said.startswith("as if: ")
    assert "the hardware: " in said
    assert len(lines) <= 4
    assert seen_line(W, seen).startswith("In your picture: ")


def test_a_believed_board_works_out_no_sums() -> None:
    access = Access.strided(32, 3)
    true, tell = serve(access, "nvidia"), teller(W, access, sums=False)
    assert tell(Story(true), Moment("done", 0, 0, 32), 5) == ("lane 5 → bank 3",)
    assert "mod 32" in teller(W, access)(Story(true), Moment("done", 0, 0, 32), 5)[0]


async def test_plain_mode_says_what_was_seen(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await asked(pilot, "1")
        rows = picture_rows(W, wb.sitting(pilot).session, 79, ascii=False)
        assert "In your picture: 1 cycle, ideal 1: no bank conflict." in map(row_text, rows)
