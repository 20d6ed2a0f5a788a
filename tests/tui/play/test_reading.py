"""Readings: what a draft does, what could not be read, and where."""

from __future__ import annotations

from asyncio import ensure_future, sleep

import pytest

from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.paint.blocks import lay_out
from banktrainer.tui.play.found import found_blocks, window
from banktrainer.tui.play.reader import Reader
from banktrainer.tui.play.reading import read, retracer
from banktrainer.words import Words

W = Words()
COLUMN = "__shared__ float M[32][32];\nfloat v = M[tid][col];"
KERNEL = """__global__ void a() { __shared__ int s[64]; s[threadIdx.x] = 1; }
__global__ void b() { __shared__ int t[64]; t[threadIdx.x * 2] += 1; }
"""


def said(draft: Draft, rows: int = 4, width: int = 76) -> list[str]:
    lines, _ = lay_out(found_blocks(W, read(draft), 0, rows), width)
    return [line.content.plain.rstrip() for line in lines]


def test_an_access_with_its_values() -> None:
    assert said(Draft(COLUMN, "tid=threadIdx.x, col=3")) == [
        "1 access: 32 cycles, ideal 1, excess 31",
        "▸ line 2: reads M[tid][col]  32 cycles, ideal 1  32-way",
    ]


def test_what_is_older_than_the_code_says_so() -> None:
    blocks = found_blocks(W, read(Draft("__shared__ int s[32];\ns[0] = 1;")), 0, 4, busy=True)
    lines, _ = lay_out(blocks, 76)
    assert lines[0].content.plain.endswith(W("play.reading"))


def test_every_kernel_is_read_in_turn() -> None:
    found = read(Draft(KERNEL, block="32")).found
    assert [(one.row.op, one.row.cycles, one.trace.kernel) for one in found] == [
        *(("store", 1, "a"), ("load", 2, "b"), ("store", 2, "b"))
    ]
    assert [one.trace.kernel for one in read(Draft(KERNEL, kernel="b")).found] == ["b", "b"]


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        (Draft("__shared__ float s[32];\nfloat v = s[;"), "✗ line 2, column 12: this is not CUDA"),
        (Draft(COLUMN, "col=3"), "✗ line 2, column 11: "),
        (Draft(COLUMN, "3"), "✗ “3” gives no value"),
        (Draft(COLUMN, block="0"), "✗ “0” is no block that hardware takes"),
        (Draft(COLUMN, "tid=0, col=0", warp="9"), "✗ there is no warp 9"),
        (
            Draft("__shared__ float4 s[32];\nfloat4 v = s[threadIdx.x];", machine="cc2"),
            "✗ line 2, column 12: cc2 has",
        ),
        (Draft("// nothing"), "No access to shared memory"),
        (Draft(""), "No access to shared memory"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(draft: Draft, expected: str) -> None:
    assert said(draft)[0].startswith(expected)


def test_what_could_be_read_is_still_counted() -> None:
    lines = said(Draft("__shared__ float s[32];\ns[threadIdx.x] = 0;\nfloat v = s[in[0]];"), 5)
    assert lines[0].startswith("✗ line 3, column 11: ")
    assert "1 access so far: 1 cycle, ideal 1, excess 0" in lines


def test_hostile_code_is_shown_harmless() -> None:
    lines = said(Draft("__shared__ float s[32];\nfloat v = s[\x1b[31m"))
    assert not [line for line in lines if "\x1b" in line]


def test_a_retrace_keeps_the_launch() -> None:
    again = retracer(Draft(KERNEL, block="64", warp="1"), "a")(KERNEL)
    assert (again.block, again.warps, again.kernel) == ((64, 1, 1), (1,), "a")


@pytest.mark.parametrize(
    ("things", "picked", "rows", "expected"),
    [(3, 0, 5, [0, 1, 2]), (9, 0, 3, [0, 1, 2]), (9, 8, 3, [6, 7, 8]), (9, 4, 3, [3, 4, 5])],
)
def test_the_picked_one_is_in_sight(
    things: int, picked: int, rows: int, expected: list[int]
) -> None:
    assert list(window(things, picked, rows)) == expected


async def test_only_the_newest_draft_is_read() -> None:
    reader = Reader()
    try:
        endless = "__shared__ int s[32];\nfor (int i = 0; i < 9999; ++i) s[threadIdx.x] = i;"
        old = reader.read(Draft(endless))
        stale = ensure_future(old)
        await sleep(0)
        fresh = await reader.read(Draft(COLUMN, "tid=0, col=0"))
        assert fresh is not None
        assert fresh.found[0].row.cycles == 1
        assert await stale is None
    finally:
        reader.close()
