"""The console: what it may write to which terminal, and that foreign text can do nothing there."""

from __future__ import annotations

import io
import json
import sys

import pytest

from banktrainer.commands.console import Console, console
from banktrainer.plain.paint import Piece

HOSTILE = "a\x1b[31m\x07\x9b\u202eb"
SHOWN = "a\\x1b[31m\\x07\\x9b\\u202eb"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def plain(**facts: bool) -> tuple[Console, io.StringIO, io.StringIO]:
    out, err = io.StringIO(), io.StringIO()
    return Console(out, err, **facts), out, err


@pytest.mark.parametrize("colour", [False, True])
def test_foreign_text_is_shown_and_does_nothing(colour: bool) -> None:
    to, out, err = plain(colour=colour)
    to.line(HOSTILE)
    to.prompt(HOSTILE)
    to.row((Piece(HOSTILE),))
    to.note(HOSTILE)
    assert out.getvalue() == f"{SHOWN}\n{SHOWN}{SHOWN}\n"
    assert err.getvalue() == f"{SHOWN}\n"


def test_tones_are_colours_only_where_colour_is_wanted() -> None:
    row = (Piece("bank", "decides"), Piece(" 05"), Piece("  ", "faint"))
    to, out, _ = plain(colour=False)
    to.row(row)
    assert out.getvalue() == "bank 05\n"
    to, out, _ = plain(colour=True)
    to.row(row)
    assert out.getvalue() == "\x1b[1;38;5;209mbank\x1b[0m 05\n"


def test_json_stays_json_and_can_be_looked_at() -> None:
    for unicode in (True, False):
        to, out, _ = plain(unicode=unicode)
        to.json(json.dumps({"text": HOSTILE + "ü\x7f"}, ensure_ascii=False))
        assert not set(out.getvalue()) & set("\x1b\x07\x9b\u202e\x7f")
        assert out.getvalue().isascii() is not unicode
        assert json.loads(out.getvalue()) == {"text": HOSTILE + "ü\x7f"}


def test_without_utf8_every_sign_of_ours_has_an_ascii_form() -> None:
    to, out, _ = plain(unicode=False)
    to.line("6·i − 5 → 0–31, …, × ≡ ↳ ⋮ ■")
    assert out.getvalue() == "6*i - 5 -> 0-31, ..., x = > : #\n"


@pytest.mark.parametrize(
    ("environment", "colour"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_the_environment_decides_about_colour(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], colour: bool
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert console().colour is colour


def test_a_pipe_gets_no_colour_and_eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert (console().colour, console().width, console().interactive) == (False, 80, False)
