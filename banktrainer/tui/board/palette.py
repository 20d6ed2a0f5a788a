"""Palettes: the colours of the board's inks, for dark and light grounds.

Every colour is one of xterm's 256, so that none collapses where a terminal has no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import get_args

from rich.style import Style

from banktrainer.tui.board.inks import Hue, Ink
from banktrainer.tui.paint import sixteen


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Hues as hex colours; `style` is the look of an ink on a ground, `blank` of an empty one.

    With `plain_stripes` odd columns have no ground of their own: what stands on it is bold instead.
    """

    hues: Mapping[Hue, str]
    plain_stripes: bool = False
    _blanks: dict[Hue, Style] = field(default_factory=dict, init=False, repr=False)
    _styles: dict[tuple[Ink, Hue], Style] = field(default_factory=dict, init=False, repr=False)

    def style(self, ink: Ink, ground: Hue) -> Style:
        """A rich style with both colours set: the Line API fills no background of its own."""
        key = (ink, ground)
        style = self._styles.get(key)
        if style is None:
            hues = self.hues
            bold = ink.bold or (self.plain_stripes and not ink.on and ground == "ground_odd")
            style = Style(color=hues[ink.fg], bgcolor=hues[ink.on or ground], bold=bold)
            self._styles[key] = style
        return style

    def blank(self, ground: Hue) -> Style:
        """A ground alone; without a colour for letters it takes half the bytes."""
        if ground not in self._blanks:
            self._blanks[ground] = Style(bgcolor=self.hues[ground])
        return self._blanks[ground]


DARK = Palette(
    {
        "ground": "#121212",
        "ground_odd": "#1c1c1c",
        "bar": "#262626",
        "rule": "#444444",
        "text": "#e4e4e4",
        "soft": "#9e9e9e",
        "faint": "#6c6c6c",
        "ink": "#080808",
        "served": "#5fafff",
        "served_odd": "#5f87d7",
        "shared": "#00d7af",
        "shared_odd": "#00af87",
        "waits": "#ffaf00",
        "waits_dark": "#875f00",
        "shares_dark": "#00875f",
        "hollow": "#303030",
        "hollow_odd": "#3a3a3a",
        "trail": "#005f87",
        "decides": "#ff875f",
        "phase": "#d787af",
        "chosen": "#e4e4e4",
    }
)

LIGHT = Palette(
    {
        "ground": "#ffffff",
        "ground_odd": "#eeeeee",
        "bar": "#dadada",
        "rule": "#b2b2b2",
        "text": "#1c1c1c",
        "soft": "#585858",
        "faint": "#8a8a8a",
        "ink": "#ffffff",
        "served": "#005faf",
        "served_odd": "#005fd7",
        "shared": "#00875f",
        "shared_odd": "#008787",
        "waits": "#875f00",
        "waits_dark": "#d7af5f",
        "shares_dark": "#5fafaf",
        "hollow": "#e4e4e4",
        "hollow_odd": "#d0d0d0",
        "trail": "#87afd7",
        "decides": "#af005f",
        "phase": "#875f87",
        "chosen": "#121212",
    }
)


CONTRAST = Palette(
    {
        "ground": "#000000",
        "ground_odd": "#262626",
        "bar": "#303030",
        "rule": "#ffffff",
        "text": "#ffffff",
        "soft": "#dadada",
        "faint": "#bcbcbc",
        "ink": "#000000",
        "served": "#87d7ff",
        "served_odd": "#5fafff",
        "shared": "#00ffaf",
        "shared_odd": "#00d787",
        "waits": "#ffff00",
        "waits_dark": "#afaf00",
        "shares_dark": "#00af87",
        "hollow": "#3a3a3a",
        "hollow_odd": "#444444",
        "trail": "#5f87af",
        "decides": "#ffaf87",
        "phase": "#ffafff",
        "chosen": "#ffffff",
    }
)


def _few(hues: Mapping[str, str]) -> Palette:
    return Palette({name: hues[name] for name in get_args(Hue)}, plain_stripes=True)


_BY_THEME = {
    "banktrainer-dark-16": _few(sixteen.DARK),
    "banktrainer-light-16": _few(sixteen.LIGHT),
    "banktrainer-contrast-16": _few(sixteen.CONTRAST),
    "banktrainer-dark": DARK,
    "banktrainer-light": LIGHT,
    "banktrainer-contrast": CONTRAST,
}


_KEPT_WHEN_FADED: frozenset[Hue] = frozenset(
    ("ground", "ground_odd", "bar", "rule", "ink", "hollow", "hollow_odd")
)
_FADED = 0.1
"""How far what is out of date has gone from its lightness to that of the ground."""


@cache
def faded(palette: Palette) -> Palette:
    """The palette without its colours and a little paler: for a board that is out of date."""
    if palette.plain_stripes:
        return _pale(palette)
    ground = _lightness(palette.hues["ground"])
    hues = {name: _faded(name, colour, ground) for name, colour in palette.hues.items()}
    return Palette(hues, palette.plain_stripes)


def _pale(palette: Palette) -> Palette:
    """The same where there are no more greys than one."""
    kept = _KEPT_WHEN_FADED
    soft = palette.hues["soft"]
    hues = {name: one if name in kept else soft for name, one in palette.hues.items()}
    return Palette(hues, plain_stripes=True)


def _faded(name: Hue, colour: str, ground: float) -> str:
    """The grey of xterm's 24 that is nearest to the faded lightness."""
    if name in _KEPT_WHEN_FADED:
        return colour
    level = _lightness(colour) * (1 - _FADED) + ground * _FADED
    grey = 8 + 10 * max(0, min(23, round((level - 8) / 10)))
    return f"#{grey:02x}{grey:02x}{grey:02x}"


def _lightness(colour: str) -> float:
    """How light a colour looks, 0 to 255."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def palette_for(theme: str, *, dark: bool = True) -> Palette:
    """The palette for the theme of that name; of one that is not ours, whether it is `dark`."""
    return _BY_THEME.get(theme, DARK if dark else LIGHT)
