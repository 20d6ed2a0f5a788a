"""Opening: whatever is wrong is named with path and remedy, and the file stays as it was."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from banktrainer.records import RecordsError, SqliteJournal, make, open_journal
from banktrainer.records import connect as connecting
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql, tree


def filled(home: Path, rows: int = 300) -> Path:
    """A journal of some pages, closed; its file."""
    journal = open_journal(home)
    for n in range(rows):
        journal.append(answer(n))
    journal.close()
    return journal.path


def flip(path: Path, at: int, mask: int = 0xFF) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= mask
    path.write_bytes(data)


def zeroed(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def cut_within_the_header(path: Path) -> None:
    os.truncate(path, 60)


def in_a_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[3 * 4096 : 3 * 4096 + 64] = os.urandom(64)
    path.write_bytes(data)


def another_program(path: Path) -> None:
    path.unlink()
    sql(path, "CREATE TABLE answers (id TEXT)", "PRAGMA user_version = 1")


def no_version(path: Path) -> None:
    flip(path, 63, 1)


def other_table(path: Path) -> None:
    sql(path, "ALTER TABLE answers RENAME COLUMN verdict TO outcome")


def no_text_in_the_schema(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE answers", b"CREATE TABLE \xff\xfewers"))


BROKEN: list[tuple[Callable[[Path], object], str]] = [
    (lambda path: os.truncate(path, 0), "empty"),
    (zeroed, "foreign"),
    (lambda path: path.write_text("dear diary\n" * 400), "foreign"),
    (lambda path: path.write_bytes(b"\x1f\x8b" * 5000), "foreign"),
    (cut_within_the_header, "foreign"),
    (another_program, "foreign"),
    (truncated, "damaged"),
    (in_a_page, "damaged"),
    (no_version, "damaged"),
    (no_text_in_the_schema, "damaged"),
    (lambda path: flip(path, 18, 4), "damaged"),
    (lambda path: flip(path, 19, 4), "damaged"),
    (other_table, "damaged"),
]


@pytest.mark.parametrize(("damage", "problem"), BROKEN)
def test_a_broken_file_is_named_and_left_as_it_is(
    tmp_path: Path, damage: Callable[[Path], object], problem: str
) -> None:
    path = filled(tmp_path)
    damage(path)
    before = tree(tmp_path)
    with pytest.raises(RecordsError) as error:
        open_journal(tmp_path)
    assert (error.value.problem, error.value.path) == (problem, path)
    assert str(path) in str(error.value)
    assert error.value.what
    assert error.value.todo
    assert "\n" not in str(error.value)
    assert tree(tmp_path)[path.name] == before[path.name]


def spoilt(home: Path) -> Path:
    """A journal whose first row holds what is no JSON; its file."""
    path = filled(home, rows=1)
    path.write_bytes(path.read_bytes().replace(b'{"cycles": 32', b'{"cycles"= 32'))
    return path


def test_damage_within_a_row_is_found_on_opening(tmp_path: Path) -> None:
    path = spoilt(tmp_path)
    with pytest.raises(RecordsError, match="malformed JSON") as error:
        open_journal(tmp_path)
    assert (error.value.problem, error.value.path) == ("damaged", path)


def test_bytes_that_are_no_text_are_damage_and_no_failing_disk(tmp_path: Path) -> None:
    path = filled(tmp_path, rows=3)
    path.write_bytes(path.read_bytes().replace(b"column-walk", b"column\xffwalk"))
    journal = open_journal(tmp_path)
    with pytest.raises(RecordsError, match="UTF-8") as error:
        list(journal.rows())
    assert (error.value.problem, error.value.path) == ("damaged", path)
    journal.close()


def test_damage_within_a_row_of_a_large_file_is_named_with_the_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banktrainer.records.examine.QUICK_CHECK_BYTES", 0)
    spoilt(tmp_path)
    journal = open_journal(tmp_path)
    with pytest.raises(RecordsError) as error:
        list(journal.rows())
    assert error.value.problem == "damaged"
    assert "row 1" in error.value.what
    journal.close()


def test_damage_in_a_file_too_large_to_check_is_found_when_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banktrainer.records.examine.QUICK_CHECK_BYTES", 0)
    path = filled(tmp_path)
    for page in range(3, path.stat().st_size // 4096):
        flip(path, page * 4096)
    journal = open_journal(tmp_path)
    with pytest.raises(RecordsError) as error:
        list(journal.rows())
    assert error.value.problem == "damaged"
    journal.close()


def test_a_large_file_cut_short_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banktrainer.records.examine.QUICK_CHECK_BYTES", 0)
    path = filled(tmp_path)
    os.truncate(path, path.stat().st_size - 1)
    with pytest.raises(RecordsError, match="bytes of") as error:
        open_journal(tmp_path)
    assert error.value.problem == "damaged"


def test_a_folder_in_the_files_place(tmp_path: Path) -> None:
    (tmp_path / "records.sqlite3").mkdir()
    with pytest.raises(RecordsError, match="a folder is in its place") as error:
        open_journal(tmp_path)
    assert error.value.problem == "not_a_file"


def test_a_socket_in_the_files_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("records.sqlite3")
        with pytest.raises(RecordsError) as error:
            open_journal(tmp_path)
    assert error.value.problem == "not_a_file"


def test_a_link_that_leads_nowhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "records.sqlite3").symlink_to(tmp_path / "gone" / "records.sqlite3")
    with pytest.raises(RecordsError) as error:
        open_journal(tmp_path)
    assert error.value.problem == "unreadable"


def test_a_link_to_the_file_will_do(tmp_path: Path) -> None:
    path = filled(tmp_path / "real", rows=1)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "records.sqlite3").symlink_to(path)
    journal = open_journal(tmp_path / "home")
    assert journal.count() == 1
    journal.close()


def test_a_log_without_its_file_is_not_taken_for_a_new_journals(tmp_path: Path) -> None:
    log = tmp_path / "records.sqlite3-wal"
    log.write_bytes(b"\x37\x7f\x06\x82" + bytes(100))
    with pytest.raises(RecordsError) as error:
        open_journal(tmp_path)
    assert error.value.problem == "stray_log"
    assert list(tree(tmp_path)) == [log.name]
    log.write_bytes(b"")
    open_journal(tmp_path).close()


def test_a_home_that_is_a_file(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("mine")
    for wanted in (home, home / "below"):
        with pytest.raises(RecordsError) as error:
            open_journal(wanted)
        assert (error.value.problem, error.value.path) == ("no_folder", wanted)
    assert home.read_text() == "mine"


def test_an_sqlite_too_old_for_strict_tables_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(RecordsError, match=r"3\.37\.0 is needed") as error:
        open_journal(tmp_path)
    assert error.value.problem == "old_sqlite"
    assert list(tmp_path.iterdir()) == []


def no_hard_links(*_: object) -> None:
    raise PermissionError("no hard links here")


@pytest.mark.parametrize("links", [True, False])
def test_making_a_file_never_replaces_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """Two first starts at once: the one that comes late keeps the other's file."""
    if not links:
        monkeypatch.setattr(os, "link", no_hard_links)
    path = filled(tmp_path, rows=1)
    before = tree(tmp_path)
    make.make_file(path)
    assert tree(tmp_path) == before


def newer(path: Path) -> None:
    """The file as a later version might leave it: another number, a column more."""
    sql(path, "ALTER TABLE answers ADD COLUMN mood TEXT", "PRAGMA user_version = 2")


def test_a_newer_file_is_read_only(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    for row in (PLAIN, FULL, NO_IDEA):
        journal.append(row)
    journal.close()
    newer(journal.path)
    before = tree(tmp_path)
    opened = open_journal(tmp_path)
    assert opened.read_only
    assert list(opened.rows()) == [PLAIN, FULL, NO_IDEA]
    with pytest.raises(RecordsError) as error:
        opened.append(answer(4))
    assert error.value.problem == "newer"
    assert opened.count() == 3
    opened.close()
    assert tree(tmp_path)[journal.path.name] == before[journal.path.name]


def test_a_newer_file_with_answers_still_in_its_log_is_not_touched(tmp_path: Path) -> None:
    """As the later version leaves it when it is killed: the last rows are in the log."""
    home = tmp_path / "home"
    journal = open_journal(tmp_path / "live")
    journal.append(PLAIN)
    newer(journal.path)
    home.mkdir()
    for path in journal.path.parent.iterdir():
        (home / path.name).write_bytes(path.read_bytes())
    journal.close()
    (home / "records.sqlite3-shm").unlink()
    before = tree(home)
    opened = open_journal(home)
    assert opened.read_only
    assert list(opened.rows()) == [PLAIN]
    opened.close()
    after = tree(home)
    for name in ("records.sqlite3", "records.sqlite3-wal"):
        assert after[name] == before[name]


def test_a_file_of_ours_is_not_read_only(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    assert not journal.read_only
    journal.close()


def fill(journal: SqliteJournal) -> None:
    for n in range(100):
        journal.append(answer(n, forecast="x" * 400))


def test_a_full_disk_is_named_and_nothing_half_written(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.append(PLAIN)
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(RecordsError) as error:
        fill(journal)
    assert error.value.problem == "full"
    kept = journal.count()
    journal._connection.execute("PRAGMA max_page_count = 100000")
    journal.append(NO_IDEA)
    assert journal.count() == kept + 1
    journal.close()


def test_a_lock_held_too_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.05)
    journal = open_journal(tmp_path)
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(RecordsError) as error:
            journal.append(PLAIN)
        assert error.value.problem == "busy"
        other.execute("ROLLBACK")
    journal.append(PLAIN)
    assert journal.count() == 1
    journal.close()


_AS_A_STRANGER = """
import os, sys
from pathlib import Path
from banktrainer.records import RecordsError, SqliteJournal, open_journal
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    open_journal(Path(sys.argv[1]))
except RecordsError as error:
    print(error.problem)
"""


def as_a_stranger(home: Path) -> str:
    """What opening says to one who has no rights beyond the modes (root has them all)."""
    ran = subprocess.run(
        [sys.executable, "-c", _AS_A_STRANGER, str(home)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return ran.stdout.strip() or ran.stderr


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everyone can reach; pytest's own are closed to strangers."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "problem"),
    [(0o000, 0o755, "unreadable"), (0o444, 0o755, "read_only"), (0o444, 0o555, "read_only")],
)
def test_a_file_without_the_rights(
    public: Path, file_mode: int, folder_mode: int, problem: str
) -> None:
    home = public / "home"
    path = filled(home, rows=2)
    path.chmod(file_mode)
    home.chmod(folder_mode)
    before = tree(home) if file_mode else {}
    assert as_a_stranger(home) == problem
    home.chmod(0o755)
    path.chmod(0o644)
    assert before in ({}, tree(home))
    assert sql(path, "SELECT count(*) FROM answers") == [(2,)]


def test_a_file_that_can_be_written_in_a_folder_that_cannot(public: Path) -> None:
    """SQLite needs to write its log beside the file."""
    home = public / "home"
    path = filled(home, rows=2)
    path.chmod(0o666)
    home.chmod(0o555)
    assert as_a_stranger(home) == "read_only"
    home.chmod(0o755)


def test_a_home_that_cannot_be_made_or_written(public: Path) -> None:
    public.chmod(0o555)
    assert as_a_stranger(public / "new" / "home") == "no_folder"
    assert as_a_stranger(public) == "no_folder"
    assert list(public.iterdir()) == []
    public.chmod(0o755)
