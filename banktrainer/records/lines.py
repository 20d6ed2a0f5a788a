"""JSON Lines of schema 1: a journal's rows as text, and back. Format: the README's "Your records".

Every row comes whole, voided and voiding ones included; keys in this order:

- `schema` 1; `id` of the row; `pack` and `card`; `template`, `seed`, `params`, `generator`:
  what was drawn (null, null, {} and null for a fixed card; of a card with choices `seed` is
  the draw and `params.order` the author's place of each letter; an answer in a game has
  `params.mode` blitz, ladder, daily or random, `params.game` its id, `params.seconds` of a blitz,
  `params.slot` of a daily puzzle, and `params.replay` where a seed began it; a generated skill
  has the pack `skill`, or `placement` where a placement round asks it); `machine`;
  `asked`: cycles, degree, conflict, bank, lanes, repair, choice, expect, recall, step (a step left
  out of a worked example, `params.step` from 1), or void for a row that only takes another back.
- `forecast` as text, null for "no idea"; `confidence` guess, think, sure or none;
  `verdict` right, wrong or none; `truth`: the facts the answer was graded by; `model`: the
  wrong model that explains it, or null; `seen`: the draw had been revealed that day.
- `at` (UTC, Z); `utc_offset` in minutes; `study_day`; `duration_ms`; `voids`: the id of the
  row that this one takes back, or null; `cell` A to J or null; `version` of the program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from banktrainer.study.journal import Answer

SCHEMA = 1
FIELDS = (
    *("id", "pack", "card", "template", "seed", "params", "generator", "machine", "asked"),
    *("forecast", "confidence", "verdict", "truth", "model", "seen", "at", "utc_offset"),
    *("study_day", "duration_ms", "voids", "cell", "version"),
)
_NEEDED = frozenset(FIELDS) - {"cell"}
_TEXTS = ("id", "pack", "card", "machine", "asked", "at", "study_day", "version")
_TEXTS_OR_NONE = ("template", "generator", "forecast", "model", "voids", "cell")
_WORDS: Mapping[str, frozenset[str]] = {
    "confidence": frozenset({"guess", "think", "sure", "none"}),
    "verdict": frozenset({"right", "wrong", "none"}),
}
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)  # not by its week: days are ordered as text
_LARGEST = 1 << 63
_DAY_MINUTES = 24 * 60


def line_of(row: Answer) -> str:
    """The row as a line of JSON, pure ASCII, without the line's end."""
    fields = {"schema": SCHEMA, **{name: getattr(row, name) for name in FIELDS}}
    return json.dumps(fields, separators=(",", ":"))


def row_of(line: str | bytes) -> Answer:
    """The row that `line_of` wrote; ValueError with what is wrong for anything else."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is no line of JSON ({error})") from error
    if not isinstance(fields, dict):
        raise ValueError("this is no JSON object")
    if fields.pop("schema", None) != SCHEMA:
        raise ValueError(f"`schema` is not {SCHEMA}")
    lost, more = sorted(_NEEDED - fields.keys()), sorted(fields.keys() - set(FIELDS))
    if lost or more:
        raise ValueError(f"`{lost[0]}` is missing" if lost else f"`{more[0]}` is not known")
    row = Answer(**{"cell": None, **fields})
    faults(row)
    return row


def faults(row: Answer) -> None:
    """Raise ValueError for the first field of `row` that is not as the program writes it."""
    for name in _TEXTS:
        _require(name, isinstance(getattr(row, name), str) and getattr(row, name))
    for name in _TEXTS_OR_NONE:
        _require(name, isinstance(getattr(row, name), str | None))
    for name, words in _WORDS.items():
        _require(name, getattr(row, name) in words)
    _require("params", isinstance(row.params, dict))
    _require("truth", isinstance(row.truth, dict))
    _require("seen", isinstance(row.seen, bool))
    _require("seed", row.seed is None or _whole(row.seed, -_LARGEST))
    _require("duration_ms", _whole(row.duration_ms, 0))
    _require("utc_offset", _whole(row.utc_offset, -_DAY_MINUTES) and row.utc_offset <= _DAY_MINUTES)
    _require("at", _MOMENT.fullmatch(row.at) and _is(datetime.fromisoformat, row.at))
    _require("study_day", _DAY.fullmatch(row.study_day) and _is(date.fromisoformat, row.study_day))
    _require("voids", row.voids != row.id)
    _require("truth", _is(str.encode, json.dumps([row.truth, row.params], ensure_ascii=False)))
    for name in (*_TEXTS, *_TEXTS_OR_NONE):
        _require(name, _is(str.encode, getattr(row, name) or ""))


def _require(name: str, good: object) -> None:
    if not good:
        raise ValueError(f"`{name}` is not as it should be")


def _whole(value: Any, least: int) -> bool:
    return type(value) is int and least <= value < _LARGEST


def _is(read: Any, text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True
