"""Whole kernels as people write them: every access with its figures, counted by hand."""

from __future__ import annotations

import pytest

from banktrainer.cuda import Launch, report, trace

Row = tuple[str, str, int, int, int, int]

TRANSPOSE = """
#define TILE 32
#define ROWS 8
__global__ void transpose(float* out, const float* in, int width) {
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
int main() { dim3 block(TILE, ROWS); transpose<<<1, block>>>(a, b, 1024); }
"""

SWIZZLED = """
__global__ void transpose(float* out, const float* in) {
    __shared__ float tile[32][32];
    for (int j = threadIdx.y; j < 32; j += 8)
        tile[j][threadIdx.x ^ j] = in[j * 32 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        out[j * 32 + threadIdx.x] = tile[threadIdx.x][j ^ threadIdx.x];
}
"""

INTERLEAVED = """
__global__ void reduce(const int* in, int* out) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    sdata[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}
"""

UNROLLED = """
template <unsigned int blockSize>
__device__ void warpReduce(volatile int* sdata, unsigned int tid) {
    if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
    if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
    if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
    if (blockSize >= 8) sdata[tid] += sdata[tid + 4];
    if (blockSize >= 4) sdata[tid] += sdata[tid + 2];
    if (blockSize >= 2) sdata[tid] += sdata[tid + 1];
}
template <unsigned int blockSize>
__global__ void reduce(const int* in, int* out) {
    __shared__ int sdata[blockSize];
    unsigned int tid = threadIdx.x;
    sdata[tid] = in[tid];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) out[blockIdx.x] = sdata[0];
}
void host() { reduce<256><<<1, 256>>>(a, b); }
"""

SCAN = """
#ifdef PADDED
#define OFFSET(n) ((n) >> 5)
#else
#define OFFSET(n) 0
#endif
__global__ void scan(float* out, const float* in) {
    __shared__ float temp[512 + 16];
    const int n = 512;
    int thid = threadIdx.x, offset = 1;
    temp[2 * thid + OFFSET(2 * thid)] = in[2 * thid];
    temp[2 * thid + 1 + OFFSET(2 * thid + 1)] = in[2 * thid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += OFFSET(ai);
            bi += OFFSET(bi);
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
}
"""

HISTOGRAM = """
#define BINS 64
__global__ void histogram(const unsigned char* data, unsigned int* bins) {
    __shared__ unsigned int local[BINS];
    if (threadIdx.x < BINS) local[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&local[data[threadIdx.x]], 1u);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
"""

MATMUL = """
#define T 16
__global__ void matmul(const float* A, const float* B, float* C, int n) {
    __shared__ float As[T][T], Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.f;
    for (int t = 0; t < n / T; ++t) {
        As[ty][tx] = A[(blockIdx.y * T + ty) * n + t * T + tx];
        Bs[ty][tx] = B[(t * T + ty) * n + blockIdx.x * T + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; ++k) sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[(blockIdx.y * T + ty) * n + blockIdx.x * T + tx] = sum;
}
"""

VECTOR_TILE = """
__global__ void load(const float4* A, float* out) {
    __shared__ float tile[32][36];
    int row = threadIdx.x / 8, col = threadIdx.x % 8;
    *reinterpret_cast<float4*>(&tile[row][col * 4]) = A[threadIdx.x];
    __syncthreads();
    float4 v = *reinterpret_cast<const float4*>(&tile[threadIdx.x % 32][0]);
    out[threadIdx.x] = v.x + v.w;
}
"""

STENCIL = """
#define R 1
__global__ void stencil(const float* in, float* out, int w) {
    __shared__ float s[8 + 2 * R][32 + 2 * R];
    int x = threadIdx.x + R, y = threadIdx.y + R;
    s[y][x] = in[y * w + x];
    if (threadIdx.x < R) {
        s[y][x - R] = in[y * w + x - R];
        s[y][x + 32] = in[y * w + x + 32];
    }
    __syncthreads();
    out[y * w + x] = s[y][x - 1] + s[y][x + 1];
}
"""

BITONIC = """
__global__ void sort(int* data) {
    __shared__ int s[64];
    unsigned int tid = threadIdx.x;
    s[tid] = 63 - tid;
    __syncthreads();
    for (unsigned int k = 2; k <= 64; k *= 2)
        for (unsigned int j = k / 2; j > 0; j /= 2) {
            unsigned int other = tid ^ j;
            if (other > tid) {
                bool up = (tid & k) == 0;
                if ((s[tid] > s[other]) == up) {
                    int t = s[tid];
                    s[tid] = s[other];
                    s[other] = t;
                }
            }
            __syncthreads();
        }
    s[s[tid]] = 0;
}
"""

SCORES = """
__global__ void scores(const half* Q, const half* K, float* out) {
    __shared__ half q[32][64];
    int lane = threadIdx.x;
    for (int c = 0; c < 8; ++c) {
        int chunk = c ^ (lane & 7);
        uint4 row = reinterpret_cast<const uint4*>(Q)[lane * 8 + c];
        *reinterpret_cast<uint4*>(&q[lane][chunk * 8]) = row;
    }
    __syncthreads();
    float acc = 0;
    for (int c = 0; c < 8; ++c) {
        uint4 v = *reinterpret_cast<uint4*>(&q[lane][(c ^ (lane & 7)) * 8]);
        acc += __half2float(reinterpret_cast<half*>(&v)[0]);
    }
    out[lane] = acc;
}
"""

TABLE: list[tuple[str, str, dict[str, str], dict[str, str], tuple[int, ...] | None, list[Row]]] = [
    (
        # 8 warps, 4 turns: 32 executions. A store is a row, 32 neighbouring words. A load takes
        # words 32 apart: 32 words of one bank, 32 · 32 = 1024 cycles.
        "transpose, naive: a column of 32 floats is one bank",
        TRANSPOSE,
        {"PAD": "0"},
        {},
        None,
        [
            ("tile[threadIdx.y + j][threadIdx.x]", "store", 32, 32, 32, 1),
            ("tile[threadIdx.x][threadIdx.y + j]", "load", 32, 1024, 32, 32),
        ],
    ),
    (
        # As above; words 33 apart lie in banks 33·lane mod 32 = lane: one cycle each.
        "transpose, padded",
        TRANSPOSE,
        {"PAD": "1"},
        {},
        None,
        [
            ("tile[threadIdx.y + j][threadIdx.x]", "store", 32, 32, 32, 1),
            ("tile[threadIdx.x][threadIdx.y + j]", "load", 32, 32, 32, 1),
        ],
    ),
    (
        # lane ^ j runs over all 32 columns, both along a row and down a column: all banks differ.
        "transpose, swizzled",
        SWIZZLED,
        {},
        {},
        (32, 8),
        [
            ("tile[j][threadIdx.x ^ j]", "store", 32, 32, 32, 1),
            ("tile[threadIdx.x][j ^ threadIdx.x]", "load", 32, 32, 32, 1),
        ],
    ),
    (
        # Strides 2, 4, 8, 16, 32, … over 128, 64, 32, 16, 8, 4, 2, 1 lanes. In warps of 32 lanes:
        # 4 warps × 2, 2 × 4, 1 × 8; 16 lanes on two banks: 8; then 8, 4, 2, 1 lanes on one bank.
        "reduction, interleaved",
        INTERLEAVED,
        {},
        {},
        (256,),
        [
            ("sdata[tid]", "store", 8, 8, 8, 1),
            ("sdata[index + s]", "load", 12, 47, 12, 8),
            ("sdata[index]", "load", 12, 47, 12, 8),
            ("sdata[index]", "store", 12, 47, 12, 8),
            ("sdata[0]", "load", 1, 1, 1, 1),
        ],
    ),
    (
        # Two warps; the 32 lanes of each want one bank: 32 cycles each.
        "histogram, one bin",
        HISTOGRAM,
        {},
        {"data": "7"},
        (64,),
        [
            ("local[threadIdx.x]", "store", 2, 2, 2, 1),
            ("local[data[threadIdx.x]]", "atomic", 2, 64, 2, 32),
            ("local[threadIdx.x]", "load", 2, 2, 2, 1),
        ],
    ),
    (
        # Lane i of warp w takes bin 32·w + i: neighbouring words.
        "histogram, all bins alike",
        HISTOGRAM,
        {},
        {"data": "i % 64"},
        (64,),
        [
            ("local[threadIdx.x]", "store", 2, 2, 2, 1),
            ("local[data[threadIdx.x]]", "atomic", 2, 2, 2, 1),
            ("local[threadIdx.x]", "load", 2, 2, 2, 1),
        ],
    ),
    (
        # 8 warps of two rows each; 2 tiles. As[ty][k]: two words, 16 apart: other banks.
        "tiled matrix multiply, 16 by 16",
        MATMUL,
        {},
        {"n": "32"},
        (16, 16),
        [
            ("As[ty][tx]", "store", 16, 16, 16, 1),
            ("Bs[ty][tx]", "store", 16, 16, 16, 1),
            ("As[ty][k]", "load", 256, 256, 256, 1),
            ("Bs[k][tx]", "load", 256, 256, 256, 1),
        ],
    ),
    (
        # Rows of 36 words: eight lanes of a quarter warp start 4 banks apart.
        "float4 into padded rows",
        VECTOR_TILE,
        {},
        {},
        (256,),
        [
            ("*reinterpret_cast<float4*>(&tile[row][col * 4])", "store", 8, 32, 32, 1),
            (
                "*reinterpret_cast<const float4*>(&tile[threadIdx.x % 32][0])",
                "load",
                8,
                32,
                32,
                1,
            ),
        ],
    ),
    (
        # A warp is a row of the block: neighbouring words, whatever the pitch of 34; the halo is
        # one lane a warp.
        "stencil with a halo",
        STENCIL,
        {},
        {"w": "64"},
        (32, 8),
        [
            ("s[y][x]", "store", 8, 8, 8, 1),
            ("s[y][x - R]", "store", 8, 8, 8, 1),
            ("s[y][x + 32]", "store", 8, 8, 8, 1),
            ("s[y][x - 1]", "load", 8, 8, 8, 1),
            ("s[y][x + 1]", "load", 8, 8, 8, 1),
        ],
    ),
    (
        # Rows of 128 bytes: in each quarter warp c ^ (lane & 7) gives eight different chunks of
        # four banks: 4 phases of one cycle, 8 · 4 = 32.
        "score tile with an XOR swizzle",
        SCORES,
        {},
        {},
        (32,),
        [
            ("*reinterpret_cast<uint4*>(&q[lane][chunk * 8])", "store", 8, 32, 32, 1),
            ("*reinterpret_cast<uint4*>(&q[lane][(c ^ (lane & 7)) * 8])", "load", 8, 32, 32, 1),
        ],
    ),
]


@pytest.mark.parametrize(
    ("code", "defines", "values", "block", "expected"),
    [row[1:] for row in TABLE],
    ids=[row[0] for row in TABLE],
)
def test_kernel(
    code: str,
    defines: dict[str, str],
    values: dict[str, str],
    block: tuple[int, ...] | None,
    expected: list[Row],
) -> None:
    traced = trace(code, Launch(block=block), values, defines=defines)
    assert not traced.unread
    found = report(traced).rows
    assert [(r.text, r.op, r.executions, r.cycles, r.ideal, r.degree) for r in found] == expected


def test_reduction_with_the_last_warp_unrolled_has_no_conflict() -> None:
    """tid and tid + s are neighbouring words in every step; six steps, a += of two loads each."""
    traced = trace(UNROLLED)
    assert not traced.unread
    assert traced.block == (256, 1, 1)
    result = report(traced)
    assert result.excess == 0
    in_last_warp = [r for r in result.rows if r.op == "load" and r.line < 10]
    assert [r.executions for r in in_last_warp] == [1] * 12


def test_blelloch_scan_with_and_without_offsets() -> None:
    """Lanes read words `2 · offset` apart: with offset 8, the 32 lanes of a warp share two banks,
    16 on each. One word of padding for every 32 spreads them; two lanes may still meet."""

    def loads(**defines: str) -> list[int]:
        traced = trace(SCAN, Launch(block=(256,)), defines=defines)
        assert not traced.unread
        return [r.degree for r in report(traced).rows if r.op == "load"]

    assert loads() == [16, 16]
    assert max(loads(PADDED="1")) <= 2


def test_bitonic_sort_sorts() -> None:
    traced = trace(BITONIC, Launch(block=(64,)))
    assert not traced.unread
    last = traced.accesses[-1].executions
    assert last[0].access.addresses.tolist() == [4 * i for i in range(32)]
    assert last[1].access.addresses.tolist() == [4 * i for i in range(32, 64)]
    assert report(traced).excess == 0
