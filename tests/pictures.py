"""Draws the README's picture with the program itself: `python -m tests.pictures`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from banktrainer.study.clock import SystemClock
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.request import Request
from banktrainer.words import Words

PICTURE = Path(__file__).parents[1] / ".github" / "board.svg"
_CARD = "core/array-of-structs"
_KEYS = ("8", "enter", "enter", "space", "full_stop", "full_stop")
_FONT_FACES = re.compile(r"\s*@font-face \{.*?\}", re.S)


async def board_picture() -> str:
    """The board on one card at 80×24, after a forecast: the first cycle, with a lane picked."""
    with tempfile.TemporaryDirectory() as home:
        app = BanktrainerApp(Path(home), Request(card=_CARD), SystemClock(), Words("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            while not getattr(app.screen, "sitting", None):
                await pilot.pause()
            for key in _KEYS:
                await pilot.press(key)
                await pilot.app.workers.wait_for_complete()
                await pilot.pause(0.3)
            return app.export_screenshot(title="banktrainer")


def self_contained(svg: str) -> str:
    """Without fonts from elsewhere: a viewer's own monospaced font will do."""
    return _FONT_FACES.sub("", svg).replace("Fira Code", "monospace")


if __name__ == "__main__":
    PICTURE.write_text(self_contained(asyncio.run(board_picture())), "utf-8")
