"""ASCII alone: on every screen, every sign of the program's own has an ASCII one, cell for cell."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from banktrainer.records.settings import Settings
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.keys.table import ACTIONS
from banktrainer.tui.paint.ascii import ascii_text
from banktrainer.tui.screens import SCREENS
from banktrainer.words import areas, catalogue
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

OPENING = {action.id: action.keys[0] for action in ACTIONS if action.opens}
WAYS = {
    "home": (),
    "help": ("question_mark",),
    "asked": ("enter",),
    "typed": ("enter", "2"),
    "landed": ("enter", "2", "enter"),
    "lane": ("enter", "2", "enter", "full_stop"),
    "cycle": ("enter", "2", "enter", "space"),
    "ledger": ("enter", "2", "enter", "l"),
    "steps": ("enter", "9", "s", "enter", "enter", "enter"),
    "card": ("enter", "9", "s", "tab"),
    "ending": ("enter", "2", "enter", "enter", "enter", "enter"),
    "sure but wrong": ("enter", "9", "s", "escape"),
    **{name: (OPENING[name],) for name in SCREENS},
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("word(i) = 6·i + 5", "word(i) = 6*i + 5"),
        ("9 of 12 right · −4 marks", "9 of 12 right | -4 marks"),
        ("■■··", "##.."),
        ("≡8 ×4 ✓ ✗", "=8 x4 v x"),
        ("“a” → b…", '"a" > b~'),
        ("↑ ↓ ← →", "^ v < >"),
        ("plain", "plain"),
        ("日本", "????"),
        ("é★", "??"),
    ],
)
def test_what_a_sign_becomes(text: str, shown: str) -> None:
    assert ascii_text(text) == shown


def test_letters_stay_where_the_terminal_can_show_them() -> None:
    assert ascii_text("né हि 日 ★…", letters=True) == "né हि 日 ?~"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_nothing_moves(text: str) -> None:
    for letters in (False, True):
        assert cell_len(ascii_text(text, letters=letters)) == cell_len(text)
    assert ascii_text(text).isascii()


def test_every_sign_of_the_texts_is_known() -> None:
    """A `?` in a text would be a sign that nobody thought of."""
    for area in areas():
        for key, text in catalogue(area).items():
            assert ascii_text(text).count("?") == text.count("?"), key


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
@pytest.mark.parametrize("way", WAYS)
async def test_every_screen_is_painted_in_ascii(
    tmp_path: Path, way: str, size: tuple[int, int]
) -> None:
    app = trainer(tmp_path, wb.stepped(), settings=Settings(ascii=True))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, *WAYS[way])
        shown = wb.painted(pilot)
    odd = sorted({char for char in shown if not char.isascii()})
    assert not odd, shown


async def test_foreign_letters_are_kept_or_marked(tmp_path: Path) -> None:
    for letters, title in ((True, "Übung हि"), (False, "?bung ?")):
        card = wb.coded(title="Übung हि")
        app = trainer(tmp_path, card, settings=Settings(ascii=True))
        again = BanktrainerApp(
            tmp_path,
            "home",
            app.clock,
            app.words,
            backend=app._backend,
            settings=app.settings,
            letters=letters,
        )
        async with again.run_test() as pilot:
            await press(pilot, "enter")
            assert title in wb.painted(pilot)
