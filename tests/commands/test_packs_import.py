"""`packs import`: cards that load, and a line for everything that is not one."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import load
from tests.commands.conftest import Run
from tests.packs.desk import RECALL, write_pack

NOTES = "# Banks\na bank :: one word a cycle\n\nuse std::vector\n"


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_notes_become_a_pack(run: Run, at: Path) -> None:
    Path("my notes.md").write_text(NOTES)
    done = run("packs", "import", "my notes.md", "--into", "new/pack")
    assert done.code == 0
    assert done.out.splitlines() == [
        "my notes.md:4: not imported: `::` without blanks beside it is taken for C++; a card is "
        "`question :: answer`: use std::vector",
        "written: new/pack/cards/imported-my-notes.md",
    ]
    assert done.err.startswith("cards: 1, not imported: 1\n")
    assert run("packs", "check", "new/pack", "--strict").code == 0
    assert [card.id for card in load(Path("new/pack")).cards] == ["a-bank"]


def test_again_changes_nothing(run: Run, at: Path) -> None:
    Path("n.md").write_text("a :: b\n{{x}} ::: `y` *z*\n")
    run("packs", "import", "n.md", "--into", "p")
    before = {path: path.read_bytes() for path in Path("p").rglob("*.*")}
    done = run("packs", "import", "n.md", "--into", "p")
    assert done.code == 1
    assert done.out.count("the pack has this card already") == 3
    assert {path: path.read_bytes() for path in Path("p").rglob("*.*")} == before


def test_ids_of_the_pack_stay_what_they_are(run: Run, at: Path) -> None:
    write_pack(Path("p"), {"a.md": RECALL})
    Path("n.md").write_text("Ask :: x\n")
    run("packs", "import", "n.md", "--into", "p")
    Path("n.md").write_text("Ask :: y\n")
    run("packs", "import", "n.md", "--into", "p")
    assert {card.id for card in load(Path("p")).cards} == {"ask", "ask-2", "ask-3"}
    names = {path.name for path in Path("p/cards").iterdir()}
    assert names == {"a.md", "imported-n.md", "imported-n-2.md"}


def test_what_would_not_load_is_left_out_with_the_fault(run: Run, at: Path) -> None:
    long = "x" * 300
    text = "question,answer,title\n"
    text += f"q,a,{long}\nq2,a2,fine\nq3,a3\u202e,bidi\nq4,a4\x1b,esc\n"
    Path("t.csv").write_text(text)
    done = run("packs", "import", "t.csv", "--into", "p")
    assert done.out.splitlines() == [
        "t.csv:2: not imported: a card of it would not load: E207 `title` must be at most 200 "
        "characters",
        "t.csv:4: not imported: a character that could act on a terminal: q3",
        "t.csv:5: not imported: a character that could act on a terminal: q4",
        "written: p/cards/imported-t.md",
    ]
    assert [card.title for card in load(Path("p")).cards] == ["fine"]


@pytest.mark.parametrize(
    ("name", "data", "cards"),
    [
        ("bom.csv", b"\xef\xbb\xbfa,b\r\n", 1),
        ("utf16.csv", "a,ü\n".encode("utf-16"), 1),
        ("q.gift", b"Q {=a ~b#no}\n", 1),
        ("q.txt", b"::t:: Q {=a ~b#no}\n", 1),
        ("n.txt", b"a :: b\n", 1),
        ("t.tsv", b"a, b\tc\n", 1),
    ],
)
def test_what_a_file_is(run: Run, at: Path, name: str, data: bytes, cards: int) -> None:
    Path(name).write_bytes(data)
    assert run("packs", "import", name, "--into", "p").code == 0
    assert len(load(Path("p")).cards) == cards


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("missing", "file can't be used: No such file or directory; nothing is imported"),
        ("folder", "file is not a file"),
        ("latin", "file is not UTF-8 text (line 2); save it as UTF-8"),
        ("large", "file is larger than 16 MiB; nothing is imported"),
        ("taken", "p holds something, but no pack; nothing is imported"),
        ("into a file", "p can't be used: Not a directory; nothing is imported"),
    ],
)
def test_one_line_and_nothing_written(run: Run, at: Path, kind: str, said: str) -> None:
    file = Path("file")
    if kind == "folder":
        file.mkdir()
    elif kind != "missing":
        text = {"latin": b"a :: b\n\xe9 :: c\n", "large": bytes(17 << 20)}
        file.write_bytes(text.get(kind, b"a :: b\n"))
    if kind == "taken":
        Path("p").mkdir()
        Path("p/mine.txt").write_text("x")
    if kind == "into a file":
        Path("p").write_text("x")
    before = sorted(at.rglob("*"))
    done = run("packs", "import", "file", "--into", "p")
    assert (done.code, done.out, done.err) == (1, "", f"banktrainer: error: {said}\n")
    assert sorted(at.rglob("*")) == before


def test_many_rows(run: Run, at: Path) -> None:
    rows = "".join(f"What is {n} times {n * 7 % 97}?,{n * (n * 7 % 97)}\n" for n in range(2000))
    Path("t.csv").write_text(rows)
    assert run("packs", "import", "t.csv", "--into", "p").code == 0
    assert len(load(Path("p")).cards) == 2000
