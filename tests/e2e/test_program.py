"""The whole path in a real terminal: start, forecast, reveal, quit, start again, all is there."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from banktrainer.records import open_journal
from tests.e2e.terminal import Terminal

FIRST_CARD = "cell A"
SIZES = ((80, 24), (120, 40), (60, 18), (200, 60))


def export(home: Path) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "banktrainer", "--home", str(home), "data", "export"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def forecasts(home: Path) -> list[str]:
    return [row["forecast"] for row in export(home)]


def begin(home: Path, columns: int = 80, rows: int = 24) -> Terminal:
    """The program on its first card: one key after the home screen."""
    terminal = Terminal(home, columns=columns, rows=rows)
    terminal.wait_for("Enter")
    terminal.press("enter")
    terminal.wait_for(FIRST_CARD)
    return terminal


def test_an_answer_outlives_the_program(tmp_path: Path) -> None:
    terminal = begin(tmp_path)
    terminal.press("1", "enter")
    terminal.wait_for("saved")
    terminal.press("q")
    status, left = terminal.leave()
    assert status == 0
    assert "records.sqlite3" in left.replace("\n", "")
    assert forecasts(tmp_path) == ["1"]

    again = Terminal(tmp_path)
    again.wait_for("1 of 1 right")
    again.press("q")
    assert again.leave()[0] == 0


def test_nothing_is_shown_before_a_forecast(tmp_path: Path) -> None:
    terminal = begin(tmp_path)
    terminal.press("space", "r", "tab", "l", "enter", ".", "enter")
    terminal.press("7")
    text = terminal.wait_for("7")
    assert "saved" not in text
    assert "Step 1" not in text
    terminal.press("q")
    terminal.leave()
    assert export(tmp_path) == []


def test_ctrl_c_leaves_with_130(tmp_path: Path) -> None:
    terminal = begin(tmp_path)
    terminal.press("ctrl-c")
    assert terminal.leave()[0] == 130


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_a_resize_in_the_middle_of_the_fall_loses_nothing(
    tmp_path: Path, columns: int, rows: int
) -> None:
    terminal = begin(tmp_path, columns=columns, rows=rows)
    terminal.press("1", "enter")
    for other_columns, other_rows in (*SIZES, (30, 8), (columns, rows)):
        terminal.resize(other_columns, other_rows)
    terminal.wait_for("right: 1 cycle, ideal 1")
    terminal.press("q")
    assert terminal.leave()[0] == 0
    assert forecasts(tmp_path) == ["1"]


@pytest.mark.parametrize("sure", [False, True], ids=["no idea", "sure"])
def test_ten_kills_lose_no_answer(tmp_path: Path, sure: bool) -> None:
    """Killed as soon as `saved` is shown: each answer is there, and the next start goes on."""
    for round_number in range(1, 11):
        terminal = Terminal(tmp_path)
        terminal.wait_for("Enter")
        terminal.press("enter")
        terminal.forecast(sure=sure)
        terminal.kill()
        journal = open_journal(tmp_path)
        assert journal.count() == round_number
        journal.close()


@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_polite_end_leaves_a_sane_terminal(tmp_path: Path, signal_number: int) -> None:
    terminal = begin(tmp_path)
    terminal.send_signal(signal_number)
    terminal.leave()
    assert terminal.modes_left_on() == set()


CRASH = """
import sys
from pathlib import Path
from banktrainer.study.clock import SystemClock
from banktrainer.tui import BanktrainerApp
from banktrainer.words import Words

class Breaking(BanktrainerApp):
    def completed(self):
        self.set_timer(0.1, lambda: 1 / 0)

app = Breaking(Path(sys.argv[1]), "home", SystemClock(), Words())
app.run()
sys.exit(app.return_code or 0)
"""


def test_an_exception_leaves_a_sane_terminal(tmp_path: Path) -> None:
    command = (sys.executable, "-c", CRASH)
    terminal = Terminal(tmp_path, [str(tmp_path / "home")], command=command)
    status, left = terminal.leave()
    assert status == 1
    assert "this is a bug in banktrainer (ZeroDivisionError: division by" in left
    assert "Traceback" not in left
    assert not terminal.modes_left_on()


@pytest.mark.parametrize("arguments", [(), ("practice", "core/unit-stride")])
def test_a_terminal_that_is_gone_ends_the_program(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """In a session of its own no signal tells it so; what was answered is there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "banktrainer", "--home", str(tmp_path), *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    while b"quit" not in shown:
        shown += os.read(ours, 65536)
    os.close(ours)
    assert process.wait(30) == 128 + signal.SIGHUP
