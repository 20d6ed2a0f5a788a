"""The settings screen: each setting changed in place, held at once, kept; keys of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banktrainer.records.settings import Settings, SettingsFile
from banktrainer.tui.keys.remap import keys_of, refusal, remappable, usable
from banktrainer.tui.keys.table import active
from banktrainer.tui.library.help import Help
from banktrainer.tui.settings.view import options
from banktrainer.words import Words
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

W = Words()
ROWS = {option.name: number for number, option in enumerate(options(W))}
KEYS = {key.id: key for key in remappable()}


def row_of_key(id: str) -> int:
    return len(ROWS) + list(KEYS).index(id)


async def test_a_change_holds_at_once_and_is_kept(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded())
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, "o", "down", "right")
        assert "‹ light ›" in wb.painted(pilot)
        assert (app.settings.look, app.theme) == ("light", "banktrainer-light")
        await press(pilot, "left", "left", "escape")
        assert wb.on_screen(pilot) == "Home"
    assert SettingsFile(tmp_path).read() == (Settings(look="contrast"), ())


@pytest.mark.parametrize("name", ROWS)
async def test_enter_goes_through_all_values_and_backspace_leads_back(
    tmp_path: Path, name: str
) -> None:
    app = trainer(tmp_path, wb.coded())
    option = options(W)[ROWS[name]]
    first = getattr(app.settings, name)
    async with app.run_test() as pilot:
        await press(pilot, "o", *["down"] * ROWS[name])
        seen = []
        for _ in option.values:
            await press(pilot, "enter")
            seen.append(getattr(app.settings, name))
        assert (set(seen), seen[-1]) == (set(option.values), first)
        await press(pilot, "right", "backspace")
        assert getattr(app.settings, name) == first
    assert SettingsFile(tmp_path).read() == (Settings(), ())


async def test_ascii_alone_is_painted_at_once(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded())
    async with app.run_test() as pilot:
        await press(pilot, "o", "down", "down")
        assert not wb.painted(pilot).isascii()
        await press(pilot, "right")
        assert wb.painted(pilot).isascii()
        await press(pilot, "escape")
        assert wb.painted(pilot).isascii()
        await press(pilot, "o", "down", "down", "right", "escape")
        assert not wb.painted(pilot).isascii()


async def test_a_key_of_ones_own(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    app = trainer(tmp_path, wb.coded(), wb.coded("two"), records=records)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "o", *["down"] * row_of_key("sure"), "enter")
        assert W("settings.press", action="sure") in wb.painted(pilot)
        await press(pilot, "z")
        assert app.settings.keys == {"sure": "z"}
        await press(pilot, "escape", "enter", "2")
        assert "z sure" in wb.painted(pilot)
        await press(pilot, "s")
        assert not records.kept
        await press(pilot, "z")
        assert [row.confidence for row in records.kept] == ["sure"]
    async with trainer(tmp_path, wb.coded(), records=records).run_test() as pilot:
        await settle(pilot)
    assert json.loads((tmp_path / "settings.json").read_text("utf-8")) == {"keys": {"sure": "z"}}


async def test_all_keys_are_reset_at_once_and_come_back(tmp_path: Path) -> None:
    own = {"sure": "z", "reset_keys": "x"}
    app = trainer(tmp_path, wb.coded(), settings=Settings(look="light", keys=own))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "o")
        assert "x reset keys" in wb.painted(pilot)
        await press(pilot, "x")
        assert app.remap == {}
        assert W("settings.keys_reset", key="r") in wb.painted(pilot)
        assert SettingsFile(tmp_path).read() == (Settings(), ())
        await press(pilot, "r")
        assert app.remap == own
        assert W("settings.keys_again") in wb.painted(pilot)
        assert SettingsFile(tmp_path).read() == (Settings(keys=own), ())
        await press(pilot, "down", "x", "escape")
        assert app.remap == {}


async def test_where_no_key_was_changed_there_is_nothing_to_reset(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded())
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "o", "r")
        assert "reset keys" not in wb.painted(pilot).splitlines()[-1]
        assert app.settings == Settings()
    assert not (tmp_path / "settings.json").exists()


async def test_the_help_tells_keys_of_ones_own(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded(), settings=Settings(keys={"quit": "z", "help": "semicolon"}))
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "z quit" in wb.painted(pilot)
        assert "; help" in wb.painted(pilot)
        await press(pilot, "semicolon")
        screen = app.screen
        assert isinstance(screen, Help)
        lines = [line.split() for line in screen.page.text.splitlines()]
        assert ["z", *W("keys.tip.quit").split()] in lines
        await press(pilot, "q")
        assert app.return_code is None
        await pilot.press("z")
    assert app.return_code == 0


@pytest.mark.parametrize(
    ("id", "new", "said"),
    [
        ("sure", "g", "g is taken: it is “guess”. Nothing is changed."),
        ("sure", "5", "5 can't be used for that. Nothing is changed."),
        ("sure", "enter", "Enter can't be used for that. Nothing is changed."),
        ("sure", "up", "↑ can't be used for that. Nothing is changed."),
        ("sure", "ctrl+t", "ctrl+t can't be used for that. Nothing is changed."),
        ("theme", "f", "f is taken: it is “pick a cell”. Nothing is changed."),
        ("help", "u", "u is taken: it is “undo”. Nothing is changed."),
    ],
)
async def test_a_key_that_clashes_is_refused(tmp_path: Path, id: str, new: str, said: str) -> None:
    app = trainer(tmp_path, wb.coded())
    async with app.run_test(size=(120, 60)) as pilot:
        await press(pilot, "o", *["down"] * row_of_key(id), "enter", new)
        assert said in wb.painted(pilot)
        assert app.settings == Settings()
        await press(pilot, "up")
        assert said not in wb.painted(pilot)


async def test_esc_leaves_a_key_as_it_was_and_backspace_gives_it_back(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded(), settings=Settings(keys={"sure": "z"}))
    async with app.run_test() as pilot:
        await press(pilot, "o", *["down"] * row_of_key("sure"), "enter", "escape")
        assert app.settings.keys == {"sure": "z"}
        assert wb.on_screen(pilot) == "SettingsScreen"
        await press(pilot, "backspace")
        assert app.settings.keys == {}


async def test_two_keys_can_change_places_by_way_of_a_third(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded())
    async with app.run_test(size=(80, 60)) as pilot:
        sure, guess = row_of_key("sure"), row_of_key("guess")
        await press(pilot, "o", *["down"] * sure, "enter", "z", "down", "enter", "s")
        await press(pilot, "up", "enter", "g")
        assert guess == sure + 1
        assert app.settings.keys == {"sure": "g", "guess": "s"}


def test_no_own_key_clashes_with_itself() -> None:
    for key in remappable():
        assert refusal(key, key.own, {}) is None, key.id


def test_what_a_file_asks_for_is_used_as_far_as_it_can_be() -> None:
    asked = {"sure": "z", "guess": "z", "nonsense": "y", "undo": "7", "quit": "g"}
    assert usable(asked) == {"sure": "z"}
    undo = next(action for action in active("card") if action.id == "undo")
    assert keys_of(undo, {"undo": "z"}) == ("z",)


async def test_a_setting_that_cannot_be_kept_is_said_and_holds(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    app = trainer(tmp_path, wb.coded())
    async with app.run_test(size=(160, 24)) as pilot:
        await press(pilot, "o", "down", "right")
        assert "The setting holds until you leave, but can't be kept" in wb.painted(pilot)
        assert app.theme == "banktrainer-light"


async def test_a_click_chooses_and_a_second_one_changes(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded())
    async with app.run_test() as pilot:
        await press(pilot, "o")
        await pilot.click("#body", offset=(6, 3))
        await settle(pilot)
        assert "‹ all signs ›" in wb.painted(pilot)
        await pilot.click("#body", offset=(6, 3))
        await settle(pilot)
        assert app.settings.ascii


async def test_what_of_the_file_cannot_be_used_is_said_at_home(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded(), notes=("settings.json: the note",))
    async with app.run_test() as pilot:
        await settle(pilot)
        assert "settings.json: the note" in wb.painted(pilot)


async def test_another_rollover_hour_moves_the_study_day(tmp_path: Path) -> None:
    """The clock of the tests stands at 12:00."""
    days = []
    for hour in (4, 23):
        records = wb.MemoryRecords()
        app = trainer(tmp_path, wb.coded(), records=records, settings=Settings(rollover=hour))
        async with app.run_test() as pilot:
            await press(pilot, "enter", "2", "enter")
        days += [row.study_day for row in records.kept]
    assert days[1] < days[0]


async def test_the_length_of_a_sitting(tmp_path: Path) -> None:
    cards = [wb.coded(f"card-{n}") for n in range(40)]
    totals = []
    for minutes in (5, 20):
        app = trainer(tmp_path, *cards, settings=Settings(minutes=minutes))
        async with app.run_test() as pilot:
            await press(pilot, "enter")
            totals.append(wb.sitting(pilot).session.total)
    assert totals == [3, 15]
