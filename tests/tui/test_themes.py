"""The looks: readable on every ground, in 256 and in 16 colours, and without any."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color

from banktrainer.records.settings import LOOKS as NAMES
from banktrainer.tui.board import inks
from banktrainer.tui.board.inks import Ink
from banktrainer.tui.board.palette import palette_for
from banktrainer.tui.roles import ROLES, style_of
from banktrainer.tui.themes import LOOKS, THEMES
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

BY_NAME = {theme.name: theme for theme in THEMES}
INKS = {name: ink for name, ink in vars(inks).items() if isinstance(ink, Ink)}
QUIET = ("faint", "bar-left", "number")
"""What need not be read: a number beside a line, the empty part of a bar."""


def test_every_look_of_the_settings_has_its_theme() -> None:
    assert tuple(LOOKS) == NAMES
    assert set(LOOKS.values()) == set(BY_NAME)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_can_be_read_on_its_ground(look: str, role: str) -> None:
    theme = BY_NAME[LOOKS[look]]
    style = style_of(role, theme.name)
    assert theme.background is not None
    assert theme.foreground is not None
    ground = style.background or Color.parse(theme.background)
    letters = style.foreground or Color.parse(theme.foreground)
    least = 2.5 if role in QUIET else 4.5
    assert ratio(letters, ground) >= (7.0 if look == "contrast" else least)


def ratio(one: Color, other: Color) -> float:
    """The contrast of two colours as WCAG counts it, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", LOOKS)
def test_every_colour_is_one_of_the_256(look: str) -> None:
    hues = palette_for(LOOKS[look]).hues
    theme = BY_NAME[LOOKS[look]]
    colours = {*hues.values(), *theme.variables.values(), theme.primary, theme.secondary}
    for colour in filter(None, colours):
        red, green, blue = Color.parse(colour).rgb
        grey = red == green == blue and red in range(8, 239, 10)
        assert grey or {red, green, blue} <= {0, 95, 135, 175, 215, 255}, colour


@pytest.mark.parametrize("look", ["dark", "light", "contrast"])
@pytest.mark.parametrize("name", INKS)
def test_no_ink_of_the_board_vanishes_in_16_colours(look: str, name: str) -> None:
    ink, hues = INKS[name], palette_for(LOOKS[look]).hues
    if name in ("RULE", "TRAIL", "FAINT"):
        return
    letters, ground = hues[ink.fg], hues[ink.on or "ground"]
    assert sixteen(letters) != sixteen(ground)


def sixteen(colour: str) -> int | None:
    return RichColor.parse(colour).downgrade(ColorSystem.STANDARD).number


async def test_without_colour_all_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    for colourless in (False, True):
        if colourless:
            monkeypatch.setenv("NO_COLOR", "1")
        async with trainer(tmp_path, wb.choice(), wb.stepped()).run_test() as pilot:
            await settle(pilot)
            await press(pilot, "enter", "a", "enter", "enter", "9", "s")
            shown.append(wb.painted(pilot))
            strips = pilot.app.screen._compositor.render_strips()
            styles = [s.style for strip in strips for s in strip if s.style is not None]
    assert shown[0] == shown[1]
    colours = [c for style in styles for c in (style.color, style.bgcolor) if c is not None]
    assert all(len({*c.get_truecolor()}) == 1 for c in colours)
