"""A file of every schema that was ever landed still opens with all that it holds.

`tests/data/records/schema1.sql` is such a file as an SQL dump; it must never change.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from banktrainer.records import RecordsError, backups, export_lines, migrate, open_journal, schema
from banktrainer.records.schema import APPLICATION_ID
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql, tree

DATA = Path(__file__).parents[1] / "data" / "records"


def restored(home: Path, dump: str, version: int) -> Path:
    """The file that `dump` describes; a dump leaves the two numbers of the header out."""
    path = home / "records.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DATA / dump).read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version}")
    return path


def test_schema_1_opens_with_its_rows(tmp_path: Path) -> None:
    restored(tmp_path, "schema1.sql", 1)
    journal = open_journal(tmp_path)
    assert list(journal.rows()) == [PLAIN, FULL, NO_IDEA]
    expected = (DATA / "schema1.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in export_lines(journal)] == list(map(json.loads, expected))
    journal.append(answer(4))
    assert journal.count() == 4
    journal.close()


def test_the_schema_made_today_is_the_one_of_the_dump(tmp_path: Path) -> None:
    """Whoever changes the table makes a new schema, with its own dump and a migration."""
    (tmp_path / "old").mkdir()
    old = restored(tmp_path / "old", "schema1.sql", 1)
    journal = open_journal(tmp_path / "new")
    journal.close()
    query = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
    assert sql(old, query) == sql(journal.path, query)


def to_schema_2(connection: sqlite3.Connection) -> None:
    """A step as a later version might take it."""
    connection.execute("ALTER TABLE answers ADD COLUMN mood TEXT")


def losing_rows(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TRIGGER answers_are_never_deleted")
    connection.execute("DELETE FROM answers WHERE id = 'a2'")


def breaking_the_table(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE answers RENAME COLUMN verdict TO outcome")


def failing_half_way(connection: sqlite3.Connection) -> None:
    to_schema_2(connection)
    connection.execute("ALTER TABLE answers ADD COLUMN mood TEXT")


def with_a_bug(connection: sqlite3.Connection) -> None:
    to_schema_2(connection)
    raise KeyError("mood")


@pytest.fixture
def version_2(monkeypatch: pytest.MonkeyPatch) -> Callable[[migrate.Step], None]:
    """Pretend that the program's schema is 2 and that a step leads there."""

    def pretend(step: migrate.Step) -> None:
        monkeypatch.setattr(schema, "VERSION", 2)
        monkeypatch.setattr(migrate, "STEPS", {1: step})

    return pretend


def test_every_schema_before_today_s_has_a_step() -> None:
    assert set(migrate.STEPS) == set(range(1, schema.VERSION))
    dumps = {path.name for path in DATA.glob("schema*.sql")}
    assert dumps == {f"schema{n}.sql" for n in range(1, schema.VERSION + 1)}


def test_an_older_file_is_migrated_after_a_verified_backup(
    tmp_path: Path, version_2: Callable[[migrate.Step], None]
) -> None:
    path = restored(tmp_path, "schema1.sql", 1)
    version_2(to_schema_2)
    for _ in range(2):  # the second time nothing is left to do
        journal = open_journal(tmp_path)
        assert list(journal.rows()) == [PLAIN, FULL, NO_IDEA]
        assert not journal.read_only
        journal.close()
    assert sql(path, "PRAGMA user_version") == [(2,)]
    assert "mood" in {row[1] for row in sql(path, "PRAGMA table_info(answers)")}
    (backup,) = backups.listed(tmp_path)
    assert backup.kind == "schema1"
    assert sql(backup.path, "PRAGMA user_version") == [(1,)]
    assert sql(backup.path, "SELECT id FROM answers") == [("a1",), ("a2",), ("a3",)]


@pytest.mark.parametrize("step", [losing_rows, breaking_the_table, failing_half_way, with_a_bug])
def test_a_failure_half_way_leaves_the_old_file_as_it_was(
    tmp_path: Path, version_2: Callable[[migrate.Step], None], step: migrate.Step
) -> None:
    path = restored(tmp_path, "schema1.sql", 1)
    before = tree(tmp_path)
    version_2(step)
    with pytest.raises(RecordsError, match="as it was, and so is its backup") as error:
        open_journal(tmp_path)
    assert error.value.path == path
    assert tree(tmp_path)[path.name] == before[path.name]
    (backup,) = backups.listed(tmp_path)
    assert sql(backup.path, "SELECT count(*) FROM answers") == [(3,)]


def test_without_a_backup_nothing_is_migrated(
    tmp_path: Path, version_2: Callable[[migrate.Step], None]
) -> None:
    path = restored(tmp_path, "schema1.sql", 1)
    (tmp_path / "backups").write_text("a file in its place")
    before = tree(tmp_path)
    version_2(to_schema_2)
    with pytest.raises(RecordsError) as error:
        open_journal(tmp_path)
    assert error.value.path == tmp_path / "backups"
    assert tree(tmp_path)[path.name] == before[path.name]
