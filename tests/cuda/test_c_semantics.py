"""C to the letter: promotion, wrap, truncation, precedence, shifts, short circuit."""

from __future__ import annotations

import pytest

from tests.cuda.helpers import clean, faults, indices, last_addresses

SAME_IN_EVERY_LANE = [
    ("(-7 / 2) + 10", 7),
    ("(-7 % 3) + 10", 9),
    ("7 % -3", 1),
    ("(unsigned)-1 / 65536", 65535),
    ("(3u - 5u) >> 20", 4095),
    ("(unsigned char)300", 44),
    ("(signed char)200 + 100", 44),
    ("(short)40000 + 40000", 14464),
    ("(2147483647 + 1 < 0) * 5", 5),
    ("1 << 3 + 1", 16),
    ("6 & 3 == 3", 0),
    ("1 | 2 ^ 3 & 2", 1),
    ("!5 + 3", 3),
    ("~0 + 5", 4),
    ("-(-5)", 5),
    ("0x1F", 31),
    ("017", 15),
    ("0b101", 5),
    ("1'000", 1000),
    ("'A'", 65),
    ("'\\n'", 10),
    ("true + true", 2),
    ("(int)3.99f", 3),
    ("(int)-3.99 + 10", 7),
    ("7 / 2 * 2", 6),
    ("sizeof(int) * 3", 12),
    ("sizeof(float3) + sizeof(float4)", 28),
    ("alignof(double2)", 16),
    ("(5, 6)", 6),
    ("5 > 3 > 1", 0),
    ("-1 < 0u", 0),
    ("(-1L < 0u) + 1", 2),
    ("(unsigned short)1 - 2 < 0", 1),
    ("4294967295 > 0", 1),
    ("(0xFFFFFFFF == -1) + 0", 1),
    ("1 ? 2 : 3", 2),
    ("(bool)0.5f", 1),
    ("(char)0x80 >> 7 & 1", 1),
    ("(1ull << 40) >> 38", 4),
    ("(int)1e3", 1000),
    ("9 - -1", 10),
    ("__mul24(3, 5) + __umul24(2u, 4u)", 23),
    ("__popc(0xFF) + __clz(1) + __ffs(8)", 43),
    ("min(3, 5) + max(2, 7)", 10),
    ("abs(-4)", 4),
    ("__umulhi(0x80000000u, 4u)", 2),
    ("(int)sqrtf(81.f)", 9),
]


@pytest.mark.parametrize(("expression", "expected"), SAME_IN_EVERY_LANE)
def test_value(expression: str, expected: int) -> None:
    assert indices(expression) == [expected] * 32


PER_LANE = [
    ("threadIdx.x < 4 ? threadIdx.x : 9u", [0, 1, 2, 3] + [9] * 28),
    ("(int)(threadIdx.x - 1) < 0 ? 7 : 0", [7] + [0] * 31),
    ("threadIdx.x % 4 == 0 && 12 / threadIdx.x > 1 ? 1 : 0", None),
    ("(threadIdx.x ^ 1) * 2", [2 * (i ^ 1) for i in range(32)]),
    ("(threadIdx.x + 4294967295u) & 31", [(i - 1) % 32 for i in range(32)]),
]


@pytest.mark.parametrize(("expression", "expected"), [p for p in PER_LANE if p[1] is not None])
def test_lanes(expression: str, expected: list[int]) -> None:
    assert indices(expression) == expected


def test_short_circuit_spares_lanes_from_division_by_zero() -> None:
    found = indices("threadIdx.x != 0 && 12 / threadIdx.x > 1 ? 1 : 0")
    assert found == [int(i != 0 and 12 // i > 1) for i in range(32)]


def test_unsigned_wrap_in_an_index_is_out_of_bounds_and_not_negative() -> None:
    (fault,) = faults("__shared__ float s[64]; s[threadIdx.x - 1] = 0;")
    assert "out of bounds" in fault


def test_division_by_zero_names_the_lane() -> None:
    code = "__shared__ int s[64];\nint q = 8 / (threadIdx.x - 3);\ns[q & 31] = 0;"
    found = faults(code)
    assert found[0] == "2:9: division by zero in lane 3 of warp 0"
    assert "depends on what was refused" in found[1]


@pytest.mark.parametrize("shift", ["1 << 32", "1 << 40", "1 >> -1", "1ull << 64"])
def test_a_shift_past_the_width_is_never_a_number(shift: str) -> None:
    (fault,) = faults(f"__shared__ int s[64]; s[({shift}) & 31] = 0;")
    assert "undefined in C" in fault


def test_macros_are_textual() -> None:
    code = "#define TWICE(x) x*2\n__shared__ float s[128];\ns[TWICE(threadIdx.x+1)] = 0;"
    assert last_addresses(clean(code))[:3] == [8, 12, 16]


def test_assignment_evaluates_its_right_side_first() -> None:
    traced = clean("__shared__ int a[32], b[32]; a[threadIdx.x] = b[threadIdx.x];")
    assert [(x.array, x.op) for x in traced.accesses] == [("b", "load"), ("a", "store")]


@pytest.mark.parametrize("code", ["s[threadIdx.x] += 1", "s[threadIdx.x]++", "--s[threadIdx.x]"])
def test_updates_load_then_store(code: str) -> None:
    traced = clean(f"__shared__ int s[32]; {code};")
    assert [x.op for x in traced.accesses] == ["load", "store"]


def test_address_and_sizeof_are_no_access() -> None:
    traced = clean("__shared__ int s[32]; int* p = &s[threadIdx.x]; int n = sizeof s[3]; *p = n;")
    assert [(x.text, x.op) for x in traced.accesses] == [("*p", "store")]


def test_values_survive_in_shared_memory() -> None:
    code = """
    __shared__ int key[32];
    key[threadIdx.x] = 31 - threadIdx.x;
    __syncthreads();
    __shared__ float s[32];
    s[key[threadIdx.x]] = 0;
    """
    assert last_addresses(clean(code))[:2] == [128 + 124, 128 + 120]


def test_loops_switches_and_jumps() -> None:
    code = """
    __shared__ int s[128];
    int n = 0;
    for (int i = 0; i < 10; ++i) {
        if (i == 7) break;
        if (i % 2) continue;
        n += i;
    }
    int k = threadIdx.x & 3;
    switch (k) { case 0: n += 1; case 1: n += 2; break; case 2: n += 4; break; default: n += 8; }
    do { n++; } while (n < 14);
    while (true) { if (--n < 13) break; }
    s[n + k] = 0;
    """
    found = [a // 4 for a in last_addresses(clean(code))[:4]]
    assert found == [12 + k for k in range(4)]


def test_recursion_and_templates_and_lambdas() -> None:
    code = """
    template <int N> struct Fact { enum { value = N }; };
    __device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    template <typename T, int K> __device__ T scaled(T x) { return x * K; }
    __global__ void k() {
        __shared__ float s[128];
        auto add = [&](int a) { return a + fib(6); };
        s[scaled<int, 2>(threadIdx.x) + add(1)] = 0;
    }
    """
    assert last_addresses(clean(code, block=(32,)))[:2] == [36, 44]
