"""`data export`: one line of JSON a row, whole, with the documented keys."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from banktrainer.records import export_lines, open_journal
from banktrainer.study.journal import Answer
from tests.records.answers import FULL, NO_IDEA, PLAIN

KEYS = (
    *("schema", "id", "pack", "card", "template", "seed", "params", "generator", "machine"),
    *("asked", "forecast", "confidence", "verdict", "truth", "model", "seen", "at"),
    *("utc_offset", "study_day", "duration_ms", "voids", "cell", "version"),
)


def test_each_row_is_a_line_with_the_documented_keys(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    rows = (PLAIN, FULL, replace(NO_IDEA, asked="void", voids="a1"))
    for row in rows:
        journal.append(row)
    lines = list(export_lines(journal))
    journal.close()
    assert all(line.isascii() and line.isprintable() for line in lines)
    read = [json.loads(line) for line in lines]
    assert [tuple(each) for each in read] == [KEYS] * 3
    assert all(each.pop("schema") == 1 for each in read)
    assert tuple(Answer(**each) for each in read) == rows


def test_a_line_as_an_example(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.append(PLAIN)
    line = next(export_lines(journal))
    journal.close()
    assert line == (
        '{"schema":1,"id":"a1","pack":"core","card":"column-walk","template":null,"seed":null,'
        '"params":{},"generator":null,"machine":"nvidia","asked":"cycles","forecast":"1",'
        '"confidence":"sure","verdict":"wrong","truth":{"cycles":32,"ideal":1,"degree":32},'
        '"model":null,"seen":false,"at":"2026-11-30T12:00:00.000000Z","utc_offset":330,'
        '"study_day":"2026-11-30","duration_ms":4200,"voids":null,"cell":"F","version":"0.1.0"}'
    )
