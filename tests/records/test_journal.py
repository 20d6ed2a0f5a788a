"""The journal: what goes in comes out, and nothing else ever happens to a row."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.records import RecordsError, SqliteJournal, open_journal
from banktrainer.records.schema import APPLICATION_ID, COLUMNS, VERSION
from banktrainer.study.journal import Journal
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def journal(home: Path) -> Iterator[SqliteJournal]:
    opened = open_journal(home)
    yield opened
    opened.close()


def test_rows_come_back_as_they_went_in(journal: SqliteJournal) -> None:
    kept: Journal = journal
    for row in (PLAIN, FULL, NO_IDEA):
        kept.append(row)
    assert list(kept.rows()) == [PLAIN, FULL, NO_IDEA]
    assert journal.count() == 3


def test_rows_come_in_the_order_of_their_moments_however_they_were_added(
    journal: SqliteJournal,
) -> None:
    """Another machine's rows come late; of one moment the id decides."""
    rows = [
        answer(n, id=id, at=f"2026-11-30T12:00:0{second}.000000Z")
        for n, (id, second) in enumerate([("b", 1), ("a", 1), ("c", 0), ("d", 2)])
    ]
    for row in rows:
        journal.append(row)
    assert [row.id for row in journal.rows()] == ["c", "a", "b", "d"]
    assert [number for number, _ in journal.numbered()] == [3, 2, 1, 4]
    assert [row.id for _, row in journal.since(2)] == ["c", "d"]
    assert [row.id for _, row in journal.picked([4, 9, 1])] == ["d", "b"]
    assert (journal.number_of("c"), journal.number_of("e")) == (3, None)
    assert (journal.id_of(3), journal.id_of(9)) == ("c", None)


def test_rows_are_there_after_closing_and_opening(home: Path, journal: SqliteJournal) -> None:
    journal.append(PLAIN)
    journal.close()
    again = open_journal(home)
    assert list(again.rows()) == [PLAIN]
    assert again.path == journal.path == home / "records.sqlite3"
    again.close()


def test_many_rows_are_read_a_part_at_a_time(journal: SqliteJournal) -> None:
    names = ", ".join(COLUMNS)
    journal.append(PLAIN)
    copies = names.replace("id,", "'c' || n.value,", 1)
    sql(
        journal.path,
        "CREATE TEMP TABLE n AS WITH RECURSIVE n(value) AS "
        "(SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 4500) SELECT value FROM n",
        f"INSERT INTO answers ({names}) SELECT {copies} FROM answers, n",
    )
    ids = [row.id for row in journal.rows()]
    assert ids == sorted(["a1", *(f"c{n}" for n in range(1, 4501))])
    assert journal.count() == 4501


def test_rows_added_while_reading_are_for_the_next_reading(journal: SqliteJournal) -> None:
    journal.append(PLAIN)
    reading = journal.rows()
    assert next(reading) == PLAIN
    journal.append(FULL)
    assert list(reading) == []
    assert list(journal.rows()) == [PLAIN, FULL]


@pytest.mark.parametrize("after", ["moved", "removed", "replaced"])
def test_no_answer_goes_into_a_file_that_is_gone(home: Path, after: str) -> None:
    """A sync program or a hand took the file away while it was open: nothing is called saved."""
    journal = open_journal(home)
    journal.append(PLAIN)
    match after:
        case "moved":
            journal.path.rename(home / "elsewhere")
        case "removed":
            journal.path.unlink()
        case _:
            (home / "other").write_bytes(journal.path.read_bytes())
            (home / "other").replace(journal.path)
    with pytest.raises(RecordsError) as error:
        journal.append(FULL)
    assert error.value.problem == "moved"
    if after == "moved":
        (home / "elsewhere").rename(journal.path)
        journal.append(FULL)
        assert list(journal.rows()) == [PLAIN, FULL]
    journal.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE answers SET verdict = 'right'",
        "DELETE FROM answers",
        f"INSERT OR REPLACE INTO answers ({', '.join(COLUMNS)}) "
        f"SELECT {', '.join(COLUMNS)} FROM answers",
        f"INSERT OR REPLACE INTO answers (seq, {', '.join(COLUMNS)}) "
        f"SELECT seq, 'other', {', '.join(COLUMNS[1:])} FROM answers",
    ],
)
def test_no_program_changes_deletes_or_replaces_a_row(
    journal: SqliteJournal, statement: str
) -> None:
    journal.append(PLAIN)
    with pytest.raises(sqlite3.IntegrityError, match="the journal"):
        sql(journal.path, statement)
    assert list(journal.rows()) == [PLAIN]


def test_a_row_is_taken_back_by_another(journal: SqliteJournal) -> None:
    journal.append(PLAIN)
    journal.void(replace(PLAIN, id="v1", asked="void", voids="a1", forecast=None))
    assert [row.voids for row in journal.rows()] == [None, "a1"]
    with pytest.raises(ValueError, match="names the row"):
        journal.void(PLAIN)
    assert journal.count() == 2


@pytest.mark.parametrize(
    "facts",
    [
        {"id": "a1"},
        {"confidence": "maybe"},
        {"verdict": "perhaps"},
        {"duration_ms": -1},
        {"duration_ms": "long"},
        {"duration_ms": 1 << 70},
        {"forecast": "\ud800"},
        {"pack": None},
        {"seed": 1.5},
        {"truth": {"cycles": float("nan")}},
        {"truth": {"cycles": {1, 2}}},
        {"params": None},
        {"model": object()},
    ],
    ids=lambda facts: next(iter(facts)),
)
def test_a_row_that_breaks_the_rules_is_refused_and_the_next_one_kept(
    journal: SqliteJournal, facts: dict[str, Any]
) -> None:
    journal.append(PLAIN)
    with pytest.raises(RecordsError) as error:
        journal.append(answer(2, **facts))
    assert error.value.problem == "refused"
    assert error.value.path == journal.path
    journal.append(NO_IDEA)
    assert list(journal.rows()) == [PLAIN, NO_IDEA]


TEXT = st.text(st.characters(codec="utf-8"), max_size=20)


@settings(max_examples=60, deadline=None)
@given(text=TEXT, number=st.integers(-(2**63), 2**63 - 1), facts=st.dictionaries(TEXT, TEXT))
def test_any_text_and_number_survives(
    tmp_path_factory: pytest.TempPathFactory, text: str, number: int, facts: dict[str, object]
) -> None:
    journal = open_journal(tmp_path_factory.mktemp("home"))
    row = replace(PLAIN, forecast=text, model=text, seed=number, truth=facts, params=facts)
    journal.append(row)
    assert list(journal.rows()) == [row]
    journal.close()


def test_the_file_says_what_it_is(journal: SqliteJournal) -> None:
    assert sql(journal.path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert sql(journal.path, "PRAGMA user_version") == [(VERSION,)]
    assert sql(journal.path, "PRAGMA journal_mode") == [("wal",)]
    assert sql(journal.path, "SELECT strict FROM pragma_table_list('answers')") == [(1,)]
    columns = [row[1] for row in sql(journal.path, "PRAGMA table_info(answers)")]
    assert columns == ["seq", *COLUMNS]


def test_every_commit_reaches_the_disk(journal: SqliteJournal) -> None:
    found = journal._connection.execute("PRAGMA synchronous").fetchone()
    assert found == (2,), "FULL"


def test_the_owner_alone_may_read_it(home: Path, journal: SqliteJournal) -> None:
    journal.append(PLAIN)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    files = sorted(home.iterdir())
    assert [path.name for path in files] == [
        f"records.sqlite3{end}" for end in ("", "-shm", "-wal")
    ]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    open_journal(tmp_path).close()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_folders_above_are_made_too(tmp_path: Path) -> None:
    open_journal(tmp_path / "a" / "b").close()
    assert (tmp_path / "a" / "b" / "records.sqlite3").is_file()


def test_nothing_is_left_of_the_making(home: Path, journal: SqliteJournal) -> None:
    journal.close()
    assert [path.name for path in home.iterdir()] == ["records.sqlite3"]


def test_a_folder_of_any_name_will_do(tmp_path: Path) -> None:
    home = tmp_path / "a b?c#d%20e'é"
    opened = open_journal(home)
    opened.append(PLAIN)
    assert list(opened.rows()) == [PLAIN]
    opened.close()


def test_threads_share_one_journal(journal: SqliteJournal) -> None:
    def write(thread: int) -> None:
        for n in range(25):
            journal.append(answer(thread * 100 + n))
            assert sum(1 for _ in journal.rows()) > n

    threads = [Thread(target=write, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({row.id for row in journal.rows()}) == 100


def test_a_closed_journal_says_so(journal: SqliteJournal) -> None:
    journal.close()
    with pytest.raises(RecordsError):
        journal.append(PLAIN)
    with pytest.raises(RecordsError):
        journal.count()
