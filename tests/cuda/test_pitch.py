"""`row * pitch + col` on a flat array: cell F where the source says so, and nowhere else."""

from __future__ import annotations

import pytest

from banktrainer.cuda import Launch, trace
from banktrainer.engine import Access, cell_of

FLAT = "__shared__ float s[4096];\n"
FULL = (32, 1, 1)
TILE = (16, 16, 1)


def first(code: str, block: tuple[int, int, int] = FULL) -> Access:
    found = trace(FLAT + code, Launch(block=block), {}, "nvidia")
    assert not found.unread
    return found.accesses[0].executions[0].access


@pytest.mark.parametrize(
    ("block", "pitch", "code"),
    [
        (FULL, 32, "int col = 3; float v = s[threadIdx.x * 32 + col];"),
        (FULL, 33, "int col = 3; float v = s[col + 33 * threadIdx.x];"),
        (FULL, 33, "const int P = 33; int col = 3; float v = s[threadIdx.x * P + col];"),
        (FULL, 33, "#define P (32 + 1)\nint col = 3; float v = s[threadIdx.x * P + col];"),
        (FULL, 32, "int col = 3; float v = s[(threadIdx.x << 5) + col];"),
        (FULL, 32, "int col = 3; float* row = s; float v = row[threadIdx.x * 32 + col];"),
        (FULL, 32, "int col = 3; float v = s[threadIdx.x * 32 + col - 1];"),
        (
            FULL,
            33,
            "int row = threadIdx.x % 8, col = threadIdx.x / 8; float v = s[row * 33 + col];",
        ),
        (TILE, 16, "int P = 16; float v = s[threadIdx.y * P + threadIdx.x];"),
        (TILE, 16, "float v = s[threadIdx.y * blockDim.x + threadIdx.x];"),
        (TILE, 17, "float v = s[threadIdx.x * 17 + threadIdx.y];"),
        (TILE, 17, "int half = 1; float v = s[half * 272 + threadIdx.x * 17 + threadIdx.y];"),
    ],
)
def test_rows_written_by_hand_are_cell_f(
    block: tuple[int, int, int], pitch: int, code: str
) -> None:
    access = first(code, block)
    assert access.origin is not None
    assert access.origin.pitch == pitch
    assert cell_of(access) == "F"


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("D", "float v = s[threadIdx.x * 32];"),
        ("E", "float v = s[threadIdx.x * 6 + 5];"),
        ("E", "float v = s[threadIdx.x * 32 + 5];"),
        ("C", "float v = s[threadIdx.x * 6 + 0];"),
        ("E", "int offset = 5; int stride = 6; float v = s[threadIdx.x * stride + offset];"),
        ("E", "int offset = 7; float v = s[threadIdx.x * 6 + offset];"),
        ("E", "int k = 4; float v = s[2 * k * threadIdx.x + k];"),
        ("E", "int k = 2; float v = s[threadIdx.x * 32 + k * 64];"),
        ("E", "float v = s[31 - threadIdx.x];"),
        ("E", "int n = 40; float v = s[(threadIdx.x << (n & 1)) + n];"),
        ("A", "int row = 0; float v = s[row * 32 + threadIdx.x];"),
        ("E", "int row = 3; float v = s[row * 32 + threadIdx.x];"),
        ("E", "int i = threadIdx.x * 32 + 3; float v = s[i];"),
        (None, "float v = s[threadIdx.x * 4 + threadIdx.x / 4];"),
        (None, "float v = s[threadIdx.x * 8 + (threadIdx.x & 1)];"),
    ],
)
def test_strides_and_offsets_stay_what_they_are(cell: str | None, code: str) -> None:
    assert cell_of(first(code)) == cell


def test_finding_a_pitch_reads_no_memory() -> None:
    code = FLAT + "__shared__ int n; n = 2; float v = s[threadIdx.x * 32 + n];"
    found = trace(code, Launch(block=FULL), {}, "nvidia")
    assert [(one.array, one.op, len(one.executions)) for one in found.accesses] == [
        ("n", "store", 1),
        ("n", "load", 1),
        ("s", "load", 1),
    ]


def test_an_array_of_rows_keeps_its_own_pitch() -> None:
    code = "__shared__ float m[8][64];\nint c = 1; float v = m[1][threadIdx.x % 4 * 8 + c];"
    found = trace(code, Launch(block=FULL), {}, "nvidia")
    origin = found.accesses[0].executions[0].access.origin
    assert origin is not None
    assert (origin.dims, origin.pitch) == ((8, 64), None)
