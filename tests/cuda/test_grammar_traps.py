"""Where the grammar misreads silently, and the reader must not."""

from __future__ import annotations

import pytest

from tests.cuda.helpers import clean, indices, last_addresses, rows

BEFORE = "int tid = threadIdx.x, N = 8, i = tid, M = 3, a = 1, b = 2, c = 9, d = 4, y = 0;"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("tid < N && i > (M) ? 1 : 0", [int(t < 8 and t > 3) for t in range(32)]),
        ("a < b || c > (d) ? 1 : 0", [1] * 32),
        ("(y = a < b || c > (d)) + 0", [1] * 32),
        ("max(a < b, c > (d)) + 0", [1] * 32),
        ("(a < N) + (b > (M))", [1] * 32),
        ("a < b && b < c && c > (d) ? 5 : 6", [5] * 32),
        ("tid < N > (a) ? 1 : 0", [0] * 32),
    ],
)
def test_less_is_not_a_template(expression: str, expected: list[int]) -> None:
    assert indices(expression, BEFORE) == expected


def test_less_in_an_if() -> None:
    code = f"__shared__ float s[64]; {BEFORE} if (tid < N && i > (M)) s[i] = 1;"
    (access,) = clean(code).accesses
    assert access.executions[0].access.active_lanes == (4, 5, 6, 7)


def test_templates_stay_templates() -> None:
    code = """
    template <int K> __device__ int times(int x) { return K * x; }
    template <typename T> struct Box { T v; __device__ int get() { return sizeof(T); } };
    __global__ void k() {
        __shared__ float s[512];
        Box<double> box;
        s[times<3>(threadIdx.x) + static_cast<int>(1.5f) + box.get()] = 0;
    }
    """
    assert last_addresses(clean(code, block=(32,)))[:2] == [36, 48]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("((uint)-1) >> 28", 15),
        ("((T)-1 - 4294967290u)", 5),
        ("(T)-x*2 + 20", 10),
        ("(T)(x)*2", 10),
        ("(T)+x", 5),
        ("(T)~x + 10", 4),
        ("(T)x - 1", 4),
        ("(int)(T)x", 5),
        ("-(T)1 + 2", 1),
        ("(T)*p + 1", 6),
        ("((T)&q == (T)&q) + 0", 1),
        ("sizeof(T) * 3", 12),
        ("(x) - 1", 4),
        ("x -1", 4),
        ("(x)*2", 10),
    ],
)
def test_casts_by_type_names(expression: str, expected: int) -> None:
    before = "typedef unsigned int T; int x = 5; int q = 5; int* p = &q;"
    if "&q" in expression:
        before = before.replace("unsigned int T", "unsigned long T")
    assert indices(expression, before) == [expected] * 32


@pytest.mark.parametrize("align", ["__align__(16)", "alignas(16)", "__attribute__((aligned(16)))"])
def test_alignment_in_all_its_spellings(align: str) -> None:
    code = f"__shared__ char c[1]; __shared__ {align} float s[32]; s[0] = 1; c[0] = 1;"
    assert clean(code).accesses[0].executions[0].access.addresses[0] == 16
    code = f"struct {align} S {{ float x; }}; __shared__ S s[4]; s[1].x = 0;"
    assert last_addresses(clean(code))[0] == 16


def test_extern_aligned_array() -> None:
    code = """extern __shared__ __align__(16) unsigned char m[];
    float* f = (float*)m; f[threadIdx.x] = 0;"""
    assert last_addresses(clean(code))[:2] == [0, 4]


def test_characters_outside_ascii_do_not_move_places() -> None:
    code = "// größe → 32\n__shared__ float s[64]; /* ü */ float v = s[threadIdx.x * 2];"
    (access,) = clean(code).accesses
    assert (access.line, access.column, access.text) == (2, 43, "s[threadIdx.x * 2]")


def test_host_code_does_not_matter() -> None:
    code = """
    #include <iostream>
    struct Host { virtual void f(); std::map<int, std::vector<int>> m; };
    int main() { if (typeid(x) == typeid(int)) { std::cout << "a" << b << @ ; } }
    __global__ void k() { __shared__ float s[32]; s[threadIdx.x] = 1; }
    """
    assert rows(code, block=(32,)) == [("s[threadIdx.x]", "store", 1, 1)]


def test_macros_of_every_kind() -> None:
    code = """
    #define PAD 1
    #define TILE(n) __shared__ float n[32][32 + PAD]
    #define AT(m, ...) m __VA_ARGS__
    #define CAT(a, b) a##b
    #define LOOP(i, n) for (int i = 0; i < n; i++)
    #define SELF SELF + 1
    #if defined(PAD) && (PAD << 2 == 4) && !defined NOPE
    TILE(tile);
    #elif 1
    #error never
    #else
    int tile;
    #endif
    LOOP(k, 2) CAT(ti, le)[threadIdx.x][k] = 1;
    float v = AT(tile, [threadIdx.x][3]);
    """
    assert [r[1:] for r in rows(code)] == [("store", 2, 2), ("load", 1, 1)]
