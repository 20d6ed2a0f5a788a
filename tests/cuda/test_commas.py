"""Commas that stand for "and then", and casts whose value nobody takes."""

from __future__ import annotations

import pytest

from banktrainer.cuda import report
from tests.cuda.helpers import clean, indices, last_addresses

LANES = range(32)


@pytest.mark.parametrize(
    ("expression", "before", "expected"),
    [
        ("(a += 1, a * 2)", "int a = threadIdx.x;", [2 * (t + 1) for t in LANES]),
        ("(a = 3, b = a, b * t)", "int a, b, t = threadIdx.x;", [3 * t for t in LANES]),
        ("1 + (a = t, a)", "int a, t = threadIdx.x;", [1 + t for t in LANES]),
        ("z", "int a, z = (a = threadIdx.x, a <<= 1, a);", [2 * t for t in LANES]),
        ("N(2)", "#define N(x) (a = x, a + t)\nint a, t = threadIdx.x;", [2 + t for t in LANES]),
        ("a", "int a = threadIdx.x;\nif (a += 2, a > 20) a = 0;",
         [t + 2 if t + 2 <= 20 else 0 for t in LANES]),
        ("(a = max(1, t), a)", "int a, t = threadIdx.x;", [max(1, t) for t in LANES]),
    ],
)  # fmt: skip
def test_an_assignment_before_a_comma(expression: str, before: str, expected: list[int]) -> None:
    assert indices(expression, before) == expected


def test_places_stay_where_the_source_has_them() -> None:
    code = (
        "__shared__ int s[64]; int a, t = threadIdx.x;\nint z = (a = t, a); s[(a = t, a * 2)] = z;"
    )
    row = report(clean(code)).rows[0]
    assert (row.line, row.column, row.text) == (2, 21, "s[(a = t, a * 2)]")
    assert last_addresses(clean(code)) == [8 * t for t in LANES]


@pytest.mark.parametrize("cast", ["(void)", "(float)", "(unsigned int)", "(int)-"])
def test_a_value_that_is_cast_and_dropped_was_loaded(cast: str) -> None:
    code = f"__shared__ int s[64]; int t = threadIdx.x;\n{cast}s[t * 2];\n{cast}t;"
    assert [(row.op, row.cycles) for row in report(clean(code)).rows] == [("load", 2)]
