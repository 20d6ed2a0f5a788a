"""The guide can't drift: its pack is checked, its commands run, and its tables are complete."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from banktrainer.packs import (
    CODES,
    checking,
    content_root,
    fences,
    load,
    marks,
    reading,
    source,
    template,
)
from banktrainer.packs.json_schema import json_schemas
from tests.commands.conftest import Run
from tests.commands.conftest import home as home
from tests.commands.conftest import run as run

GUIDE = (content_root() / "guide.md").read_text("utf-8")
FILE = re.compile(
    r"^`((?:first/|notes)[^`]+)`[^\n]*:\n\n(`{3,})\w*\n(.*?)\n\2$", re.MULTILINE | re.DOTALL
)
CONSOLE = re.compile(r"^```console\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
TEMPLATE = re.compile(r"^### Templates\n\n````markdown\n(.*?)\n````$", re.MULTILINE | re.DOTALL)
GLOSSARY = re.compile(r"^````markdown\n(# bank.*?)\n````$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(banktrainer packs [^`]+)`")


def happenings() -> Iterator[re.Match[str]]:
    """The files and the commands of the guide, in its order."""
    found = [*FILE.finditer(GUIDE), *CONSOLE.finditer(GUIDE)]
    return iter(sorted(found, key=lambda match: match.start()))


def write(match: re.Match[str]) -> None:
    file = Path(match[1])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(match[3] + "\n", "utf-8")


def test_following_the_guide_from_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = 0
    for match in happenings():
        if match.re is FILE:
            write(match)
            continue
        command, *expected = match[1].splitlines()
        done = run(*shlex.split(command.removeprefix("$ "))[1:])
        assert sorted((done.out + done.err).splitlines()) == sorted(expected)
        said += 1
    assert said == 8
    assert len(load(Path("first")).cards) == 3


@pytest.mark.parametrize("command", sorted(set(INLINE.findall(GUIDE))))
def test_every_command_that_is_named_runs(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for match in FILE.finditer(GUIDE):
        write(match)
    assert run(*shlex.split(command.replace("PATH", "first"))[1:]).code == 0


def test_the_template_and_the_glossary_of_the_guide_pass(run: Run, tmp_path: Path) -> None:
    pack, (drawn,), (terms,) = tmp_path / "first", TEMPLATE.findall(GUIDE), GLOSSARY.findall(GUIDE)
    (pack / "cards").mkdir(parents=True)
    (pack / "pack.yaml").write_text("format: 1\nid: x\ntitle: X\nversion: 1\nlanguage: en\n")
    (pack / "cards/a.md").write_text(drawn + "\n")
    (pack / "glossary.md").write_text(terms + "\n")
    done = run("packs", "check", "--strict", str(pack))
    assert (done.code, done.out) == (0, "")


def test_the_wrong_answer_that_the_guide_speaks_of(run: Run, tmp_path: Path) -> None:
    for match in FILE.finditer(GUIDE):
        file = tmp_path / match[1]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(match[3].replace("cell: C", "cell: C\nanswer: 4") + "\n")
    (said,) = run("packs", "check", str(tmp_path / "first")).out.splitlines()
    assert said.endswith(
        "cards/every-second.md:5:9: E504 the stated answer is `4`, the engine's is `2`"
    )
    assert said.partition(" ")[2] in GUIDE


def test_the_table_of_codes_is_complete() -> None:
    rows = re.findall(r"^\| ([EW]\d{3}) \| (.*) \|$", GUIDE, re.MULTILINE)
    assert rows == [(code, meaning.replace("|", "\\|")) for code, meaning in CODES.items()]


def test_every_key_is_spoken_of() -> None:
    keys = {
        key
        for schema in json_schemas().values()
        for each in (schema.get("items", schema), *schema.get("$defs", {}).values())
        for key in each["properties"]
    }
    assert sorted(key for key in keys if f"`{key}`" not in GUIDE) == []


def test_the_limits_are_those_of_the_code() -> None:
    mib, kib = marks.MAX_PACK_BYTES // 2**20, source.MAX_FILE_BYTES // 1024
    cards = f"{reading.MAX_CARDS} cards in {marks.MAX_FILES} files and {mib} MiB"
    assert f"{cards}, a file {kib} KiB, a fence {fences.MAX_CODE // 1024} KiB of code" in GUIDE
    draws = f"at most {template.MAX_DRAWS} draws, and a pack {checking.MAX_ALL_DRAWS}"
    assert draws in GUIDE.replace("\n", " ")
