"""What lies beside the file: a change cut short, a folder in its way, rights that are too wide."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from banktrainer.records import RecordsError, open_journal, read_journal
from banktrainer.records.doctor import examined
from banktrainer.study.journal import Journal
from tests.records.answers import PLAIN
from tests.records.test_opening import filled


def cut_short(home: Path) -> Path:
    """A journal whose rows were being changed in the old way when the program was killed."""
    path = filled(home, rows=300)
    code = """
import os, sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("PRAGMA journal_mode = DELETE")
c.execute("PRAGMA cache_size = 1")
c.execute("DROP TRIGGER answers_are_never_changed")
c.execute("BEGIN IMMEDIATE")
c.execute("UPDATE answers SET card = card || '!' ")
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert Path(f"{path}-journal").stat().st_size
    return path


@pytest.mark.parametrize("opened", [open_journal, read_journal])
def test_a_change_that_was_cut_short_is_taken_back(
    tmp_path: Path, opened: Callable[[Path], Journal]
) -> None:
    cut_short(tmp_path)
    journal = opened(tmp_path)
    assert [row.card for row in journal.rows()] == ["column-walk"] * 300
    assert not list(tmp_path.glob("*-journal"))


def test_the_old_kind_of_journal_without_its_file_is_named_too(tmp_path: Path) -> None:
    cut_short(tmp_path).unlink()
    with pytest.raises(RecordsError, match=r"records\.sqlite3-journal is there") as error:
        open_journal(tmp_path)
    assert error.value.problem == "stray_log"
    assert [each.name for each in tmp_path.iterdir()] == ["records.sqlite3-journal"]


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_a_folder_in_the_place_of_what_sqlite_makes(tmp_path: Path, end: str) -> None:
    place = Path(f"{filled(tmp_path, rows=1)}{end}")
    place.mkdir()
    for opened in (open_journal, read_journal):
        with pytest.raises(RecordsError, match="a folder is in its place; move") as error:
            opened(tmp_path)
        assert (error.value.problem, error.value.path) == ("not_a_file", place)
    assert "error" in [each.kind for each in examined(tmp_path)]


def test_a_file_copied_here_by_hand_becomes_its_owners_alone(tmp_path: Path) -> None:
    path = filled(tmp_path, rows=1)
    path.chmod(0o644)
    journal = open_journal(tmp_path)
    journal.append(PLAIN)
    assert {each.stat().st_mode & 0o777 for each in tmp_path.iterdir()} == {0o600}
    journal.close()
