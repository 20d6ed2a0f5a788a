"""The ladder of strides: counted in one call, equal to serving each stride by itself."""

from __future__ import annotations

from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.engine import MACHINES, Access, MachineError, ladder, serve

STRIDES = range(65)


def test_the_doubling_at_powers_of_two() -> None:
    rungs = ladder(STRIDES)
    assert [rung.degree for rung in rungs[1:]] == [gcd(s, 32) for s in STRIDES[1:]]
    assert [rung.cycles for rung in rungs] == [rung.degree for rung in rungs]
    assert rungs[0].degree == 1


@given(
    machine=st.sampled_from(sorted(MACHINES)),
    width=st.sampled_from([1, 2, 4, 8, 16]),
    op=st.sampled_from(["load", "store", "atomic"]),
    offset=st.integers(0, 70),
)
def test_it_equals_serving_each(machine: str, width: int, op: str, offset: int) -> None:
    chip = MACHINES[machine]
    try:
        rungs = ladder(STRIDES, offset, width, op, machine)  # type: ignore[arg-type]
    except MachineError:
        with pytest.raises(MachineError):
            chip.rule(op, width)  # type: ignore[arg-type]
        return
    for rung in rungs:
        access = Access.strided(rung.stride, offset, width, op, chip.lanes)  # type: ignore[arg-type]
        told = serve(access, chip)
        assert (rung.cycles, rung.degree) == (told.cycles, told.degree)


def test_no_strides_no_rungs() -> None:
    assert ladder([]) == ()
