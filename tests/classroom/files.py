"""Results files for the tests: made by the program itself, then perhaps spoilt."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from banktrainer.classroom.handing_in import Results
from banktrainer.records.unsaved import UnsavedJournal
from banktrainer.study.journal import Answer

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def results(rows: Iterable[Answer], *, name: str | None = None, now: datetime = NOON) -> Results:
    journal = UnsavedJournal(Path("none"))
    for row in rows:
        journal.append(row)
    return Results(journal, now, "0.1.0", name)


def hand_in(
    path: Path, rows: Iterable[Answer], *, name: str | None = None, now: datetime = NOON
) -> Path:
    """A results file of these rows at `path`."""
    lines = results(rows, name=name, now=now).lines()
    path.write_text("".join(f"{line}\n" for line in lines), "ascii")
    return path
