"""The write-ahead log: what was committed to it is there, or its loss is told and kept aside."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from banktrainer.records import RecordsError, backups, log_check, open_journal, read_journal
from banktrainer.records.doctor import examined
from banktrainer.records.merge import merge
from banktrainer.records.restore import restore
from tests.records.answers import answer, tree
from tests.records.test_opening import flip

NOW = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)
ROWS = 20
HEADER, FRAME = 32, 24 + 4096


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A home whose program was killed: all rows are in the log, none in the file."""
    live = tmp_path / "live"
    journal = open_journal(live)
    for n in range(ROWS):
        journal.append(answer(n))
    home = tmp_path / "home"
    shutil.copytree(live, home)
    journal.close()
    return home


def log(home: Path) -> Path:
    return home / "records.sqlite3-wal"


def index(home: Path) -> Path:
    return home / "records.sqlite3-shm"


def rows(home: Path) -> int:
    journal = open_journal(home)
    found = journal.count()
    journal.close()
    return found


def last_frame(home: Path) -> int:
    return log(home).stat().st_size - FRAME


def flipped_early(home: Path) -> None:
    flip(log(home), 100)


def flipped_in_the_middle(home: Path) -> None:
    flip(log(home), log(home).stat().st_size // 2, 4)


def flipped_in_the_last_answer(home: Path) -> None:
    flip(log(home), last_frame(home) + 2000, 1)


def flipped_in_the_header(home: Path) -> None:
    flip(log(home), 16, 1)


def zeroed_from_the_middle(home: Path) -> None:
    data = log(home).read_bytes()
    half = len(data) // 2
    log(home).write_bytes(data[:half] + bytes(len(data) - half))


def zeroed(home: Path) -> None:
    log(home).write_bytes(bytes(log(home).stat().st_size))


def cut(home: Path) -> None:
    os.truncate(log(home), log(home).stat().st_size // 2)


def emptied(home: Path) -> None:
    os.truncate(log(home), 0)


def gone(home: Path) -> None:
    log(home).unlink()


DAMAGES = (
    flipped_early,
    flipped_in_the_middle,
    flipped_in_the_last_answer,
    flipped_in_the_header,
    zeroed_from_the_middle,
    zeroed,
    cut,
    emptied,
    gone,
)
SEEN_WITHOUT_INDEX = (flipped_early, flipped_in_the_middle, flipped_in_the_header, zeroed)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_log_is_named_and_nothing_is_altered(
    killed: Path, damage: Callable[[Path], None]
) -> None:
    damage(killed)
    before = tree(killed)
    for opened in (open_journal, read_journal):
        with pytest.raises(RecordsError, match="its log is") as error:
            opened(killed)
        assert (error.value.problem, error.value.path.parent) == ("damaged_log", killed)
        assert f"data restore {error.value.path}" in error.value.todo
    assert [each.kind for each in examined(killed) if each.level == "wrong"][-1:] == ["error"]
    assert tree(killed) == before


@pytest.mark.parametrize("damage", SEEN_WITHOUT_INDEX)
def test_the_log_tells_of_its_damage_without_its_index_too(
    killed: Path, damage: Callable[[Path], None]
) -> None:
    damage(killed)
    index(killed).unlink()
    with pytest.raises(RecordsError, match="its log is"):
        open_journal(killed)


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_can_be_read_goes_on_and_the_damaged_file_is_kept_with_its_log(
    killed: Path, damage: Callable[[Path], None]
) -> None:
    damage(killed)
    broken = log(killed).read_bytes() if log(killed).exists() else None
    told = index(killed).read_bytes()
    done = restore(killed, killed / "records.sqlite3", NOW)
    assert done.aside
    assert done.rows == rows(killed) < ROWS
    kept = Path(f"{done.aside}-wal")
    assert (kept.read_bytes() if kept.exists() else None) == broken
    assert Path(f"{done.aside}-shm").read_bytes() == told


def test_a_backup_takes_the_place_of_one_with_a_damaged_log(killed: Path) -> None:
    assert rows(killed) == ROWS
    backup = backups.back_up(killed, "hand", NOW)
    journal = open_journal(killed)
    journal.append(answer(ROWS))
    saved = [log(killed).read_bytes(), index(killed).read_bytes()]
    journal.close()
    for path, data in zip((log(killed), index(killed)), saved, strict=True):
        path.write_bytes(data)
    flip(log(killed), HEADER + 30)
    assert restore(killed, backup, NOW).rows == ROWS
    assert rows(killed) == ROWS


def test_rows_of_a_file_with_a_damaged_log_are_not_imported_as_if_they_were_all(
    killed: Path, tmp_path: Path
) -> None:
    cut(killed)
    journal = open_journal(tmp_path / "other")
    with contextlib.closing(journal):
        with pytest.raises(RecordsError, match="its log is broken"):
            merge(tmp_path / "other", journal, killed / "records.sqlite3", NOW)
        assert journal.count() == 0


def test_a_log_that_a_killed_program_left_is_whole(killed: Path) -> None:
    """With its index and without, and with a transaction that was never finished."""
    unfinished = log(killed).read_bytes()[HEADER : HEADER + FRAME - 100]
    whole = tree(killed)
    for with_index in (True, False):
        for more in (b"", unfinished):
            for name, data in whole.items():
                (killed / name).write_bytes(data)
            log(killed).write_bytes(whole["records.sqlite3-wal"] + more)
            if not with_index:
                index(killed).unlink()
            assert rows(killed) == ROWS


def test_every_length_of_a_log_without_index_opens_with_the_answers_before_it(killed: Path) -> None:
    """A program killed while it wrote leaves a log of any length, and so far it is whole."""
    index(killed).unlink()
    data = log(killed).read_bytes()
    for length in range(HEADER, len(data), 997):
        log(killed).write_bytes(data[:length])
        assert log_check.broken(killed / "records.sqlite3") == ""


def test_frames_of_before_the_log_was_begun_anew_are_no_damage(tmp_path: Path) -> None:
    """After a checkpoint SQLite writes over the log from its beginning."""
    journal = open_journal(tmp_path)
    for n in range(1500):
        journal.append(answer(n))
        if n % 100 == 0:
            assert log_check.broken(journal.path) == ""
    assert log_check.broken(journal.path) == ""
    journal.close()
    assert rows(tmp_path) == 1500


def test_the_log_of_a_file_that_a_link_leads_to_is_beside_that_file(
    killed: Path, tmp_path: Path
) -> None:
    """As where the records lie in a synced folder."""
    home = tmp_path / "linked"
    home.mkdir(mode=0o700)
    (home / "records.sqlite3").symlink_to(killed / "records.sqlite3")
    before = tree(killed)
    flipped_early(killed)
    with pytest.raises(RecordsError, match="its log is broken"):
        open_journal(home)
    log(killed).write_bytes(before["records.sqlite3-wal"])
    assert rows(home) == ROWS
