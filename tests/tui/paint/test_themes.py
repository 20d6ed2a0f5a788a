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
from banktrainer.tui.paint.roles import ROLES, style_of
from banktrainer.tui.paint.themes import LOOKS, THEMES, theme_of
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

BY_NAME = {theme.name: theme for theme in THEMES}
INKS = {name: ink for name, ink in vars(inks).items() if isinstance(ink, Ink)}
QUIET = ("faint", "bar-left", "number")
"""What need not be read: a number beside a line, the empty part of a bar."""


def test_every_look_of_the_settings_has_its_theme() -> None:
    assert tuple(LOOKS) == NAMES
    names = {theme_of(look, few=few) for look in LOOKS for few in (False, True)}
    assert names == set(BY_NAME)


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


async def test_in_16_colours_another_look_has_16_too(tmp_path: Path) -> None:
    app = trainer(tmp_path, wb.coded(), few=True)
    async with app.run_test() as pilot:
        assert app.theme == "banktrainer-dark-16"
        await press(pilot, "t")
        assert app.theme == "banktrainer-light-16"
        await press(pilot, "p")
        assert "bank" in wb.painted(pilot)


XTERM = (
    *("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
    *("#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"),
)
"""How xterm shows the 16: the palest of the usual ones, on which the least can be read on white."""


def in_xterm(colour: str) -> Color:
    number = sixteen(colour)
    assert number is not None
    return Color.parse(XTERM[number])


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_can_be_read_in_16_colours(look: str, role: str) -> None:
    theme = BY_NAME[theme_of(look, few=True)]
    style = style_of(role, theme.name)
    ground = style.background.hex if style.background else theme.background
    letters = style.foreground.hex if style.foreground else theme.foreground
    assert ground is not None
    assert letters is not None
    # The mark and the sign of what waits lie on a grey ground where there is no other.
    least = 3.0 if role in ("sign-waits", *QUIET) else 4.0
    assert ratio(in_xterm(letters), in_xterm(ground)) >= least


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", INKS)
def test_an_ink_can_be_read_in_16_colours(look: str, name: str) -> None:
    ink, hues = INKS[name], palette_for(theme_of(look, few=True)).hues
    if name not in ("TRAIL",):
        letters, ground = in_xterm(hues[ink.fg]), in_xterm(hues[ink.on or "ground"])
        assert ratio(letters, ground) >= 3.0


@pytest.mark.parametrize("look", LOOKS)
def test_the_states_of_the_board_differ_in_16_colours(look: str) -> None:
    """Served, shared, waiting and chosen lanes have grounds of their own; deciding is no idle."""
    hues = palette_for(theme_of(look, few=True)).hues
    filled = [sixteen(hues[one]) for one in ("served", "shared", "hollow", "chosen", "ground")]
    assert len(set(filled)) == len(filled)
    assert sixteen(hues["decides"]) != sixteen(hues["faint"])
    assert sixteen(hues["waits"]) != sixteen(hues["waits_dark"])


@pytest.mark.parametrize("look", LOOKS)
def test_neighbouring_numbers_can_be_told_apart_in_16_colours(look: str) -> None:
    """There is no ground for odd columns, so what stands on them is bold."""
    palette = palette_for(theme_of(look, few=True))
    for ink in (inks.FAINT, *inks.LANE):
        assert not palette.style(ink, "ground").bold
        assert palette.style(ink, "ground_odd").bold


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
