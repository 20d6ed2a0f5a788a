"""Schema 1 of the journal's file: one table that only grows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from banktrainer.study.journal import Answer

FILE_NAME = "records.sqlite3"
APPLICATION_ID = 0x62747231  # "btr1"
VERSION = 1

COLUMNS = (
    "id",
    "pack",
    "card",
    "template",
    "seed",
    "params",
    "generator",
    "machine",
    "asked",
    "forecast",
    "confidence",
    "verdict",
    "truth",
    "model",
    "seen",
    "at",
    "utc_offset",
    "study_day",
    "duration_ms",
    "voids",
    "cell",
    "version",
)
_NAMES = ", ".join(COLUMNS)

INSERT = f"INSERT INTO answers ({_NAMES}) VALUES ({', '.join('?' * len(COLUMNS))})"
SELECT = f"SELECT seq, {_NAMES} FROM answers WHERE seq > ? ORDER BY seq LIMIT ?"
PICK = f"SELECT seq, {_NAMES} FROM answers WHERE seq IN (SELECT value FROM json_each(?))"
PLAIN_COLUMNS = tuple(name for name in COLUMNS if name not in ("params", "truth"))
_PLAIN = (
    "SELECT seq, CASE WHEN template IS NOT NULL OR instr(params, '\"game\"') THEN params END, "
    f"{', '.join(PLAIN_COLUMNS)} FROM answers WHERE seq "
)
PLAIN = f"{_PLAIN} IN (SELECT value FROM json_each(?))"
PLAIN_RUN = f"{_PLAIN} BETWEEN ? AND ? ORDER BY seq"
BY_ID = f"SELECT seq, {_NAMES} FROM answers WHERE id = ?"
LOST = (
    "SELECT id FROM answers AS a WHERE voids IS NOT NULL "
    "AND NOT EXISTS (SELECT 1 FROM answers WHERE id = a.voids) ORDER BY seq"
)
BY_MOMENT = "SELECT seq FROM answers ORDER BY at, id"
DAYS_BY_MOMENT = "SELECT seq, study_day FROM answers ORDER BY at, id"
VOIDED = "SELECT voids FROM answers WHERE voids IS NOT NULL"
NUMBER_OF = "SELECT seq FROM answers WHERE id = ?"
ID_OF = "SELECT id FROM answers WHERE seq = ?"
COUNTS_SINCE = "SELECT count(*), count(*) FILTER (WHERE study_day < ?) FROM answers WHERE seq > ?"
COUNT = "SELECT count(*) FROM answers"
NEWEST = "SELECT coalesce(max(seq), 0) FROM answers"
NEWEST_ID = "SELECT seq, id FROM answers ORDER BY seq DESC LIMIT 1"
SHOWN = f"SELECT {_NAMES} FROM answers WHERE seq > ? AND study_day >= ? ORDER BY seq"

_TABLE = """\
CREATE TABLE answers (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    pack TEXT NOT NULL,
    card TEXT NOT NULL,
    template TEXT,
    seed INTEGER,
    params TEXT NOT NULL DEFAULT '{}' CHECK (json_type(params) = 'object'),
    generator TEXT,
    machine TEXT NOT NULL,
    asked TEXT NOT NULL,
    forecast TEXT,
    confidence TEXT NOT NULL CHECK (confidence IN ('guess', 'think', 'sure', 'none')),
    verdict TEXT NOT NULL CHECK (verdict IN ('right', 'wrong', 'none')),
    truth TEXT NOT NULL DEFAULT '{}' CHECK (json_type(truth) = 'object'),
    model TEXT,
    seen INTEGER NOT NULL DEFAULT 0 CHECK (seen IN (0, 1)),
    at TEXT NOT NULL,
    utc_offset INTEGER NOT NULL,
    study_day TEXT NOT NULL,
    duration_ms INTEGER NOT NULL DEFAULT 0 CHECK (duration_ms >= 0),
    voids TEXT,
    cell TEXT,
    version TEXT NOT NULL
) STRICT"""

_NEVER_CHANGED = """\
CREATE TRIGGER answers_are_never_changed BEFORE UPDATE ON answers
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END"""

_NEVER_DELETED = """\
CREATE TRIGGER answers_are_never_deleted BEFORE DELETE ON answers
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END"""

# INSERT OR REPLACE deletes without asking the trigger above.
_NEVER_REPLACED = """\
CREATE TRIGGER answers_are_never_replaced BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM answers WHERE id = NEW.id OR seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'the journal holds this row already'); END"""

CREATE = (
    _TABLE,
    _NEVER_CHANGED,
    _NEVER_DELETED,
    _NEVER_REPLACED,
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {VERSION}",
)


def to_row(answer: Answer) -> tuple[object, ...]:
    """The values of COLUMNS; ValueError or TypeError for what it can't hold."""
    packed = {
        "params": _json(answer.params),
        "truth": _json(answer.truth),
        "seen": int(answer.seen),
    }
    row = tuple(packed.get(name, getattr(answer, name)) for name in COLUMNS)
    for name, value in zip(COLUMNS, row, strict=True):
        if not isinstance(value, str | int | None):
            raise TypeError(f"{name} is {type(value).__name__}")
    return row


def from_row(row: tuple[Any, ...]) -> Answer:
    """The answer of a row of COLUMNS; raises ValueError where its JSON is broken."""
    values = dict(zip(COLUMNS, row, strict=True))
    values["params"] = _facts(values["params"])
    values["truth"] = _facts(values["truth"])
    values["seen"] = bool(values["seen"])
    return Answer(**values)


def from_plain(row: tuple[Any, ...]) -> Answer:
    """The answer of a row of PLAIN, less its number."""
    values = dict(zip(PLAIN_COLUMNS, row[1:], strict=True))
    return Answer(**values, params=_facts(row[0] or "{}"))


@lru_cache(maxsize=4096)
def _facts(text: str) -> Mapping[str, object]:
    """The facts in a JSON object; the same few recur in most rows, so rows share them."""
    facts: Mapping[str, object] = json.loads(text)
    return facts


def _json(facts: object) -> str:
    return json.dumps(dict(facts), ensure_ascii=False, allow_nan=False)  # type: ignore[call-overload]
