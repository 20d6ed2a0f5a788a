"""Another language, chosen in place: the texts and the cards that are on the screen change."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from banktrainer.records.settings import Settings
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.desk.backend import Backend
from banktrainer.words import Words, catalogue, catalogues
from tests.study.desk import ManualClock
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle

OTHER = "hi-Latn"
GREETING = "Pehle bataiye, phir dekhiye."


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English, and another language of which only one text is written."""
    root = tmp_path / "words"
    shutil.copytree(catalogues._ROOT / "en", root / "en")
    (root / OTHER).mkdir()
    (root / OTHER / "home.toml").write_text(f'greeting = "{GREETING}"\n', "utf-8")
    monkeypatch.setattr(catalogues, "_ROOT", root)
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


def app_over_the_shipped_packs(home: Path, settings: Settings) -> BanktrainerApp:
    records, clock = wb.MemoryRecords(), ManualClock()
    backend = Backend(home, clock, records=lambda: records, settings=settings)
    words = Words(settings.language)
    app = BanktrainerApp(home, "home", clock, words, backend=backend, settings=settings)
    app.animation_level = "none"
    return app


@pytest.mark.usefixtures("two")
async def test_texts_and_cards_change_at_once(tmp_path: Path) -> None:
    app = app_over_the_shipped_packs(tmp_path, Settings())
    async with app.run_test() as pilot:
        await settle(pilot)
        english = (await app.desk.packs())[0].cards[0].title
        assert Words()("home.greeting") in wb.painted(pilot)
        await press(pilot, "o", "right")
        assert app.settings.language == OTHER
        await press(pilot, "escape")
        assert GREETING in wb.painted(pilot)
        await press(pilot, "enter")
        title = wb.sitting(pilot).view.title
        assert title != english
        assert title in wb.painted(pilot)
        await press(pilot, "escape", "o", "left", "escape", "enter")
        assert wb.sitting(pilot).view.title == english


@pytest.mark.usefixtures("two")
async def test_the_next_start_speaks_it_too(tmp_path: Path) -> None:
    app = app_over_the_shipped_packs(tmp_path, Settings(language=OTHER))
    async with app.run_test() as pilot:
        await settle(pilot)
        assert GREETING in wb.painted(pilot)


async def test_where_there_is_only_english_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banktrainer.tui.settings.view.languages", lambda: ("en",))
    async with wb.trainer(tmp_path, wb.coded()).run_test() as pilot:
        await press(pilot, "o", "right", "enter")
        assert Words()("settings.about.only_english") in wb.painted(pilot)
