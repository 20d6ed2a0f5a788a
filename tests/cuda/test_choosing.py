"""`c ? a : b` where a place is wanted: written, addressed, bound to a reference, a member of it."""

from __future__ import annotations

import pytest

from banktrainer.cuda import report
from tests.cuda.helpers import clean, faults, last_addresses, rows

HEAD = "__shared__ float s[512]; __shared__ float u[64]; int t = threadIdx.x;\n"
SPREAD = "s[t * 8]"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (f"(t & 1 ? {SPREAD} : s[t]) = 2;", [("store", 8)]),
        (f"(t & 1 ? {SPREAD} : u[t]) = 2;", [("store", 9)]),
        (f"(t & 1 ? {SPREAD} : s[t]) += 2;", [("load", 8), ("store", 8)]),
        (f"++(t & 1 ? {SPREAD} : s[t]);", [("load", 8), ("store", 8)]),
        (f"float& r = t & 1 ? {SPREAD} : s[t]; r = 2;", [("store", 8)]),
        (f"float* p = &(t & 1 ? {SPREAD} : s[t]); *p = 2;", [("store", 8)]),
        (f"atomicAdd(&(t & 1 ? {SPREAD} : s[t]), 1);", [("atomic", 9)]),
        (f"(t < 32 ? {SPREAD} : s[t]) = 2;", [("store", 8)]),
        (f"float v = t & 1 ? {SPREAD} : s[t];", [("load", 8), ("load", 1)]),
    ],
)
def test_the_place_is_chosen_and_only_then_used(code: str, expected: list[tuple[str, int]]) -> None:
    assert [(op, cycles) for _, op, cycles, _ in rows(HEAD + code)] == expected


def test_each_lane_has_its_own_side() -> None:
    traced = clean(f"{HEAD}(t & 1 ? {SPREAD} : s[t]) = 2;")
    assert last_addresses(traced) == [t * 32 if t & 1 else t * 4 for t in range(32)]


def test_a_member_of_what_is_chosen_is_one_access() -> None:
    code = (
        "struct P { float x, y; }; __shared__ P p[64]; int t = threadIdx.x;\n"
        "(t & 1 ? p[t] : p[t + 1]).y = 1;"
    )
    assert [(op, cycles) for _, op, cycles, _ in rows(code)] == [("store", 2)]


def test_a_store_to_local_variables_that_differ_by_lane_is_refused_and_spoils_both() -> None:
    code = f"{HEAD}int a = t, b = 3;\n(t & 1 ? a : b) = 2;\ns[a] = 1; s[b] = 1;"
    first, *rest = faults(code)
    assert first.startswith("3:2: which place this writes differs from lane to lane")
    assert [one.split(":")[0] for one in rest] == ["4", "4"]
    assert all("depends on what was refused" in one for one in rest)


def test_where_all_lanes_agree_a_local_variable_is_written() -> None:
    code = f"{HEAD}int a = t, b = 3;\n(t < 32 ? a : b) = 2;\ns[a + b * t] = 1;"
    assert last_addresses(clean(code)) == [8 + 12 * t for t in range(32)]


def test_a_value_chosen_for_a_constant_reference() -> None:
    code = (
        "template <class T> __device__ const T& most(const T& a, const T& b) {"
        f" return a > b ? a : b; }}\n{HEAD}s[most(t, 5)] = 1;"
    )
    assert last_addresses(clean(code)) == [4 * max(t, 5) for t in range(32)]


def test_an_unknown_choice_stops_the_store_and_names_what_to_give() -> None:
    assert "`--set n=…`" in faults(f"{HEAD}(n ? {SPREAD} : s[t]) = 2;")[0]


def test_the_load_and_the_store_of_a_bit_field_are_of_one_cell() -> None:
    code = "struct B { unsigned a : 3, b : 7; int c; }; __shared__ B b[32]; b[threadIdx.x].b = 1;"
    assert [(row.op, row.cell) for row in report(clean(code)).rows] == [
        ("load", "G"),
        ("store", "G"),
    ]
