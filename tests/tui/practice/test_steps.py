"""In the app: steps that are left out, skills with fresh numbers, and a placement round."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from banktrainer.study.clock import utc_text
from banktrainer.study.drills.skilled import skilled
from banktrainer.study.journal import Answer
from banktrainer.study.session import Stage
from banktrainer.study.skills import with_skills
from banktrainer.tui.request import Request
from tests.study import desk
from tests.study.desk import NOON, row
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, sitting, stage, trainer

STEPPED = wb.coded("one", steps=desk.steps("find", "turn", "look"))
OTHER = wb.coded("two", steps=desk.steps("walk", "count"))
SIZES = [(60, 18), (80, 24), (120, 40)]


def known(times: int) -> list[Answer]:
    """So many days with a right forecast of the stepped card."""
    days = [NOON - timedelta(days=20 * n) for n in range(times, 0, -1)]
    return [row("one", at=utc_text(day), study_day=day.date().isoformat()) for day in days]


@pytest.mark.parametrize("size", SIZES)
async def test_a_step_is_asked_stored_and_then_shown(tmp_path: Path, size: tuple[int, int]) -> None:
    records = wb.MemoryRecords(known(1))
    app = trainer(tmp_path, STEPPED, OTHER, records=records, start=Request(card="one"))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "2", "enter", "enter")
        while stage(pilot) is not Stage.ASK_STEP:
            await press(pilot, "enter")
        assert "Step 3 of 3 is yours" in " ".join(wb.painted(pilot).split())
        await press(pilot, "enter")
        assert stage(pilot) is Stage.ASK_STEP, "a letter is wanted first"
        assert "Choose a letter first" in wb.painted(pilot)
        question = sitting(pilot).question
        assert question is not None
        await press(pilot, question.answer, "enter")
        assert stage(pilot) is Stage.STEP
        assert records.kept[-1].asked == "step"
        assert records.kept[-1].verdict == "right"
        await press(pilot, "enter")
        assert stage(pilot) in (Stage.STEP, Stage.ANSWER)


async def test_a_step_is_taken_back_and_stays_shown(tmp_path: Path) -> None:
    records = wb.MemoryRecords(known(2))
    app = trainer(tmp_path, STEPPED, OTHER, records=records, start=Request(card="one"))
    async with app.run_test(size=(100, 30)) as pilot:
        await press(pilot, "2", "enter", "enter")
        while stage(pilot) is not Stage.ASK_STEP:
            await press(pilot, "enter")
        await press(pilot, "n")
        assert records.kept[-1].forecast is None
        await press(pilot, "u")
        assert stage(pilot) is Stage.STEP
        assert "your last answer to a step" in wb.painted(pilot)
        assert records.kept[-1].asked == "void"
        await press(pilot, "u")
        assert stage(pilot) is Stage.ASK, "then the card"


async def test_a_step_that_cannot_be_stored_stays_on_the_screen(tmp_path: Path) -> None:
    records = wb.MemoryRecords(known(1))
    app = trainer(tmp_path, STEPPED, OTHER, records=records, start=Request(card="one"))
    async with app.run_test(size=(100, 30)) as pilot:
        await press(pilot, "2", "enter", "enter")
        while stage(pilot) is not Stage.ASK_STEP:
            await press(pilot, "enter")
        records.full = True
        await press(pilot, "a", "enter")
        assert stage(pilot) is Stage.ASK_STEP
        assert "NOT SAVED" in wb.painted(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_a_skill_is_asked_with_its_question_and_seed(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    seed = next(n for n in range(50) if skilled("cell-c", n).kind == "cycles")
    asked = Request(card="skill/cell-c", seed=seed)
    app = trainer(tmp_path, wb.coded(), start=asked, shelf=with_skills)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        shown = " ".join(wb.painted(pilot).split())
        assert "Fresh numbers: even strides" in shown
        assert f"Seed {seed}" in shown
        assert "How many cycles?" in shown
        await press(pilot, "n")
        assert stage(pilot) in (Stage.REVEAL, Stage.ANSWER)


async def test_a_placement_round_ends_with_what_it_passed(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.coded(), records=records, start=Request(place=True))
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        for _ in range(10):
            right = sitting(pilot).session.item.truth.text
            await press(pilot, *right, "s")
            while wb.on_screen(pilot) == "Practice" and stage(pilot) is not Stage.ASK:
                await press(pilot, "enter")
        assert wb.on_screen(pilot) == "Ending"
        assert "Passed: cells A, B, C, D, E, F, G, H, I and J." in " ".join(
            wb.painted(pilot).split()
        )
        assert {kept.pack for kept in records.kept} == {"placement"}
