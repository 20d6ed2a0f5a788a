"""`explain`: where its code comes from, and what is said of code that is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import OFFSET, Run, report


def test_code_on_the_command_line_is_short(run: Run) -> None:
    done = run("explain", "-c", "x;" * (1 << 15) + "x")
    assert done.code == 1
    assert "longer than 64 KiB" in done.err


def test_no_shared_access_is_no_error(run: Run) -> None:
    done = run("explain", "-c", "int x = threadIdx.x;", "--json")
    assert done.code == 0
    assert json.loads(done.out)["accesses"] == []
    assert done.err == "<code>: no access to shared memory\n"


def test_code_that_is_none_is_told_at_its_place(run: Run) -> None:
    done = run("explain", "-c", "__shared__ float s[32];\nfloat v = s[;")
    assert done.code == 1
    assert done.err.startswith("<code>:2:")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--block", "2048"], "'--block': a block has at most 1024 threads"),
        (["--block", "32,33"], "'--block': a block has at most 1024 threads"),
        (
            ["--block-idx", "5", "--grid", "2"],
            "'--block-idx': there is no block 5,0,0 in a grid of 2,1,1",
        ),
        (
            ["--block-idx", "1,2", "--grid", "2,2"],
            "'--block-idx': there is no block 1,2,0 in a grid of 2,2,1",
        ),
    ],
)
def test_a_launch_that_cannot_be_is_wrong_usage(run: Run, arguments: list[str], said: str) -> None:
    done = run("explain", "-c", OFFSET, *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"banktrainer: error: Invalid value for {said}\n")


def test_the_last_block_of_a_grid_is_in_it(run: Run) -> None:
    assert run("explain", "-c", OFFSET, "--block-idx", "1", "--grid", "2").code == 0
    assert run("explain", "-c", OFFSET, "--block-idx", "5").code == 0


def test_a_warp_that_is_not_there_is_told_of_the_file(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("__global__ void k() { __shared__ int s[32]; s[0] = 1; }\n", "utf-8")
    done = run("explain", str(source), "--block", "64", "--warp", "9")
    assert (done.code, done.out) == (1, "")
    assert done.err == f"{source}: error: there is no warp 9: the block has warp 0 to 1\n"


def test_stdin_is_a_dash(run: Run) -> None:
    done = run("explain", "-", stdin=OFFSET)
    assert done.out.startswith("<stdin> · block 32 · warp 0 · nvidia\n")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe", "line 1 is not UTF-8 text"),
        (b"a;\n\xe9;", "line 2 is not UTF-8 text"),
        (b"a" * ((1 << 20) + 1), "longer than 1024 KiB"),
    ],
)
def test_a_file_that_is_no_text_is_refused(
    run: Run, tmp_path: Path, data: bytes, said: str
) -> None:
    source = tmp_path / "a.cu"
    source.write_bytes(data)
    done = run("explain", str(source))
    assert (done.code, done.out) == (1, "")
    assert done.err == f"banktrainer: error: {source}: {said}\n"


def test_a_folder_is_no_file(run: Run, tmp_path: Path) -> None:
    done = run("explain", str(tmp_path))
    assert (done.code, done.out) == (1, "")
    assert "Is a directory" in done.err


def test_escapes_in_a_file_are_painted_as_text(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "evil\x1b[31m.cu"
    source.write_text(
        "// \x1b[2J\x1b]0;title\x07 \u202e\n"
        "__shared__ float s[64];\tfloat v = s[threadIdx.x * 2];\n",
        "utf-8",
    )
    done = run("explain", str(source))
    assert done.code == 0, done.err
    assert not set(done.out + done.err) & set("\x1b\x07\u202e\t")
    assert "1  // \\x1b[2J\\x1b]0;title\\x07 \\u202e\n" in done.out
    assert "\x1b" not in run("explain", "--json", str(source)).out


def test_includes_lie_beside_the_file_or_where_they_are_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "size.h").write_text("#define SIZE 512\n", "utf-8")
    source = tmp_path / "a.cu"
    source.write_text(
        '#include "size.h"\n__shared__ float s[SIZE]; float v = s[threadIdx.x * 2];\n', "utf-8"
    )
    data = report(run, str(source), "-I", str(tmp_path / "lib"))
    assert data["accesses"][0]["line"] == 2
    defined = "__shared__ float s[SIZE]; float v = s[threadIdx.x * STEP];"
    done = report(run, "-c", defined, "-D", "SIZE=64", "-D", "STEP=2")
    assert done["total"]["cycles"] == 2


def test_text_without_utf8_is_ascii(run: Run) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "banktrainer", "explain", "-c", OFFSET],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "        --^^--^^---^^" in done.stdout
    assert "\\u" not in done.stdout
