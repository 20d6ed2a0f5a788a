"""Why machines differ, in words: the part of the rules that decides comes first."""

from __future__ import annotations

import pytest

from banktrainer.engine import MACHINES, Access, MachineError, compare
from banktrainer.words import Words
from banktrainer.words.comparing import comparison_line

W = Words()
COLUMN = Access.strided(32)
WIDE = Access.strided(1, width=16)
SHARED = Access.strided(0, width=8)


@pytest.mark.parametrize(
    ("access", "machine", "said"),
    [
        (COLUMN, "nvidia", "The others are compared with this one."),
        (COLUMN, "gfx1100", "As on nvidia."),
        (COLUMN, "cc3-32", "Two words of a row pair a pass instead of one word a pass: that"),
        (COLUMN, "cc3-64", "Banks of 8 bytes instead of 4: that decides."),
        (COLUMN, "cc1", "2 phases instead of 1: that decides. Also different: 16 banks"),
        (SHARED, "nvidia-merge", "Paired phases may be served as one: that decides."),
        (WIDE, "cc2", "cc2 has no rule for a 16-byte load"),
    ],
)
def test_what_decides(access: Access, machine: str, said: str) -> None:
    one = next(found for found in compare(access) if found.machine == machine)
    assert comparison_line(W, one, "nvidia").startswith(said)


@pytest.mark.parametrize("base", [name for name, chip in MACHINES.items() if chip.lanes == 32])
def test_every_difference_has_words(base: str) -> None:
    for access in (
        COLUMN,
        WIDE,
        SHARED,
        Access.strided(3, op="atomic"),
        Access.strided(2, width=8),
    ):
        try:
            found = compare(access, base=base)
        except MachineError:
            continue
        assert all(comparison_line(W, one, base) for one in found)
