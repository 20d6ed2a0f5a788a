"""A file of every schema that was ever landed still opens with all that it holds.

`tests/data/records/schema1.sql` is such a file as an SQL dump; it must never change.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from banktrainer.records import export_lines, open_journal
from banktrainer.records.schema import APPLICATION_ID
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql

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
