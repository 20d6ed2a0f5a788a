"""The themes and palettes for terminals of 16 colours, each colour one that such a terminal has.

Taken from the 256 the nearest of the 16 are often one and the same: columns run into one another,
tokens into their ground, and yellow on white can't be read. On white only black, grey, red, blue
and magenta can.
"""

from __future__ import annotations

from collections.abc import Mapping

BLACK, RED, GREEN, BROWN = "#000000", "#aa0000", "#00aa00", "#aa5500"
BLUE, MAGENTA, CYAN, SILVER = "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"
GREY, BRIGHT_RED, BRIGHT_GREEN, YELLOW = "#555555", "#ff5555", "#55ff55", "#ffff55"
BRIGHT_MAGENTA, BRIGHT_CYAN, WHITE = "#ff55ff", "#55ffff", "#ffffff"

DARK: Mapping[str, str] = {
    "ground": BLACK,
    "ground_odd": BLACK,
    "bar": BLACK,
    "rule": GREY,
    "text": WHITE,
    "soft": SILVER,
    "faint": GREY,
    "ink": BLACK,
    "served": BRIGHT_CYAN,
    "served_odd": CYAN,
    "shared": BRIGHT_GREEN,
    "shared_odd": GREEN,
    "waits": YELLOW,
    "waits_dark": BROWN,
    "shares_dark": GREEN,
    "hollow": GREY,
    "hollow_odd": GREY,
    "trail": CYAN,
    "decides": BRIGHT_RED,
    "phase": BRIGHT_MAGENTA,
    "chosen": WHITE,
}

CONTRAST: Mapping[str, str] = {**DARK, "rule": WHITE, "faint": SILVER, "soft": WHITE}

LIGHT: Mapping[str, str] = {
    "ground": WHITE,
    "ground_odd": WHITE,
    "bar": WHITE,
    "rule": GREY,
    "text": BLACK,
    "soft": GREY,
    "faint": GREY,
    "ink": WHITE,
    "served": BLUE,
    "served_odd": BLUE,
    "shared": MAGENTA,
    "shared_odd": MAGENTA,
    "waits": RED,
    "waits_dark": SILVER,
    "shares_dark": SILVER,
    "hollow": SILVER,
    "hollow_odd": SILVER,
    "trail": SILVER,
    "decides": RED,
    "phase": MAGENTA,
    "chosen": BLACK,
}
