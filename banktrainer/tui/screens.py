"""Every screen that a key opens, in one table; a screen that is not in it is nowhere offered.

A screen is a Sheet made with (words, desk), imported when it is opened and not before.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from textual.screen import Screen

    from banktrainer.words import Words

SCREENS: Mapping[str, str] = {
    "compare": "banktrainer.tui.play.compare:Compare",
    "playground": "banktrainer.tui.play.playground:Playground",
    "packs": "banktrainer.tui.library.shelf:Shelf",
    "glossary": "banktrainer.tui.library.glossary:Glossary",
    "search": "banktrainer.tui.library.glossary:Search",
    "settings": "banktrainer.tui.settings.screen:SettingsScreen",
    "drill": "banktrainer.tui.games.menu:DrillMenu",
    "stats": "banktrainer.tui.stats.screen:Stats",
    "strides": "banktrainer.tui.play.strides:Strides",
}
"""Name to "module:Class". The name is that of its action in `keys/table.py`, with `opens=True`."""


def make(name: str, words: Words, desk: object) -> Screen[None]:
    """The screen of that name over the app's desk; KeyError for a name not in the table."""
    module, _, made = SCREENS[name].partition(":")
    return cast("Screen[None]", getattr(import_module(module), made)(words, desk))
