"""What there is to practise: added packs and those of distributions, and the broken ones told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from banktrainer.packs import load
from banktrainer.packs.installed import folders
from banktrainer.packs.installed.shelves import everything, roots
from banktrainer.packs.installed.versions import is_older
from tests.packs.desk import EXAMPLE, RECALL, write_pack

MANIFEST = "format: 1\nid: {}\ntitle: X\nversion: 1.0\nlanguage: en\n"


def shipped(folder: Path, name: str, id: str, cards: dict[str, str]) -> None:
    """A distribution that names a pack, as pip would install it."""
    package = name.replace("-", "_")
    write_pack(folder / package / "first", cards, MANIFEST.format(id))
    (folder / package / "__init__.py").write_text("raise SystemExit('executed')\n")
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    point = f"[banktrainer.packs]\nfirst = {package}.first\n"
    (info / "entry_points.txt").write_text(point)


def test_packs_of_distributions_are_found_and_nothing_of_them_is_executed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped(tmp_path / "site", "warp-tales", "tales", {"a.md": EXAMPLE})
    monkeypatch.syspath_prepend(tmp_path / "site")
    (found,) = everything((), tmp_path / "home").found
    assert (found.pack.id, found.origin, found.distribution) == ("tales", "shipped", "warp-tales")
    assert "warp_tales" not in sys.modules
    assert tmp_path / "site" / "warp_tales" / "first" in roots(tmp_path / "home")


def test_a_broken_one_is_told_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped(tmp_path / "site", "broken", "broken", {"a.md": "no front matter\n"})
    shipped(tmp_path / "site", "sound", "sound", {"a.md": EXAMPLE})
    shipped(tmp_path / "site", "again", "sound", {"a.md": RECALL})
    (tmp_path / "site" / "gone-1.0.dist-info").mkdir()
    gone = tmp_path / "site" / "gone-1.0.dist-info"
    (gone / "METADATA").write_text("Metadata-Version: 2.1\nName: gone\nVersion: 1.0\n")
    (gone / "entry_points.txt").write_text("[banktrainer.packs]\nx = not_there.x\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    write_pack(tmp_path / "home/packs/mine", {"a.md": RECALL}, MANIFEST.format("mine"))
    found = everything((), tmp_path / "home")
    assert [pack.id for pack in found.packs] == ["mine", "sound"]
    codes = sorted(fault.code for each in found.broken for fault in each.faults)
    assert codes == ["E101", "E208", "E401"]


def test_a_pack_whose_replacing_was_cut_short_is_still_there(tmp_path: Path) -> None:
    write_pack(tmp_path / "packs/.mine.old", {"a.md": RECALL}, MANIFEST.format("mine"))
    (tmp_path / "packs/.new-0123").mkdir()
    assert [pack.id for pack in everything((), tmp_path).packs] == ["mine"]
    with folders.draft(tmp_path) as made:
        write_pack(made, {"a.md": EXAMPLE}, MANIFEST.format("mine"))
        folders.put(made, tmp_path, "mine")
    (pack,) = everything((), tmp_path).packs
    assert [card.id for card in pack.cards] == ["offset"]
    assert not (tmp_path / "packs/.mine.old").exists()


def test_no_folder_no_packs(tmp_path: Path) -> None:
    assert everything((), tmp_path / "nowhere").found == ()
    (tmp_path / "packs").write_text("a file")
    assert everything((), tmp_path).found == ()


def test_what_was_added_can_be_loaded_whole(tmp_path: Path) -> None:
    write_pack(tmp_path / "packs/mine", {"a.md": EXAMPLE}, MANIFEST.format("mine"))
    (found,) = everything((), tmp_path, cache=tmp_path).packs
    assert found == load(tmp_path / "packs/mine")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("1.9", "1.10"),
        ("1.0-beta", "1.0"),
        ("1", "1.0.1"),
        ("v2", "3"),
        ("2026-01-31", "2026-02-01"),
    ],
)
def test_versions_in_order(older: str, newer: str) -> None:
    assert is_older(older, newer)
    assert not is_older(newer, older)


@pytest.mark.parametrize(
    ("one", "other"), [("1", "1.0.0"), ("1.0+a", "1.0+b"), ("v1", "1"), ("x", "x")]
)
def test_versions_that_are_the_same(one: str, other: str) -> None:
    assert not is_older(one, other)
    assert not is_older(other, one)
