"""An answer that was called saved is there, whoever is killed and however many write at once."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from banktrainer.records import open_journal
from tests.records.answers import PLAIN, sql

ROOT = Path(__file__).parents[2]


def writer(home: Path, name: str, *count: str) -> subprocess.Popen[str]:
    """A program that appends rows to the journal of `home` and prints each id once it is kept."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.records.writer", str(home), name, *count],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kill_after(program: subprocess.Popen[str], answers: int) -> list[str]:
    """Read `answers` lines, kill the program at once, and return all that it acknowledged."""
    assert program.stdout is not None
    told = [program.stdout.readline() for _ in range(answers)]
    program.kill()
    rest, errors = program.communicate(timeout=60)
    assert errors == ""
    # The last line may have been cut off while it was written; then it promised nothing.
    return [
        line.strip() for line in [*told, *rest.splitlines(keepends=True)] if line.endswith("\n")
    ]


def kept_ids(home: Path) -> list[str]:
    journal = open_journal(home)
    ids = [row.id for row in journal.rows()]
    journal.close()
    return ids


def kill_rounds(home: Path, rounds: int) -> None:
    chance = random.Random(2026)
    promised: list[str] = []
    for number in range(rounds):
        told = kill_after(writer(home, f"round{number}"), chance.randrange(0, 60))
        promised += told
        kept = kept_ids(home)
        assert set(promised) <= set(kept)
        assert len(kept) == len(set(kept))
        assert len(kept) <= len(promised) + number + 1, "at most one row a round was not yet told"
        assert sql(home / "records.sqlite3", "PRAGMA integrity_check") == [("ok",)]


def test_killed_at_any_moment_every_acknowledged_answer_is_there(tmp_path: Path) -> None:
    kill_rounds(tmp_path / "home", 8)


@pytest.mark.long
def test_killed_two_hundred_times(tmp_path: Path) -> None:
    kill_rounds(tmp_path / "home", 200)


def finish(programs: list[subprocess.Popen[str]]) -> list[str]:
    """What all the programs acknowledged, once each has ended well."""
    told: list[str] = []
    for program in programs:
        out, errors = program.communicate(timeout=300)
        assert (program.returncode, errors) == (0, "")
        told += out.split()
    return told


@pytest.mark.parametrize(
    ("programs", "rows"), [(2, 100), (8, 20), pytest.param(8, 500, marks=pytest.mark.long)]
)
def test_programs_at_once_lose_nothing(tmp_path: Path, programs: int, rows: int) -> None:
    """All start together on a home that is not there yet."""
    home = tmp_path / "home"
    told = finish([writer(home, f"program{n}", str(rows)) for n in range(programs)])
    assert sorted(told) == sorted(kept_ids(home))
    assert len(set(told)) == programs * rows
    assert [path.name for path in home.iterdir()] == ["records.sqlite3"]
    assert sql(home / "records.sqlite3", "PRAGMA integrity_check") == [("ok",)]


def test_a_killed_program_blocks_nobody(tmp_path: Path) -> None:
    first = writer(tmp_path, "first")
    told = kill_after(first, 20)
    journal = open_journal(tmp_path)
    journal.append(PLAIN)
    assert set(told) | {PLAIN.id} <= {row.id for row in journal.rows()}
    journal.close()
