"""What the environment tells of the terminal: its colours, its mouse, its letters."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from threading import Event

import pytest

from banktrainer.commands.terminals import few_colours, on_hangup, takes_mouse


@pytest.mark.parametrize(
    ("term", "colorterm", "few"),
    [
        ("xterm-16color", "", True),
        ("screen", "", True),
        ("linux", "", True),
        ("xterm-256color", "", False),
        ("screen-256color", "", False),
        ("xterm", "truecolor", False),
    ],
)
def test_a_terminal_says_how_many_colours_it_has(
    term: str, colorterm: str, few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colorterm)
    assert few_colours() == few


@pytest.mark.parametrize(
    ("term", "session", "mouse"),
    [
        ("xterm-256color", "", True),
        ("screen-256color", "", True),  # as tmux calls itself
        ("screen", "4711.pts-0.host", False),
        ("screen.xterm-256color", "", False),
    ],
)
def test_gnu_screen_is_not_asked_for_the_mouse(
    term: str, session: str, mouse: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("STY", session)
    assert takes_mouse() == mouse


@pytest.mark.parametrize(
    ("locale", "ascii"),
    [
        ({"LANG": "C"}, True),
        ({"LC_ALL": "POSIX", "LANG": "C.UTF-8"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
        ({}, False),
    ],
    ids=str,
)
def test_a_locale_without_utf_8_is_believed(locale: dict[str, str], ascii: bool) -> None:
    """In a fresh program: Python changes its own locale as it starts."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LC_")}
    for name in ("LANG", "PYTHONUTF8"):
        kept.pop(name, None)
    code = "from banktrainer.commands.terminals import ascii_locale as f; print(f())"
    told = subprocess.run(
        [sys.executable, "-c", code], env=kept | locale, check=True, capture_output=True, text=True
    )
    assert told.stdout.strip() == str(ascii)


def test_the_end_of_a_terminal_is_told() -> None:
    ours, theirs = pty.openpty()
    gone = Event()
    on_hangup(theirs, gone.set)
    assert not gone.is_set()
    os.close(ours)
    assert gone.wait(10)
    os.close(theirs)
