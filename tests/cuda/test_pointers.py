"""Pointers into shared memory, kept in arrays and records and chosen lane by lane."""

from __future__ import annotations

import pytest

from tests.cuda.helpers import clean, last_addresses

LANES = range(32)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("float* a[2] = {s[0], s[3]};\na[t & 1][t] = 1;",
         [132 * 3 * (t & 1) + 4 * t for t in LANES]),
        ("struct { float* p; int n; } v = {s[1], 3};\nv.p[t + v.n] = 1;",
         [132 + 4 * (t + 3) for t in LANES]),
        ("float* a[3];\nfor (int i = 0; i < 3; i++) a[i] = s[i] + i;\n*a[2] = 1;", [272] * 32),
        ("float* p = &s[0][0];\nif (t & 1) p = u;\np[t] = 1;",
         [(528 if t & 1 else 0) + 4 * t for t in LANES]),
        ("float *p = s[0], *q = u;\nfloat* h = p;\np = q;\nq = h;\n(t & 1 ? p : q)[t] = 1;",
         [(528 if t & 1 else 0) + 4 * t for t in LANES]),
    ],
)  # fmt: skip
def test_addresses(code: str, expected: list[int]) -> None:
    head = "__shared__ float s[4][33];\n__shared__ float u[40];\nint t = threadIdx.x;\n"
    assert last_addresses(clean(head + code)) == expected
