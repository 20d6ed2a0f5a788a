"""How these tests run a command: in this process, with a home of its own."""

from __future__ import annotations

import io
import json
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from banktrainer.cli import main

OFFSET = "__shared__ float s[512]; float v = s[threadIdx.x * 6 + 5];"


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


def report(run: Run, *arguments: str, code: int = 0) -> dict[str, Any]:
    """What `explain --json ARGUMENTS` prints, where it ends with `code`."""
    done = run("explain", "--json", *arguments)
    assert done.code == code, done.err
    data = json.loads(done.out)
    assert isinstance(data, dict)
    return data


def heed_ctrl_c() -> None:
    """For a child to run first: tests in a shell's background ignore SIGINT, and so would it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of the run; not made yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("BANKTRAINER_HOME", str(folder))
    return folder


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `banktrainer ARGUMENTS` with `stdin` typed into a pipe."""

    def command(*arguments: str, stdin: str | bytes = "") -> Done:
        typed = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
        code = main(list(arguments))
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return command
