"""The table of keys: one meaning a key and mode, words for each, nothing that needs a chord."""

from __future__ import annotations

import pytest

from banktrainer.tui.home.screen import Home
from banktrainer.tui.keys.keybar import KeyRow, entries, face
from banktrainer.tui.keys.table import (
    ACTIONS,
    MODES,
    PRACTICE,
    TYPING,
    Mode,
    active,
    allows,
    bindings,
)
from banktrainer.tui.library.glossary import Glossary
from banktrainer.tui.library.help import Help
from banktrainer.tui.library.shelf import Shelf
from banktrainer.tui.play.compare import Compare
from banktrainer.tui.play.playground import Playground
from banktrainer.tui.play.playground_face import MODES as PLAYGROUND
from banktrainer.tui.play.remedies import Remedies
from banktrainer.tui.play.strides import Strides
from banktrainer.tui.practice.beside import Beside
from banktrainer.tui.practice.ending import Ending
from banktrainer.tui.practice.screen import Practice
from banktrainer.tui.preview.leafing import Leafing
from banktrainer.tui.settings.screen import SettingsScreen
from banktrainer.tui.sheets.picker import Picker
from banktrainer.tui.sheets.shown import Shown
from banktrainer.words import Words

W = Words()
WITH_BOARD = ("board", "play", "strides", "cure", "compare", "beside")
"""Modes with more keys than 80 columns name; the help names them all."""
SCREENS: dict[type, tuple[Mode, ...]] = {
    Home: ("home",),
    Ending: ("summary",),
    Help: ("help", "filter"),
    Glossary: ("glossary", "term", "filter"),
    Shelf: ("packs", "filter"),
    Leafing: ("preview",),
    SettingsScreen: ("settings", "capture", "filter"),
    Practice: PRACTICE,
    Playground: PLAYGROUND,
    Strides: ("strides",),
    Remedies: ("cure",),
    Compare: ("compare",),
    Beside: ("beside",),
    Picker: ("list", "filter"),
    Shown: ("shown",),
}


def test_an_action_has_one_entry() -> None:
    ids = [action.id for action in ACTIONS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("mode", MODES)
def test_a_key_means_one_thing_in_a_mode(mode: Mode) -> None:
    keys = [key for action in active(mode) for key in action.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_left(mode: Mode) -> None:
    ids = {action.id for action in active(mode)}
    assert ids & {"back", "leave_field", "cancel", "quit"}
    assert ("quit" in ids) == (mode not in TYPING)


def test_no_key_is_a_chord() -> None:
    assert not [key for action in ACTIONS for key in action.keys if "+" in key]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_an_action_has_its_words(action: object) -> None:
    assert W(action.label)  # type: ignore[attr-defined]
    assert W(action.tooltip)  # type: ignore[attr-defined]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_a_screen_does_every_action_of_its_modes(screen: type) -> None:
    wanted = {action.id for mode in SCREENS[screen] for action in active(mode) if not action.opens}
    missing = [name for name in wanted if not hasattr(screen, f"action_{name}")]
    assert not missing


def test_the_keys_of_the_design() -> None:
    number = {key: action.id for action in active("number") for key in action.keys}
    assert {number[digit] for digit in "0123456789"} == {"digit"}
    assert [number[key] for key in ("enter", "s", "g", "n", "u", "backspace")] == [
        *("think", "sure", "guess", "no_idea", "undo", "rub_out")
    ]
    board = {key: action.id for action in active("board") for key in action.keys}
    assert [board[key] for key in ("enter", "space", "r", "comma", "full_stop", "l", "tab")] == [
        *("go_on", "step", "replay", "lane", "lane", "ledger", "swap")
    ]
    assert [key for action in active("choice") if action.id == "pick" for key in action.keys] == [
        *"abcdef"
    ]


def test_no_key_grades_or_goes_on_while_something_is_stored() -> None:
    assert {action.id for action in active("saving")} == {
        *("scroll", "page", "back", "help", "quit")
    }
    assert not allows("think", "saving")
    assert not allows("no_such_action", "home")


def test_a_binding_has_an_id_of_its_own() -> None:
    made = bindings(MODES)
    assert len({binding.id for binding in made}) == len(made)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (("enter",), "Enter"),
        (("comma", "full_stop"), ", ."),
        (tuple("0123456789"), "0–9"),
        (tuple("abcdef"), "a–f"),
        (("enter", "space"), "Enter space"),
        (("s",), "s"),
        (("semicolon",), ";"),
        (("minus",), "-"),
        (("f5",), "f5"),
    ],
)
def test_how_keys_are_written(keys: tuple[str, ...], shown: str) -> None:
    assert face(W, keys) == shown


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("width", [20, 40, 58, 78, 118])
def test_the_footer_fits_and_keeps_what_matters(mode: Mode, width: int) -> None:
    row = KeyRow(entries(W, mode))
    (line,) = row.lines(width)
    assert line.content.cell_length <= width
    if width >= 58 and mode not in TYPING:
        assert "help" in line.content.plain or mode == "help"
        assert "quit" in line.content.plain


def test_at_80_columns_the_footer_leaves_out_scrolling_at_most() -> None:
    for mode in MODES:
        made = entries(W, mode)
        left_out = {each.action.id for each in made} - {
            each.action.id for each in KeyRow(made).fitting(78)[1]
        }
        assert left_out <= {"scroll"} or mode in WITH_BOARD, mode


def test_at_60_columns_remedies_name_what_leads_to_the_next_and_to_the_other_board() -> None:
    kept = {each.action.id for each in KeyRow(entries(W, "cure")).fitting(58)[1]}
    assert {"apply", "cure", "swap", "help", "quit"} <= kept


@pytest.mark.parametrize(
    ("entry", "part", "key"),
    [
        ("← → stride", "←", "left"),
        ("← → stride", "→", "right"),
        ("← → stride", "stride", "right"),
        (", . lane", ",", "comma"),
        (", . lane", "lane", "full_stop"),
        ("w width", "width", "w"),
        ("Esc back", "back", "escape"),
    ],
)
def test_a_click_in_the_footer_stands_for_a_key(entry: str, part: str, key: str) -> None:
    row = KeyRow(entries(W, "strides"))
    (line,) = row.lines(118)
    x = line.content.plain.index(entry) + entry.index(part)
    assert row.key_at(x, 118) == key


def test_a_range_of_keys_is_not_clicked() -> None:
    row = KeyRow(entries(W, "home"))
    (line,) = row.lines(118)
    assert row.key_at(line.content.plain.index("a–j"), 118) is None


def test_a_click_in_the_footer_finds_its_action() -> None:
    row = KeyRow(entries(W, "home"))
    found = [row.at(x, 78) for x in range(78)]
    assert [a.id for a in dict.fromkeys(found) if a] == [
        action.id for action in active("home") if action.rank is not None
    ]
    assert row.at(5, 78) is row.entries[0].action
    assert row.at(77, 78) is None


def test_keys_in_a_row_are_a_range_and_others_stand_side_by_side() -> None:
    assert face(Words(), ("a", "b", "c")) == "a–c"
    assert face(Words(), ("v", "b", "w")) == "v b w"
