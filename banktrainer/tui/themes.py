"""The dark and the light theme. Every colour is one that xterm's 256 have, so none collapses."""

from __future__ import annotations

from textual.theme import Theme

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

THEMES = (DARK, LIGHT)
