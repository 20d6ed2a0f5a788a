"""The README can't drift: its commands run, and its sample output is what they print."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click import Command, Context

from banktrainer.cli import LazyGroup
from tests.classroom.files import hand_in
from tests.study.desk import row

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
LISTED = re.findall(r"^\| `(banktrainer[^`]*)` \|", README, re.M)
KERNEL = "__global__ void k() { __shared__ float s[256]; s[threadIdx.x] = 0; }"
INTERACTIVE = {"banktrainer", "banktrainer practice", "banktrainer serve"}


def block(kind: str, name: str) -> str:
    found = re.search(rf"<!-- {kind}: {name} -->\s*```\w+\n(.*?)```", README, re.S)
    assert found, f"the README has no {kind} {name}"
    return found[1]


def run(command: str, home: Path, folder: Path, answers: str = "") -> str:
    program, *arguments = shlex.split(command)
    assert program == "banktrainer"
    done = subprocess.run(
        [sys.executable, "-m", "banktrainer", *arguments],
        input=answers,
        cwd=folder,
        env={"BANKTRAINER_HOME": str(home), "PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_sample_of_explain_is_what_it_prints(tmp_path: Path) -> None:
    command = block("command", "explain").strip()
    assert block("output", "explain").rstrip() == run(command, tmp_path, tmp_path).rstrip()


def test_every_command_is_listed() -> None:
    listed = {command.split()[1] for command in LISTED if " " in command}
    assert listed == set(LazyGroup(name="banktrainer").list_commands(Context(Command("x"))))


@pytest.mark.parametrize("command", [c for c in LISTED if c not in INTERACTIVE])
def test_each_command_runs(command: str, tmp_path: Path) -> None:
    (tmp_path / "kernel.cu").write_text(KERNEL)
    hand_in(tmp_path / "results.jsonl", [row("a")])
    assert run(command, tmp_path / "home", tmp_path, answers="q\n") or "export" in command


def test_what_is_handed_in_is_read_in_class(tmp_path: Path) -> None:
    home = tmp_path / "home"
    run("banktrainer practice core/offset --plain", home, tmp_path, answers="2\nq\n")
    run(block("command", "hand-in").strip(), home, tmp_path)
    table, page = block("command", "class").replace("results/*", "results").splitlines()
    assert run(table, home, tmp_path).startswith("1 learner, 1 answer, ")
    run(page, home, tmp_path)
    assert (tmp_path / "class.html").exists()
