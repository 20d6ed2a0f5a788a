"""Home: painted from the cache alone, then what packs and journal say; Enter always goes on."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from threading import Event

import pytest

from banktrainer.records import HomeCache, RecordsError
from banktrainer.study.skills import with_skills
from banktrainer.study.summary import CELLS, Calibration, CellProgress, Summary
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.desk.backend import Backend
from banktrainer.tui.home.view import CellRow, Matrix, home_blocks, offers_placement, score_line
from banktrainer.tui.paint.blocks import lay_out
from banktrainer.tui.request import Request
from banktrainer.words import Words
from tests.study.desk import ManualClock, pack, row
from tests.tui import workbench as wb
from tests.tui.workbench import MemoryRecords, painted, press, settle, trainer

W = Words()
SEEN = Summary(
    answers=12,
    right=9,
    marks=17,
    due_now=6,
    due_minutes=4,
    new=3,
    next_key="core/column-walk",
    next_title="Down a column",
    next_due_at=date(2026, 11, 30),
    resume=True,
    cells={**dict.fromkeys(CELLS, CellProgress()), "F": CellProgress(4, 3, 0.75)},
    calibration=(Calibration("guess", 2, 1), Calibration("think", 0, 0), Calibration("sure", 8, 7)),
    streak=3,
    sure_wrong=(("core/double", "Eight bytes"), ("core/offset", "An offset")),
)


def said(summary: Summary | None, trouble: str = "", width: int = 76) -> str:
    lines, _ = lay_out(home_blocks(W, summary, trouble), width)
    return "\n".join(line.content.plain.rstrip() for line in lines)


@pytest.mark.parametrize("summary", [None, Summary()])
def test_a_first_start_greets_in_one_line_with_one_key(summary: Summary | None) -> None:
    first, _, key, *_ = said(summary).splitlines()
    assert first == W("home.greeting")
    assert key.startswith("▸ Enter ")
    assert said(summary).count("Enter") == 1


def test_everything_in_one_view() -> None:
    text = said(SEEN)
    assert "▸ Enter goes on where you stopped: Down a column" in text
    assert "6 cards due now, about 4 minutes." in text
    assert "F  Column of a matrix" in text
    assert "■■■·" in text
    assert "3/4" in text
    assert "sure, but wrong  1 Eight bytes   2 An offset" in text
    assert "when sure, right 7 of 8 · when guessing, 1 of 2" in " ".join(text.split())
    assert len(text.splitlines()) <= 16
    assert score_line(W, SEEN) == "9 of 12 right · 17 marks · a streak of 3 days"
    assert score_line(W, None) == ""


def test_all_of_it_fits_60_columns() -> None:
    lines, _ = lay_out(home_blocks(W, SEEN), 56)
    assert all(line.content.cell_length <= 56 for line in lines)
    assert len(lines) <= 16


def test_in_a_narrow_terminal_the_cells_stand_in_one_column() -> None:
    assert "A  Stride 1" in said(SEEN, width=30)
    assert all(len(line) <= 30 for line in said(SEEN, width=30).splitlines())


def test_trouble_comes_first_and_enter_tries_again() -> None:
    first, _, key, *_ = said(SEEN, "The disk is gone.").splitlines()
    assert first == "! The disk is gone."
    assert key == "▸ Enter tries again."


async def test_the_first_paint_needs_the_cache_alone(tmp_path: Path) -> None:
    HomeCache(tmp_path).write(SEEN)
    go = Event()
    records = wb.MemoryRecords()

    def slow_records() -> wb.MemoryRecords:
        assert go.wait(10)
        return records

    clock = ManualClock()
    backend = Backend(tmp_path, clock, records=slow_records, packs=lambda: [pack(wb.coded())])
    async with BanktrainerApp(tmp_path, "home", clock, W, backend=backend).run_test() as pilot:
        await pilot.pause()
        assert "where you stopped: Down a column" in wb.painted(pilot)
        assert "9 of 12 right" in wb.painted(pilot)
        go.set()
        await settle(pilot)
        assert "for your first forecast" in wb.painted(pilot)
    assert HomeCache(tmp_path).read() == Summary(
        new=1, next_key="core/offset", next_title="Offset", next_due_at=date(2026, 11, 30)
    )


async def test_records_that_cannot_be_opened_are_said_with_the_mend(tmp_path: Path) -> None:
    records, broken = wb.MemoryRecords(), [True]

    def open_records() -> wb.MemoryRecords:
        if broken[0]:
            raise RecordsError(Path("/the/file"), "the file is damaged", "restore a backup")
        return records

    clock = ManualClock()
    backend = Backend(tmp_path, clock, records=open_records, packs=lambda: [pack(wb.coded())])
    async with BanktrainerApp(tmp_path, "home", clock, W, backend=backend).run_test() as pilot:
        await settle(pilot)
        assert "! /the/file: the file is damaged; restore a backup." in wb.painted(pilot)
        await press(pilot, "enter")
        assert wb.on_screen(pilot) == "Home"
        broken[0] = False
        await press(pilot, "enter")
        assert "for your first forecast" in wb.painted(pilot)


async def test_whoever_says_so_goes_on_without_records(tmp_path: Path) -> None:
    def open_records() -> wb.MemoryRecords:
        raise RecordsError(Path("/the/file"), "the file is damaged", "restore a backup")

    clock = ManualClock()
    backend = Backend(tmp_path, clock, records=open_records, packs=lambda: [pack(wb.coded())])
    async with BanktrainerApp(tmp_path, "home", clock, W, backend=backend).run_test() as pilot:
        await settle(pilot)
        assert "press v to go on without saving" in " ".join(wb.painted(pilot).split())
        await press(pilot, "v")
        shown = wb.painted(pilot)
        assert "the file is damaged" not in shown
        assert "press v" not in shown
        await press(pilot, "enter", "2", "s")
        assert "not saved" in wb.painted(pilot).lower()
    assert backend.unsaved
    assert not list(tmp_path.iterdir())


async def test_a_letter_practises_a_cell(tmp_path: Path) -> None:
    cards = wb.coded("e1", cell="E"), wb.coded("b1", cell="B")
    async with trainer(tmp_path, *cards).run_test() as pilot:
        await settle(pilot)
        await press(pilot, "b")
        assert wb.sitting(pilot).view.key == "core/b1"
        assert wb.sitting(pilot).session.total == 1


async def test_enter_always_goes_on_even_when_nothing_is_due(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.coded(), records=records).run_test() as pilot:
        await press(pilot, "enter", "2", "enter", "enter")
        assert wb.on_screen(pilot) == "Ending"
        await press(pilot, "enter")
        assert "Nothing is due now." in wb.painted(pilot)
        await press(pilot, "enter")
        assert wb.on_screen(pilot) == "Practice"
        assert wb.practice(pilot).mode == "number"


async def test_a_request_starts_in_practice_and_esc_leads_home(tmp_path: Path) -> None:
    cards = wb.coded("one"), wb.coded("two")
    async with trainer(tmp_path, *cards, start=Request(card="two")).run_test() as pilot:
        await settle(pilot)
        assert wb.sitting(pilot).view.key == "core/two"
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"
        assert "for your first forecast" in wb.painted(pilot)


async def test_help_tells_the_keys_of_the_screen_and_the_signs(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 60)) as pilot:
        await press(pilot, "enter", "question_mark")
        assert wb.on_screen(pilot) == "Help"
        shown = " ".join(wb.painted(pilot).split())
        for tip in ("think", "sure", "guess", "no_idea", "digit", "undo", "quit"):
            assert W(f"keys.tip.{tip}") in shown
        assert W("keys.sign.shared") in shown
        await press(pilot, "escape")
        assert wb.practice(pilot).mode == "number"


async def test_the_help_can_be_searched(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(80, 60)) as pilot:
        await press(pilot, "question_mark", "slash", *"queue")
        shown = wb.painted(pilot)
        assert W("keys.meaning.degree").split(";")[0] in shown
        assert W("keys.tip.quit") not in shown
        await press(pilot, "z")
        assert W("keys.help.none", wanted="queuez") in wb.painted(pilot)
        await press(pilot, "escape")
        assert W("keys.tip.quit") in wb.painted(pilot)
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"


async def test_light_and_dark(tmp_path: Path) -> None:
    grounds = []
    async with trainer(tmp_path, wb.coded()).run_test() as pilot:
        await settle(pilot)
        for _ in range(4):
            strip = pilot.app.screen._compositor.render_strips()[2]
            grounds.append(
                {str(s.style.bgcolor.name) for s in strip if s.style and s.style.bgcolor}
            )
            await press(pilot, "t")
    assert grounds == [{"#121212"}, {"#ffffff"}, {"#000000"}, {"#121212"}]


async def test_the_mouse_presses_keys_too(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test() as pilot:
        await settle(pilot)
        await pilot.click("#keys", offset=(3, 0))
        await settle(pilot)
        assert wb.on_screen(pilot) == "Practice"


async def test_a_digit_or_a_click_practises_what_was_sure_and_wrong(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    cards = wb.coded("one"), wb.coded("two")
    async with trainer(tmp_path, *cards, records=records).run_test() as pilot:
        await press(pilot, "enter", "9", "s", "escape")
        assert "sure, but wrong  1 One" in wb.painted(pilot)
        await press(pilot, "4", "1")
        assert wb.sitting(pilot).view.key == "core/one"
        await press(pilot, "escape")
        row = next(n for n, line in enumerate(wb.painted(pilot).splitlines()) if "1 One" in line)
        await pilot.click(offset=(21, row))
        await settle(pilot)
        assert wb.sitting(pilot).view.key == "core/one"


async def test_a_cell_can_be_clicked(tmp_path: Path) -> None:
    cards = wb.coded("e1", cell="E"), wb.coded("b1", cell="B")
    async with trainer(tmp_path, *cards).run_test() as pilot:
        await settle(pilot)
        row = next(n for n, line in enumerate(wb.painted(pilot).splitlines()) if "B  Odd" in line)
        await pilot.click(offset=(6, row))
        await settle(pilot)
        assert wb.sitting(pilot).view.key == "core/b1"


def test_marks_below_zero_have_a_minus_sign() -> None:
    assert "−4 marks" in score_line(W, replace(SEEN, marks=-4))


async def test_a_placement_is_offered_while_nothing_is_known(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded(), shelf=with_skills).run_test() as pilot:
        await settle(pilot)
        assert "l finds out what you know already: 10 questions" in painted(pilot)
        await press(pilot, "l")
        assert wb.sitting(pilot).session.item.card.pack == "placement"


@pytest.mark.parametrize(
    ("summary", "offered"),
    [
        (None, True),
        (Summary(), True),
        (Summary(answers=3), True),
        (Summary(answers=10), False),  # a placement that passed nothing was gone through
        (Summary(answers=2, placed="A"), False),
        (Summary(answers=1, cells={"A": CellProgress(1, 1, 0.25)}), False),
    ],
)
def test_what_is_known_ends_the_offer(summary: Summary | None, offered: bool) -> None:
    assert offers_placement(summary) is offered


async def test_where_none_is_offered_its_key_does_nothing(tmp_path: Path) -> None:
    records = MemoryRecords([row("offset")])
    async with trainer(tmp_path, wb.coded(), records=records).run_test() as pilot:
        await settle(pilot)
        assert "finds out what you know" not in painted(pilot)
        await press(pilot, "l")
        assert wb.on_screen(pilot) == "Home"


def test_home_tells_keys_of_ones_own() -> None:
    blocks = home_blocks(W, None, remap={"place": "z", "stats": "y"})
    said = "\n".join(line.content.plain for line in lay_out(blocks, 70)[0])
    assert "z finds out" in said
    assert "y stats" in said


def test_an_odd_row_of_the_matrix_is_not_lost() -> None:
    rows = [CellRow(letter, letter * 3) for letter in "ABC"]
    assert len(list(Matrix(rows).lines(74))) == 2


async def test_a_sitting_asked_for_at_the_start_waits_for_nothing_of_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Home lies beneath it, and reads when it is met."""
    asked: list[str] = []

    class Noted(Backend):
        def summary(self) -> Summary:
            asked.append("summary")
            return super().summary()

        def warm(self) -> None:
            asked.append("warm")

    monkeypatch.setattr(wb, "Backend", Noted)
    async with trainer(tmp_path, wb.coded("one"), start=Request(card="one")).run_test() as pilot:
        await settle(pilot)
        assert wb.on_screen(pilot) == "Practice"
        assert asked == []
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"
        assert asked == ["summary", "warm"]
