"""Roles: what a piece of text is for, and which of the theme's colours say so.

A table of our own in place of Textual's component classes: those cost every page some milliseconds
for each role before the first paint.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from textual.color import Color
from textual.style import Style
from textual.theme import Theme

from banktrainer.tui.paint.themes import THEMES

# Of each role: its colour, its ground ("" leaves what is below), bold or italic.
ROLES: Mapping[str, tuple[str, str, str]] = {
    "title": ("primary", "", "bold"),
    "strong": ("", "", "bold"),
    "emphasis": ("", "", "italic"),
    "soft": ("soft", "", ""),
    "faint": ("faint", "", ""),
    "key": ("foreground", "", "bold"),
    "note": ("waits", "", "bold"),
    "wait": ("waits", "", ""),
    "good": ("shared", "", "bold"),
    "bad": ("decides", "", "bold"),
    "own": ("primary", "", "bold"),
    "picked": ("background", "primary", "bold"),
    "mastered": ("shared", "", ""),
    "bar-left": ("faint", "", ""),
    "code": ("secondary", "", ""),
    "code-fill": ("", "stripe", ""),
    "number": ("faint", "", ""),
    "mark": ("waits", "", "bold"),
    "comment": ("soft", "", "italic"),
    "directive": ("phase", "", ""),
    "string": ("secondary", "", ""),
    "type": ("primary", "", ""),
    "keyword": ("phase", "", ""),
    "built-in": ("secondary", "", ""),
    "figure": ("waits", "", ""),
    "sign-served": ("background", "served", "bold"),
    "sign-waits": ("waits", "stripe", "bold"),
    "sign-shared": ("background", "shared", "bold"),
    "sign-chosen": ("background", "foreground", "bold"),
}


_BY_NAME = {theme.name: theme for theme in THEMES}


@cache
def style_of(role: str, theme: str) -> Style:
    """The style of a role in the theme of that name, to be laid over the page's own.

    KeyError for a role not in the table, or a theme that is not ours.
    """
    if not role:
        return Style.null()
    colours = _BY_NAME[theme]
    color, ground, face = ROLES[role]
    return Style(
        background=_color(colours, ground) if ground else None,
        foreground=_color(colours, color) if color else None,
        bold=True if face == "bold" else None,
        italic=True if face == "italic" else None,
    )


def _color(theme: Theme, name: str) -> Color:
    return Color.parse(theme.variables.get(name) or getattr(theme, name))
