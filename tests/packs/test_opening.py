"""open_pack: the same pack as load gives, read as it is shown; and an index that can't lie."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banktrainer.packs import Card, PackError, content_root, load, open_pack
from banktrainer.packs.faults import Faults
from banktrainer.packs.heads import heads_in
from banktrainer.packs.lazy import LazyCard
from banktrainer.packs.sections import cut
from banktrainer.packs.slow_heads import heads_of
from banktrainer.packs.source import source_of
from tests.packs.desk import EXAMPLE, RECALL, write_pack
from tests.packs.test_beside import CITING, EVIDENCE, GLOSSARY
from tests.packs.test_cards import CHOICES, FULL, SEVERAL
from tests.packs.test_fuzz import mutated
from tests.packs.test_templates import TEMPLATE
from tests.packs.test_translations import ORIGINAL

FEW = {"a.md": EXAMPLE, "b.md": SEVERAL, "c.md": TEMPLATE}
AGO = 60


def few(root: Path) -> Path:
    return aged(write_pack(root / "demo", FEW))


def aged(root: Path, ago: float = AGO) -> Path:
    """The pack at `root`, all of it written a while ago."""
    for file in root.rglob("*"):
        then = file.stat().st_mtime - ago
        os.utime(file, (then, then))
    return root


def index_of(home: Path) -> Path:
    (found,) = home.glob("pack-*.json")
    return found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.mark.parametrize("root", sorted(p.parent for p in content_root().glob("*/pack.yaml")))
def test_the_built_in_packs_open_as_they_load(root: Path, home: Path) -> None:
    for _ in range(2):
        assert open_pack(root, cache=home) == load(root)
        for language in load(root).translations:
            assert open_pack(root, language, home) == load(root, language)


@pytest.mark.parametrize("text", [EXAMPLE, RECALL, FULL, SEVERAL, CHOICES, TEMPLATE, ORIGINAL])
def test_any_kind_of_card_opens_as_it_loads(tmp_path: Path, text: str) -> None:
    pack = write_pack(tmp_path, {"a.md": text})
    assert open_pack(pack) == load(pack)


def test_planning_reads_no_card(tmp_path: Path, home: Path) -> None:
    root = few(tmp_path)
    open_pack(root, cache=home)
    for file in (root / "cards").iterdir():
        file.rename(file.with_suffix(".away"))
        os.utime(file.with_suffix(".away"))
    pack = open_pack_as_it_was(root, home)
    assert [(card.key, card.kind, card.title, card.cell) for card in pack] == [
        (card.key, card.kind, card.title, card.cell) for card in load_back(root)
    ]


def open_pack_as_it_was(root: Path, home: Path) -> tuple[Card, ...]:
    """The cards by their heads, from the index alone."""
    from banktrainer.packs.index import read_index
    from banktrainer.packs.opening import _pack

    index = read_index(index_of(home), root)
    assert index is not None
    return _pack(root, None, index, None).cards


def load_back(root: Path) -> tuple[Card, ...]:
    for file in (root / "cards").glob("*.away"):
        file.rename(file.with_suffix(".md"))
    return load(root).cards


def test_what_lies_beside_is_there_too(tmp_path: Path) -> None:
    root = write_pack(tmp_path, {"a.md": CITING})
    (root / "evidence.yaml").write_text(EVIDENCE)
    (root / "glossary.md").write_text(GLOSSARY)
    pack = open_pack(root)
    assert pack == load(root)
    assert pack.term("banks") is not None
    assert [each.id for each in pack.cards[0].evidence] == ["rule", "merge"]


def test_a_translation_opens_as_it_loads(tmp_path: Path, home: Path) -> None:
    own = "---\nid: offset\ntitle: Chalna\n---\n## Answer\n{{cycles}} cycle.\n"
    elsewhere = "---\nid: ask\n---\n## Answer\nIsliye.\n"
    cards = {"a.md": EXAMPLE, "a.hi-Latn.md": own, "b.md": RECALL, "z.hi-Latn.md": elsewhere}
    root = aged(write_pack(tmp_path / "demo", cards))
    for _ in range(2):
        pack = open_pack(root, "hi-Latn", home)
        assert [card.title for card in pack.cards] == ["Chalna", "Ask"]
        assert pack == load(root, "hi-Latn")
        assert open_pack(root, "de", home) == load(root, "de")


CHANGES = {
    "a word": ("a.md", lambda text: text.replace("A walk", "A talk")),
    "a new id": ("a.md", lambda text: text.replace("id: offset", "id: offset-2")),
    "a prerequisite": ("a.md", lambda text: text.replace("kind:", "requires: [walk]\nkind:")),
    "a new card": ("d.md", lambda text: RECALL),
}


@pytest.mark.parametrize(("name", "change"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen(tmp_path: Path, home: Path, name: str, change: object) -> None:
    root = few(tmp_path)
    open_pack(root, cache=home)
    file = root / "cards" / name
    file.write_text(change(file.read_text() if file.exists() else ""))  # type: ignore[operator]
    assert open_pack(root, cache=home) == load(root)


def test_a_change_within_the_tick_of_a_clock_is_seen(tmp_path: Path, home: Path) -> None:
    """Same size, same time: only what was written long before the index is trusted."""
    root = write_pack(tmp_path / "demo", FEW)
    open_pack(root, cache=home)
    file = root / "cards/a.md"
    before = file.stat()
    file.write_text(file.read_text().replace("A walk", "A talk"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert open_pack(root, cache=home).cards[0].title == "A talk"


def test_a_file_removed_is_seen(tmp_path: Path, home: Path) -> None:
    root = few(tmp_path)
    open_pack(root, cache=home)
    (root / "cards/a.md").unlink()
    assert open_pack(root, cache=home) == load(root)


def test_a_card_that_went_while_the_pack_was_open(tmp_path: Path) -> None:
    root = few(tmp_path)
    card = open_pack(root).cards[0]
    (root / "cards/a.md").write_text(RECALL)
    with pytest.raises(PackError, match=r"a.md:1:1: E101 the card `offset` is no longer in this"):
        _ = card.question


def test_a_fault_in_a_card_is_told_when_it_is_shown(tmp_path: Path) -> None:
    root = write_pack(tmp_path, {"a.md": EXAMPLE + "\n## Hint\nx\n", "b.md": RECALL})
    bad, good = open_pack(root).cards
    assert good.question
    with pytest.raises(PackError, match=r"a.md:17:1: E301"):
        _ = bad.question


@pytest.mark.parametrize(
    "text",
    [
        RECALL.replace("id: ask", "id: Ask"),
        RECALL.replace("kind: recall", "kind: recall\nrequires: [nowhere]"),
        RECALL.replace("kind: recall", "kind: recall\nwho: me"),
        EXAMPLE,
        "nothing",
        "---\nid: [\n",
    ],
)
def test_what_can_t_be_put_in_order_is_told_as_load_tells_it(tmp_path: Path, text: str) -> None:
    root = write_pack(tmp_path, {"a.md": EXAMPLE, "b.md": text})
    try:
        pack = open_pack(root)
    except PackError as error:
        with pytest.raises(PackError, match=re.escape(str(error))):
            load(root)
    else:
        assert "who: me" in text
        with pytest.raises(PackError, match="E206"):
            _ = pack.cards[1].question


def damaged(path: Path, root: Path, how: str) -> None:
    data = path.read_bytes()
    body = json.loads(data.partition(b"\n")[2])
    if how == "another version":
        body["stamp"][1] = "0.0"
    elif how == "another pack":
        body["stamp"][2] = "/elsewhere"
    elif how == "another shape":
        body["parts"] = body["parts"][1:]
    elif how == "an order that leads nowhere":
        body["order"][0] = [99, 99]
    elif how == "deep":
        text = b"[" * 100_000
        path.write_bytes(sha256(text).hexdigest().encode() + b"\n" + text)
        return
    if how in ("cut", "flipped", "empty", "not JSON"):
        cut_at = len(data) // 2
        flipped = data[:cut_at] + bytes([data[cut_at] ^ 1]) + data[cut_at + 1 :]
        texts = {"cut": data[:cut_at], "flipped": flipped, "empty": b"", "not JSON": b"\xff\n{"}
        path.write_bytes(texts[how])
        return
    text = json.dumps(body).encode()
    path.write_bytes(sha256(text).hexdigest().encode() + b"\n" + text)


DAMAGES = (
    *("cut", "flipped", "empty", "not JSON", "another version", "another pack"),
    *("another shape", "an order that leads nowhere", "deep"),
)


@pytest.mark.parametrize("how", DAMAGES)
def test_an_index_that_can_t_be_used_is_made_anew(tmp_path: Path, home: Path, how: str) -> None:
    root = few(tmp_path)
    open_pack(root, cache=home)
    index = index_of(home)
    whole = json.loads(index.read_bytes().partition(b"\n")[2])
    damaged(index, root, how)
    assert open_pack(root, cache=home) == load(root)
    again = json.loads(index.read_bytes().partition(b"\n")[2])
    assert {**again, "written": 0} == {**whole, "written": 0}


def test_an_index_that_lies_can_t_change_an_answer(tmp_path: Path, home: Path) -> None:
    root = few(tmp_path)
    open_pack(root, cache=home)
    index = index_of(home)
    body = index.read_bytes().partition(b"\n")[2].replace(b"A walk", b"A lie!")
    index.write_bytes(sha256(body).hexdigest().encode() + b"\n" + body)
    card = open_pack(root, cache=home).cards[0]
    assert card.title == "A lie!"
    assert card == load(root).cards[0]
    assert card.answer
    assert card.title == "A walk"


def test_without_a_home_there_is_no_index(tmp_path: Path) -> None:
    root = few(tmp_path)
    assert open_pack(root, cache=tmp_path / "nowhere") == load(root)
    assert not (tmp_path / "nowhere").exists()


def test_the_index_is_its_owner_s_alone(tmp_path: Path, home: Path) -> None:
    open_pack(few(tmp_path), cache=home)
    assert index_of(home).stat().st_mode & 0o777 == 0o600
    assert len(list(home.iterdir())) == 1


def test_a_link_makes_the_pack_be_read_whole(tmp_path: Path, home: Path) -> None:
    root = few(tmp_path)
    (root / "cards/d.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "secret.md").write_text(RECALL)
    with pytest.raises(PackError, match="E102 a link that leaves the pack"):
        open_pack(root, cache=home)


def test_the_second_opening_loads_nothing_heavy(tmp_path: Path, home: Path) -> None:
    root = few(tmp_path)
    open_pack(root, cache=home)
    code = (
        "import sys; from pathlib import Path; from banktrainer.packs import open_pack;"
        f"open_pack(Path({str(root)!r}), cache=Path({str(home)!r})).cards[0].title;"
        "print(*{'yaml', 'pydantic', 'markdown_it', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_lazy_card_is_a_card(tmp_path: Path) -> None:
    card = open_pack(few(tmp_path)).cards[0]
    assert isinstance(card, LazyCard)
    assert card.key == "demo/offset"
    assert not hasattr(card, "nothing")
    assert [field.name for field in fields(card)] == [field.name for field in fields(Card)]


PLAIN = (
    "title: A walk, and 'more' [of it]\n",
    'title: "Why 33: not 32"\n',
    "title: 'x'\n",
    "title: x # y\n",
    "title: a: b\n",
    "title:\n  x\n",
    "tags: [a, b]\n",
    "tags: [a, 'b']\n",
    "tags:\n- a\n",
    "requires: []\n",
    "set: {tid: threadIdx.x, col: 3}\n",
    'set: {sample: "5"}\n',
    "set:\n  a: b\n",
    "difficulty: 3\n",
    "difficulty: 03\n",
    "cell: F\n",
    "cell: Z\n",
    "answer: 'it''s'\n",
    "where: |\n  x\n  y\n",
    "# a remark\n",
    "aliases: [old-name, x_y]\n",
    "id: twice\n",
    "title: \u202e\n",
    "block: [16,\n  16]\n",
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PLAIN), max_size=4, unique=True).map("".join))
def test_a_head_is_what_the_real_reader_says(tmp_path: Path, keys: str) -> None:
    for text in (RECALL.replace("kind: recall\n", f"kind: recall\n{keys}"),):
        check_heads(tmp_path, text)
    check_heads(
        tmp_path,
        f"---\nkind: recall\n{keys}---\n# one\n---\ntitle: x\n---\n```cuda\n# no\n```\n# two\n",
    )


@settings(
    deadline=None,
    max_examples=200,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(mutated())
def test_heads_of_a_card_gone_wrong(tmp_path: Path, text: str) -> None:
    check_heads(tmp_path, text)


def check_heads(root: Path, text: str) -> None:
    """Where the quick reader answers, and the real one finds no fault, they say the same."""
    file = root / "a.md"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    quick, real = heads_in(text), heads_of(file, "a.md")
    if quick is not None and real is not None:
        assert quick == real
    faults = Faults()
    keys = [raw.keys.data for raw in cut(source_of(text, "a.md", faults), faults)]
    ids = [each.get("id") for each in keys if isinstance(each, dict)]
    if quick is not None and not faults.errors:
        assert [head.id for head in quick] == ids
