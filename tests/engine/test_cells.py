"""Cells and strides: the worked examples, the order of the letters, the closed form's limits."""

from __future__ import annotations

from math import gcd
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.engine import (
    CELLS,
    MACHINES,
    OPS,
    WIDTHS,
    Access,
    Affine,
    ClosedFormError,
    Op,
    Origin,
    Unfit,
    affine,
    cell_of,
    closed_form,
    serve,
    stride_degree,
)

from . import reference
from .strategies import cases

MATRIX = Origin("M", (32, 32), 4)
PADDED = Origin("M", (32, 33), 4)
POINTS = Origin("arr", (32,), 16, field="a")
TRIPLES = Origin("arr", (32,), 12, field="a")
HISTOGRAM = Origin("hist", (256,), 4)


def line(
    stride: int, offset: int = 0, width: int = 4, op: Op = "load", origin: Origin | None = None
) -> Access:
    addresses = np.arange(32) * stride + offset
    return Access(addresses * width, width, op, None, origin)


@pytest.mark.parametrize(
    ("cell", "access", "verdict"),
    [
        ("A", line(1), (1, 1, 1)),
        ("B", line(7), (1, 1, 1)),
        ("C", line(6), (2, 1, 2)),
        ("C", line(2), (2, 1, 2)),
        ("C", line(4), (4, 1, 4)),
        ("C", line(8), (8, 1, 8)),
        ("C", line(16), (16, 1, 16)),
        ("D", line(32), (32, 1, 32)),
        ("E", line(6, 5), (2, 1, 2)),
        ("E", line(-1, 31), (1, 1, 1)),
        ("F", line(32, 3, origin=MATRIX), (32, 1, 32)),
        ("F", line(33, 3, origin=PADDED), (1, 1, 1)),
        ("G", line(4, origin=POINTS), (4, 1, 4)),
        ("G", line(3, origin=TRIPLES), (1, 1, 1)),
        ("H", line(0, 7), (1, 1, 1)),
        ("H", line(1, width=1), (1, 1, 1)),
        ("I", line(0, 5, op="atomic", origin=HISTOGRAM), (32, 1, 32)),
        ("I", line(1, op="atomic", origin=HISTOGRAM), (1, 1, 1)),
        ("J", line(1, width=8), (2, 2, 1)),
        ("J", line(1, width=16), (4, 4, 1)),
    ],
)
def test_worked_examples(cell: str, access: Access, verdict: tuple[int, int, int]) -> None:
    timeline = serve(access)
    assert cell_of(access) == cell
    assert (timeline.cycles, timeline.ideal, timeline.degree) == verdict


@pytest.mark.parametrize(
    ("cell", "access"),
    [
        ("I", Access(np.zeros(32, np.int64), 8, "atomic", None, POINTS)),
        ("J", line(0, width=8, origin=POINTS)),
        ("H", line(0, origin=POINTS)),
        ("H", line(8, width=2, origin=POINTS)),
        ("G", line(32, origin=Origin("arr", (8, 4), 4, field="a"))),
        ("E", line(1, 32, origin=MATRIX)),
        ("A", line(1, origin=MATRIX)),
        ("A", line(1, 128, origin=Origin("t", (64,), 4, base=512))),
        (None, Access(np.array([0, 4, 12, *[16] * 29]))),
    ],
)
def test_the_first_match_wins(cell: str | None, access: Access) -> None:
    assert cell_of(access) == cell


def test_an_idle_warp_has_no_cell_unless_its_instruction_gives_one() -> None:
    off = np.zeros(32, np.bool_)
    assert cell_of(Access(np.zeros(32, np.int64), active=off)) is None
    assert cell_of(Access(np.zeros(32, np.int64), op="atomic", active=off)) == "I"


@given(cases(), st.sampled_from([None, MATRIX, POINTS, TRIPLES, Origin("c", (3, 5, 7), 2)]))
def test_every_access_has_a_letter_or_none(case: Any, origin: Origin | None) -> None:
    access = Access(np.array(case.addresses), case.width, case.op, case.access.active, origin)
    assert cell_of(access) in {None, *CELLS}


@given(st.integers(-70, 70), st.integers(0, 200), st.sampled_from(WIDTHS), st.integers(0, 2**32))
def test_affine_finds_what_strided_made(stride: int, offset: int, width: int, mask: int) -> None:
    active = np.array([mask >> lane & 1 for lane in range(32)], np.bool_)
    offset += max(0, -31 * stride)
    access = Access.strided(stride, offset, width, active=active)
    found = affine(access)
    lanes = access.active_lanes
    if len(lanes) > 1:
        assert found == Affine(stride, offset)
    elif lanes:
        assert found == Affine(0, stride * lanes[0] + offset)
    else:
        assert found is None


def test_affine_needs_a_whole_stride() -> None:
    active = np.arange(32) % 2 == 0
    half = np.arange(32) // 2 * 4
    assert affine(Access(half, active=active)) is None
    assert affine(Access(half)) is None
    assert affine(Access(half // 4 * 8, active=active)) == Affine(1, 0)


def test_affine_counts_from_the_array() -> None:
    assert affine(line(2, 100, origin=Origin("t", (64,), 4, base=384))) == Affine(2, 4)
    assert affine(line(2, 100, width=16, origin=Origin("t", (64,), 4, base=4))) == Affine(2, 100)


@given(st.integers(-64, 64).filter(bool), st.integers(0, 99), st.sampled_from(reference.NAMES))
def test_the_closed_form_is_the_degree_where_it_holds(
    stride: int, offset: int, machine: str
) -> None:
    lanes = MACHINES[machine].lanes
    offset += max(0, -stride * lanes)
    for op in OPS[:3]:
        access = Access.strided(stride, offset, op=op, lanes=lanes)
        pairs = machine == "cc3-32" and op != "atomic"
        if pairs or machine in ("cc3-64", "gfx950"):
            with pytest.raises(ClosedFormError, match="machine"):
                closed_form(access, machine)
        else:
            banks = 16 if machine in ("cc1", "intel-slm") else 32
            degree = closed_form(access, machine)
            assert degree == serve(access, machine).degree == gcd(stride, banks)


@pytest.mark.parametrize(
    ("access", "machine", "unfit"),
    [
        (line(0, 7), "nvidia", Unfit.ZERO),
        (line(1, width=8), "nvidia", Unfit.WIDTH),
        (line(1, width=2), "nvidia", Unfit.WIDTH),
        (Access(np.arange(32) * 8, active=np.arange(32) < 16), "nvidia", Unfit.LANES),
        (Access(np.arange(32) // 2 * 4), "nvidia", Unfit.LINE),
        (line(2), "cc3-32", Unfit.MACHINE),
        (line(2), "cc3-64", Unfit.MACHINE),
    ],
)
def test_the_closed_form_is_refused_where_it_fails(
    access: Access, machine: str, unfit: Unfit
) -> None:
    with pytest.raises(ClosedFormError) as caught:
        closed_form(access, machine)
    assert caught.value.unfit is unfit


def test_the_ladder_of_strides() -> None:
    assert [stride_degree(stride) for stride in (1, 2, 4, 8, 16, 32, 12, 15, 33)] == [
        *(1, 2, 4, 8, 16, 32),
        *(4, 1, 1),
    ]
    with pytest.raises(ClosedFormError):
        stride_degree(0)
