"""What is said about remedies: what to change, what it brings, why it works."""

from __future__ import annotations

import pytest

from banktrainer.cuda import trace
from banktrainer.engine import Remedy, remedies
from banktrainer.words import Words
from banktrainer.words.remedies import bytes_line, remedy_line, remedy_name, what_line, why_remedy

W = Words()


def remedy(source: str, kind: str) -> Remedy:
    accesses = [run.access for one in trace(source).accesses for run in one.executions]
    return next(found for found in remedies(accesses) if found.kind == kind)


COLUMN = "__shared__ float M[32][32];\nfloat v = M[threadIdx.x][3];"
NARROW = "__shared__ float M[32][16];\nfloat v = M[threadIdx.x][3];"
WALK = "__shared__ float s[512];\nfloat v = s[threadIdx.x * 6 + 5];"
FIELDS = "struct P { float x, y, z, w; };\n__shared__ P p[32];\nfloat v = p[threadIdx.x].x;"


@pytest.mark.parametrize(
    ("source", "kind", "parts"),
    [
        (COLUMN, "pad", ("whole rounds of the 32 banks", "With 132 bytes", "1 bank further on")),
        (NARROW, "pad", ("each row begins 16 banks further on", "With 68 bytes")),
        (COLUMN, "swizzle", ("32 different orders", "over the 32 banks")),
        (WALK, "swizzle", ("neighbouring stretches of the array 2 different orders",)),
        (FIELDS, "soa", ("moved on by 16 bytes", "moves on by 4")),
    ],
)
def test_why_it_works(source: str, kind: str, parts: tuple[str, ...]) -> None:
    dims = trace(source).accesses[0].executions[0].access.origin
    said = why_remedy(W, remedy(source, kind), dims.dims if dims else ())
    assert [part for part in parts if part not in said] == []


def test_what_and_what_it_brings() -> None:
    pad = remedy(COLUMN, "pad")
    assert what_line(W, pad, "M") == "make a row of M 33 elements long (1 unused)"
    assert what_line(W, remedy(COLUMN, "swizzle"), "M") == (
        "put element x of M at x ^ ((x >> 5) & 31)"
    )
    assert bytes_line(W, pad) == "128 bytes more"
    assert remedy_name(W, pad) == "pad"
    assert "1 cycle, ideal 1 over all its accesses, instead of 32" in remedy_line(W, pad, "M", 32)
    assert bytes_line(W, remedy(COLUMN, "swizzle")) == "no byte more"
