"""What may not load before the first paint."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("numpy", "pydantic", "yaml", "fsrs", "markdown_it", "tree_sitter", "sqlite3")
PROGRAM = """
import asyncio, json, sys
from pathlib import Path
from banktrainer.study.clock import SystemClock
from banktrainer.tui import BanktrainerApp, Request
from banktrainer.words import Words

class Watched(BanktrainerApp):
    def painted(self):
        loaded["painted"] = sorted(sys.modules)

async def main(start):
    app = Watched(Path(sys.argv[1]), start, SystemClock(), Words())
    async with app.run_test() as pilot:
        while len(app.workers) or "painted" not in loaded:
            await pilot.pause()
        loaded["complete"] = sorted(sys.modules)

loaded = {}
asyncio.run(main(Request(cell="A") if sys.argv[2] == "practice" else "home"))
print(json.dumps(loaded))
"""


@pytest.mark.parametrize("start", ["home", "practice"])
def test_nothing_heavy_is_loaded_before_the_first_paint(tmp_path: Path, start: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), start],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = json.loads(run.stdout)
    assert not set(HEAVY) & set(loaded["painted"])
    assert {"sqlite3", "yaml"} <= set(loaded["complete"])


LATER = ("engine", "cuda", "packs.model", "study.session", "words.explain", "words.answers")
"""What of our own the home screen can be painted without."""


def test_of_our_own_only_what_home_shows_is_loaded_before_it() -> None:
    code = "import banktrainer.commands.app, banktrainer.tui.app, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {f"banktrainer.{name}" for name in LATER} & set(run.stdout.split())
