"""Reading alone: nothing is made or altered, and a home that can't be written will do."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from banktrainer.records import RecordsError, open_journal, read_journal
from banktrainer.records.unsaved import UnsavedJournal
from tests.records.answers import FULL, PLAIN, answer, sql, tree
from tests.records.test_opening import BROKEN, filled, newer, zeroed
from tests.records.test_opening import public as public
from tests.records.test_refusals import STRANGER, run


def test_a_home_without_answers_reads_as_empty_and_is_not_made(tmp_path: Path) -> None:
    journal = read_journal(tmp_path / "new")
    assert isinstance(journal, UnsavedJournal)
    assert list(journal.rows()) == []
    journal.close()
    assert not (tmp_path / "new").exists()


def test_rows_are_read_while_another_program_has_the_file_open(tmp_path: Path) -> None:
    writing = open_journal(tmp_path)
    writing.append(PLAIN)
    journal = read_journal(tmp_path)
    writing.append(FULL)
    assert list(journal.rows()) == [PLAIN, FULL]
    journal.close()
    writing.close()


@pytest.mark.parametrize(("damage", "problem"), BROKEN)
def test_whatever_is_wrong_is_named(
    tmp_path: Path, damage: Callable[[Path], object], problem: str
) -> None:
    damage(filled(tmp_path))
    before = tree(tmp_path)
    with pytest.raises(RecordsError) as error:
        read_journal(tmp_path)
    assert error.value.problem == problem
    assert {name: tree(tmp_path)[name] for name in before} == before


def test_a_newer_file_is_read(tmp_path: Path) -> None:
    newer(filled(tmp_path, rows=2))
    journal = read_journal(tmp_path)
    assert len(list(journal.rows())) == 2
    journal.close()


@pytest.mark.parametrize("kind", ["a file", "a file on the way"])
def test_no_folder(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").write_text("x")
    home = tmp_path / "file" if kind == "a file" else tmp_path / "file" / "home"
    with pytest.raises(RecordsError, match="this folder can't be used") as error:
        read_journal(home)
    assert error.value.path == home


def left_by_a_kill(home: Path) -> None:
    """The last row is still in the log, as a killed program leaves it."""
    journal = open_journal(home.with_name("live"))
    journal.append(PLAIN)
    for path in journal.path.parent.iterdir():
        (home / path.name).write_bytes(path.read_bytes())
    journal.close()


def without_the_index(home: Path) -> None:
    left_by_a_kill(home)
    (home / "records.sqlite3-shm").unlink()


def at_rest(home: Path) -> None:
    filled(home, rows=1)


@pytest.mark.parametrize("left", [at_rest, left_by_a_kill, without_the_index])
@pytest.mark.parametrize("command", ["stats --json", "data export", "data doctor"])
def test_a_home_that_cannot_be_written(
    public: Path, left: Callable[[Path], None], command: str
) -> None:
    home = public / "home"
    home.mkdir()
    left(home)
    home.chmod(0o555)
    for path in home.iterdir():
        path.chmod(0o444)
    before = tree(home)
    done = run(home, command, user=STRANGER if os.getuid() == 0 else None)
    home.chmod(0o755)
    assert tree(home) == before
    assert "Traceback" not in done.stderr
    if command == "stats --json":
        assert json.loads(done.stdout)["cells"]["F"]["answers"] == 1
    elif command == "data export":
        assert len(done.stdout.splitlines()) == 1
    else:
        assert done.returncode == 1
        assert "can't be written" in done.stdout


def test_a_folder_that_only_another_may_enter_is_not_called_empty(public: Path) -> None:
    home = public / "closed"
    home.mkdir()
    home.chmod(0)
    done = run(home, "stats", user=STRANGER)
    home.chmod(0o700)
    assert done.returncode == 1
    assert f"{home}: this folder can't be used (permission denied)" in done.stderr


def test_practice_tells_a_newer_file_before_it_asks(tmp_path: Path) -> None:
    newer(filled(tmp_path, rows=1))
    done = run(tmp_path, "practice --plain", "idk\nq\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "a newer version of banktrainer wrote this file" in done.stderr
    assert "--unsaved" in done.stderr
    assert run(tmp_path, "practice --plain --unsaved", "idk\nq\n").returncode == 0


def test_stats_of_a_damaged_file(tmp_path: Path) -> None:
    zeroed(filled(tmp_path, rows=1))
    assert "this is not a file of records" in run(tmp_path, "stats").stderr


def test_rows_written_since_are_seen(tmp_path: Path) -> None:
    filled(tmp_path, rows=1)
    journal = read_journal(tmp_path)
    sql(tmp_path / "records.sqlite3", "SELECT 1")
    writing = open_journal(tmp_path)
    writing.append(answer(7))
    assert len(list(journal.rows())) == 2
    writing.close()
    journal.close()
