"""`stats`, `data path` and `data export`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from banktrainer.records import open_journal
from banktrainer.study.clock import SystemClock, study_day
from banktrainer.study.journal import Answer
from tests.commands.conftest import Run
from tests.study.desk import row

CONTRACT = {
    *("schema", "id", "pack", "card", "template", "seed", "params", "generator", "machine"),
    *("asked", "forecast", "confidence", "verdict", "truth", "model", "seen", "at", "utc_offset"),
    *("study_day", "duration_ms", "voids", "version"),
}


def store(home: Path, rows: Iterable[Answer]) -> None:
    journal = open_journal(home)
    for each in rows:
        journal.append(each)
    journal.close()


def test_the_path_is_told_and_nothing_is_made(run: Run, home: Path) -> None:
    assert run("data", "path").out == f"{home / 'records.sqlite3'}\n"
    assert not home.exists()


def test_home_is_an_option_before_and_after_the_command(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other"
    said = f"{other / 'records.sqlite3'}\n"
    assert run("--home", str(other), "data", "path").out == said
    assert run("data", "--home", str(other), "path").out == said
    assert run("data", "path", "--home", str(other)).out == said


@pytest.mark.parametrize("name", ["", " "])
@pytest.mark.parametrize("command", ["data path", "stats", "practice --plain"])
def test_an_empty_home_is_wrong_usage(run: Run, name: str, command: str) -> None:
    done = run("--home", name, *command.split())
    assert done.code == 2
    assert "'--home': an empty name is no folder" in done.err


@pytest.mark.parametrize("command", ["data path", "data export", "stats", "practice --plain"])
def test_a_file_is_no_home(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("x")
    done = run("--home", str(tmp_path / "file"), *command.split())
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"banktrainer: error: {tmp_path / 'file'}: this folder can't be")
    assert (tmp_path / "file").read_text() == "x"


def test_every_row_is_exported_in_order(run: Run, home: Path) -> None:
    rows = [row("offset"), row("double", forecast=None, confidence="none", verdict="none")]
    store(home, rows)
    lines = [json.loads(line) for line in run("data", "export").out.splitlines()]
    assert [line["id"] for line in lines] == [each.id for each in rows]
    assert set(lines[0]) >= CONTRACT
    assert (lines[0]["schema"], lines[0]["card"], lines[0]["forecast"]) == (1, "offset", "2")


def test_an_export_is_safe_to_look_at_and_reads_back_as_it_was(run: Run, home: Path) -> None:
    typed = "a\x1b[2J\u202e\x9b\x7f ü 漢"
    store(home, [row(forecast=typed)])
    out = run("data", "export").out
    assert not set(out) & set("\x1b\u202e\x9b\x7f")
    assert json.loads(out)["forecast"] == typed


def test_a_fresh_home_exports_nothing(run: Run) -> None:
    done = run("data", "export")
    assert (done.code, done.out) == (0, "")


def test_stats_as_json_has_the_contract_s_shape(run: Run, home: Path) -> None:
    store(home, [row("offset", cell="E"), row("odd-stride", cell="B", verdict="wrong")])
    data = json.loads(run("stats", "--json").out)
    assert list(data) == ["cells", "calibration", "models", "due", "streak"]
    assert list(data["cells"]) == list("ABCDEFGHIJ")
    assert data["cells"]["E"] == {"answers": 1, "right": 1, "mastery": 0.25}
    assert data["calibration"][1] == {"confidence": "think", "answers": 2, "right": 1}
    assert set(data["due"]) == {"now", "today"}


def test_stats_in_words(run: Run, home: Path) -> None:
    store(home, [row("offset", cell="E", confidence="sure"), row("a", cell="B", verdict="wrong")])
    said = run("stats").out.splitlines()
    assert said[0] == "2 answers, 1 right, 1 marks."
    assert "E     ■···     1      1 of 1    an offset" in said
    assert "A     ····     0      -         stride 1" in said
    at = said.index("When you said think: 0 of 1 right (too few to tell).")
    assert said[at + 1] == "When you said sure: 1 of 1 right (too few to tell)."
    assert said[-1] == "Streak: 1 day. 6 more days of practice earn a rest day."


def test_stats_tell_weeks_what_comes_and_what_is_cured(run: Run, home: Path) -> None:
    today = study_day(SystemClock().now())
    rows = [row("offset", verdict="wrong", model="ways-stride"), row("offset"), row("a")]
    store(home, [replace(each, study_day=today.isoformat()) for each in rows])
    said = run("stats").out
    assert "Met 1×: stride ways. Cured: right since, where it answers otherwise.\n" in said
    monday = today - timedelta(days=today.weekday())
    assert f"Week from {monday}: 2 of 3 right.\n" in said
    assert "Due in the coming 14 days: " in said


def test_stats_name_what_was_sure_and_wrong(run: Run, home: Path) -> None:
    today = study_day(SystemClock().now()).isoformat()
    store(home, [row("offset", verdict="wrong", confidence="sure", study_day=today)])
    said = run("stats").out
    assert "Due now: 1, about 1 minute. New: " in said
    assert " (core/offset).\n" in said.partition("Sure, but wrong: ")[2]


def test_stats_of_a_fresh_home(run: Run) -> None:
    assert run("stats").out.startswith("No answers yet: `banktrainer` begins.\n")


@pytest.mark.parametrize("command", [["stats"], ["data", "export"], ["practice", "--plain"]])
def test_a_damaged_file_is_told_and_left_alone(run: Run, home: Path, command: list[str]) -> None:
    home.mkdir()
    path = home / "records.sqlite3"
    path.write_bytes(b"no database" * 100)
    done = run(*command)
    assert done.code == 1
    assert done.err.startswith(f"banktrainer: error: {path}: ")
    assert done.err.count("\n") == 1
    assert path.read_bytes() == b"no database" * 100
