"""What public kernels lean on beyond plain C, each found in code that was not written here."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.cuda import kernels, report
from tests.cuda.helpers import clean, last_addresses, read, rows


def test_shared_arrays_declared_inside_a_skipped_loop_are_listed() -> None:
    code = """__global__ void k(const float* A, int n) {
    for (int i = 0; i < n; ++i) {
        __shared__ float As[16];
        As[threadIdx.x & 15] = A[i];
    }
}"""
    traced = read(code, block=(32,))
    assert [u.text for u in traced.unread] == ["As[threadIdx.x & 15]"]


def test_skipped_calls_that_touch_no_shared_memory_are_not_listed() -> None:
    code = """__device__ float pure(float a) { return a * 2; }
__device__ void put(float* p) { *p = 1; }
__global__ void k(const float* A) {
    __shared__ float s[32];
    float x = 0;
    if (A[0] > 0) { x = pure(A[1]); put(&x); put(s); }
}"""
    assert [u.text for u in read(code, block=(32,)).unread] == ["put(s)"]


def test_tiles_are_types_with_a_number() -> None:
    code = """namespace cg = cooperative_groups;
__global__ void k() {
    __shared__ float s[64];
    cg::thread_block cta = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cta);
    s[tile.thread_rank() + tile.size() + tile.meta_group_rank()] = 1;
    cg::sync(tile);
}"""
    assert last_addresses(clean(code, block=(32,)))[15:17] == [4 * 31, 4 * 17]


def test_overloads_by_type() -> None:
    code = """__device__ int pick(int a) { return a; }
__device__ int pick(float a) { return 7; }
__device__ int pick(float4 a) { return 9; }
__global__ void k() {
    __shared__ float s[64];
    s[pick(3)] = 1; s[pick(3.f)] = 1; s[pick(make_float4(1, 2, 3, 4))] = 1;
}"""
    found = clean(code, block=(1,)).accesses
    assert [x.executions[0].access.addresses[0] // 4 for x in found] == [3, 7, 9]


def test_device_variables_and_constant_tables() -> None:
    code = """__device__ int counter = 0;
__constant__ int table[4] = {3, 1, 2, 0};
const int SIZE = 64;
__global__ void k() {
    __shared__ float s[SIZE];
    atomicAdd(&counter, 1);
    s[table[threadIdx.x & 3]] = 1.f;
}"""
    assert last_addresses(clean(code, block=(32,)))[:4] == [12, 4, 8, 0]


def test_the_wrapper_that_hands_out_dynamic_memory_by_type() -> None:
    code = """template <class T> struct SharedMemory {
    __device__ inline operator T*() { extern __shared__ int mem[]; return (T*)mem; }
    __device__ inline operator const T*() const { extern __shared__ int mem[]; return (T*)mem; }
};
template <> struct SharedMemory<double> {
    __device__ inline operator double*() { extern __shared__ double mem_d[]; return mem_d; }
};
template <class T> __global__ void k(T* out) {
    T* s = SharedMemory<T>();
    s[threadIdx.x] = 1;
}"""
    assert rows(code, {"T": "float"}, block=(32,))[0][2:] == (1, 1)
    traced = clean(code, {"T": "double"}, block=(32,))
    assert (traced.accesses[0].array, traced.accesses[0].width) == ("mem_d", 8)


def test_fragments_of_wmma_are_refused_in_a_sentence() -> None:
    code = """__global__ void k(half* A) {
    __shared__ half s[256];
    s[threadIdx.x] = A[threadIdx.x];
    wmma::load_matrix_sync(frag, s, 16);
}"""
    traced = read(code, block=(32,))
    assert len(traced.accesses) == 1
    assert "not published" in traced.unread[0].message


def test_warp_wide_copies_and_matrix_loads() -> None:
    code = """__global__ void k(const half* A) {
    __shared__ half s[16 * 16];
    __pipeline_memcpy_async(&s[threadIdx.x * 8], &A[threadIdx.x * 8], 16);
    __pipeline_commit();
    unsigned r0, r1, r2, r3;
    unsigned at = __cvta_generic_to_shared(&s[(threadIdx.x % 16) * 16 + threadIdx.x / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\\n"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(at));
}"""
    assert [r[1:] for r in rows(code, block=(32,))] == [("store", 4, 4), ("ldmatrix", 8, 4)]


def test_a_note_says_which_block_was_chosen() -> None:
    code = "__global__ void k() { __shared__ float s[256]; s[threadIdx.x] = 1; }"
    assert read(code).notes == ("block 256: the source does not say; `--block` changes it",)
    assert read(f"{code} void h() {{ dim3 b(16, 4); k<<<1, b>>>(); }}").block == (16, 4, 1)


def test_specialisations_of_functions_and_records() -> None:
    code = """template <typename T, int N> __device__ int width() { return N; }
template <> __device__ int width<unsigned int, 4>() { return 40; }
template <typename T> struct Pitch { enum { value = 1 }; };
template <> struct Pitch<unsigned int> { enum { value = 50 }; };
__global__ void k() {
    __shared__ float s[64];
    s[width<float, 4>()] = 1; s[width<uint, 4>()] = 1;
    s[Pitch<float>::value] = 1; s[Pitch<uint>::value] = 1;
}"""
    found = clean(code, block=(1,)).accesses
    assert [x.executions[0].access.addresses[0] // 4 for x in found] == [4, 40, 1, 50]


def test_partial_specialisations_are_never_guessed() -> None:
    code = """template <typename T> struct P { enum { value = 1 }; };
template <typename T> struct P<T*> { enum { value = 2 }; };
__global__ void k() { __shared__ float s[8]; s[P<float*>::value] = 1; }"""
    assert "partial specialisations" in read(code, block=(1,)).unread[0].message


BARRIER = """#include <cuda/barrier>
__global__ void k(const float4* A) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ alignas(16) float s[256];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    COPY
    auto token = bar.arrive();
    bar.wait(std::move(token));
    bar.arrive_and_wait();
    float v = s[threadIdx.x];
}"""


@pytest.mark.parametrize(
    ("copy", "width", "cycles"),
    [
        # 64 lanes of 16 bytes: two warps, four phases each.
        (
            "cuda::memcpy_async((float4*)s + threadIdx.x, A + threadIdx.x, sizeof(float4), bar);",
            16,
            8,
        ),
        ("cuda::memcpy_async(s + threadIdx.x, (float*)A + threadIdx.x, 4, bar);", 4, 2),
        # The promise of 16 makes two stores of 16 bytes of each 32, by the lanes that copy.
        (
            "if (threadIdx.x < 32) cuda::memcpy_async(s + 8 * threadIdx.x, (float*)A,"
            " cuda::aligned_size_t<16>(32), bar);",
            16,
            16,
        ),
        # A block's copy: thread i copies the i-th 16 bytes.
        ("cuda::memcpy_async(cg::this_thread_block(), s, (float*)A, sizeof(s), bar);", 16, 8),
    ],
)
def test_asynchronous_copies_are_stores_of_their_width(copy: str, width: int, cycles: int) -> None:
    found = report(clean(BARRIER.replace("COPY", copy), block=(64,))).rows
    assert [(r.array, r.op, r.width, r.cycles) for r in found] == [
        ("s", "store", width, cycles),
        ("s", "load", 4, 2),
    ]


def test_pipelines_order_and_nothing_else() -> None:
    code = """__global__ void k(const float* A) {
    __shared__ float s[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto cta = cg::this_thread_block();
    auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(cta, &state, role);
    pipe.producer_acquire();
    if (role == cuda::pipeline_role::producer)
        cuda::memcpy_async(&s[0][threadIdx.x], A + threadIdx.x, sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    if (role == cuda::pipeline_role::consumer) A[0] = s[0][threadIdx.x % 32];
    pipe.consumer_release();
}"""
    assert [r[1:] for r in rows(code, block=(64,))] == [("store", 1, 1), ("load", 1, 1)]


def test_a_copy_whose_pieces_the_library_chooses_is_refused() -> None:
    code = "__shared__ char s[64]; cuda::memcpy_async(s + threadIdx.x, g, 1, bar);"
    assert "the library's choice" in read(code).unread[0].message


def test_random_generators_are_data() -> None:
    code = """__global__ void k(curandState* states) {
    __shared__ float s[32];
    curandState local = states[threadIdx.x];
    s[threadIdx.x] = curand_uniform(&local);
    s[curand(&local) & 31] = 1;
}"""
    traced = read(code, block=(32,))
    assert [x.line for x in traced.accesses] == [4]
    assert "a random number, line 5" in traced.unread[0].message


def test_a_call_through_a_pointer_gives_some_value() -> None:
    code = """typedef float (*F)(float);
__device__ float twice(float x) { return 2 * x; }
__global__ void k(F f) {
    __shared__ float s[32];
    s[threadIdx.x] = (*f)(1.f) + f(2.f);
    s[(int)f(1.f)] = 0;
    HANDED
}"""
    traced = read(code.replace("HANDED", ""), block=(32,))
    assert [x.line for x in traced.accesses] == [5]
    assert "a call through a pointer, line 6" in traced.unread[0].message
    traced = read(code.replace("(float)", "(float*)").replace("HANDED", "f(s);"), block=(32,))
    assert any("handed memory" in u.message for u in traced.unread)


def test_own_overloads_stand_beside_cudas() -> None:
    code = """__device__ float3 floorf(float3 v) { return v; }
__device__ float3 make_float3(float x) { return make_float3(x, x, x); }
__global__ void k() {
    __shared__ float s[64];
    s[(int)floorf(3.7f)] = 1;
    s[(int)make_float3(5.f).y] = 1;
    int e; float m = frexp(48.f, &e);
    s[e + (int)(m * 4)] = 1;
}"""
    found = clean(code, block=(1,)).accesses
    assert [x.executions[0].access.addresses[0] // 4 for x in found] == [3, 5, 9]


def test_given_elements_reach_vectors_member_by_member() -> None:
    code = "__global__ void k(const uint4* d) { __shared__ int s[256]; s[d[threadIdx.x].w] = 1; }"
    whole = code.replace("s[d[threadIdx.x].w]", "uint4 v = d[threadIdx.x]; s[v.w]")
    for one in (code, whole):
        assert last_addresses(clean(one, {"d": "i"}, block=(32,)))[:2] == [12, 28]


def test_tiles_of_several_warps() -> None:
    code = """template <int N> __global__ void k() {
    __shared__ cg::block_tile_memory<128> scratch;
    __shared__ float s[64];
    auto cta = cg::this_thread_block(scratch);
    auto tile = cg::tiled_partition<N>(cta);
    s[tile.thread_rank()] = tile.meta_group_size();
}"""
    addresses = [
        x.access.addresses[0] for x in clean(code, {"N": "64"}, block=(128,)).accesses[0].executions
    ]
    assert [int(a - addresses[0]) for a in addresses] == [0, 128, 0, 128]


def test_kernels_in_an_included_file_are_found(tmp_path: Path) -> None:
    (tmp_path / "k.cuh").write_text("__global__ void k() { __shared__ int s[32]; s[0] = 1; }")
    code = '#include "k.cuh"\n'
    assert kernels(code, base_dir=tmp_path) == ("k",)
    assert kernels(code) == ()
