"""Restoring: a sound file takes the place, the former one is kept aside whole, and back again."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from banktrainer.records import RecordsError, backups, open_journal, placing
from banktrainer.records.restore import restore
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql, tree
from tests.records.test_opening import BROKEN, filled, newer

NOW = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with one row, a backup of it, and then a second row."""
    home = tmp_path / "home"
    journal = open_journal(home)
    journal.append(PLAIN)
    backups.back_up(home, "hand", NOW)
    journal.append(FULL)
    journal.close()
    return home


def backup_of(home: Path) -> Path:
    return backups.listed(home)[0].path


def ids(home: Path) -> list[str]:
    journal = open_journal(home)
    found = [row.id for row in journal.rows()]
    journal.close()
    return found


def test_a_backup_is_put_back_and_the_restoring_undone(home: Path) -> None:
    done = restore(home, backup_of(home), NOW)
    assert (done.path, done.rows) == (home / "records.sqlite3", 1)
    assert ids(home) == ["a1"]
    assert done.aside == home / "records-aside-2026-11-30-123456.sqlite3"
    undone = restore(home, done.aside, NOW)
    assert ids(home) == ["a1", "a2"]
    assert undone.aside == home / "records-aside-2026-11-30-123456-2.sqlite3"
    files = [path for path in home.rglob("*") if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_the_cached_summary_of_the_former_file_goes(home: Path) -> None:
    (home / "home.json").write_text("{}")
    restore(home, backup_of(home), NOW)
    assert not (home / "home.json").exists()


@pytest.mark.parametrize(("damage", "problem"), BROKEN)
def test_a_damaged_file_is_kept_aside_as_it_was(
    tmp_path: Path, damage: Callable[[Path], object], problem: str
) -> None:
    path = filled(tmp_path)
    backup = backups.back_up(tmp_path, "hand", NOW)
    damage(path)
    before = path.read_bytes()
    done = restore(tmp_path, backup, NOW)
    assert done.aside
    assert done.aside.read_bytes() == before
    assert len(ids(tmp_path)) == 300


@pytest.mark.parametrize(("damage", "problem"), BROKEN)
def test_a_damaged_backup_is_refused_and_nothing_changes(
    home: Path, damage: Callable[[Path], object], problem: str
) -> None:
    backup = filled(home.parent / "other")
    damage(backup)
    before = tree(home)
    with pytest.raises(RecordsError) as error:
        restore(home, backup, NOW)
    assert (error.value.problem, error.value.path) == (problem, backup)
    assert tree(home) == before


def test_what_is_not_there_is_named(home: Path) -> None:
    with pytest.raises(RecordsError) as error:
        restore(home, home / "nothing", NOW)
    assert error.value.problem == "unreadable"


def test_a_newer_backup_is_refused_and_a_newer_file_set_aside(home: Path) -> None:
    backup = backup_of(home)
    path = home / "records.sqlite3"
    newer(path)
    before = path.read_bytes()
    done = restore(home, backup, NOW)
    assert done.aside
    assert done.aside.read_bytes() == before
    with pytest.raises(RecordsError) as error:
        restore(home, done.aside, NOW)
    assert error.value.problem == "newer"
    assert ids(home) == ["a1"]


def test_a_damaged_file_goes_aside_with_its_log(home: Path) -> None:
    live = open_journal(home)
    live.append(NO_IDEA)
    copy = home.parent / "copy"
    copy.mkdir()
    for path in home.glob("records.sqlite3*"):
        (copy / path.name).write_bytes(path.read_bytes())
    live.close()
    (copy / "records.sqlite3").write_bytes(b"broken" * 1000)
    log = (copy / "records.sqlite3-wal").read_bytes()
    done = restore(copy, backup_of(home), NOW)
    assert done.aside
    assert Path(f"{done.aside}-wal").read_bytes() == log
    assert ids(copy) == ["a1"]


def test_a_log_without_its_file_and_a_folder_in_its_place_go_aside_too(home: Path) -> None:
    for name, make in (("x", Path.mkdir), ("y", lambda path: None)):
        place = home.parent / name
        place.mkdir()
        make(place / "records.sqlite3")
        Path(place / "records.sqlite3-wal").write_bytes(b"log")
        done = restore(place, backup_of(home), NOW)
        assert done.aside
        assert Path(f"{done.aside}-wal").read_bytes() == b"log"
        assert ids(place) == ["a1"]


def test_another_program_at_work_is_not_robbed_of_its_file(home: Path) -> None:
    working = open_journal(home)
    working.append(NO_IDEA)
    with pytest.raises(RecordsError) as error:
        restore(home, backup_of(home), NOW)
    assert error.value.problem == "busy"
    working.append(answer(9))
    working.close()
    assert len(ids(home)) == 4


@pytest.mark.parametrize("call", ["link", "replace", "sync_folder"])
def test_a_restoring_that_breaks_off_never_leaves_no_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """At each place where it may die there is a whole journal under the journal's name."""

    def die(*_: object) -> None:
        raise SystemExit

    backup = backup_of(home)
    with monkeypatch.context() as patched:
        owner = {"link": os, "replace": Path, "sync_folder": placing}[call]
        patched.setattr(owner, call, die)
        with pytest.raises(SystemExit):
            restore(home, backup, NOW)
    assert ids(home) == ["a1", "a2"]


def test_without_hard_links_it_works_too(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "no hard links here")

    monkeypatch.setattr(os, "link", no_links)
    done = restore(home, backup_of(home), NOW)
    assert done.aside
    assert sql(done.aside, "SELECT count(*) FROM answers") == [(2,)]
    assert ids(home) == ["a1"]


def test_a_home_without_records_takes_them(home: Path) -> None:
    done = restore(home.parent / "new", backup_of(home), NOW)
    assert done.aside is None
    assert ids(home.parent / "new") == ["a1"]
