"""The frame of the command line: help, versions, errors, what loads, and how it is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from banktrainer import __version__
from banktrainer.commands import practice as practice_module
from tests.commands.conftest import Run, heed_ctrl_c

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "banktrainer"]
HEAVY = ("textual", "numpy", "pydantic", "yaml", "tree_sitter", "fsrs", "markdown_it")


def program(*arguments: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
    )


def test_version(run: Run) -> None:
    assert run("--version").out == f"banktrainer {__version__}\n"


def test_help_names_the_commands_there_are_and_no_others(run: Run) -> None:
    text = run("--help").out
    listed = text.partition("Commands:\n")[2].partition("\n\n")[0]
    assert [line.split()[0] for line in listed.splitlines()] == [
        "practice",
        "drill",
        "explain",
        "strides",
        "machines",
        "glossary",
        "stats",
        "settings",
        "packs",
        "data",
        "class",
        "serve",
    ]
    assert "_BANKTRAINER_COMPLETE=fish_source" in text


@pytest.mark.parametrize(
    "command",
    [[], ["practice"], ["explain"], ["machines"], ["stats"], ["data"], ["data", "path"],
     ["data", "export"]],
)  # fmt: skip
def test_help_is_everywhere_and_fits_eighty_columns(run: Run, command: list[str]) -> None:
    for flag in ("--help", "-h"):
        done = run(*command, flag)
        assert done.code == 0
        assert done.out.startswith("Usage: banktrainer")
        assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["practice", "--help"], ["explain", "--help"]]
)
def test_help_and_version_load_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys; from banktrainer.cli import main; main(sys.argv[1:]); "
        f"print('LOADED', *(m for m in {HEAVY!r} if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1].split() == ["LOADED"], done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dril"], "No such command 'dril'."),
        (["decks"], "No such command 'decks'."),
        (["--lang", "xx"], "--lang"),
        (["practice", "--cell", "Z"], "--cell"),
        (["practice", "offset", "--cell", "A"], "name a card or a cell, not both"),
        (["data"], "Missing command"),
        (["explain"], "give a FILE, - for stdin, or -c CODE"),
        (["explain", "a.cu", "-c", "x;"], "give a FILE, - for stdin, or -c CODE"),
        (["explain", "-c", "x;", "--block", "0"], "1 or more"),
        (["explain", "-c", "x;", "--block", "1,2,3,4"], "is not X, X,Y or X,Y,Z"),
        (["explain", "-c", "x;", "--warp", "one"], "neither a warp's number nor all"),
        (["explain", "-c", "x;", "--set", "5=a"], "is not NAME=VALUE"),
        (["explain", "-c", "x;", "--set", "a"], "is not NAME=VALUE"),
        (["explain", "-c", "x;", "-D", "1"], "is not NAME[=TEXT]"),
        (["explain", "-c", "x;", "--machine", "nvidea"], "Did you mean nvidia"),
        (["explain", "-c", "x;", "--shared", "-1"], "--shared"),
    ],
)
def test_wrong_usage_ends_with_two(run: Run, arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert done.out == ""
    last = done.err.splitlines()[-1]
    assert last.startswith("banktrainer: error: ")
    assert said in last


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["practice", "core/ofset"], "there is no card core/ofset. Did you mean core/offset"),
        (["practice", "zzzz"], "there is no card zzzz."),
        (["practice", "--pack", "cor"], "there is no pack cor. Did you mean core?"),
        (["explain", "no/such/file.cu"], "no/such/file.cu: No such file or directory"),
        ([], "the app needs a terminal; `banktrainer practice --plain` works without one"),
    ],
)
def test_an_error_is_one_line_on_stderr_and_ends_with_one(
    run: Run, arguments: list[str], said: str
) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"banktrainer: error: {said}")
    assert done.err.count("\n") == 1


def test_foreign_text_in_an_error_can_do_nothing_to_the_terminal(run: Run) -> None:
    done = run("practice", "\x1b[2Jcard\u202e")
    assert "\x1b" not in done.err
    assert "\\x1b[2Jcard\\u202e" in done.err
    done = run("\x1b[31m")
    assert "\x1b" not in done.err


def test_a_bug_is_no_traceback_unless_it_is_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by \x1b zero")

    monkeypatch.setattr(practice_module, "play_plain", broken)
    done = run("practice", "--plain")
    assert done.code == 1
    assert done.err == (
        "banktrainer: error: this is a bug in banktrainer (ZeroDivisionError: by \\x1b zero); "
        "BANKTRAINER_TRACEBACK=1 shows where\n"
    )
    monkeypatch.setenv("BANKTRAINER_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        run("practice", "--plain")


def test_ctrl_c_ends_with_130_and_no_traceback(home: Path) -> None:
    child = subprocess.Popen(
        [*PROGRAM, "practice", "--plain"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,
    )
    assert child.stdout is not None
    assert child.stdout.readline().startswith("[1/")
    child.send_signal(signal.SIGINT)
    _out, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments",
    [["machines", "--json"], ["data", "path"], ["explain", "--json", "-c", "x;"], ["--help"]],
)
def test_a_broken_pipe_is_quiet(home: Path, arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*PROGRAM, *arguments], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    assert "Broken" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["machines"], ["data", "path"], ["stats", "--json"]])
def test_a_full_disk_is_told(home: Path, arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "banktrainer: error: No space left on device\n"


@pytest.mark.parametrize(
    "arguments", ["stats", "explain -c 'x;'", "practice --plain", "--help", ""]
)
def test_a_closed_stdout_is_told_in_one_line(home: Path, arguments: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m banktrainer {arguments} >&-"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "banktrainer: error: there is no standard output to write to; it is closed\n"
    )


def test_without_stderr_talk_does_not_get_among_the_data(home: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m banktrainer explain --json -c 'x;' 2>&-"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert len(done.stdout.splitlines()) == 1


def test_a_closed_stdin_is_the_end_of_the_answers(home: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m banktrainer practice --plain <&-"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("next due: nothing now; core/unit-stride is new")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_without_utf8_gets_text_all_the_same(encoding: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = program("machines", env=environment)
    assert done.returncode == 0, done.stderr
    done = program("stats", env={**environment, "BANKTRAINER_HOME": str(tmp_path / "\udce9")})
    assert "Traceback" not in done.stderr


def test_the_shell_completes_commands() -> None:
    environment = {
        **os.environ,
        "_BANKTRAINER_COMPLETE": "bash_complete",
        "COMP_WORDS": "banktrainer ex",
        "COMP_CWORD": "1",
    }
    assert program(env=environment).stdout.split() == ["plain,explain"]
