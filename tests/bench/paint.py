"""First paint against a Textual app of one line, both started fresh in the same run.

    python tests/bench/paint.py [RUNS]

Prints the medians in milliseconds and the ratios: first paint (the title on the terminal), home
complete (packs and journal read and painted), each with and without a cache.
"""

from __future__ import annotations

import os
import pty
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

ROOT = Path(__file__).parents[2]
ONE_LINE = """
from textual.app import App
from textual.widgets import Static

class OneLine(App):
    def compose(self):
        yield Static("banktrainer")

OneLine().run()
"""
TRAINER = """
import sys
from banktrainer.tui.app import BanktrainerApp

def say():
    sys.__stderr__.write("complete")
    sys.__stderr__.flush()

BanktrainerApp.completed = lambda app: app.call_after_refresh(say)
from banktrainer.__main__ import main
main()
"""


def started(program: str, home: Path, *arguments: str) -> tuple[subprocess.Popen[bytes], int]:
    """A fresh program in a pseudo-terminal of 80 by 24, and that terminal's other end.

    Python may keep what it compiles, as it has done for an installed program.
    """
    parent, child = pty.openpty()
    ioctl(child, TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
    ours = {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "BANKTRAINER_HOME": str(home)}
    env = {**os.environ, **ours}
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=child,
        stdout=child,
        stderr=child,
        env={name: value for name, value in env.items() if name != "PYTHONDONTWRITEBYTECODE"},
        start_new_session=True,
    )
    os.close(child)
    return process, parent


def shown(text: bytes) -> bytes:
    """What a terminal was sent, without its escape sequences."""
    return re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", text)


def first_seen(program: str, home: Path, marks: list[bytes]) -> list[float]:
    """Milliseconds from the start of a fresh program until each mark is on its terminal."""
    begun = time.perf_counter()
    process, parent = started(program, home)
    try:
        return list(_times(parent, begun, marks))
    finally:
        process.kill()
        process.wait()
        os.close(parent)


def _times(terminal: int, begun: float, marks: list[bytes]) -> Iterator[float]:
    text = b""
    for mark in marks:
        while mark not in shown(text):
            if not select.select([terminal], [], [], 30)[0]:
                raise TimeoutError(f"{mark!r} never came; the terminal shows {text[-500:]!r}")
            text += os.read(terminal, 1 << 16)
        yield (time.perf_counter() - begun) * 1000


def main(runs: int) -> None:
    marks = [b"banktrainer", b"complete"]
    one: list[float] = []
    cold: list[list[float]] = []
    warm: list[list[float]] = []
    with tempfile.TemporaryDirectory() as used:
        first_seen(TRAINER, Path(used), marks)
        for _ in range(runs):
            one += first_seen(ONE_LINE, Path(used), marks[:1])
            with tempfile.TemporaryDirectory() as new:
                cold.append(first_seen(TRAINER, Path(new), marks))
            warm.append(first_seen(TRAINER, Path(used), marks))
    base = statistics.median(one)
    print(f"one line              {base:6.0f} ms")
    for place, most in ((0, 1.25), (1, 1.75)):
        for name, times in (("new home", cold), ("cached", warm)):
            took = statistics.median(each[place] for each in times)
            what = ("first paint", "complete")[place] + f", {name}"
            print(f"{what:21} {took:6.0f} ms  × {took / base:.2f}  (at most {most})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
