"""Roles: what a piece of text is for, and which of the theme's colours say so.

A table of our own in place of Textual's component classes: those cost every page some milliseconds
for each role before the first paint.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from textual.color import Color
from textual.style import Style
from textual.theme import Theme

from banktrainer.tui.themes import DARK, LIGHT

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


@lru_cache
def style_of(role: str, *, dark: bool) -> Style:
    """The style of a role, to be laid over the page's own; KeyError for a role not in the table."""
    if not role:
        return Style.null()
    theme = DARK if dark else LIGHT
    color, ground, face = ROLES[role]
    return Style(
        background=_color(theme, ground) if ground else None,
        foreground=_color(theme, color) if color else None,
        bold=True if face == "bold" else None,
        italic=True if face == "italic" else None,
    )


def _color(theme: Theme, name: str) -> Color:
    return Color.parse(theme.variables.get(name) or getattr(theme, name))
