"""Pointers into shared memory, kept in arrays and records and chosen lane by lane."""

from __future__ import annotations

import pytest

from tests.cuda.helpers import clean, faults, last_addresses

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


POINTING = (
    "__device__ float* pick(float* s, float* g, int t) { if (t < 16) return s; return g; }\n"
    "__global__ void k(float* g, int* in, int* out) {\n"
    "__shared__ float s[512]; int t = threadIdx.x;\n"
)
MIXED = "this points into different memory from lane to lane"
TWO = "int a[2] = {1, 2}, b[2] = {3, 4};\nint* p = a;\nif (t & 1) p = b;\n"
DATA = "int* p = in;\nif (t & 1) p = out;\n"


@pytest.mark.parametrize(
    "code",
    [
        TWO + "s[p[1] * t] = 1;",
        "int a = 1, b = 2;\nint* q = t & 1 ? &a : &b;\ns[*q * t] = 1;",
        "float* p = s;\nif (t > 20) p = g;\np[t] = 3;",
        "float* p = pick(s, g, t);\nfloat v = p[t];",
        "float* p = s;\nif (t > 20) p = g;\natomicAdd(p + t, 1);",
    ],
)
def test_memory_that_differs_from_lane_to_lane_is_refused(code: str) -> None:
    """Never one lane's memory for all of them."""
    found = faults(POINTING + code + "\n}", block=(32,))
    assert len(found) == 1
    assert MIXED in found[0]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (TWO + "if (t & 1) s[p[1] * t] = 1;", [16 * t for t in LANES if t & 1]),
        (TWO + "if (!(t & 1)) s[p[1] * t] = 1;", [8 * t for t in LANES if not t & 1]),
        ("float* p = s;\nif (t > 20) p = g;\nif (t <= 20) p[t * 2] = 3;",
         [8 * t for t in range(21)]),
        ("float *p = s, *q = g;\nif (t >= 30) return;\nfloat* h = p;\np = q;\nq = h;\nq[t] = 1;",
         [4 * t for t in range(30)]),
        (DATA + "if (t & 1) s[p[t]] = 1;", [4 * 2 * t for t in LANES if t & 1]),
    ],
)  # fmt: skip
def test_lanes_that_agree_read_through_the_same_pointer(code: str, expected: list[int]) -> None:
    values = {"in": "i", "out": "2 * i"}
    access = clean(POINTING + code + "\n}", values, block=(32,)).accesses[-1].executions[-1].access
    found = access.addresses[list(access.active_lanes)].tolist()
    assert found == expected


def test_data_that_differs_from_lane_to_lane_is_unknown_and_not_the_first() -> None:
    code = f"{POINTING}{DATA}float v = p[t];\ns[t] = v;\ns[p[t]] = 1;\n}}"
    found = faults(code, {"in": "i", "out": "2 * i"}, block=(32,))
    assert len(found) == 1
    assert "the index of `s` depends on" in found[0]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (p) s[t] = 1;", range(16)),
        ("if (!p) s[t] = 1;", range(16, 32)),
        ("if (p != nullptr) s[t] = 1;", range(16)),
        ("if (NULL == p) s[t] = 1;", range(16, 32)),
        ("float* q = 0;\nif (q == p) s[t] = 1;", range(16, 32)),
        ("float* q = t & 1 ? s : 0;\nif (q) s[t] = 1;", range(1, 32, 2)),
        ("float* q[2] = {s, 0};\nif (q[t & 1]) s[t] = 1;", range(0, 32, 2)),
        ("struct V { float* f; int n; };\nV v = {};\nif (v.f == 0) s[t] = 1;", range(32)),
    ],
)
def test_a_null_pointer_is_null_and_the_first_byte_of_shared_memory_is_not(
    code: str, expected: range
) -> None:
    head = "__shared__ float s[64]; int t = threadIdx.x;\nfloat* p = nullptr;\nif (t < 16) p = s;\n"
    access = clean(head + code).accesses[-1].executions[-1].access
    assert access.active_lanes == tuple(expected)


def test_a_null_pointer_is_not_followed() -> None:
    assert faults("__shared__ float s[64]; float* p = 0;\n*p = 1; s[0] = 2;") == [
        "2:1: this pointer is null here"
    ]
