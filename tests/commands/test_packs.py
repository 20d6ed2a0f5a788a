"""`packs`: faults told for people, programs and GitHub; what an author reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banktrainer.packs import CODES, content_root
from tests.commands.conftest import Run
from tests.packs.desk import EXAMPLE, RECALL, write_pack

MANIFEST = "format: 1\nid: demo\ntitle: A demo\nversion: 1.0\nlanguage: en\n"
WRONG = EXAMPLE.replace("title: A walk\n", "title: A walk\nanswer: 3\n")
UNTIDY = RECALL.replace("Because.", "Because. ")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("demo")


def test_a_pack_without_fault(run: Run, folder: Path) -> None:
    done = run("packs", "check", str(write_pack(folder, {"a.md": EXAMPLE}, MANIFEST)))
    assert (done.code, done.out) == (0, "")
    assert done.err == "cards: 1, errors: 0, warnings: 0\n"


def test_faults_are_told_a_line_each_with_their_places(run: Run, folder: Path) -> None:
    write_pack(folder, {"a.md": WRONG, "b.md": UNTIDY}, MANIFEST)
    done = run("packs", "check", "demo")
    assert done.code == 1
    assert done.out.splitlines() == [
        "demo/cards/a.md:5:9: E504 the stated answer is `3`, the engine's is `2`",
        "demo/cards/b.md:9:9: W109 spaces at the end of the line",
    ]
    assert done.err == "cards: 2, errors: 1, warnings: 1\n"


def test_faults_for_programs(run: Run, folder: Path) -> None:
    write_pack(folder, {"a.md": WRONG}, MANIFEST)
    report = json.loads(run("packs", "check", "demo", "--format", "json").out)
    message = "the stated answer is `3`, the engine's is `2`"
    where = {"path": "demo/cards/a.md", "line": 5, "column": 9}
    assert report == {
        "cards": 1,
        "errors": 1,
        "warnings": 0,
        "faults": [{**where, "code": "E504", "message": message}],
    }


def test_faults_for_github(run: Run, folder: Path) -> None:
    write_pack(folder, {"a,b.md": WRONG, "100%.md": UNTIDY}, MANIFEST)
    assert run("packs", "check", "demo", "--format", "github").out.splitlines() == [
        "::warning file=demo/cards/100%25.md,line=9,col=9,title=W109::"
        "W109 spaces at the end of the line",
        "::error file=demo/cards/a%2Cb.md,line=5,col=9,title=E504::"
        "E504 the stated answer is `3`, the engine's is `2`",
    ]


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_warnings_pass_unless_strict(
    run: Run, folder: Path, options: tuple[str], code: int
) -> None:
    write_pack(folder, {"a.md": UNTIDY}, MANIFEST)
    assert run("packs", "check", "demo", *options).code == code


def test_fix_mends_first_and_says_what(run: Run, folder: Path) -> None:
    write_pack(folder, {"a.md": UNTIDY}, MANIFEST)
    done = run("packs", "check", "demo", "--fix", "--strict")
    assert (done.code, done.out) == (0, "")
    assert done.err == "mended: cards/a.md\ncards: 1, errors: 0, warnings: 0\n"
    assert (folder / "cards/a.md").read_text() == RECALL
    assert run("packs", "check", "demo", "--fix").err == "cards: 1, errors: 0, warnings: 0\n"


@pytest.mark.parametrize("name", ["nowhere", "demo/pack.yaml"])
def test_what_is_no_folder(run: Run, folder: Path, name: str) -> None:
    write_pack(folder, {"a.md": RECALL}, MANIFEST)
    done = run("packs", "check", name)
    assert done.code == 1
    assert done.out.startswith(f"{name}:1:1: E101 ")


def test_a_hostile_name_is_shown_plainly(run: Run, folder: Path) -> None:
    write_pack(folder, {"a\x1b[31m.md": WRONG}, MANIFEST)
    for form in ("text", "json", "github"):
        assert "\x1b" not in run("packs", "check", "demo", "--format", form).out


def test_codes_are_listed_with_what_they_mean(run: Run) -> None:
    lines = run("packs", "codes").out.splitlines()
    assert [line.split("  ", 1) for line in lines] == [[*pair] for pair in CODES.items()]


def test_the_guide_is_printed(run: Run) -> None:
    assert run("packs", "guide").out == (content_root() / "guide.md").read_text("utf-8")


def test_schemas_are_printed_or_written(run: Run, folder: Path) -> None:
    printed = json.loads(run("packs", "schema").out)
    names = run("packs", "schema", "schemas").out.splitlines()
    assert [json.loads(Path(name).read_text("utf-8")) for name in names] == [*printed.values()]
    assert names[0] == "schemas/pack.schema.json"
    assert "description" in printed["card"]["properties"]["kind"]


def test_schemas_that_can_t_be_written(run: Run, folder: Path) -> None:
    Path("taken").write_text("x")
    done = run("packs", "schema", "taken")
    assert done.code == 1
    assert done.err.startswith("banktrainer: error: taken can't be written: ")
