"""A search in lists: pickers, packs and settings keep the rows that have its letters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.request import Request
from banktrainer.words import Words
from tests.study import desk
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

W = Words()


def app(tmp_path: Path) -> BanktrainerApp:
    walk = wb.coded("walk", "__shared__ int s[9]; s[0] = 1;", title="A walk by sixes")
    extra = replace(
        desk.pack(
            wb.coded("tiles", "__shared__ int s[9]; s[0] = 2;", title="Two tiles"), id="extra"
        ),
        title="More",
    )
    return trainer(tmp_path, wb.coded("column"), walk, shelf=lambda packs: [*packs, extra])


@pytest.mark.parametrize(
    ("keys", "wanted", "kept", "gone"),
    [
        (("p", "m"), "mi300", "gfx942", "gfx950"),
        (("x", "m"), "kepler", "cc3-32", "nvidia"),
        (("p", "o"), "sixes", "A walk by sixes", "Two tiles"),
        (("k",), "two t", "extra", "core"),
        (("o",), "theme", "dark", W("settings.name.minutes")),
        (("o",), "no idea", W("keys.do.no_idea"), W("settings.name.look")),
    ],
)
async def test_only_rows_with_those_letters_stay(
    tmp_path: Path, keys: tuple[str, ...], wanted: str, kept: str, gone: str
) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, *keys, "slash", *wanted)
        body = "\n".join(wb.painted(pilot).splitlines()[:-1])
        assert kept in body
        assert gone not in body
        await press(pilot, *"zzz")
        assert W("keys.help.none", wanted=wanted + "zzz") in wb.painted(pilot)
        await press(pilot, "enter", "enter", "left", "backspace", "slash", "escape")
        assert gone in wb.painted(pilot)


async def test_arrows_move_the_choice_while_one_types_and_enter_takes_it(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "x", "m", "slash", *"cdna", "down", "enter")
        assert "gfx950" in wb.painted(pilot).splitlines()[0]


async def test_a_setting_that_was_found_stays_listed_in_another_language(tmp_path: Path) -> None:
    made = app(tmp_path)
    async with made.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "o", "slash", *"language", "enter", "right")
        assert made.settings.language == "hi-Latn"
        assert Words("hi-Latn")("settings.name.language") in wb.painted(pilot)


async def test_what_was_found_in_packs_is_practised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Request] = []
    made = app(tmp_path)
    monkeypatch.setattr(made, "practise", asked.append)
    async with made.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "k", "slash", *"tiles", "enter", "enter")
        assert asked == [Request(pack="extra")]
