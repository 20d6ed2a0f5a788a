"""`packs add`, `remove` and `list`: whole or not at all, and progress stays."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pexpect
import pytest

from tests.commands.conftest import Run
from tests.packs.desk import EXAMPLE, RECALL, write_pack

MANIFEST = "format: 1\nid: demo\ntitle: A demo\nversion: {}\nlanguage: en\n"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "demo", {"a.md": EXAMPLE}, MANIFEST.format("1.0"))


def version(pack: Path, number: str) -> None:
    (pack / "pack.yaml").write_text(MANIFEST.format(number))


def zipped(pack: Path) -> Path:
    made = pack.with_suffix(".zip")
    with zipfile.ZipFile(made, "w") as opened:
        for path in pack.rglob("*"):
            opened.write(path, path.relative_to(pack.parent))
    return made


def left(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "packs").glob("*"))


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_what_is_added_is_there_everywhere(run: Run, home: Path, pack: Path, form: str) -> None:
    done = run("packs", "add", str(zipped(pack) if form == "zip" else pack))
    assert (done.code, done.out) == (0, "added demo 1.0: 1 worked example\n")
    assert left(home) == ["demo"]
    assert "demo      1.0  1 worked example  added" in run("packs", "list").out
    played = run("practice", "--pack", "demo", "--plain", stdin="2!\nq\n")
    assert "[1/1] " in played.out
    assert "saved: 2, sure" in played.out
    assert "1 " in run("stats").out


HARM = {
    "an escape": ("cards/\x1b[2J.md", "x"),
    "a bidi override": ("cards/\u202e.md", "x"),
    "the same name in capitals": ("cards/A.md", RECALL),
    "a large file": ("cards/b.md", "\0" * (1 << 24)),
    "upwards": ("../evil.md", "x"),
    "a drive": ("C:/evil.md", "x"),
}


@pytest.mark.parametrize(("name", "text"), HARM.values(), ids=HARM)
def test_a_zip_that_means_harm_leaves_nothing(
    run: Run, home: Path, pack: Path, name: str, text: str
) -> None:
    made = zipped(pack)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr(name if name.startswith(("..", "C:")) else f"demo/{name}", text)
    done = run("packs", "add", str(made))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("banktrainer: error: ")
    assert done.err.count("\n") == 1
    assert left(home) == []


def test_files_that_no_pack_uses_stay_behind(run: Run, home: Path, pack: Path) -> None:
    (pack / "notes.docx").write_text("x")
    (pack / "README.md").write_text("x")
    run("packs", "add", str(zipped(pack)))
    found = sorted(p.name for p in (home / "packs/demo").rglob("*") if p.is_file())
    assert found == ["README.md", "a.md", "pack.yaml"]


def test_progress_stays_with_a_newer_version_and_a_new_id(run: Run, home: Path, pack: Path) -> None:
    run("packs", "add", str(pack))
    run("practice", "demo/offset", "--plain", stdin="2!\nq\n")
    renamed = EXAMPLE.replace("id: offset", "id: walk\naliases: [offset]")
    (pack / "cards/a.md").write_text(renamed)
    (pack / "cards/b.md").write_text(RECALL)
    version(pack, "1.10")
    done = run("packs", "add", str(pack))
    assert done.out.splitlines() == [
        "replaced demo 1.0 by 1.10: 1 worked example, 1 recall card",
        "cards that are new: 1; that are gone: 0, whose answers stay in your records",
    ]
    seen = run("practice", "--pack", "demo", "--plain", stdin="").out
    assert "demo/ask" in seen.splitlines()[0]
    assert run("stats", "--json").out.count('"answers": 1') >= 1


def test_an_older_version_needs_force(run: Run, home: Path, pack: Path) -> None:
    version(pack, "1.10")
    run("packs", "add", str(pack))
    version(pack, "1.9")
    done = run("packs", "add", str(pack))
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "banktrainer: error: demo 1.10 is there already, and 1.9 is older; --force takes it all "
        "the same\n"
    )
    assert "1.10" in run("packs", "list").out
    assert run("packs", "add", str(pack), "--force").code == 0
    assert "demo      1.9 " in run("packs", "list").out


@pytest.mark.parametrize(("answer", "version_then"), [("y", "1.9"), ("n", "1.10")])
def test_in_a_terminal_an_older_version_is_asked_about(
    run: Run, home: Path, pack: Path, answer: str, version_then: str
) -> None:
    version(pack, "1.10")
    run("packs", "add", str(pack))
    version(pack, "1.9")
    command = ["-m", "banktrainer", "packs", "add", str(pack)]
    terminal = pexpect.spawn(
        sys.executable, command, timeout=60, encoding="utf-8", dimensions=(24, 200)
    )
    terminal.expect("demo 1.10 is there already, and 1.9 is older. Take it all the same")
    terminal.sendline(answer)
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == (0 if answer == "y" else 1)
    assert f"demo      {version_then} " in run("packs", "list").out


def test_one_with_errors_leaves_things_as_they_were(run: Run, home: Path, pack: Path) -> None:
    run("packs", "add", str(pack))
    (pack / "cards/a.md").write_text(EXAMPLE.replace("title: A walk", "title: A walk\nanswer: 9"))
    version(pack, "2.0")
    done = run("packs", "add", str(pack))
    assert (done.code, done.out) == (1, "")
    place = f"{pack}/cards/a.md:5:9"
    assert done.err == (
        f"banktrainer: error: {place}: E504 the stated answer is `9`, the engine's is `2` (errors: "
        f"1; `banktrainer packs check` tells all); {pack} is not added\n"
    )
    assert "demo      1.0 " in run("packs", "list").out
    assert left(home) == ["demo"]


HOSTILE = ["missing", "empty", "no pack", "file", "zip slip", "link out", "reserved", "skill"]


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_not_added_gets_one_line_and_leaves_nothing(
    run: Run, home: Path, tmp_path: Path, pack: Path, kind: str
) -> None:
    source = tmp_path / "source"
    if kind == "empty":
        source.mkdir()
    elif kind == "no pack":
        write_pack(source, {"a.md": EXAMPLE}, None)
    elif kind == "file":
        source.write_text("no zip")
    elif kind == "zip slip":
        with zipfile.ZipFile(source, "w") as opened:
            opened.writestr("../evil\x1b[31m", "x")
    elif kind == "link out":
        source = pack
        (pack / "cards/b.md").symlink_to("/etc/passwd")
    elif kind in ("reserved", "skill"):
        taken = "core" if kind == "reserved" else kind
        write_pack(source, {"a.md": EXAMPLE}, MANIFEST.format("1").replace("demo", taken))
    before = sorted(tmp_path.rglob("*"))
    done = run("packs", "add", str(source))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("banktrainer: error: ")
    assert done.err.count("\n") == 1
    assert "\x1b" not in done.err
    made = [path for path in sorted(tmp_path.rglob("*")) if path not in before]
    assert [path for path in made if home not in (path, *path.parents)] == []
    assert left(home) == []


def test_a_home_that_can_t_hold_packs_is_named(run: Run, home: Path, pack: Path) -> None:
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("no folder")
    done = run("packs", "add", str(pack))
    assert done.code == 1
    assert done.err.startswith(f"banktrainer: error: {pack} can't be added: {home}: ")
    assert home.read_text() == "no folder"


def test_removing(run: Run, home: Path, pack: Path) -> None:
    run("packs", "add", str(pack))
    run("practice", "demo/offset", "--plain", stdin="2!\nq\n")
    done = run("packs", "remove", "demo")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "removed demo; what you have answered stays in your records, and counts again with the "
        "pack\n"
    )
    assert not (home / "packs").exists()
    assert "demo" not in run("packs", "list").out
    assert '"pack": "demo"' in run("data", "export").out.replace('":"', '": "')


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("core", "core comes with the program and stays"),
        ("nothing", "no added pack is called nothing; there are: demo"),
        ("../demo", "no added pack is called ../demo; there are: demo"),
    ],
)
def test_what_can_t_be_removed(run: Run, home: Path, pack: Path, id: str, said: str) -> None:
    run("packs", "add", str(pack))
    done = run("packs", "remove", id)
    assert (done.code, done.out, done.err) == (1, "", f"banktrainer: error: {said}\n")
    assert left(home) == ["demo"]


def test_a_pack_that_broke_is_told_and_can_be_removed(run: Run, home: Path, pack: Path) -> None:
    run("packs", "add", str(pack))
    (home / "packs/demo/cards/a.md").write_text("broken\n")
    done = run("packs", "list")
    assert done.code == 1
    assert "a pack can't be used: " in done.err
    assert "core" in done.out
    played = run("practice", "--plain", stdin="q\n")
    assert played.code == 0
    assert "a pack can't be used: " in played.err
    assert run("packs", "remove", "demo").code == 0
    assert run("packs", "list").code == 0
