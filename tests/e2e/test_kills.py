"""SIGKILL at random instants, in plain and in full-screen sessions, again and again on one home.

Every answer that the program called saved is there, the file passes SQLite's whole check, the
backups are sound, and the next start works and goes on where it stopped.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from banktrainer.records import backups, copying, open_journal
from banktrainer.records.doctor import examined
from tests.e2e.terminal import Terminal
from tests.records.answers import sql

ROOT = Path(__file__).parents[2]
SEED = 6


def counted(home: Path) -> int:
    """How many answers there are, in a file that is whole."""
    journal = open_journal(home)
    found = journal.count()
    journal.close()
    assert sql(journal.path, "PRAGMA integrity_check") == [("ok",)]
    return found


def plain_round(home: Path, chance: random.Random) -> int:
    """Kill a plain session some answers and some milliseconds in; how many it called saved."""
    program = subprocess.Popen(
        [sys.executable, "-u", "-m", "banktrainer", "--home", home, "practice", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert program.stdin
    assert program.stdout
    program.stdin.write(b"idk\ny\n" * 200)
    program.stdin.flush()
    told, wanted = 0, chance.randrange(6)
    while told < wanted and (line := program.stdout.readline()):
        told += line.startswith(b"saved")
    time.sleep(chance.uniform(0, 0.06))
    program.send_signal(signal.SIGKILL)
    out, err = program.communicate(timeout=60)
    assert b"Traceback" not in err
    rest = out.splitlines(keepends=True)
    return told + sum(line.startswith(b"saved") and line.endswith(b"\n") for line in rest)


def full_screen_round(home: Path, chance: random.Random) -> int:
    """Kill the app some time after a forecast was typed; 1 if it had called the answer saved."""
    terminal = Terminal(home)
    terminal.wait_for("Enter")
    terminal.press("enter")
    terminal.wait_for("no idea")
    terminal.leave_field()
    terminal.press("n")
    patience = 3.0 if chance.random() < 0.5 else 0.0
    end = time.monotonic() + patience
    while time.monotonic() < end and not _saved(terminal.text):
        terminal.poll()
    end = time.monotonic() + chance.uniform(0, 0.3)
    while time.monotonic() < end:
        terminal.poll()
    terminal.kill()
    return int(_saved(terminal.text))


def _saved(text: str) -> bool:
    """Whether the screen calls an answer saved; on a card without a board it goes by quickly."""
    return "saved: " in text


def rounds(home: Path, plain: int, full_screen: int) -> tuple[int, int]:
    """Kill so many sessions of each kind, in any order; answers called saved, and answers kept."""
    chance = random.Random(SEED)
    kinds = [plain_round] * plain + [full_screen_round] * full_screen
    chance.shuffle(kinds)
    promised = kept = 0
    for kind in kinds:
        told = kind(home, chance)
        before, kept = kept, counted(home)
        promised += told
        # Beyond what was told there may be the one answer in flight, and the grade that follows.
        assert told <= kept - before <= told + 2, kind.__name__
    assert not [each for each in examined(home) if each.level == "wrong"]
    for backup in backups.listed(home):
        copying.verify(backup.path)
    return promised, kept


def goes_on(home: Path) -> None:
    """The next start shows how far one is, and Enter goes on."""
    terminal = Terminal(home)
    terminal.wait_for("go on")
    terminal.wait_for(lambda text: "0 of" in text or "right" in text)
    terminal.press("enter")
    terminal.wait_for("no idea")
    terminal.leave_field()
    terminal.press("q")
    assert terminal.leave()[0] == 0


def test_killed_at_random_instants_nothing_that_was_saved_is_lost(tmp_path: Path) -> None:
    """With the twenty kills of test_program and the eight of test_promise, thirty-six in CI."""
    promised, kept = rounds(tmp_path / "home", plain=5, full_screen=3)
    assert kept >= promised > 0
    goes_on(tmp_path / "home")


@pytest.mark.long
def test_killed_a_thousand_times(tmp_path: Path) -> None:
    promised, kept = rounds(tmp_path / "home", plain=850, full_screen=150)
    print(f"1,000 kills: {promised} answers called saved, {kept} kept, none lost")
    goes_on(tmp_path / "home")
