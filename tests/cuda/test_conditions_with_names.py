"""Names that a condition, a switch or a binding brings along."""

from __future__ import annotations

import pytest

from tests.cuda.helpers import clean, faults, indices, last_addresses

LANES = range(32)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("if (int q = t % 4; q > 1) r = q; else r = 50 + q;",
         [t % 4 if t % 4 > 1 else 50 + t % 4 for t in LANES]),
        ("if (r = 3; t > 1) r += t;", [3 + t if t > 1 else 3 for t in LANES]),
        ("switch (int q = t % 4) { case 1: case 2: r = q * 5; break; case 3: r = q; }",
         [(0, 5, 10, 3)[t % 4] for t in LANES]),
        ("switch (int q = t % 2; q) { case 0: r = q + 7; }", [(7, 0)[t % 2] for t in LANES]),
        ("struct P { int a, b; } p = {t, 3}; auto [x, y] = p; x += y; r = x * 2 + p.b;",
         [(t + 3) * 2 + 3 for t in LANES]),
    ],
)  # fmt: skip
def test_values(before: str, expected: list[int]) -> None:
    assert indices("r", f"int t = threadIdx.x, r = 0;\n{before}") == expected


def test_a_call_of_a_shared_object() -> None:
    code = """
template <class T, int R, int C> struct M {
    T d[R][C];
    __device__ T& operator()(int r, int c) { return d[r][c]; }
};
__shared__ M<float, 4, 9> m;
m(threadIdx.x % 4, 2) = 1;"""
    assert last_addresses(clean(code))[:3] == [8, 44, 80]


def test_bindings_by_reference_write_to_shared_memory() -> None:
    code = "struct P { int a, b; };\n__shared__ P s[32];\nauto& [x, y] = s[threadIdx.x];\ny = 1;"
    traced = clean(code)
    assert [(a.op, a.width) for a in traced.accesses] == [("store", 4)]
    assert last_addresses(traced)[:2] == [4, 12]


def test_a_question_without_its_middle() -> None:
    assert faults("int a = 1;\nint x = a ?: 3;") == ["2:9: `?:` needs a value between the two"]
