"""The doctor: everything is looked at, nothing is altered, and each thing wrong has its kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from banktrainer.records import backups, open_journal
from banktrainer.records.doctor import examined
from banktrainer.records.schema import INSERT, to_row
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql, tree
from tests.records.test_opening import BROKEN, filled, newer, spoilt

NOW = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    journal = open_journal(home)
    for row in (PLAIN, FULL, NO_IDEA):
        journal.append(row)
    journal.close()
    return home


def kinds(home: Path) -> list[str]:
    return [f"{each.level} {each.kind}" for each in examined(home)]


def test_a_healthy_home(home: Path) -> None:
    assert kinds(home) == ["good sound", "note no_backup"]
    backups.back_up(home, "hand", NOW)
    before = tree(home)
    assert kinds(home) == ["good sound", "good backups"]
    assert {name: tree(home)[name] for name in before} == before


def test_a_home_that_is_not_there_or_new(tmp_path: Path) -> None:
    assert kinds(tmp_path / "new") == ["note no_folder"]
    (tmp_path / "new").mkdir(mode=0o700)
    assert kinds(tmp_path / "new") == ["note no_answers"]
    (tmp_path / "file").write_text("x")
    assert kinds(tmp_path / "file") == ["wrong folder"]


@pytest.mark.parametrize(("damage", "problem"), BROKEN)
def test_damage_is_named_with_the_backup_that_helps(
    tmp_path: Path, damage: Callable[[Path], object], problem: str
) -> None:
    path = filled(tmp_path)
    backup = backups.back_up(tmp_path, "hand", NOW)
    damage(path)
    before = tree(tmp_path)
    found = [each for each in examined(tmp_path) if each.kind in ("error", "restore")]
    assert [(each.level, each.kind, each.path) for each in found] == [
        ("wrong", "error", path),
        ("note", "restore", backup),
    ]
    assert {name: tree(tmp_path)[name] for name in before} == before


def test_damage_within_a_row_is_found(tmp_path: Path) -> None:
    spoilt(tmp_path)
    assert "wrong row" in kinds(tmp_path)


def unchecked(path: Path, *rows: object) -> None:
    """Rows that the program would not write, put in past its checks."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for row in rows:
            connection.execute(INSERT, to_row(row))  # type: ignore[arg-type]


def test_rows_that_are_not_as_written_are_numbered(home: Path) -> None:
    path = home / "records.sqlite3"
    unchecked(path, *(answer(n, at="soon") for n in range(7)), answer(8, study_day="today"))
    found = [each for each in examined(home) if each.level == "wrong"]
    assert [each.kind for each in found] == ["row"] * 5 + ["more_rows"]
    assert found[0].facts == {"number": 4, "what": "`at` is not as it should be"}
    assert found[-1].facts == {"n": 3}


def test_a_void_without_its_row_is_found(home: Path) -> None:
    unchecked(home / "records.sqlite3", answer(9, asked="void", voids="elsewhere"))
    (found,) = [each for each in examined(home) if each.level == "wrong"]
    assert (found.kind, found.facts) == ("lost", {"n": 1, "id": "n9"})


def test_a_newer_file_is_named_and_not_touched(home: Path) -> None:
    path = home / "records.sqlite3"
    newer(path)
    sql(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    assert "wrong newer" in kinds(home)
    assert path.read_bytes() == before


def test_a_log_of_a_killed_program_is_no_fault(home: Path) -> None:
    journal = open_journal(home)
    journal.append(answer(5))
    assert kinds(home) == ["good sound", "note log", "note no_backup"]
    journal.close()


def test_a_log_without_its_file_is(home: Path) -> None:
    (home / "records.sqlite3").rename(home / "elsewhere")
    (home / "records.sqlite3-wal").write_bytes(b"answers")
    assert "wrong error" in kinds(home)


@pytest.mark.parametrize("name", [".", "records.sqlite3", "home.json", "backups"])
def test_what_others_may_read_is_named_with_the_mend(home: Path, name: str) -> None:
    (home / "home.json").write_text(json.dumps({}))
    (home / "home.json").chmod(0o600)
    backups.back_up(home, "hand", NOW)
    path = (home / name).resolve()
    path.chmod(0o755 if path.is_dir() else 0o644)
    (found,) = [each for each in examined(home) if each.level == "wrong"]
    assert (found.kind, found.path.resolve()) == ("open_to_others", path)
    assert found.facts["wanted"] == ("700" if path.is_dir() else "600")


def test_a_broken_backup_is_named(home: Path) -> None:
    good = backups.back_up(home, "hand", NOW)
    bad = good.with_name("auto-2026-11-29.sqlite3")
    bad.write_bytes(good.read_bytes()[:-5000])
    bad.chmod(0o600)
    found = [each for each in examined(home) if each.kind in ("backup", "backups")]
    assert [(each.level, each.path) for each in found] == [
        ("wrong", bad),
        ("good", good.parent),
    ]
    assert found[1].facts["n"] == 1


def test_things_in_the_way_and_things_left_over(home: Path) -> None:
    (home / "home.json").mkdir()
    (home / "backups").write_text("x")
    (home / "records-aside-2026-11-30-123456.sqlite3").write_bytes(b"old")
    (home / f".records.sqlite3.{'0' * 16}").write_bytes(b"half")
    for path in home.iterdir():
        path.chmod(0o600 if path.is_file() else 0o700)
    found = kinds(home)
    assert found.count("wrong in_place") == 2
    assert "note aside" in found
    assert "note draft" in found


def test_a_disk_that_is_nearly_full_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = 1 << 20

    monkeypatch.setattr("banktrainer.records.doctor.shutil.disk_usage", lambda _: Usage)
    assert "wrong room" in kinds(home)


def test_a_home_that_is_a_dead_link(tmp_path: Path) -> None:
    (tmp_path / "home").symlink_to(tmp_path / "gone")
    assert kinds(tmp_path / "home") == ["wrong folder"]
