"""The dark, the light and the high-contrast theme.

Every colour is one that xterm's 256 have, so none collapses; for 16 colours each has a theme of
its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from textual.theme import Theme

from banktrainer.tui.paint import sixteen

DARK = Theme(
    name="banktrainer-dark",
    primary="#5fafff",
    secondary="#00d7af",
    accent="#ffaf00",
    warning="#ffaf00",
    error="#ff875f",
    success="#5fafff",
    foreground="#e4e4e4",
    background="#121212",
    surface="#1c1c1c",
    panel="#262626",
    dark=True,
    variables={
        "bar": "#262626",
        "stripe": "#1c1c1c",
        "rule": "#444444",
        "soft": "#9e9e9e",
        "faint": "#6c6c6c",
        "served": "#5fafff",
        "waits": "#ffaf00",
        "shared": "#00d7af",
        "decides": "#ff875f",
        "phase": "#d787af",
    },
)

LIGHT = Theme(
    name="banktrainer-light",
    primary="#005faf",
    secondary="#00875f",
    accent="#875f00",
    warning="#875f00",
    error="#af005f",
    success="#005faf",
    foreground="#1c1c1c",
    background="#ffffff",
    surface="#eeeeee",
    panel="#dadada",
    dark=False,
    variables={
        "bar": "#dadada",
        "stripe": "#eeeeee",
        "rule": "#b2b2b2",
        "soft": "#585858",
        "faint": "#8a8a8a",
        "served": "#005faf",
        "waits": "#875f00",
        "shared": "#00875f",
        "decides": "#af005f",
        "phase": "#875f87",
    },
)

CONTRAST = Theme(
    name="banktrainer-contrast",
    primary="#87d7ff",
    secondary="#00ffaf",
    accent="#ffff00",
    warning="#ffff00",
    error="#ffaf87",
    success="#87d7ff",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
    variables={
        "bar": "#303030",
        "stripe": "#000000",
        "rule": "#ffffff",
        "soft": "#dadada",
        "faint": "#bcbcbc",
        "served": "#87d7ff",
        "waits": "#ffff00",
        "shared": "#00ffaf",
        "decides": "#ffaf87",
        "phase": "#ffafff",
    },
)

_FULL = (DARK, LIGHT, CONTRAST)
LOOKS = {"dark": DARK.name, "light": LIGHT.name, "contrast": CONTRAST.name}
"""What a look is called in the settings, and its theme's name."""

_FEW = "-16"


def theme_of(look: str, *, few: bool = False) -> str:
    """The name of a look's theme; `few` for a terminal of 16 colours."""
    return LOOKS[look] + (_FEW if few else "")


def _with_few(theme: Theme, hues: Mapping[str, str]) -> Theme:
    """The theme in the 16 colours of `hues`."""
    return replace(
        theme,
        name=theme.name + _FEW,
        primary=hues["served"],
        secondary=hues["shared"],
        accent=hues["waits"],
        warning=hues["waits"],
        error=hues["decides"],
        success=hues["served"],
        foreground=hues["text"],
        background=hues["ground"],
        surface=hues["ground"],
        panel=hues["bar"],
        variables={name: hues[_HUES.get(name, name)] for name in theme.variables},
    )


_HUES = {"stripe": "ground_odd"}
"""What a theme calls otherwise than a palette does."""

_TABLES = (sixteen.DARK, sixteen.LIGHT, sixteen.CONTRAST)
FEW_THEMES = tuple(map(_with_few, _FULL, _TABLES))
THEMES = (*_FULL, *FEW_THEMES)
