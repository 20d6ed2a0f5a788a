"""`drill` as lines of text: reproducible from a seed, saved, and saying what it found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banktrainer.study.drills.draw import drawn
from banktrainer.study.drills.item import DrillItem
from banktrainer.study.game.play import MODES
from tests.commands.conftest import Run

TYPED = "1\n2!\nyes\n4?\na\nno\nidk\n" * 8


def shown(text: str, home: Path) -> str:
    return text.replace(str(home), "HOME")


def test_a_seed_and_the_same_answers_give_the_same_sitting(run: Run, home: Path) -> None:
    first = run("drill", "--plain", "--seed", "7", "--count", "4", stdin=TYPED)
    again = run("drill", "--plain", "--seed", "7", "--count", "4", stdin=TYPED)
    assert (first.code, first.err) == (0, "")
    assert shown(first.out, home) == shown(again.out, home)
    assert first.out != run("drill", "--plain", "--seed", "8", "--count", "4", stdin=TYPED).out


def test_an_item_is_replayed_by_its_seed_to_a_right_answer(run: Run) -> None:
    item = DrillItem(drawn(42))
    done = run("drill", "--plain", "--seed", "42", "--count", "1", stdin=f"{item.truth.text}!\n")
    lines = done.out.splitlines()
    assert lines[0] == "[1/1] Seed 42 · drill"
    assert item.template not in done.out, "the template's name would give answers away"
    assert [line.strip() for line in lines[1 : 1 + item.drawn.scene.code.count("\n") + 1]] == [
        line.strip() for line in item.drawn.scene.code.splitlines()
    ]
    assert any(line.startswith("right: ") for line in lines)


def test_answers_are_kept_with_what_replays_them(run: Run) -> None:
    run("drill", "--plain", "--seed", "42", "--count", "2", stdin=TYPED)
    rows = [json.loads(line) for line in run("data", "export").out.splitlines()]
    assert rows[0]["seed"] == 42
    assert rows[0]["pack"] == "drill"
    assert all(row["template"] and row["generator"] for row in rows)


def test_a_cell_can_be_drilled_alone(run: Run) -> None:
    run("drill", "--plain", "--cell", "i", "--count", "3", stdin=TYPED)
    rows = [json.loads(line) for line in run("data", "export").out.splitlines()]
    assert rows
    assert {row["cell"] for row in rows} == {"I"}


def test_undo_and_leaving_in_the_middle(run: Run) -> None:
    done = run("drill", "--plain", "--seed", "42", "--count", "3", stdin="idk\nu\nq\n")
    assert done.code == 0
    assert "undone: drill comes back later" in done.out
    assert "next due: " in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "-1"],
        ["--count", "0"],
        ["--cell", "Z"],
        ["--mode", "chess"],
        ["--mode", "blitz", "--seconds", "5"],
        ["--seconds", "60"],
        ["--mode", "ladder", "--cell", "C"],
        ["--mode", "daily", "--cell", "C"],
        ["--mode", "daily", "--seed", "1"],
        ["--mode", "daily", "--count", "3"],
    ],
)
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    done = run("drill", *arguments)
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_works_on_a_fresh_home_and_says_what_is_next(run: Run, mode: str) -> None:
    done = run("drill", "--plain", "--mode", mode, stdin=TYPED)
    assert (done.code, done.err) == (0, "")
    assert "saved: " in done.out
    assert done.out.splitlines()[-1].startswith("next due: ")
    rows = [json.loads(line) for line in run("data", "export").out.splitlines()]
    assert {row["params"].get("mode", "adaptive") for row in rows if row["params"]} >= {mode}


def test_stats_tell_the_bests_the_level_and_the_streak(run: Run) -> None:
    run("drill", "--plain", "--mode", "daily", stdin="idk\n" * 5)
    said = run("stats").out
    assert "Streak: 1 day. 6 more days of practice earn a rest day." in said
    assert "Best so far: 1 daily puzzle done, 0 all right" in said


def test_with_games_switched_off_nothing_of_them_is_told(run: Run, home: Path) -> None:
    run("drill", "--plain", "--mode", "blitz", stdin="+\nidk\nidk\nidk\n")
    (home / "settings.json").write_text('{"game": false}')
    said = run("stats").out
    assert not [word for word in ("level", "Best so far", "in a row", "rest day") if word in said]
    assert "daily" not in run("drill", "--plain", "--count", "1", stdin="idk\n").out


@pytest.mark.parametrize("command", [("drill", "--count", "1"), ("practice",)])
def test_settings_that_can_t_be_read_are_told_in_one_line(
    run: Run, home: Path, command: tuple[str, ...]
) -> None:
    home.mkdir()
    (home / "settings.json").write_text("{")
    done = run(*command, "--plain", stdin="idk\n")
    assert done.code == 0
    (line,) = done.err.splitlines()
    assert str(home / "settings.json") in line
