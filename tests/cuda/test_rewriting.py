"""Remedies as CUDA: the rewritten source costs exactly what the engine promised."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from banktrainer.cuda import Launch, Rewrite, Trace, report, rewrite, trace
from banktrainer.engine import Remedy, remedies

TILE = """__global__ void k(float* out, const float* in) {
    __shared__ float tile[32][32];
    for (int j = threadIdx.y; j < 32; j += 8)
        tile[j][threadIdx.x] = in[j * 32 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        out[j * 32 + threadIdx.x] = tile[threadIdx.x][j];
}"""
MACROS = TILE.replace("[32][32]", "[N][N << 0]").replace(
    "__global__", "#define N 32\n__global__", 1
)
SMALL = """__global__ void k(float* out, const float* in) {
    __shared__ float tile[16][16];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}"""
HALVES = """__global__ void k(const uint4* in, uint4* out) {
    __shared__ __align__(16) half q[32][64];
    for (int c = 0; c < 8; ++c)
        *reinterpret_cast<uint4*>(&q[threadIdx.x][c * 8]) = in[threadIdx.x * 8 + c];
}"""
DEEP = """__global__ void k(float* out) {
    __shared__ float s[2][16][32];
    for (int j = 0; j < 16; ++j) s[threadIdx.x & 1][j][threadIdx.x] = j;
    out[threadIdx.x] = s[threadIdx.x >> 4][threadIdx.x & 15][3];
}"""
STRUCTS = """struct Body { float x, y; int id; unsigned int pad; };
__global__ void k(float* out) {
    __shared__ Body bodies[64];
    bodies[threadIdx.x].x = 1.f;
    bodies[threadIdx.x].id = threadIdx.x;
    out[threadIdx.x] = bodies[threadIdx.x].y + bodies[threadIdx.x ^ 1].x;
}"""
SNIPPET = "__shared__ float s[1024]; s[threadIdx.x * 32] = 1;"

CASES = [
    (TILE, (32, 8), "pad", ["    __shared__ float tile[32][33];"]),
    (
        TILE,
        (32, 8),
        "swizzle",
        [
            "        tile[j][threadIdx.x ^ j] = in[j * 32 + threadIdx.x];",
            "        out[j * 32 + threadIdx.x] = tile[threadIdx.x][j ^ threadIdx.x];",
        ],
    ),
    (MACROS, (32, 8), "pad", ["    __shared__ float tile[N][(N << 0) + 1];"]),
    (SMALL, (16, 16), "pad", ["    __shared__ float tile[16][18];"]),
    (
        SMALL,
        (16, 16),
        "swizzle",
        [
            "    tile[threadIdx.y][threadIdx.x ^ ((threadIdx.y >> 1) << 1)]"
            " = in[threadIdx.y * 16 + threadIdx.x];",
            "    out[threadIdx.y * 16 + threadIdx.x]"
            " = tile[threadIdx.x][threadIdx.y ^ ((threadIdx.x >> 1) << 1)];",
        ],
    ),
    (HALVES, (32,), "pad", ["    __shared__ __align__(16) half q[32][72];"]),
    (
        HALVES,
        (32,),
        "swizzle",
        [
            "        *reinterpret_cast<uint4*>(&q[threadIdx.x][(c * 8) ^ ((threadIdx.x & 7) << 3)])"
            " = in[threadIdx.x * 8 + c];"
        ],
    ),
    (DEEP, (32,), "pad", None),
    (DEEP, (32,), "swizzle", None),
    (
        STRUCTS,
        (32,),
        "soa",
        [
            "    __shared__ float bodies_x[64]; __shared__ float bodies_y[64];"
            " __shared__ int bodies_id[64]; __shared__ unsigned int bodies_pad[64];",
            "    bodies_x[threadIdx.x] = 1.f;",
            "    bodies_id[threadIdx.x] = threadIdx.x;",
            "    out[threadIdx.x] = bodies_y[threadIdx.x] + bodies_x[threadIdx.x ^ 1];",
        ],
    ),
    (
        SNIPPET,
        None,
        "swizzle",
        ["__shared__ float s[1024]; s[(threadIdx.x * 32) ^ ((threadIdx.x * 32) >> 5)] = 1;"],
    ),
]


def found_in(traced: Trace) -> Iterator[tuple[Remedy, tuple[int, ...], str]]:
    name = traced.accesses[0].array
    own = [e.access for x in traced.accesses if x.array == name for e in x.executions]
    assert own[0].origin is not None
    for remedy in remedies(own):
        yield remedy, own[0].origin.dims, name


def rewritten(code: str, block: tuple[int, ...] | None, kind: str) -> tuple[Rewrite | None, Remedy]:
    traced = trace(code, Launch(block=block))
    for remedy, dims, name in found_in(traced):
        if remedy.kind == kind:
            return rewrite(code, name, dims, remedy, kernel=traced.kernel), remedy
    raise AssertionError(kind)


@pytest.mark.parametrize(("code", "block", "kind", "lines"), CASES)
def test_the_rewritten_source_costs_what_was_promised(
    code: str, block: tuple[int, ...] | None, kind: str, lines: list[str] | None
) -> None:
    made, remedy = rewritten(code, block, kind)
    assert made is not None
    if lines is not None:
        assert [line.text for line in made.lines] == lines
    again = trace(made.source, Launch(block=block))
    assert not again.unread
    assert report(again).cycles == remedy.cycles < report(trace(code, Launch(block=block))).cycles


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        # A pointer into the tile, a macro that names it, an index with an effect.
        ("tile[threadIdx.x][j];", "(&tile[0][0])[threadIdx.x * 32 + j];", "swizzle"),
        ("tile[threadIdx.x][j];", "AT(threadIdx.x, j);", "swizzle"),
        ("tile[threadIdx.x][j];", "tile[threadIdx.x][f(j)];", "swizzle"),
        ("__shared__ float tile[32][32];", "MADE(tile);", "pad"),
    ],
)
def test_what_the_source_does_not_say_plainly_is_left_alone(old: str, new: str, kind: str) -> None:
    head = "#define AT(r, c) tile[r][c]\n#define MADE(n) __shared__ float n[32][32]\n"
    made, _ = rewritten(TILE, (32, 8), kind)
    assert made is not None
    _, remedy = rewritten(TILE, (32, 8), kind)
    code = head + "__device__ int f(int x) { return x; }\n" + TILE.replace(old, new)
    assert rewrite(code, "tile", (32, 32), remedy, kernel="k") is None


def test_only_the_kernel_that_was_traced_is_changed() -> None:
    code = TILE + "\n" + TILE.replace("void k(", "void other(")
    _, remedy = rewritten(TILE, (32, 8), "pad")
    made = rewrite(code, "tile", (32, 32), remedy, kernel="other")
    assert made is not None
    assert [line.number for line in made.lines] == [10]


def test_an_array_of_the_file_is_changed_wherever_it_is_used() -> None:
    code = """__shared__ float tile[32][32];
__device__ float at(int r, int c) { return tile[r][c]; }
__global__ void k(float* out) {
    for (int j = 0; j < 32; ++j) tile[j][threadIdx.x] = j;
    for (int j = 0; j < 32; ++j) out[threadIdx.x] = at(threadIdx.x, j);
}"""
    made, remedy = rewritten(code, (32,), "swizzle")
    assert made is not None
    assert [line.number for line in made.lines] == [2, 4]
    assert report(trace(made.source, Launch(block=(32,)))).cycles == remedy.cycles
