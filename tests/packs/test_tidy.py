"""The form of files: told, and mended with the meaning kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banktrainer.packs import check, load, tidy
from banktrainer.packs.faults import Faults
from banktrainer.packs.source import read_source
from banktrainer.packs.tidy import fix, tidied
from tests.packs.desk import EXAMPLE, RECALL, codes, write_pack
from tests.packs.test_fuzz import SEEDS

MANIFEST = b"format: 1\nid: demo\ntitle: A demo\nversion: 1.0\nlanguage: en\n"
CODE_WITH_TAB = EXAMPLE.replace("float v", "\tfloat v").replace("5];", "5];  ")

UNTIDY = {
    "nothing": (RECALL, [], RECALL),
    "Windows line ends": (RECALL.replace("\n", "\r\n"), ["a.md:1:4: E107"], RECALL),
    "a byte order mark": ("\ufeff" + RECALL, ["a.md:1:1: E106"], RECALL),
    "a space at the end": (RECALL.replace("Why?", "Why? "), ["a.md:6:5: W109"], RECALL),
    "spaces on an empty line": (RECALL.replace("\n\n", "\n   \n"), ["a.md:7:1: W109"], RECALL),
    "a tab": (
        RECALL.replace("Because.", "So\tbecause."),
        ["a.md:9:3: W110"],
        RECALL.replace("Because.", "So  because."),
    ),
    "no end of the last line": (RECALL[:-1], ["a.md:9:9: W111"], RECALL),
    "a line break, which shows": (RECALL.replace("Because.", "So  \nbecause."), [], None),
    "a card with other faults": (
        RECALL.replace("kind: recall", "kind: quiz\nfoo: 1").replace("Why?", "Why? "),
        ["a.md:3:7: E207", "a.md:4:1: E206", "a.md:7:5: W109"],
        RECALL.replace("kind: recall", "kind: quiz\nfoo: 1"),
    ),
    "tabs and spaces in code": (CODE_WITH_TAB, [], None),
    "a tab in YAML, which has no meaning": (
        RECALL.replace("kind: recall", "kind: recall\ntags:\n\t- a"),
        ["a.md:5:1: E201", "a.md:5:1: W110"],
        None,
    ),
}


@pytest.mark.parametrize(("text", "expected", "mended"), UNTIDY.values(), ids=UNTIDY)
def test_form(tmp_path: Path, text: str, expected: list[str], mended: str | None) -> None:
    pack = write_pack(tmp_path / "demo", {"a.md": text.encode()}, MANIFEST)
    found = [str(fault).replace(f"{pack}/cards/", "") for fault in check(pack)]
    assert codes(found) == expected
    changed = fix(pack)
    after = (pack / "cards/a.md").read_bytes().decode()
    assert after == (text if mended is None else mended)
    assert changed == (() if after == text else ("cards/a.md",))
    assert fix(pack) == ()


def test_every_kind_of_file_is_mended(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "demo", {"a.md": RECALL}, MANIFEST + b"translations: [de] \n")
    files = {
        "evidence.yaml": "- {id: a, claim: b, source: c, how: claimed} \n",
        "glossary.md": "# bank\nA column. \n",
        "cards/a.de.md": "---\nid: ask\n---\n## Question\nWarum? \n\n## Answer\nDarum.\n",
    }
    for name, text in files.items():
        (pack / name).write_text(text)
    assert sorted(fix(pack)) == ["cards/a.de.md", "evidence.yaml", "glossary.md", "pack.yaml"]
    assert not [fault for fault in check(pack) if fault.code == "W109"]


def test_a_link_is_left_alone(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "demo", {"a.md": RECALL}, MANIFEST)
    (pack / "b.txt").write_text(RECALL.replace("ask", "other") + " ")
    (pack / "cards/b.md").symlink_to(pack / "b.txt")
    assert fix(pack) == ()
    assert (pack / "cards/b.md").is_symlink()


def test_the_mode_of_a_file_stays(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "demo", {"a.md": RECALL + " "}, MANIFEST)
    (pack / "cards/a.md").chmod(0o640)
    assert fix(pack) == ("cards/a.md",)
    assert (pack / "cards/a.md").stat().st_mode & 0o777 == 0o640
    assert [file.name for file in (pack / "cards").iterdir()] == ["a.md"]


NOISE = ("\r\n", " \n", "\t", "  \n", "\n\n", "\ufeff", "\t\n", "   ", "```\n", "\\\n", "~~~\n")


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(SEEDS), st.lists(st.tuples(st.integers(0, 400), st.sampled_from(NOISE))))
def test_mending_keeps_the_meaning_and_is_done_once(
    tmp_path: Path, text: str, noise: list[tuple[int, str]]
) -> None:
    for at, piece in noise[:6]:
        text = text[:at] + piece + text[at:]
    pack = write_pack(tmp_path, {"a.md": text.encode()}, MANIFEST)
    before = meaning(pack)
    fix(pack)
    after = meaning(pack)
    assert before is None or after == before
    assert fix(pack) == ()
    mended = tidied(text, "a.md")
    assert tidied(mended, "a.md") == mended


def meaning(pack: Path) -> object:
    """The pack's cards without their places; None where it can't be loaded for worse than form."""
    source = read_source(pack / "cards/a.md", "a.md", Faults())
    return tidy._of_card(source) if source else None


def test_the_example_still_loads_when_mended(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "demo", {"a.md": EXAMPLE.replace("\n", " \n")}, MANIFEST)
    fix(pack)
    assert load(pack).cards[0].title == "A walk"


def test_several_byte_order_marks_go_at_once() -> None:
    assert tidied("\ufeff\ufeff" + RECALL, "a.md") == tidied(RECALL, "a.md")


def test_several_returns_before_a_line_end_go_at_once() -> None:
    assert tidied("\r\r\n" + RECALL, "a.md") == tidied("\n" + RECALL, "a.md")
