"""The table of screens: every entry can be opened, left again, and has an action of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.tui.keys.table import ACTIONS, called
from banktrainer.tui.screens import SCREENS
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

OPENING = {action.id: action.keys[0] for action in ACTIONS if action.opens}


def test_a_screen_has_an_action_that_opens_it() -> None:
    assert set(SCREENS) <= set(OPENING)


def test_what_textual_calls_is_found_in_the_table() -> None:
    assert called("open", ("playground",)) == "playground"
    assert called("undo", ()) == "undo"


@pytest.mark.parametrize("name", SCREENS)
async def test_a_key_opens_a_screen_and_esc_leads_back(tmp_path: Path, name: str) -> None:
    app = trainer(tmp_path, wb.coded())
    async with app.run_test() as pilot:
        await settle(pilot)
        await press(pilot, OPENING[name])
        module, _, made = SCREENS[name].partition(":")
        assert (type(app.screen).__module__, type(app.screen).__name__) == (module, made)
        for _ in range(3):
            if wb.on_screen(pilot) != "Home":
                await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"
