"""The bytes of a pack's files: encodings, line ends, hostile characters, sizes, links."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from banktrainer.packs import check, faults, files, reading, source
from banktrainer.printable import is_hostile
from tests.packs.desk import MANIFEST, RECALL, codes, faults_of, load_card, load_faults, write_pack

DATA = RECALL.encode()
QUESTION = b"Why?"

BYTES = {
    "a byte order mark": (b"\xef\xbb\xbf" + DATA, ["a.md:1:1: E106"]),
    "Windows line ends": (DATA.replace(b"\n", b"\r\n"), ["a.md:1:4: E107"]),
    "one Windows line end": (DATA.replace(b"?\n", b"?\r\n"), ["a.md:6:5: E107"]),
    "an old Mac's line ends": (DATA.replace(QUESTION, b"Why\rnot?"), ["a.md:6:4: E105"]),
    "Latin-1": (DATA.replace(QUESTION, b"Warum \xfcber?"), ["a.md:6:7: E104"]),
    "Windows quotes": (DATA.replace(QUESTION, b"\x93Why?\x94"), ["a.md:6:1: E104"]),
    "UTF-16": (RECALL.encode("utf-16"), ["a.md:1:1: E104"]),
    "a lone surrogate": (DATA.replace(QUESTION, b"\xed\xa0\x80"), ["a.md:6:1: E104"]),
    "NUL": (DATA.replace(QUESTION, b"Wh\x00y?"), ["a.md:6:3: E105"]),
    "an escape": (DATA.replace(QUESTION, b"Why \x1b[31mred?"), ["a.md:6:5: E105"]),
    "a C1 control": (DATA.replace(QUESTION, "\x9b31m?".encode()), ["a.md:6:1: E105"]),
    "a bidi override": (DATA.replace(QUESTION, "a \u202e b?".encode()), ["a.md:6:3: E105"]),
    "a zero-width space": (DATA.replace(QUESTION, "a\u200bb?".encode()), ["a.md:6:2: E105"]),
    "a line separator": (DATA.replace(QUESTION, "a\u2028b?".encode()), ["a.md:6:2: E105"]),
    "an escape in front matter": (
        DATA.replace(b"kind", b"title: a\x1b[1m\nkind"),
        ["a.md:3:9: E105"],
    ),
    "NUL in front matter": (DATA.replace(b"kind", b"title: a\x00\nkind"), ["a.md:3:9: E105"]),
    "a non-character in front matter": (
        DATA.replace(b"kind", "title: a\ufffe\nkind".encode()),
        ["a.md:2:1: E201"],
    ),
    "YAML's escapes": (
        DATA.replace(b"kind", b'title: "a\\x1b\\u202e"\nkind'),
        ["a.md:3:8: E105", "a.md:3:8: E105"],
    ),
    "YAML's escapes in a key": (
        DATA.replace(b"kind", b'"a\\0": b\nkind'),
        ["a.md:3:1: E105", "a.md:3:1: E206"],
    ),
    "nothing at all": (b"", ["a.md:1:1: E208"]),
    "two kinds, each once": (
        DATA.replace(QUESTION, b"\x00\x07\x00?"),
        ["a.md:6:1: E105", "a.md:6:2: E105"],
    ),
}


@pytest.mark.parametrize(("data", "expected"), BYTES.values(), ids=BYTES)
def test_bytes_that_are_refused(tmp_path: Path, data: bytes, expected: list[str]) -> None:
    found = load_faults(tmp_path, data)
    assert codes(found) == expected, "\n".join(found)


def test_hostile_text_does_not_hide_other_faults(tmp_path: Path) -> None:
    data = DATA.replace(QUESTION, b"Wh\x1by?") + b"\n## Hint\nx\n"
    assert codes(load_faults(tmp_path, data)) == ["a.md:6:3: E105", "a.md:11:1: E301"]


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[31m: \x1b\n",
        b"- \x1b]0;x\x07\n",
        b'"\\e[31m": 1\n',
        b'id: "\\u202e"\n',
        b"id: !a%1b%5b x\n",
    ],
)
def test_no_message_holds_a_character_that_a_terminal_obeys(tmp_path: Path, data: bytes) -> None:
    pack = write_pack(tmp_path, {"a.md": b"---\n" + data + b"---\n\x1b[31m\n"}, data)
    found = "".join(faults_of(pack))
    assert not any(map(is_hostile, found.replace("\n", "")))


def test_letters_of_other_scripts_pass(tmp_path: Path) -> None:
    card = load_card(tmp_path, RECALL.replace("Why?", "क्यों? Proč? なぜ? 🙂"))
    assert "🙂" in str(card.question)


def test_a_file_too_large(tmp_path: Path) -> None:
    data = DATA + b"x" * source.MAX_FILE_BYTES
    assert codes(load_faults(tmp_path, data)) == ["a.md:1:1: E103"]


def test_code_too_large(tmp_path: Path) -> None:
    code = "x;\n" * 30_000
    text = RECALL.replace("## Question", f"```cuda\n{code}```\n## Question")
    assert codes(load_faults(tmp_path, text)) == ["a.md:5:1: E103"]


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_FILES", 5)
    cards = {f"{at}.md": RECALL.replace("id: ask", f"id: c{at}") for at in range(9)}
    found = faults_of(write_pack(tmp_path, cards))
    assert [line for line in found if "E103" in line] == [f"{tmp_path}:1:1: E103 more than 5 files"]


def test_too_many_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_CARDS", 5)
    cards = {f"{at}.md": RECALL.replace("id: ask", f"id: c{at}") for at in range(9)}
    assert codes(faults_of(write_pack(tmp_path, cards))) == ["cards/5.md:1:1: E103"]


def test_too_many_faults_end_the_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MAX_FAULTS", 3)
    cards = {f"{at}.md": "no card" for at in range(9)}
    found = codes(faults_of(write_pack(tmp_path, cards)))
    assert sorted(found) == [
        "cards/0.md:1:1: E208",
        "cards/1.md:1:1: E208",
        "cards/2.md:1:1: E103",
        "cards/2.md:1:1: E208",
    ]


def test_a_pack_too_large_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_PACK_BYTES", 100)
    pack = write_pack(tmp_path / "demo", {"a.md": RECALL * 9})
    (found,) = check(pack)
    assert found.code == "E103"
    assert found.message.endswith("in all, most of all `cards/a.md`")
    assert faults_of(pack)


def test_folders_too_deep(tmp_path: Path) -> None:
    found = faults_of(write_pack(tmp_path, {"a.md": RECALL, "1/2/3/4/5/6/7/8/b.md": "x"}))
    assert codes(found) == ["cards/1/2/3/4/5/6/7/8:1:1: E103"]


def test_a_file_that_nothing_uses_is_a_warning(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"a.md": RECALL, "b.txt": "", "c.md~": ""})
    (pack / "notes.md").write_text("")
    (pack / "README.md").write_text("")
    (pack / ".git").mkdir()
    (pack / "images").mkdir()
    found = [str(fault).replace(f"{pack}/", "") for fault in check(pack)]
    assert codes(found) == [
        "cards/b.txt:1:1: W108",
        "cards/c.md~:1:1: W108",
        "images:1:1: W108",
        "notes.md:1:1: W108",
    ]
    assert faults_of(pack) == []


class TestLinks:
    @pytest.fixture
    def outside(self, tmp_path: Path) -> Path:
        folder = tmp_path / "outside"
        folder.mkdir()
        (folder / "secret.md").write_text(RECALL)
        return folder

    @pytest.fixture
    def pack(self, tmp_path: Path) -> Path:
        return write_pack(tmp_path / "pack", {"a.md": RECALL})

    def test_a_link_that_leaves_the_pack(self, pack: Path, outside: Path) -> None:
        (pack / "cards" / "b.md").symlink_to(outside / "secret.md")
        assert codes(faults_of(pack)) == ["cards/b.md:1:1: E102"]

    def test_a_manifest_that_leaves_the_pack(self, pack: Path, outside: Path) -> None:
        (outside / "pack.yaml").write_text(MANIFEST)
        (pack / "pack.yaml").unlink()
        (pack / "pack.yaml").symlink_to(outside / "pack.yaml")
        found = codes(faults_of(pack))
        assert found == ["pack.yaml:1:1: E101", "pack.yaml:1:1: E102"]

    def test_a_link_to_a_folder(self, pack: Path) -> None:
        (pack / "cards" / "loop").symlink_to(pack / "cards")
        assert codes(faults_of(pack)) == ["cards/loop:1:1: E102"]

    def test_a_link_to_nothing(self, pack: Path) -> None:
        (pack / "cards" / "b.md").symlink_to(pack / "nowhere.md")
        assert codes(faults_of(pack)) == ["cards/b.md:1:1: E101"]

    def test_a_link_to_itself(self, pack: Path) -> None:
        (pack / "cards" / "b.md").symlink_to(pack / "cards" / "b.md")
        assert codes(faults_of(pack)) == ["cards/b.md:1:1: E101"]

    def test_a_link_within_the_pack(self, pack: Path) -> None:
        (pack / "cards" / "a.md").rename(pack / "cards" / "a.real")
        (pack / "cards" / "a.md").symlink_to("a.real")
        assert faults_of(pack) == []

    def test_a_pack_behind_a_link(self, pack: Path, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(pack)
        assert faults_of(tmp_path / "link") == []


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"a.md": RECALL})
    os.mkfifo(pack / "cards" / "b.md")
    assert codes(faults_of(pack)) == ["cards/b.md:1:1: E101"]


def test_a_folder_that_is_missing_or_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "E101 does not exist" in faults_of(tmp_path / "nowhere")[0]
    assert "E101 is not a folder" in faults_of(tmp_path / "file")[0]


def test_a_pack_without_cards(tmp_path: Path) -> None:
    (found,) = faults_of(write_pack(tmp_path, {}))
    assert "E101 has no cards" in found
