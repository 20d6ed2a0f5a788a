"""Kept cards: one met before comes without YAML, pydantic or Markdown, and is the same card."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.packs import Card, PackError, content_root, load, model, open_pack
from banktrainer.packs import card_cache as cache_module
from banktrainer.packs.frozen import freeze, thaw
from tests.packs.desk import EXAMPLE, RECALL, write_pack
from tests.packs.test_beside import GLOSSARY
from tests.packs.test_cards import SEVERAL
from tests.packs.test_opening import aged, few
from tests.packs.test_opening import home as home
from tests.packs.test_templates import TEMPLATE


def read(root: Path, home: Path | None, language: str | None = None) -> tuple[Card, ...]:
    """Every card of the pack, whole."""
    cards = open_pack(root, language, home).cards
    for card in cards:
        assert card.answer is not None
    return cards


def kept(home: Path) -> list[Path]:
    return sorted((home / "cards").glob("*.json")) if (home / "cards").is_dir() else []


def loaded(root: Path, home: Path) -> set[str]:
    """Which heavy libraries a fresh program loads to read every card of the pack."""
    code = (
        "import sys; from pathlib import Path; from banktrainer.packs import open_pack;"
        f"[c.answer for c in open_pack(Path({str(root)!r}), cache=Path({str(home)!r})).cards];"
        "print(*{'yaml', 'pydantic', 'markdown_it', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("root", sorted(p.parent for p in content_root().glob("*/pack.yaml")))
def test_every_built_in_card_comes_back_as_it_was(root: Path) -> None:
    pack = load(root)
    for language in (None, *pack.translations):
        for card in load(root, language).cards:
            assert thaw(json.loads(json.dumps(freeze(card)))) == card


def test_a_card_met_before_takes_no_heavy_library(tmp_path: Path, home: Path) -> None:
    root = few(tmp_path)
    assert loaded(root, home) == {"yaml", "pydantic", "markdown_it"}
    assert loaded(root, home) == set()
    assert read(root, home) == load(root).cards


CHANGED = {
    "the card": ("cards/a.md", lambda text: text.replace("A walk", "A talk")),
    "another card": ("cards/b.md", lambda text: text.replace("##", "## ", 1)),
    "what lies beside": ("glossary.md", lambda text: GLOSSARY),
}


@pytest.mark.parametrize(("name", "change"), CHANGED.values(), ids=CHANGED)
def test_a_change_of_any_file_lets_all_be_read_anew(
    tmp_path: Path,
    home: Path,
    name: str,
    change: Any,
) -> None:
    root = few(tmp_path)
    read(root, home)
    file = root / name
    file.write_text(change(file.read_text() if file.exists() else ""))
    aged(root)
    assert read(root, home) == load(root).cards


def test_another_file_of_the_same_size_and_time_is_seen(tmp_path: Path, home: Path) -> None:
    """As archives and copies make them that keep times: what can't be set tells them apart."""
    root = few(tmp_path)
    read(root, home)
    file = root / "cards/a.md"
    before = file.stat()
    file.write_text(file.read_text().replace("A walk", "A talk"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert read(root, home) == load(root).cards
    assert read(root, home)[0].title == "A talk"


def test_what_was_written_just_now_is_not_kept(tmp_path: Path, home: Path) -> None:
    """It may be written once more within the same tick of the clock."""
    read(write_pack(tmp_path / "demo", {"a.md": EXAMPLE}), home)
    assert kept(home) == []


def test_what_changed_since_the_opening_is_not_kept(tmp_path: Path, home: Path) -> None:
    root = few(tmp_path)
    pack = open_pack(root, cache=home)
    file = root / "cards/a.md"
    file.write_text(file.read_text().replace("A walk", "A talk, longer"))
    os.utime(file, (1_000_000_000, 1_000_000_000))
    card = pack.card("offset")
    assert card is not None
    assert card.answer
    assert kept(home) == []


def test_a_card_in_another_language_is_another_card(tmp_path: Path, home: Path) -> None:
    own = "---\nid: offset\ntitle: Chalna\n---\n## Answer\n{{cycles}} cycle.\n"
    root = aged(write_pack(tmp_path / "demo", {"a.md": EXAMPLE, "a.hi-Latn.md": own}))
    for _ in range(2):
        assert read(root, home, "hi-Latn") == load(root, "hi-Latn").cards
        assert read(root, home) == load(root).cards


def test_a_pack_elsewhere_is_another_pack(tmp_path: Path, home: Path) -> None:
    first = aged(write_pack(tmp_path / "one", {"a.md": EXAMPLE}))
    second = aged(write_pack(tmp_path / "two", {"a.md": EXAMPLE}))
    for root in (first, second, first):
        assert read(root, home)[0].place.path.startswith(str(root))


def test_a_card_at_fault_is_told_each_time(tmp_path: Path, home: Path) -> None:
    root = aged(write_pack(tmp_path / "demo", {"a.md": EXAMPLE.replace("## Answer", "## Anser")}))
    for _ in range(2):
        with pytest.raises(PackError, match="Anser"):
            read(root, home)
    assert kept(home) == []


def resealed(path: Path, change: Any) -> None:
    tree = json.loads(path.read_bytes().partition(b"\n")[2])
    body = json.dumps(change(tree)).encode()
    path.write_bytes(sha256(body).hexdigest().encode() + b"\n" + body)


DAMAGES = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-9]),
    "flipped": lambda path: path.write_bytes(path.read_bytes().replace(b"A walk", b"A talk")),
    "empty": lambda path: path.write_bytes(b""),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "another shape": lambda path: resealed(path, lambda tree: [tree]),
    "an unknown kind": lambda path: resealed(path, lambda tree: {**tree, "cards": {"Path": []}}),
    "a field too few": lambda path: resealed(
        path, lambda tree: {**tree, "cards": [{"Card": tree["cards"][0]["Card"][1:]}]}
    ),
    "no cards": lambda path: resealed(path, lambda tree: {**tree, "cards": None}),
    "another program": lambda path: resealed(path, lambda tree: {**tree, "stamp": [0]}),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_what_can_t_be_used_is_read_anew(tmp_path: Path, home: Path, damage: Any) -> None:
    root = few(tmp_path)
    read(root, home)
    for path in kept(home):
        damage(path)
    assert read(root, home) == load(root).cards


def test_without_a_home_nothing_is_kept(tmp_path: Path) -> None:
    root = few(tmp_path)
    assert read(root, tmp_path / "nowhere") == load(root).cards
    assert not (tmp_path / "nowhere").exists()


def test_a_home_that_can_t_be_written_only_costs_time(tmp_path: Path, home: Path) -> None:
    (home / "cards").write_text("in the way")
    root = few(tmp_path)
    for _ in range(2):
        assert read(root, home) == load(root).cards


def test_kept_cards_are_their_owner_s_alone(tmp_path: Path, home: Path) -> None:
    read(few(tmp_path), home)
    assert (home / "cards").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in kept(home)} == {0o600}


def test_there_are_never_too_many(
    tmp_path: Path,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache_module, "MOST_FILES", 2)
    cards = {"a.md": EXAMPLE, "b.md": SEVERAL, "c.md": TEMPLATE, "d.md": RECALL}
    root = aged(write_pack(tmp_path / "demo", cards))
    for _ in range(2):
        assert read(root, home) == load(root).cards
        assert 0 < len(kept(home)) <= 2


def test_a_folder_of_that_name_keeps_what_others_have_put_there(
    tmp_path: Path,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A home that is the folder of a pack, too, has a `cards` of its own."""
    monkeypatch.setattr(cache_module, "MOST_FILES", 1)
    (home / "cards").mkdir()
    mine = [home / "cards" / name for name in ("mine.md", "notes.json", ".hidden")]
    for file in mine:
        file.write_text("mine")
    read(few(tmp_path), home)
    assert [file.read_text() for file in mine] == ["mine"] * 3
    assert kept(home)


def test_what_was_kept_of_one_file_is_not_taken_for_another(tmp_path: Path, home: Path) -> None:
    root = few(tmp_path)
    read(root, home)
    files = kept(home)
    for path, other in zip(files, [path.read_bytes() for path in files[::-1]], strict=True):
        path.write_bytes(other)
    assert read(root, home) == load(root).cards


texts = st.text(max_size=20)
spans = st.builds(model.Span, texts, st.sampled_from(["plain", "code", "strong", "emphasis"]))
rows = st.lists(st.lists(spans, max_size=3).map(tuple), max_size=3).map(tuple)
blocks = st.one_of(
    st.builds(model.Paragraph, st.lists(spans, max_size=3).map(tuple)),
    st.builds(model.Bullets, rows, st.booleans()),
    st.builds(model.Table, rows, st.lists(rows, max_size=2).map(tuple)),
    st.builds(model.CodeBlock, texts, st.none() | texts),
)
prose = st.lists(blocks, max_size=4).map(tuple)


@given(prose, st.dictionaries(texts, st.lists(st.integers(), max_size=3).map(tuple), max_size=3))
def test_whatever_a_card_holds_survives_the_file(body: Any, params: Any) -> None:
    place = model.Place("x.md", 3)
    card = Card("p", "c", "template", "T", place, body, body, params=params, lane=0)
    assert thaw(json.loads(json.dumps(freeze(card)))) == card


@pytest.mark.parametrize("value", [1.5, b"x", {1, 2}, Path("x"), [1]])
def test_only_parts_of_cards_can_be_kept(value: object) -> None:
    with pytest.raises(TypeError, match="no part of a card"):
        freeze(value)
