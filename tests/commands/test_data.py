"""`data backup`, `restore`, `import` and `doctor`, and practice that goes on unsaved."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.records import backups, open_journal
from tests.commands.conftest import Run
from tests.e2e.terminal import Terminal
from tests.study.desk import row


def store(home: Path, *cards: str) -> None:
    journal = open_journal(home)
    for card in cards:
        journal.append(row(card))
    journal.close()


def count(home: Path) -> int:
    journal = open_journal(home)
    found = journal.count()
    journal.close()
    return found


def test_a_backup_is_made_and_told_and_restored_by_its_name(run: Run, home: Path) -> None:
    store(home, "a")
    said = run("data", "backup").out
    (backup,) = backups.listed(home)
    assert said == f"backup: {backup.path}\n"
    store(home, "b")
    done = run("data", "restore", backup.path.name)
    aside = next(home.glob("records-aside-*"))
    path = home / "records.sqlite3"
    assert done.out.splitlines() == [
        f"restored: {path} now has the 1 row of {backup.path}",
        f"the file that was there: {aside} (restore that one to undo this)",
    ]
    assert count(home) == 1
    assert run("data", "restore", str(aside)).code == 0
    assert count(home) == 2


def test_a_backup_that_is_not_there_is_named(run: Run, home: Path) -> None:
    done = run("data", "restore", "nothing")
    assert done.code == 1
    assert "nothing: the file can't be read" in done.err
    assert not home.exists()


@pytest.mark.parametrize("stdin", [True, False])
def test_an_export_is_imported_once(run: Run, home: Path, tmp_path: Path, stdin: bool) -> None:
    other = tmp_path / "other"
    store(other, "a", "b")
    exported = run("--home", str(other), "data", "export").out
    source = tmp_path / "in.jsonl"
    source.write_text(exported)
    typed = ("-", exported) if stdin else (str(source), "")
    store(home, "c")
    first = run("data", "import", typed[0], stdin=typed[1]).out.splitlines()
    assert first[0] == "imported: 2 rows; 0 known already"
    assert first[1].startswith(f"a backup of before: {home / 'backups'}")
    again = run("data", "import", typed[0], stdin=typed[1]).out
    assert again == "imported: 0 rows; 2 known already\n"
    assert count(home) == 3


def test_a_file_of_records_is_imported_too(run: Run, home: Path, tmp_path: Path) -> None:
    store(tmp_path / "other", "a")
    source = tmp_path / "other" / "records.sqlite3"
    assert run("data", "import", str(source)).out == "imported: 1 row; 0 known already\n"


def test_what_is_no_export_is_named_with_its_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("\x1b[2Jhello\n")
    done = run("data", "import", str(tmp_path / "in"))
    assert done.code == 1
    assert "line 1: this is no line of JSON" in done.err
    assert done.err.count("\n") == 1
    assert "\x1b" not in done.err


def test_a_healthy_home_is_told(run: Run, home: Path) -> None:
    store(home, "a")
    done = run("data", "doctor")
    assert done.code == 0
    assert done.out.startswith(f"good   {home / 'records.sqlite3'}: 1 rows")
    assert done.out.endswith("nothing is wrong\n")
    assert run("--home", f"{home}2", "data", "doctor").code == 0


def test_what_is_wrong_is_told_with_what_to_do(run: Run, home: Path) -> None:
    store(home, "a")
    run("data", "backup")
    path = home / "records.sqlite3"
    path.write_bytes(b"broken")
    path.chmod(0o644)
    done = run("data", "doctor")
    assert done.code == 1
    assert f"       to do: chmod 600 {path}\n" in done.out
    assert f"WRONG  {path}: this is not a file of records\n       to do: " in done.out
    assert "`banktrainer data restore" in done.out
    assert done.out.endswith("2 things are wrong\n")
    assert path.read_bytes() == b"broken"


def test_practice_without_records_only_if_one_says_so(run: Run, home: Path) -> None:
    home.mkdir()
    path = home / "records.sqlite3"
    path.write_bytes(b"broken")
    refused = run("practice", "--plain", stdin="1\n")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith(f"banktrainer: error: {path}: this is not a file of records; ")
    assert "--unsaved" in refused.err
    done = run("practice", "--plain", "--unsaved", stdin="1!\nu\n2\nq\n")
    assert done.code == 0
    assert "\nnot saved: 1, sure\n" in done.out
    assert not any(line.startswith("saved") for line in done.out.splitlines())
    assert done.err == "unsaved: nothing of this practice was kept\n"
    assert path.read_bytes() == b"broken"
    assert list(home.iterdir()) == [path]


@pytest.mark.parametrize("place", ["before", "after"])
def test_unsaved_makes_no_home(run: Run, home: Path, place: str) -> None:
    words = ["--unsaved", "practice"] if place == "before" else ["practice", "--unsaved"]
    assert run(*words, "--plain", stdin="idk\nq\n").code == 0
    assert not home.exists()


def test_the_app_goes_on_unsaved(home: Path) -> None:
    home.write_text("a file in its place")
    terminal = Terminal(home, ["--unsaved"], columns=120)
    terminal.wait_for("Enter")
    terminal.press("enter")
    terminal.wait_for("n no idea")
    terminal.press("n")
    terminal.wait_for("not saved")
    terminal.press("q")
    code, text = terminal.leave()
    assert code == 0
    assert "unsaved: nothing of this practice was kept" in text
    assert home.read_text() == "a file in its place"


def test_the_app_names_what_is_wrong_and_the_way_on(home: Path) -> None:
    home.write_text("a file in its place")
    terminal = Terminal(home, columns=120)
    text = "".join(terminal.wait_for("press v").split())  # wherever the lines break
    assert "togoonwithoutsaving" in text
    assert str(home) in text
    terminal.press("q")
    terminal.leave()


def test_practice_begins_the_day_s_backup(run: Run, home: Path) -> None:
    store(home, "a")
    run("practice", "--plain", stdin="q\n")
    (backup,) = backups.listed(home)
    assert backup.kind == "auto"
