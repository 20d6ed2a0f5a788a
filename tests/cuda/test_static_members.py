"""What belongs to a record and not to one of its values; kernels and functions as parameters."""

from __future__ import annotations

import pytest

from tests.cuda.helpers import clean, indices, last_addresses, read


@pytest.mark.parametrize(
    ("before", "expression", "expected"),
    [
        ("struct C { static const int R = 3; }; int R = 7;", "C::R", 3),
        ("template <int N> struct F { static constexpr int v = N * 2; };", "F<5>::v", 10),
        ("template <class T> struct P { static constexpr int n = 16 / sizeof(T); };"
         " using Q = P<float>;", "Q::n", 4),
        ("struct C { enum { A = 4, B }; };", "C::B", 5),
        ("struct C { static int f(int x) { return x + 1; } };", "C::f(2)", 3),
        ("template <int N> struct F { static int g(int x) { return x * N; } };", "F<3>::g(4)", 12),
        ("struct C { static const int R = 3; static int f() { return R; } };", "C::f()", 3),
    ],
)  # fmt: skip
def test_static_members(before: str, expression: str, expected: int) -> None:
    assert set(indices(expression, before)) == {expected}


def test_a_kernel_in_a_class() -> None:
    code = """
template <typename T> class Sum {
    __global__ static void kernel(T* out) {
        extern __shared__ T s[];
        s[threadIdx.x * 2] = 1;
    }
};"""
    traced = clean(code, {"T": "double"}, block=(32,))
    assert traced.kernel == "kernel"
    assert last_addresses(traced)[:3] == [0, 16, 32]


def test_functions_as_template_arguments_keep_arrays_apart() -> None:
    code = """
__device__ int one(int x) { return x + 1; }
__device__ int two(int x) { return x + 2; }
template <int (*F)(int)> __device__ void store() {
    __shared__ int s[64];
    s[F(threadIdx.x)] = 1;
}
__global__ void k() { store<one>(); store<two>(); }"""
    traced = clean(code, block=(32,))
    starts = [e.access.addresses[0] for x in traced.accesses for e in x.executions]
    assert starts == [4, 256 + 8]


def test_all_missing_template_parameters_are_named_at_once() -> None:
    code = "template <int A, int B> __global__ void k() { __shared__ int s[A]; s[B] = 1; }"
    assert read(code).unread[0].message == (
        "the template parameters `A`, `B` are not given: use `--set A=… --set B=…`"
    )


def test_a_variable_that_reads_like_a_function() -> None:
    code = """
__global__ void k() { __shared__ int s[64][4]; s[threadIdx.x][threadIdx.y] = 1; }
int main() { int T = 4; int n = 16; dim3 threads(n, T); k<<<1, threads>>>(); }"""
    assert clean(code).block == (16, 4, 1)
