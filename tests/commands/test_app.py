"""The app from the shell's side: what it is given, and how it is left."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from banktrainer.commands.app import closing
from banktrainer.records import HomeCache
from banktrainer.study.summary import Summary
from banktrainer.words import Words
from tests.e2e.terminal import Terminal
from tests.study.desk import ManualClock


@pytest.mark.parametrize(
    ("due_key", "due", "said"),
    [
        ("core/offset", date(2026, 11, 30), "next due: core/offset, now · records: {}"),
        ("core/offset", date(2026, 12, 1), "next due: core/offset, tomorrow · records: {}"),
        ("core/offset", date(2026, 12, 4), "next due: core/offset, in 4 days · records: {}"),
        (None, date(2026, 11, 30), "next due: nothing now; core/odd is new · records: {}"),
    ],
)
def test_the_closing_line(tmp_path: Path, due_key: str | None, due: date, said: str) -> None:
    HomeCache(tmp_path).write(Summary(next_key="core/odd", next_due_at=due, due_key=due_key))
    path = tmp_path / "records.sqlite3"
    assert closing(Words(), tmp_path, ManualClock()) == said.format(path)


def test_the_closing_line_where_there_are_no_cards(tmp_path: Path) -> None:
    HomeCache(tmp_path).write(Summary())
    said = closing(Words(), tmp_path, ManualClock())
    assert said == f"records: {tmp_path / 'records.sqlite3'}"


def test_the_closing_line_of_a_fresh_home(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite3"
    assert closing(Words(), tmp_path, ManualClock()) == f"records: {path}"


def test_an_answer_then_q_leaves_a_line_with_what_is_due(home: Path) -> None:
    terminal = Terminal(home, ["practice"], columns=120)
    terminal.wait_for("forecast")
    terminal.press("1", "enter")
    terminal.wait_for("1 cycle, ideal 1")
    terminal.press("q")
    code, text = terminal.leave()
    assert code == 0
    assert (
        f"next due: nothing now; core/odd-stride is new · records: {home / 'records.sqlite3'}"
        in joined(text)
    )


def test_ctrl_c_in_the_app_ends_with_130_and_a_closing_line(home: Path) -> None:
    terminal = Terminal(home, columns=120)
    terminal.wait_for("Enter")
    terminal.press("ctrl-c")
    code, text = terminal.leave()
    assert code == 130
    assert f"records: {home / 'records.sqlite3'}" in joined(text)


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_terminal_without_utf8_gets_ascii(home: Path, encoding: str) -> None:
    terminal = Terminal(home, ["practice"], environment={"PYTHONIOENCODING": encoding})
    terminal.wait_for("forecast")
    terminal.press("1", "enter")
    terminal.wait_for("1 cycle, ideal 1")
    assert terminal.text.isascii()
    terminal.press("q")
    code, text = terminal.leave()
    assert (code, text.isascii()) == (0, True)


def test_a_dumb_terminal_is_told_what_to_do(home: Path) -> None:
    code, text = Terminal(home, environment={"TERM": "dumb"}).leave()
    assert code == 1
    assert "banktrainer: error: the app needs a terminal;" in text
    assert "practice --plain" in joined(text)


@pytest.mark.parametrize("name", ["LANG", "THEME"])
def test_a_variable_that_says_nothing_usable_is_named(home: Path, name: str) -> None:
    variable = f"BANKTRAINER_{name}"
    code, text = Terminal(home, environment={variable: "x"}).leave()
    assert code == 2
    assert f"banktrainer: error: {variable}=x: use one of" in text


def test_an_unknown_card_is_told_before_a_screen_opens(home: Path) -> None:
    code, text = Terminal(home, ["practice", "core/ofset"]).leave()
    assert code == 1
    assert text.startswith("banktrainer: error: there is no card core/ofset. Did you mean core/off")


def joined(text: str) -> str:
    """The screen's text with the line breaks of its right margin taken out."""
    return text.replace("\n", "")
