"""The glossary and the packs: found by letters, followed by links, checked and practised."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from banktrainer.packs import Pack, Term
from banktrainer.packs.terms import searched, terms_of
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.desk.backend import Backend
from banktrainer.words import Words
from tests.study import desk
from tests.study.desk import PLACE, ManualClock, prose
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle

TERMS = (
    Term("word", "word", prose("A slot of four bytes in a bank."), PLACE, ("slot",), ("bank",)),
    Term("bank", "bank", prose("Serves one word a cycle."), PLACE, (), ("word", "lane", "gone")),
    Term("lane", "lane", prose("One thread of a warp."), PLACE),
    Term("odd", "[bold]odd[/]", prose("Text [b of others."), PLACE),
)
W = Words()


def shelf(*terms: Term, root: Path | None = None) -> list[Pack]:
    pack = replace(desk.pack(wb.coded(), wb.recall()), glossary=terms)
    return [pack if root is None else replace(pack, root=root)]


def app_of(home: Path, packs: list[Pack]) -> BanktrainerApp:
    clock, records = ManualClock(), wb.MemoryRecords()
    backend = Backend(home, clock, records=lambda: records, packs=lambda: packs)
    app = BanktrainerApp(home, "home", clock, Words(), backend=backend)
    app.animation_level = "none"
    return app


def test_terms_come_by_title_and_the_first_pack_wins() -> None:
    other = replace(desk.pack(id="other"), glossary=(Term("bank", "Bank!", prose("?"), PLACE),))
    found = terms_of([*shelf(*TERMS), other])
    assert [each.term.title for each in found] == ["[bold]odd[/]", "bank", "lane", "word"]


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        ("", ["odd", "bank", "lane", "word"]),
        ("slot", ["word"]),
        ("word", ["word", "bank"]),
        ("z", []),
    ],
)
def test_names_are_found_before_texts(wanted: str, ids: list[str]) -> None:
    assert [each.term.id for each in searched(terms_of(shelf(*TERMS)), wanted)] == ids


async def test_search_open_follow_and_go_back(tmp_path: Path) -> None:
    async with app_of(tmp_path, shelf(*TERMS)).run_test() as pilot:
        await settle(pilot)
        await press(pilot, "slash")
        assert wb.on_screen(pilot) == "Search"
        await press(pilot, *"slot", "enter")
        assert "A slot of four bytes" in wb.painted(pilot)
        assert "see also  1 bank" in wb.painted(pilot)
        await press(pilot, "1")
        assert "Serves one word a cycle." in wb.painted(pilot)
        assert "1 word   2 lane" in wb.painted(pilot)
        assert "gone" not in wb.painted(pilot)
        await press(pilot, "9", "2")
        assert "One thread of a warp." in wb.painted(pilot)
        await press(pilot, "escape", "escape")
        assert "A slot of four bytes" in wb.painted(pilot)
        await press(pilot, "escape")
        assert "▸ word" in wb.painted(pilot)
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Home"


async def test_letters_of_the_field_are_no_keys(tmp_path: Path) -> None:
    async with app_of(tmp_path, shelf(*TERMS)).run_test() as pilot:
        await press(pilot, "w", "slash", *"qzz")
        assert wb.on_screen(pilot) == "Glossary"
        assert W("glossary.nothing", wanted="qzz") in wb.painted(pilot)
        await press(pilot, "escape")
        assert "▸ [bold]odd[/]" in wb.painted(pilot)
        await press(pilot, "down", "down", "enter")
        assert "One thread of a warp." in wb.painted(pilot)


async def test_a_click_opens_and_follows(tmp_path: Path) -> None:
    async with app_of(tmp_path, shelf(*TERMS)).run_test() as pilot:
        await press(pilot, "w")
        for _ in range(2):
            await pilot.click("#body", offset=(8, 4))
            await settle(pilot)
        assert "A slot of four bytes" in wb.painted(pilot)


async def test_packs_without_a_glossary(tmp_path: Path) -> None:
    async with app_of(tmp_path, shelf()).run_test() as pilot:
        await press(pilot, "w", "enter", "down")
        assert W("glossary.empty") in wb.painted(pilot)


async def test_the_glossary_is_there_after_a_reveal(tmp_path: Path) -> None:
    async with app_of(tmp_path, shelf(*TERMS)).run_test() as pilot:
        await press(pilot, "enter", "w")
        assert wb.on_screen(pilot) == "Practice"
        await press(pilot, "2", "enter", "w")
        assert wb.on_screen(pilot) == "Glossary"
        await press(pilot, "escape")
        assert wb.on_screen(pilot) == "Practice"


async def test_a_pack_tells_what_is_in_it_and_enter_practises_it(tmp_path: Path) -> None:
    async with app_of(tmp_path, shelf(*TERMS)).run_test() as pilot:
        await press(pilot, "k")
        shown = wb.painted(pilot)
        assert "version 1 · 1 worked example · 1 recall card · 4 terms" in shown
        assert "in English" in shown
        await press(pilot, "enter")
        assert wb.practice(pilot).mode == "number"


async def test_the_check_of_a_pack_tells_each_fault_with_its_place(tmp_path: Path) -> None:
    root = tmp_path / "pack"
    (root / "cards").mkdir(parents=True)
    (root / "pack.yaml").write_text("format: 1\nid: core\ntitle: T\nversion: 1\nlanguage: en\n")
    (root / "cards" / "a.md").write_text("---\nid: a\nkind: nonsense\n---\nText\n")
    async with app_of(tmp_path, shelf(root=root)).run_test(size=(120, 40)) as pilot:
        await press(pilot, "k", "v")
        assert "cards/a.md:3:" in wb.painted(pilot)


async def test_a_pack_that_cannot_be_read_is_told_with_its_place(tmp_path: Path) -> None:
    from banktrainer.packs.model import Fault, PackError, Place

    fault = Fault(Place("cards/a.md", 7, 3), "E101", "is broken")

    def broken() -> list[Pack]:
        raise PackError((fault,))

    clock, records = ManualClock(), wb.MemoryRecords()
    backend = Backend(tmp_path, clock, records=lambda: records, packs=broken)
    app = BanktrainerApp(tmp_path, "home", clock, Words(), backend=backend)
    async with app.run_test() as pilot:
        await press(pilot, "k", "enter", "v")
        assert "cards/a.md:7:3: E101 is broken" in wb.painted(pilot)
