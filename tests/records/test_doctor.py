"""The doctor: everything is looked at, nothing is altered, and each thing wrong has its kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from banktrainer.records import (
    HomeCache,
    RecordsError,
    backups,
    open_journal,
    read_journal,
    recent,
)
from banktrainer.records.doctor import examined
from banktrainer.records.schema import INSERT, to_row
from banktrainer.records.stamp import stamp_of
from banktrainer.study.progress import summarize
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql, tree
from tests.records.test_opening import BROKEN, filled, newer, spoilt
from tests.study.desk import card, pack

NOW = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    journal = open_journal(home)
    for row in (PLAIN, FULL, NO_IDEA):
        journal.append(row)
    journal.close()
    return home


def kinds(home: Path, now: datetime = NOW) -> list[str]:
    return [f"{each.level} {each.kind}" for each in examined(home, now)]


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


def test_a_home_that_is_none_is_named_and_never_taken_for_an_empty_one(tmp_path: Path) -> None:
    """Such as a link to a disk that is not there just now: its answers are elsewhere."""
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    (tmp_path / "file").write_text("mine")
    for name, said in (
        ("link", "a link that leads nowhere is in its place"),
        ("file", "a file is in its place"),
        ("file/home", "not a directory"),
        ("x" * 300, "file name too long"),
    ):
        home = tmp_path / name
        assert kinds(home) == ["wrong error"]
        for opened in (open_journal, read_journal):
            with pytest.raises(RecordsError) as error:
                opened(home)
            assert (error.value.problem, error.value.path) == ("no_folder", home)
            if opened is read_journal:
                assert said in error.value.what
    assert not (tmp_path / "gone").exists()


def test_records_that_are_a_dead_link_are_named(tmp_path: Path) -> None:
    (tmp_path / "records.sqlite3").symlink_to(tmp_path / "gone")
    with pytest.raises(RecordsError, match="the link leads nowhere; put back"):
        open_journal(tmp_path)
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize(
    ("backed_up", "practised_today", "told"),
    [
        (False, False, "note since"),
        (False, True, "wrong overdue"),
        (True, False, None),
        (True, True, None),
    ],
)
def test_the_days_backup(
    tmp_path: Path, backed_up: bool, practised_today: bool, told: str | None
) -> None:
    """Rows of before today belong into a backup as soon as there was practice today."""
    home = tmp_path / "home"
    journal = open_journal(home)
    journal.append(answer(1, study_day="2026-11-29"))
    backups.back_up_daily(home, NOW.date() - timedelta(days=1))
    journal.append(answer(2, study_day="2026-11-29"))
    if backed_up:
        backups.back_up_daily(home, NOW.date())
    if practised_today:
        journal.append(answer(3, study_day="2026-11-30"))
    journal.close()
    said = [each for each in kinds(home) if each.endswith(("since", "overdue"))]
    assert said == ([told] if told else [])


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with both caches, as a start leaves them."""
    monkeypatch.setattr(recent, "SMALL_ROWS", 4)
    monkeypatch.setattr(recent, "RECENT_ROWS", 3)
    home = tmp_path / "home"
    journal = open_journal(home)
    for n in range(20):
        journal.append(
            answer(n, study_day=f"2026-11-{n + 1:02}", at=f"2026-11-{n + 1:02}T12:00:00.000000Z")
        )
    packs = [pack(card("column-walk", cell="F"))]
    found = recent.recent_of(journal, home, packs, NOW)
    summary = summarize(packs, found.rows, NOW, past=found.past)
    HomeCache(home).write(summary, stamp_of(journal, [], NOW.date()))
    backups.back_up(home, "hand", NOW)
    journal.close()
    return home


def test_caches_that_agree_are_not_spoken_of(cached: Path) -> None:
    assert {"past.json", "home.json"} <= set(tree(cached))
    assert kinds(cached) == ["good sound", "good backups"]


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("home.json", '"answers": 20', '"answers": 21', "wrong cache_wrong"),
        ("home.json", '"right": 0', '"right": 1', "wrong cache_wrong"),
        ("home.json", '{"format"', '{"form"', "note cache_old"),
        ("past.json", '"counts": [17', '"counts": [18', "wrong cache_wrong"),
        ("past.json", '"core/column-walk": 17', '"core/column-walk": 3', "wrong cache_wrong"),
        ("past.json", '"upto_id": "n', '"upto_id": "m', "note cache_old"),
        ("past.json", "{", "[", "note cache_old"),
    ],
)
def test_a_cache_that_tells_otherwise(
    cached: Path, name: str, old: str, new: str, told: str
) -> None:
    path = cached / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert [each for each in kinds(cached) if "cache" in each] == [told]


def test_a_cache_of_yesterday_is_no_fault(cached: Path) -> None:
    path = cached / "home.json"
    path.write_text(path.read_text().replace('"answers": 20', '"answers": 21'))
    tomorrow = NOW + timedelta(days=1)
    assert [each for each in kinds(cached, tomorrow) if "cache" in each] == []
