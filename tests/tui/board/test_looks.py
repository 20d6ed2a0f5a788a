"""Colours, catalogue and imports of the board."""

from __future__ import annotations

import subprocess
import sys
from typing import get_args

import pytest
from rich.color import Color
from textual.filter import Monochrome, NoColor

from banktrainer.engine import Access, serve
from banktrainer.tui.board.glyphs import ASCII, UNICODE
from banktrainer.tui.board.inks import Hue
from banktrainer.tui.board.palette import CONTRAST, DARK, LIGHT, Palette, faded
from banktrainer.tui.board.strips import Strips
from banktrainer.tui.board.timing import Schedule
from tests.tui.board.makers import COLUMN, DOUBLE, MIXED, ONE_BIN, at_cycle, picture

PALETTES = pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])


@PALETTES
def test_every_hue_has_a_colour_of_the_256(palette: Palette) -> None:
    assert set(palette.hues) == set(get_args(Hue))
    known = {Color.from_ansi(number).get_truecolor().hex for number in range(16, 256)}
    assert set(palette.hues.values()) <= known


@PALETTES
def test_stripes_and_tokens_stay_apart_in_256_colours(palette: Palette) -> None:
    grounds: tuple[Hue, ...] = ("ground", "ground_odd", "bar", "hollow", "hollow_odd")
    assert len({palette.hues[hue] for hue in grounds}) == len(grounds)


@PALETTES
@pytest.mark.parametrize(
    ("letters", "on", "least"),
    [
        ("ink", "served", 4.5),
        ("ink", "served_odd", 3.9),
        ("ink", "shared", 4.5),
        ("ink", "shared_odd", 4.0),
        ("ink", "chosen", 4.5),
        ("waits", "hollow", 4.5),
        ("text", "ground", 4.5),
        ("soft", "ground_odd", 4.5),
        ("decides", "ground", 4.5),
        ("phase", "ground", 4.5),
    ],
)
def test_letters_can_be_read(palette: Palette, letters: Hue, on: Hue, least: float) -> None:
    light, dark = sorted((_luminance(palette.hues[hue]) for hue in (letters, on)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= least


@pytest.mark.parametrize("palette", [DARK, LIGHT, CONTRAST], ids=["dark", "light", "contrast"])
def test_an_old_board_has_no_colours_and_can_be_read(palette: Palette) -> None:
    old = faded(palette)
    coloured = {hue for hue, colour in old.hues.items() if len({*_parts(colour)}) > 1}
    assert not coloured
    assert set(old.hues) == set(get_args(Hue))
    pairs: tuple[tuple[Hue, Hue], ...] = (
        *(("ink", one) for one in ("served", "served_odd", "shared", "shared_odd", "chosen")),
        *((one, "ground") for one in ("text", "soft", "waits", "decides", "phase")),
        ("waits", "hollow_odd"),
    )
    for letters, on in pairs:
        light, dark = sorted((_luminance(old.hues[hue]) for hue in (letters, on)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3, (letters, on)


def _parts(colour: str) -> tuple[str, str, str]:
    return colour[1:3], colour[3:5], colour[5:]


def _luminance(hex_colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [value / 255 for value in Color.parse(hex_colour).get_truecolor()]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("filtering", [Monochrome(), NoColor()], ids=["grey", "none"])
def test_without_colour_the_text_is_the_same(filtering: Monochrome | NoColor) -> None:
    shown = picture(MIXED, at_cycle(MIXED, 2))
    strips = Strips(shown.layout, DARK, [filtering])
    assert tuple(strips.strip(row).text for row in shown.rows) == shown.lines


def test_a_row_seen_again_is_the_same_strip() -> None:
    shown = picture(MIXED, at_cycle(MIXED, 2))
    strips = Strips(shown.layout, DARK)
    again = picture(MIXED, at_cycle(MIXED, 2))
    for row, same in zip(shown.rows, again.rows, strict=True):
        assert strips.strip(row) is strips.strip(same)


@pytest.mark.parametrize("name", [name for name in UNICODE.__slots__ if name != "texts"])
def test_both_sets_of_signs_have_the_same_widths(name: str) -> None:
    assert len(getattr(UNICODE, name)) == len(getattr(ASCII, name))
    assert getattr(ASCII, name).isascii()


@pytest.mark.parametrize(
    "access",
    [
        *(Access.strided(stride) for stride in (0, 1, 2, 3, 4, 8, 16, 32)),
        *(Access.strided(stride, width=8) for stride in (1, 2, 3, 16)),
        *(Access.strided(stride, width=16) for stride in (1, 2, 8)),
        MIXED,
        COLUMN,
        DOUBLE,
        ONE_BIN,
        Access.strided(6, op="atomic"),
    ],
)
def test_sentences_fit_under_the_board(access: Access) -> None:
    schedule = Schedule(serve(access))
    for beat in schedule.beats:
        for lane in (None, 31):
            shown = picture(access, beat.start, lane=lane)
            sentence = shown.lines[shown.layout.sentence]
            assert "…" not in sentence.replace("…,", "")
            assert sentence.startswith(" ")
            assert sentence.strip()


def test_importing_the_board_loads_nothing_heavy() -> None:
    code = (
        "import sys, banktrainer.tui.board.widget\n"
        "heavy = {'numpy', 'pydantic', 'yaml', 'fsrs', 'markdown_it', 'tree_sitter'}\n"
        "sys.exit(str(sorted(heavy & set(sys.modules))) if heavy & set(sys.modules) else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_the_package_loads_no_textual() -> None:
    code = "import sys, banktrainer.tui.board as b; sys.exit('textual' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    code = "from banktrainer.tui.board import Board, Frame, Layout, Moment, Schedule"
    subprocess.run([sys.executable, "-c", code], check=True)
