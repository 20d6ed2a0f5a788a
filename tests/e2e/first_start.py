"""Runs the README's start command as a newcomer would: `python first_start.py COMMAND`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.e2e.terminal import Terminal

INSTALLING_S = 300.0


def first_answer(command: str, home: Path) -> None:
    """Three keys from the home screen to a stored forecast, then out."""
    environment = {"HOME": str(home), "XDG_DATA_HOME": "", "PYTHONPATH": ""}
    terminal = Terminal(home / "records", command=("bash", "-c", command), environment=environment)
    terminal.wait_for("your first forecast", INSTALLING_S)
    terminal.press("enter")
    terminal.wait_for("n no idea")
    terminal.press("1", "enter")
    terminal.wait_for("saved")
    terminal.press("q")
    status, left = terminal.leave()
    assert status == 0, left
    print(next(line for line in left.splitlines() if "records" in line))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        first_answer(sys.argv[1], Path(folder))
