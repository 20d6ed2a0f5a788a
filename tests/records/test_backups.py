"""Backups: whole, private, one a study day; an older one goes only after a newer was verified."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.records import RecordsError, SqliteJournal, backups, copying, open_journal, overdue
from banktrainer.records.backups import Backup, kept
from banktrainer.records.restore import restore
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql, tree

MONDAY = date(2026, 11, 30)
NOON = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def journal(home: Path) -> Iterator[SqliteJournal]:
    opened = open_journal(home)
    opened.append(PLAIN)
    yield opened
    opened.close()


def ids(path: Path) -> list[str]:
    return [row[0] for row in sql(path, "SELECT id FROM answers ORDER BY seq")]


def daily(home: Path, day: int) -> Path | None:
    return backups.back_up_daily(home, MONDAY + timedelta(days=day))


def names(home: Path) -> list[str]:
    return [each.path.name for each in backups.listed(home)]


def test_a_backup_holds_what_is_still_in_the_log(home: Path, journal: SqliteJournal) -> None:
    journal.append(FULL)
    path = daily(home, 0)
    assert path == home / "backups" / "auto-2026-11-30.sqlite3"
    assert ids(path) == ["a1", "a2"]
    assert sql(path, "PRAGMA integrity_check") == [("ok",)]
    assert sql(path, "PRAGMA journal_mode") == [("delete",)], "one file, without a log"


@pytest.mark.parametrize("umask", [0, 0o022, 0o777])
def test_the_owner_alone_may_read_backups(home: Path, journal: SqliteJournal, umask: int) -> None:
    before = os.umask(umask)
    try:
        path = daily(home, 0)
    finally:
        os.umask(before)
    assert path is not None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(tree(path.parent)) == [path.name]


def test_one_a_study_day_and_none_without_news(home: Path, journal: SqliteJournal) -> None:
    assert daily(home, 0)
    journal.append(FULL)
    assert daily(home, 0) is None
    assert daily(home, 1)
    assert daily(home, 2) is None, "nothing came since"
    journal.append(NO_IDEA)
    assert daily(home, 2)
    assert names(home) == [f"auto-2026-{day}.sqlite3" for day in ("11-30", "12-01", "12-02")]


def test_an_empty_journal_needs_no_backup(home: Path) -> None:
    open_journal(home).close()
    assert daily(home, 0) is None
    assert not (home / "backups").exists()


def test_a_broken_backup_is_followed_by_a_new_one(home: Path, journal: SqliteJournal) -> None:
    first = daily(home, 0)
    assert first
    first.write_bytes(b"broken")
    assert daily(home, 1)
    assert first.read_bytes() == b"broken"


def test_backups_by_hand_have_names_of_their_own(home: Path, journal: SqliteJournal) -> None:
    made = [backups.back_up(home, "hand", NOON).name for _ in range(2)]
    assert made == ["hand-2026-11-30-123456.sqlite3", "hand-2026-11-30-123456-2.sqlite3"]
    assert sorted(names(home)) == sorted(made)


def damage(path: Path) -> None:
    """Rows that lie about their index: only the whole check finds it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'sqlite_autoindex_answers_1'"
        )


def test_a_copy_that_fails_the_whole_check_is_no_backup(home: Path) -> None:
    path = open_journal(home).path
    sql(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    damage(path)
    with pytest.raises(RecordsError) as error:
        backups.back_up(home, "hand", NOON)
    assert error.value.problem == "damaged"
    assert list(tree(home / "backups")) == []


def test_no_room_is_told_before_the_disk_is_filled(
    home: Path, journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 5, 5))
    with pytest.raises(RecordsError, match="no room for a copy") as error:
        daily(home, 0)
    assert error.value.problem == "full"
    assert list(tree(home / "backups")) == []


def test_a_file_in_the_folders_place_is_named(home: Path, journal: SqliteJournal) -> None:
    (home / "backups").write_text("mine")
    with pytest.raises(RecordsError) as error:
        daily(home, 0)
    assert error.value.path == home / "backups"
    assert (home / "backups").read_text() == "mine"


def test_drafts_of_killed_programs_are_swept_away_after_a_day(
    home: Path, journal: SqliteJournal
) -> None:
    """Whatever day they were for, those of the journal's own folder and SQLite's companions too."""
    folder = home / "backups"
    folder.mkdir()
    fresh = folder / f".auto-2026-12-01.sqlite3.{0:016x}"
    old = [
        folder / f".auto-2026-11-20.sqlite3.{1:016x}",
        folder / f".auto-2026-11-20.sqlite3.{1:016x}-journal",
        home / f".records.sqlite3.{2:016x}",
        home / f".home.json.{3:016x}",
    ]
    mine = home / ".mine.0123"
    for left in (fresh, mine, *old):
        left.write_bytes(b"half")
    for left in (mine, *old):
        os.utime(left, (0, 0))
    assert daily(home, 1)
    assert sorted(tree(folder)) == sorted([fresh.name, "auto-2026-12-01.sqlite3"])
    assert mine.exists()
    assert not any(left.exists() for left in old)


def test_other_answers_of_the_same_numbers_are_news(home: Path, journal: SqliteJournal) -> None:
    """After a restore as many answers may come as there were before."""
    first = daily(home, 0)
    journal.append(FULL)
    assert daily(home, 1)
    journal.close()
    assert first
    restore(home, first, NOON)
    later = open_journal(home)
    later.append(NO_IDEA)
    found = overdue.missing(later, home, MONDAY + timedelta(days=2))
    assert found is not None
    assert found.rows == 1
    later.close()
    path = daily(home, 2)
    assert path
    assert ids(path) == ["a1", "a3"]


def made_up(days: list[int]) -> list[Backup]:
    found = (MONDAY + timedelta(days=day) for day in days)
    return [Backup(day, "", "auto", Path(f"{day}")) for day in found]


def test_days_then_weeks_then_months_stay() -> None:
    stay = [(each.day - MONDAY).days for each in kept(made_up(list(range(-400, 1))))]
    assert stay[-7:] == list(range(-6, 1))
    sundays = [-1, -8, -15, -22]
    assert set(sundays) <= set(stay)
    months = {(each.day.year, each.day.month) for each in kept(made_up(list(range(-400, 1))))}
    assert len(months) == 12
    assert len(stay) <= 7 + 5 + 12


@given(st.lists(st.integers(0, 900), unique=True, min_size=1, max_size=80))
def test_thinning_day_by_day_keeps_as_much_as_thinning_at_once(days: list[int]) -> None:
    """What is let go today is not missed tomorrow."""
    by_day: list[Backup] = []
    for backup in sorted(made_up(days)):
        by_day = list(kept([*by_day, backup]))
        assert by_day[-1] == backup, "the newest always stays"
        assert len(by_day) <= 7 + 5 + 12
    assert set(by_day) == set(kept(made_up(days)))


def fill(home: Path, count: int) -> None:
    """Automatic backups of that many past days, one of which is to go if `count` > 24."""
    source = daily(home, 0)
    assert source
    for day in range(1, count):
        shutil.copy(source, source.with_name(f"auto-{MONDAY - timedelta(days=day)}.sqlite3"))


def test_older_ones_go_when_a_new_one_is_made(home: Path, journal: SqliteJournal) -> None:
    fill(home, 60)
    hand = backups.back_up(home, "hand", NOON - timedelta(days=300))
    journal.append(FULL)
    new = daily(home, 1)
    assert new
    left = names(home)
    assert new.name in left
    assert hand.name in left
    assert len(left) < 16


def test_none_goes_when_the_newest_is_not_sound(home: Path, journal: SqliteJournal) -> None:
    fill(home, 60)
    (home / "backups" / "auto-2026-11-30.sqlite3").write_bytes(b"broken")
    with pytest.raises(RecordsError):
        backups.thin(home)
    assert len(names(home)) == 60


def test_none_goes_when_the_new_one_cannot_be_made(
    home: Path, journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(home, 60)
    journal.append(FULL)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copying, "fill", fail)
    with pytest.raises(RecordsError) as error:
        daily(home, 1)
    assert error.value.problem == "full"
    assert len(names(home)) == 60


def test_the_three_newest_of_those_before_an_import_stay(
    home: Path, journal: SqliteJournal
) -> None:
    for minute in range(6):
        backups.back_up(home, "import", NOON + timedelta(minutes=minute))
    backups.thin(home)
    assert len(names(home)) == 3


def test_a_backup_while_another_program_writes_holds_what_was_committed(
    home: Path, journal: SqliteJournal
) -> None:
    for n in range(20):
        journal.append(answer(n))
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        path = daily(home, 0)
        other.execute("ROLLBACK")
    assert path
    assert len(ids(path)) == 21


def test_names_that_are_no_backups_are_left_alone(home: Path, journal: SqliteJournal) -> None:
    (home / "backups").mkdir()
    for name in ("auto-2026-02-31.sqlite3", "mine.sqlite3", "auto-2026-11-30.sqlite3.old"):
        (home / "backups" / name).write_text("x")
    (home / "backups" / "auto-2026-11-29.sqlite3").mkdir()
    assert backups.listed(home) == ()
