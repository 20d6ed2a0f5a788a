"""The preview: it follows the files, keeps its place, tells faults beside the card, and stores
nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from textual.pilot import Pilot

from banktrainer.packs import Fault, check
from banktrainer.study.clock import SystemClock
from banktrainer.tui.preview.checking import checked
from banktrainer.tui.preview.leafing import Leafing, Watch
from banktrainer.tui.preview.previewer import Previewer
from banktrainer.tui.preview.watching import changes
from banktrainer.tui.preview.written import PreviewBackend
from banktrainer.words import Words
from tests.packs.desk import EXAMPLE, RECALL, write_pack
from tests.tui.workbench import on_screen, painted

DEADLINE_S = 30.0
MANIFEST = "format: 1\nid: demo\ntitle: A [b demo\nversion: 1.0\nlanguage: en\n"
TWO = """\
---
kind: recall
---

# one
## Question
First?

## Answer
A.

# two
## Question
Second? `tile[i][j]`

## Answer
B. {{oops}}
"""


class Saved:
    """A watch whose changes come when a test says so."""

    def __init__(self) -> None:
        self.bells: asyncio.Queue[None] = asyncio.Queue()

    async def __call__(self, root: Path) -> AsyncIterator[None]:
        while True:
            await self.bells.get()
            yield

    def ring(self) -> None:
        self.bells.put_nowait(None)


async def here(root: Path) -> tuple[Fault, ...]:
    """The check in this process."""
    return check(root, 1)


def app_of(root: Path, home: Path, watch: Watch) -> Previewer:
    clock = SystemClock()
    app = Previewer(PreviewBackend(root, home, clock), clock, Words(), watch=watch, check=here)
    app.animation_level = "none"
    return app


def text(pilot: Pilot[None]) -> str:
    screen = pilot.app.screen
    return screen.page.text if isinstance(screen, Leafing) else ""


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    end = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < end, painted(pilot)
        await pilot.pause()


async def test_a_card_is_shown_from_question_to_answer(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"a.md": EXAMPLE}, MANIFEST)
    async with app_of(root, tmp_path / "home", Saved()).run_test(size=(80, 40)) as pilot:
        await until(pilot, lambda: "A walk" in text(pilot))
        for said in ("nothing that you answer here is stored", "How many cycles?", "2 cycles."):
            assert said in text(pilot)
        await until(pilot, lambda: "nothing is wrong with this card" in text(pilot))
        assert "A [b demo · en · 1 of 1" in painted(pilot)
    assert not (tmp_path / "home").exists()


async def test_it_follows_the_files_and_keeps_its_place(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"b.md": RECALL, "c.md": EXAMPLE}, MANIFEST)
    saved = Saved()
    async with app_of(root, tmp_path / "home", saved).run_test() as pilot:
        await until(pilot, lambda: "Because." in text(pilot))
        await pilot.press("right")
        await until(pilot, lambda: "A walk" in text(pilot))
        (root / "cards/a.md").write_text(RECALL.replace("id: ask", "id: new"))
        (root / "cards/c.md").write_text(EXAMPLE.replace("A walk", "A stroll"))
        saved.ring()
        await until(pilot, lambda: "A stroll" in text(pilot))
        assert "3 of 3" in painted(pilot)


async def test_a_broken_pack_tells_its_faults_and_recovers(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"a.md": EXAMPLE, "b.md": RECALL}, MANIFEST)
    saved = Saved()
    async with app_of(root, tmp_path / "home", saved).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Because." in text(pilot) or "A walk" in text(pilot))
        (root / "pack.yaml").write_text("format: [")
        (root / "cards/a.md").write_text("no front matter")
        (root / "cards/b.md").write_text(RECALL.replace("Because.", "Because. {{oops}}"))
        saved.ring()
        await until(pilot, lambda: "E3" in text(pilot) or "E2" in text(pilot))
        seen = ""
        for _ in range(4):
            seen += text(pilot)
            await pilot.press("left")
            await pilot.pause()
        for _ in range(4):
            seen += text(pilot)
            await pilot.press("right")
            await pilot.pause()
        for place in ("pack.yaml:1:", "a.md:1:1:E208", "b.md:9:12:E314"):
            assert place in "".join(seen.split())
        write_pack(root, {"a.md": EXAMPLE, "b.md": RECALL}, MANIFEST)
        saved.ring()
        await until(pilot, lambda: "errors: 0" in painted(pilot))
        assert "nothing is wrong" in text(pilot)


async def test_a_fault_stands_beside_its_own_card(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"a.md": TWO}, MANIFEST)
    async with app_of(root, tmp_path / "home", Saved()).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "First?" in text(pilot))
        await until(pilot, lambda: "nothing is wrong" in text(pilot))
        await pilot.press("right")
        await until(pilot, lambda: "Second?" in text(pilot))
        assert "a.md:17:6:E314" in "".join(text(pilot).split())  # wherever the line breaks
        assert "tile[i][j]" in text(pilot)


async def test_faults_of_a_translation_stand_beside_its_original(tmp_path: Path) -> None:
    root = write_pack(
        tmp_path / "p",
        {"a.md": RECALL, "a.hi-Latn.md": "---\nid: ask\n---\n## Question\nKyun?\n"},
        f"{MANIFEST}translations: [hi-Latn]\n",
    )
    async with app_of(root, tmp_path / "home", Saved()).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "W406" in text(pilot))
        assert "1 of 1" in painted(pilot)


async def test_a_key_shows_the_other_language(tmp_path: Path) -> None:
    told = "---\nid: ask\n---\n## Question\nKyun?\n\n## Answer\nIsliye.\n"
    manifest = f"{MANIFEST}translations: [hi-Latn]\n"
    root = write_pack(tmp_path / "p", {"a.md": RECALL, "a.hi-Latn.md": told}, manifest)
    async with app_of(root, tmp_path / "home", Saved()).run_test(size=(120, 40)) as pilot:
        for said, language in (("Why?", "en"), ("Kyun?", "hi-Latn"), ("Why?", "en")):
            await until(pilot, lambda said=said: said in text(pilot))  # type: ignore[misc]
            assert f" · {language} · 1 of 1" in painted(pilot)
            await pilot.press("l")


async def test_a_folder_that_vanishes_and_comes_back(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"a.md": RECALL}, MANIFEST)
    async with app_of(root, tmp_path / "home", Saved()).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Because." in text(pilot))
        root.rename(tmp_path / "away")
        await pilot.press("r")
        await until(pilot, lambda: "E101" in text(pilot))
        (tmp_path / "away").rename(root)
        await pilot.press("r")
        await until(pilot, lambda: "Because." in text(pilot))


async def test_a_card_is_tried_and_nothing_is_stored(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"a.md": EXAMPLE}, MANIFEST)
    home = tmp_path / "home"
    home.mkdir()
    async with app_of(root, home, Saved()).run_test() as pilot:
        await until(pilot, lambda: "A walk" in text(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "How many cycles?" in painted(pilot))
        await until(pilot, lambda: on_screen(pilot) == "Practice")
        await pilot.press("2", "enter")
        await until(pilot, lambda: "not saved" in painted(pilot) or "right" in painted(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: on_screen(pilot) == "Leafing")
    assert list(home.iterdir()) == []


async def test_the_real_watch_sees_a_saved_file(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"a.md": RECALL}, MANIFEST)
    number = 0
    async with app_of(root, tmp_path / "home", changes).run_test() as pilot:
        await until(pilot, lambda: "Because." in text(pilot))

        def follows() -> bool:
            nonlocal number
            number += 1  # written again and again: the watch may not have begun yet
            (root / "cards/a.md").write_text(RECALL.replace("Because.", f"Saved {number}."))
            return "Saved " in text(pilot)

        await until(pilot, follows)


async def test_the_check_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"a.md": EXAMPLE.replace("cycles}}", "oops}}")}, MANIFEST)
    assert await checked(root) == check(root, 1)
    assert await checked(tmp_path / "nowhere") == check(tmp_path / "nowhere", 1)


async def test_a_card_is_there_before_the_check_is_done(tmp_path: Path) -> None:
    root = write_pack(tmp_path / "p", {"a.md": EXAMPLE}, MANIFEST)
    done = asyncio.Event()

    async def slow(root: Path) -> tuple[Fault, ...]:
        await done.wait()
        return ()

    clock = SystemClock()
    backend = PreviewBackend(root, tmp_path / "home", clock)
    app = Previewer(backend, clock, Words(), watch=Saved(), check=slow)
    async with app.run_test(size=(80, 40)) as pilot:
        await until(pilot, lambda: "2 cycles." in text(pilot))
        assert "checking every card…" in text(pilot)
        done.set()
        await until(pilot, lambda: "nothing is wrong with this card" in text(pilot))
