"""More whole kernels: each access's executions, cycles, ideal and degree, counted by hand."""

from __future__ import annotations

import pytest

from banktrainer.cuda import Launch, report, trace
from tests.cuda.test_kernels import BITONIC, SCAN, Row

SEQUENTIAL = """
__global__ void reduce(const int* in, int* out) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    sdata[tid] = in[tid];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}
"""

WARP_COPIES = """
__global__ void histogram(const unsigned char* data, unsigned int* out) {
    __shared__ unsigned int bins[4][32];
    bins[threadIdx.x / 32][threadIdx.x % 32] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x / 32][data[threadIdx.x]], 1u);
    __syncthreads();
    unsigned int sum = 0;
    if (threadIdx.x < 32) {
        for (int w = 0; w < 4; ++w) sum += bins[w][threadIdx.x];
        atomicAdd(&out[threadIdx.x], sum);
    }
}
"""

BYTE_BINS = """
__global__ void histogram(const unsigned char* data) {
    __shared__ unsigned char counts[64 * 64];
    unsigned int tid = threadIdx.x;
    for (int i = 0; i < 16; ++i) ((unsigned int*)counts)[tid + i * 64] = 0;
    __syncthreads();
    counts[data[tid] * 64 + tid]++;
}
"""

FLOAT4_MATMUL = """
__global__ void sgemm(const float4* A, const float4* B, float* C) {
    __shared__ __align__(16) float As[16][PITCH], Bs[16][64];
    int tid = threadIdx.x, r = tid / 4, c = tid % 4 * 4, tx = tid % 16, ty = tid / 16;
    float4 a = A[tid];
    As[c][r] = a.x;
    As[c + 1][r] = a.y;
    As[c + 2][r] = a.z;
    As[c + 3][r] = a.w;
    *reinterpret_cast<float4*>(&Bs[ty][tx * 4]) = B[tid];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 16; ++k) {
        float4 a4 = *reinterpret_cast<float4*>(&As[k][ty * 4]);
        float4 b4 = *reinterpret_cast<float4*>(&Bs[k][tx * 4]);
        sum += a4.x * b4.x + a4.y * b4.y;
    }
    C[tid] = sum;
}
"""

STENCIL_3D = """
__global__ void stencil(const float* in, float* out) {
    __shared__ float s[6][10][10];
    int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    int x = tx + 1, y = ty + 1, z = tz + 1;
    s[z][y][x] = in[tx];
    if (tx == 0) { s[z][y][0] = in[0]; s[z][y][9] = in[9]; }
    if (ty == 0) { s[z][0][x] = in[1]; s[z][9][x] = in[8]; }
    if (tz == 0) { s[0][y][x] = in[2]; s[5][y][x] = in[7]; }
    __syncthreads();
    out[tx] = s[z][y][x - 1] + s[z][y][x + 1] + s[z][y - 1][x] + s[z][y + 1][x]
            + s[z - 1][y][x] + s[z + 1][y][x];
}
"""


def _scan(first: int, each: int, degree: int) -> list[Row]:
    text = "temp[2 * thid + OFFSET(2 * thid)]", "temp[2 * thid + 1 + OFFSET(2 * thid + 1)]"
    worst = 2 if first > 8 else 1
    return [
        (text[0], "store", 8, first, 8, worst),
        (text[1], "store", 8, first, 8, worst),
        ("temp[ai]", "load", 20, each, 20, degree),
        ("temp[bi]", "load", 20, each, 20, degree),
        ("temp[bi]", "store", 20, each, 20, degree),
    ]


def _sgemm(store: int, degree: int) -> list[Row]:
    return [
        *((f"As[{row}][r]", "store", 8, store, 8, degree) for row in ("c", "c + 1")),
        *((f"As[{row}][r]", "store", 8, store, 8, degree) for row in ("c + 2", "c + 3")),
        ("*reinterpret_cast<float4*>(&Bs[ty][tx * 4])", "store", 8, 32, 32, 1),
        ("*reinterpret_cast<float4*>(&As[k][ty * 4])", "load", 128, 512, 512, 1),
        ("*reinterpret_cast<float4*>(&Bs[k][tx * 4])", "load", 128, 512, 512, 1),
    ]


def _bytes(cycles: int, degree: int) -> list[Row]:
    text = "counts[data[tid] * 64 + tid]"
    return [
        # 64 words at a time: two warps, sixteen times.
        ("((unsigned int*)counts)[tid + i * 64]", "store", 32, 32, 32, 1),
        (text, "load", 2, cycles, 2, degree),
        (text, "store", 2, cycles, 2, degree),
    ]


def _copies(cycles: int, degree: int) -> list[Row]:
    return [
        ("bins[threadIdx.x / 32][threadIdx.x % 32]", "store", 4, 4, 4, 1),
        ("bins[threadIdx.x / 32][data[threadIdx.x]]", "atomic", 4, cycles, 4, degree),
        ("bins[w][threadIdx.x]", "load", 4, 4, 4, 1),
    ]


Case = tuple[str, str, dict[str, str], dict[str, str], tuple[int, ...], list[Row]]
TABLE: list[Case] = [
    (
        # 128, 64, 32, 16, … 1 lanes in a row of words: 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 warps.
        "reduction, sequential",
        SEQUENTIAL,
        {},
        {},
        (256,),
        [
            ("sdata[tid]", "store", 8, 8, 8, 1),
            ("sdata[tid + s]", "load", 12, 12, 12, 1),
            ("sdata[tid]", "load", 12, 12, 12, 1),
            ("sdata[tid]", "store", 12, 12, 12, 1),
            ("sdata[0]", "load", 1, 1, 1, 1),
        ],
    ),
    (
        # Filling: stride 2, 8 warps × 2. Up-sweep: strides 2, 4, 8, 16 over 8, 4, 2, 1 warps are
        # 16 each; then 16, 8, 4, 2, 1 lanes on one bank: 64 + 31 = 95.
        "Blelloch scan",
        SCAN,
        {},
        {},
        (256,),
        _scan(16, 95, 16),
    ),
    (
        # One word more every 32: stride 2^k + 2^k/32, so lanes that met in a bank stand 1 apart.
        "Blelloch scan with conflict-free offsets",
        SCAN,
        {"PADDED": "1"},
        {},
        (256,),
        _scan(8, 20, 1),
    ),
    # One bin in each warp's own copy: 4 warps × 32 lanes at one word.
    ("histogram, a copy a warp, one bin", WARP_COPIES, {}, {"data": "7"}, (128,), _copies(128, 32)),
    # 32 bins, 32 lanes: a bank each.
    (
        "histogram, a copy a warp, all bins",
        WARP_COPIES,
        {},
        {"data": "i % 32"},
        (128,),
        _copies(4, 1),
    ),
    # One bin: 32 bytes in a row are 8 words, each shared by four lanes.
    ("histogram, bytes a thread, one bin", BYTE_BINS, {}, {"data": "5"}, (64,), _bytes(2, 1)),
    # Bin = thread: byte 65·t is word 16·t + t/4, so t and t + 2 of one four share a bank: 2-way.
    ("histogram, bytes a thread, own bin", BYTE_BINS, {}, {"data": "i"}, (64,), _bytes(4, 2)),
    (
        # As is filled by columns: the four lanes of one row of A stand 4 rows of 64 words apart,
        # all in bank r: 4-way, 8 warps. Rows of float4: 4 phases, each over all banks or one word.
        "tiled matrix multiply with float4, column tile",
        FLOAT4_MATMUL,
        {"PITCH": "64"},
        {},
        (256,),
        _sgemm(32, 4),
    ),
    (
        # 4 · 68 mod 32 = 16: rows 0 and 8 stay in one bank, rows 4 and 12 in another: 2-way.
        "tiled matrix multiply with float4, rows padded by 16 bytes",
        FLOAT4_MATMUL,
        {"PITCH": "68"},
        {},
        (256,),
        _sgemm(16, 2),
    ),
    (
        # A warp is 4 rows of 8 at 0, 10, 20, 30: the last wraps onto the first's banks 0–5: 2-way.
        # Halo: in x 4 lanes a warp; in y 8 lanes of the 4 warps with ty = 0; in z 2 warps.
        "stencil in 3-D",
        STENCIL_3D,
        {},
        {},
        (8, 8, 4),
        [
            ("s[z][y][x]", "store", 8, 16, 8, 2),
            ("s[z][y][0]", "store", 8, 8, 8, 1),
            ("s[z][y][9]", "store", 8, 8, 8, 1),
            ("s[z][0][x]", "store", 4, 4, 4, 1),
            ("s[z][9][x]", "store", 4, 4, 4, 1),
            ("s[0][y][x]", "store", 2, 4, 2, 2),
            ("s[5][y][x]", "store", 2, 4, 2, 2),
            ("s[z][y][x - 1]", "load", 8, 16, 8, 2),
            ("s[z][y][x + 1]", "load", 8, 16, 8, 2),
            ("s[z][y - 1][x]", "load", 8, 16, 8, 2),
            ("s[z][y + 1][x]", "load", 8, 16, 8, 2),
            ("s[z - 1][y][x]", "load", 8, 16, 8, 2),
            ("s[z + 1][y][x]", "load", 8, 16, 8, 2),
        ],
    ),
]


@pytest.mark.parametrize(
    ("code", "defines", "values", "block", "expected"),
    [row[1:] for row in TABLE],
    ids=[row[0] for row in TABLE],
)
def test_golden(
    code: str,
    defines: dict[str, str],
    values: dict[str, str],
    block: tuple[int, ...],
    expected: list[Row],
) -> None:
    traced = trace(code, Launch(block=block), values, defines=defines)
    assert not traced.unread
    found = report(traced).rows
    assert [(r.text, r.op, r.executions, r.cycles, r.ideal, r.degree) for r in found] == expected


def swaps() -> int:
    """How many times a warp swaps in the bitonic sort of 63, 62, … 0."""
    data, count, k = list(range(63, -1, -1)), 0, 2
    while k <= 64:
        j = k // 2
        while j:
            pairs = [(i, i ^ j) for i in range(64) if i ^ j > i]
            taken = [(a, b) for a, b in pairs if (data[a] > data[b]) == ((a & k) == 0)]
            for a, b in taken:
                data[a], data[b] = data[b], data[a]
            count += len({a // 32 for a, _ in taken})
            j //= 2
        k *= 2
    assert data == list(range(64))
    return count


def test_bitonic_sort_has_no_conflict_in_any_step() -> None:
    """21 steps: in 20 both warps compare, half their lanes each; in the one with j = 32 warp 0."""
    found = report(trace(BITONIC, Launch(block=(64,)))).rows
    assert [(r.text, r.op, r.executions) for r in found] == [
        ("s[tid]", "store", 2),
        ("s[tid]", "load", 41),
        ("s[other]", "load", 41),
        ("s[tid]", "load", swaps()),
        ("s[other]", "load", swaps()),
        ("s[tid]", "store", swaps()),
        ("s[other]", "store", swaps()),
        ("s[tid]", "load", 2),
        ("s[s[tid]]", "store", 2),
    ]
    assert all((r.cycles, r.ideal, r.degree) == (r.executions, r.executions, 1) for r in found)
