"""Answers for the tests of records, and a way to break files."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from banktrainer.study.journal import Answer

PLAIN = Answer(
    id="a1",
    pack="core",
    card="column-walk",
    asked="cycles",
    forecast="1",
    confidence="sure",
    verdict="wrong",
    at="2026-11-30T12:00:00.000000Z",
    utc_offset=330,
    study_day="2026-11-30",
    version="0.1.0",
    duration_ms=4200,
    truth={"cycles": 32, "ideal": 1, "degree": 32},
    cell="F",
)
FULL = replace(
    PLAIN,
    id="a2",
    template="stride",
    seed=7,
    params={"s": 6, "order": [2, 0, 1]},
    generator="1",
    model="row-is-warp",
    machine="cc3-64",
    seen=True,
    voids="a1",
    forecast="स्ट्राइड, 6",
    utc_offset=-210,
)
NO_IDEA = replace(PLAIN, id="a3", forecast=None, confidence="none", verdict="none", cell=None)


def answer(number: int, /, **facts: Any) -> Answer:
    return replace(PLAIN, **{"id": f"n{number}", **facts})


def tree(folder: Path) -> Mapping[str, bytes]:
    """Each file under `folder` with its bytes: to see that nothing was altered."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def sql(path: Path, *statements: str) -> list[Any]:
    """Run statements on the file, as another program would; what the last one gives."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        found: list[Any] = []
        for statement in statements:
            found = connection.execute(statement).fetchall()
        return found
