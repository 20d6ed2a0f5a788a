"""The ledger as text: every lane served once, a line for each cycle, nothing too wide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.engine import MACHINES, Access, serve
from banktrainer.plain.ledger import ledger
from banktrainer.plain.paint import row_text
from banktrainer.words import Words

W = Words()


def lines(access: Access, machine: str = "nvidia", width: int | None = 80) -> list[str]:
    return [row_text(row) for row in ledger(W, serve(access, machine), width)]


@pytest.mark.parametrize(
    ("access", "machine", "expected"),
    [
        (Access.strided(0, 5), "nvidia", ["cycle  lanes→banks", "  1  0–31→5"]),
        (Access.strided(8, lanes=32), "nvidia", ["  1  0→0  1→8  2→16  3→24"]),
        (Access.strided(1, width=8), "nvidia", ["phase 1 of 2, lanes 0–15"]),
        (Access.strided(1), "cc3-64", ["  1  0 and 1→0  2 and 3→1  4 and 5→2"]),
        (Access.strided(1, lanes=64), "gfx906", ["phase 2 of 2, lanes 32–63"]),
    ],
)
def test_what_it_says(access: Access, machine: str, expected: list[str]) -> None:
    said = lines(access, machine)
    assert [part for part in expected if not any(part in line for line in said)] == []


@given(
    machine=st.sampled_from(sorted(MACHINES)),
    stride=st.integers(0, 40),
    width=st.sampled_from([1, 4, 8]),
    room=st.integers(24, 100),
)
def test_it_keeps_its_width_and_leaves_no_cycle_out(
    machine: str, stride: int, width: int, room: int
) -> None:
    access = Access.strided(stride, 0, width, "load", MACHINES[machine].lanes)
    said = lines(access, machine, room)
    cycles = serve(access, machine).cycles
    lead = len(str(cycles)) + 2
    numbered = [line[:lead].strip() for line in said if line[:1] == " " and line[:lead].strip()]
    assert numbered == [str(n) for n in range(1, cycles + 1)]
    wide = [line for line in said if line[:1] == " " and len(line) > room]
    assert all(len(line[lead + 2 :].split("  ")) == 1 for line in wide)
