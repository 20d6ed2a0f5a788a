"""Practice up to the reveal: making a forecast of each kind, and storing it."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from banktrainer.study.session import Stage
from banktrainer.tui.desk.backend import Backend
from tests.study import desk
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, sitting, stage, trainer

Size = tuple[int, int]


async def test_three_keys_from_a_first_start_to_a_stored_forecast(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.stepped(), records=records).run_test() as pilot:
        await press(pilot, "enter", "2", "enter")
        (row,) = records.kept
        assert (row.forecast, row.confidence, row.verdict) == ("2", "think", "right")
        assert stage(pilot) is Stage.REVEAL


async def test_keys_typed_before_the_card_is_there_are_meant_for_it(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.stepped(), records=records)
    async with app.run_test() as pilot:
        for key in ("enter", "1", "2", "backspace", "s"):
            app.simulate_key(key)
        await settle(pilot)
        await settle(pilot)
        await settle(pilot)
        assert [(row.forecast, row.confidence) for row in records.kept] == [("1", "sure")]


async def test_the_card_is_there_before_its_numbers_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records, gate, solve = wb.MemoryRecords(), Event(), Backend.view
    monkeypatch.setattr(Backend, "view", lambda *args: gate.wait(10) and solve(*args))
    card = wb.stepped(question=desk.prose("Does it take {{cycles}}?"))
    async with trainer(tmp_path, card, records=records).run_test() as pilot:
        await pilot.press("enter")
        while not wb.practice(pilot).sitting:
            await pilot.pause()
        await pilot.pause()
        assert "float v = s[threadIdx.x * 6 + 5];" in wb.painted(pilot)
        assert "Does it take …?" in wb.painted(pilot)
        await pilot.press("2", "s")
        gate.set()
        await settle(pilot)
        assert [row.forecast for row in records.kept] == ["2"]
        assert "right: 2 cycles" in wb.painted(pilot)
        await press(pilot, "tab")
        assert "Does it take 2?" in wb.practice(pilot).card.text


@pytest.mark.parametrize(
    ("keys", "forecast", "confidence"),
    [
        (("2", "enter"), "2", "think"),
        (("2", "s"), "2", "sure"),
        (("1", "6", "g"), "16", "guess"),
        (("0", "7", "enter"), "7", "think"),
        (("3", "backspace", "4", "s"), "4", "sure"),
        (("n",), None, "none"),
        (("5", "n"), None, "none"),
    ],
)
async def test_a_number_and_how_sure_one_is(
    tmp_path: Path, keys: tuple[str, ...], forecast: str | None, confidence: str
) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.coded(), records=records).run_test() as pilot:
        await press(pilot, "enter", *keys)
        assert [(row.forecast, row.confidence) for row in records.kept] == [(forecast, confidence)]


async def test_how_sure_one_can_be_is_always_shown(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test(size=(60, 18)) as pilot:
        await press(pilot, "enter")
        hint = "Enter think · s sure · g guess · n no idea"
        assert hint in wb.painted(pilot)
        await press(pilot, "7")
        assert hint in wb.painted(pilot)
        assert "forecast ▸ 7" in wb.painted(pilot)


@pytest.mark.parametrize("key", ["enter", "s", "g"])
async def test_nothing_is_stored_without_a_number(tmp_path: Path, key: str) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.coded(), records=records).run_test() as pilot:
        await press(pilot, "enter", key)
        assert records.kept == []
        assert stage(pilot) is Stage.ASK
        assert "Type a number first" in wb.painted(pilot)


async def test_a_number_that_is_too_large_is_no_answer(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.coded(), records=records).run_test() as pilot:
        await press(pilot, "enter", *"9999", "enter")
        assert records.kept == []
        assert "Not an answer: a number up to 1024 is asked for" in wb.painted(pilot)
        await press(pilot, "backspace", "backspace", "backspace", "enter")
        assert [row.forecast for row in records.kept] == ["9"]


async def test_a_choice(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.choice(), records=records).run_test() as pilot:
        await press(pilot, "enter", "f", "enter")
        assert records.kept == []
        await press(pilot, "b", "a", "s")
        (row,) = records.kept
        assert (row.forecast, row.confidence) == ("a", "sure")
        assert "Answer" in wb.practice(pilot).card.text


async def test_text_is_typed_into_a_field_that_esc_leaves(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.text(), records=records).run_test() as pilot:
        await press(pilot, "enter", *"sqn")
        assert wb.practice(pilot).mode == "field"
        await press(pilot, "backspace", "backspace", "backspace", *"Broadcast", "escape")
        assert wb.practice(pilot).mode == "line"
        assert records.kept == []
        await press(pilot, "s")
        (row,) = records.kept
        assert (row.forecast, row.confidence, row.verdict) == ("Broadcast", "sure", "right")


async def test_enter_in_the_field_stores_the_text(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.text(), wb.text("two"), records=records).run_test() as pilot:
        await press(pilot, "enter", "enter")
        assert records.kept == []
        await press(pilot, "q", "enter")
        assert [(row.forecast, row.confidence) for row in records.kept] == [("q", "think")]
        await press(pilot, "enter")
        field = wb.practice(pilot).field
        assert field is not None
        assert (field.value, wb.practice(pilot).mode) == ("", "field")


async def test_backspace_returns_to_the_field(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.text()).run_test() as pilot:
        await press(pilot, "enter", *"ab", "escape", "backspace", "c")
        assert sitting(pilot).entry.text == "abc"


async def test_two_lanes_are_typed_as_text(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.lanes(), records=records).run_test() as pilot:
        await press(pilot, "enter", "0", "comma", "1", "6", "enter")
        (row,) = records.kept
        assert (row.forecast, row.verdict) == ("0,16", "right")


async def test_a_recall_is_shown_and_then_graded(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.recall(), records=records).run_test() as pilot:
        await press(pilot, "enter")
        assert "A broadcast." not in wb.practice(pilot).card.text
        await press(pilot, "enter")
        assert stage(pilot) is Stage.GRADE
        assert [row.verdict for row in records.kept] == ["none"]
        assert "A broadcast." in wb.painted(pilot)
        await press(pilot, "enter", "space")
        assert stage(pilot) is Stage.GRADE
        await press(pilot, "y")
        assert [row.verdict for row in records.kept] == ["none", "right"]
        assert len(sitting(pilot).results) == 1
        await press(pilot, "enter")
        assert wb.on_screen(pilot) == "Ending"


async def test_a_recall_of_which_one_has_no_idea(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.recall(), records=records).run_test() as pilot:
        await press(pilot, "enter", "n")
        assert [row.forecast for row in records.kept] == [None]
        assert "A broadcast." in wb.painted(pilot)


async def test_saved_is_said_only_once_it_is(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.coded(), records=records, moving=True)
    async with app.run_test() as pilot:
        await press(pilot, "enter", "2")
        records.gate.clear()
        await pilot.press("s")
        await pilot.pause()
        assert "saved" not in wb.painted(pilot)
        assert wb.practice(pilot).mode == "saving"
        await pilot.press("enter", "s", "n", "tab", "space")
        assert stage(pilot) is Stage.ASK
        records.gate.set()
        await settle(pilot)
        assert "saved: 2, sure" in wb.painted(pilot)
        assert len(records.kept) == 1


async def test_what_could_not_be_stored_stays_on_the_screen(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.coded(), records=records).run_test() as pilot:
        await press(pilot, "enter", "2")
        records.full = True
        await press(pilot, "s")
        shown = wb.painted(pilot)
        assert "NOT SAVED" in shown
        assert "there is no room left" in shown
        assert "records.sqlite3" in shown
        assert "make room" in shown
        assert "forecast ▸ 2" in shown
        assert stage(pilot) is Stage.ASK
        records.full = False
        await press(pilot, "s")
        assert [row.forecast for row in records.kept] == ["2"]


async def test_whoever_says_so_goes_on_unsaved_in_the_middle_of_a_sitting(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.coded("a"), wb.coded("b"), records=records)
    async with app.run_test() as pilot:
        await press(pilot, "enter", "2")
        await press(pilot, "v")
        records.full = True
        await press(pilot, "s")
        assert "press v to go on without saving" in " ".join(wb.painted(pilot).split())
        assert stage(pilot) is Stage.ASK
        (tmp_path / "home.json").unlink(missing_ok=True)  # home was read before, and kept
        await press(pilot, "v")
        shown = " ".join(wb.painted(pilot).split())
        assert "From now on nothing is kept, as you asked." in shown
        assert "forecast ▸ 2" in shown
        assert "press v" not in shown
        await press(pilot, "s")
        assert "NOT saved" in " ".join(wb.painted(pilot).split())
        assert records.kept == []
    assert not (tmp_path / "home.json").exists()


async def test_a_newer_file_is_told_before_the_first_question(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    records.read_only = True  # type: ignore[attr-defined]
    async with trainer(tmp_path, wb.coded(), records=records).run_test() as pilot:
        await press(pilot, "enter")
        shown = " ".join(wb.painted(pilot).split())
        assert "a newer version of banktrainer wrote this file" in shown
        assert "press v to go on without saving" in shown
        await press(pilot, "v")
        assert "__shared__ float" in " ".join(wb.painted(pilot).split())
        await press(pilot, "2", "s")
        assert "NOT saved" in " ".join(wb.painted(pilot).split())
    assert records.kept == []


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_a_forecast_can_be_made_with_the_mouse(tmp_path: Path, size: tuple[int, int]) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.choice(), records=records).run_test(size=size) as pilot:
        await press(pilot, "enter")
        for words in (" b ", "sure"):
            rows = wb.painted(pilot).splitlines()
            y, row = next((y, row) for y, row in enumerate(rows[:-1]) if words in row)
            await pilot.click(offset=(row.index(words) + 1, y))
            await wb.settle(pilot)
        assert [(row.forecast, row.confidence) for row in records.kept] == [("b", "sure")]


async def test_a_field_is_gone_when_the_next_card_asks_for_a_number(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.lanes(), wb.coded("next")).run_test() as pilot:
        await press(pilot, "enter")
        assert "two lanes, like 3,19" in wb.painted(pilot)
        await press(pilot, "escape", "n", "enter", "enter")
        assert sitting(pilot).view.kind == "number"
        assert "two lanes" not in wb.painted(pilot)
