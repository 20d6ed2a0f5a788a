"""Cures: each remedy of an array, as CUDA only where that costs what the remedy promises."""

from __future__ import annotations

import pytest

from banktrainer.cuda import Trace, trace
from banktrainer.cuda.budget import UnwantedError, while_wanted
from banktrainer.cuda.curing import Cure, cures

COLUMN = "__shared__ float M[32][32];\nfloat v = M[threadIdx.x][3];"
FIELDS = "struct P { float x, y, z, w; };\n__shared__ P p[32];\nfloat v = p[threadIdx.x].x;"


def found(source: str, array: str) -> tuple[Cure, ...]:
    def retrace(changed: str) -> Trace:
        return trace(changed)

    return tuple(cures(trace(source), array, retrace))


@pytest.mark.parametrize(
    ("source", "array", "kind", "row", "before", "after", "extra"),
    [
        (COLUMN, "M", "pad", "__shared__ float M[32][33];", 32, 1, 128),
        (COLUMN, "M", "swizzle", "float v = M[threadIdx.x][3 ^ threadIdx.x];", 32, 1, 0),
        (FIELDS, "p", "soa", "float v = p_x[threadIdx.x];", 4, 1, 0),
    ],
)
def test_each_kind_is_written(
    source: str, array: str, kind: str, row: str, before: int, after: int, extra: int
) -> None:
    one = next(cure for cure in found(source, array) if cure.remedy.kind == kind)
    assert one.rewritten is not None
    assert one.trace is not None
    assert row in [line.text for line in one.rewritten.lines]
    assert (one.cycles_before, one.remedy.cycles, one.remedy.extra_bytes) == (before, after, extra)


def test_what_needs_no_cure_has_none() -> None:
    assert found("__shared__ float s[32];\nfloat v = s[threadIdx.x];", "s") == ()
    assert found(COLUMN, "nobody") == ()


def test_a_partial_trace_gets_no_rewritten_source() -> None:
    cut = COLUMN + "\nfloat u = M[threadIdx.x][in[0]];"
    assert all(cure.rewritten is None for cure in found(cut, "M"))


def test_a_reading_that_nobody_waits_for_ends() -> None:
    loop = "__shared__ float s[32];\nfor (int i = 0; i < 9000; ++i) s[threadIdx.x] = i;"
    with while_wanted(lambda: False), pytest.raises(UnwantedError):
        trace(loop)
    assert trace(COLUMN).accesses


def test_an_array_whose_name_begins_like_another_is_written_too() -> None:
    both = "__shared__ float M[32][32], Ms[32][32];\nfloat v = M[threadIdx.x][3];\n"
    cure = found(both + "float w = Ms[threadIdx.x][4];", "M")[0]
    assert (cure.cycles_before, cure.remedy.cycles) == (32, 1)
    assert cure.rewritten is not None
