"""A pack that can't be used is told on the screen of packs, and the others are there."""

from __future__ import annotations

from pathlib import Path

from banktrainer.study.clock import SystemClock
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.desk.backend import Backend
from banktrainer.tui.library.shelf import Shelf
from banktrainer.words import Words
from tests.packs.desk import EXAMPLE, write_pack
from tests.tui.workbench import MemoryRecords, settle

MANIFEST = "format: 1\nid: {}\ntitle: X\nversion: 1.0\nlanguage: en\n"


async def test_added_packs_are_listed_and_broken_ones_told(tmp_path: Path) -> None:
    write_pack(tmp_path / "packs/mine", {"a.md": EXAMPLE}, MANIFEST.format("mine"))
    write_pack(tmp_path / "packs/odd", {"[b].md": "no front matter\n"}, MANIFEST.format("odd"))
    clock = SystemClock()
    backend = Backend(tmp_path, clock, records=MemoryRecords)
    app = BanktrainerApp(tmp_path, "home", clock, Words(), backend=backend)
    async with app.run_test(size=(120, 60)) as pilot:
        await settle(pilot)
        app.open("packs")
        await settle(pilot)
        assert isinstance(app.screen, Shelf)
        text = app.screen.page.text
        assert "mine" in text
        assert "odd/cards/[b].md:1:1:" in text.replace("\n", "").replace(" ", "")
