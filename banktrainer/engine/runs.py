"""Runs of one-bits in packed rows: how the longest queue of a sorted row is read off."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.unsignedinteger]
"""One unsigned integer a row; bit i tells something of the row's elements i and i+1."""


def pack(flags: NDArray[np.bool_], row: int) -> Bits:
    """Booleans, `row` (8, 16, 32 or 64) of them a row, as one integer a row, first flag lowest."""
    packed = np.packbits(flags, bitorder="little")
    return packed.view(np.dtype(f"<u{row // 8}"))


def longest_run(bits: Bits) -> NDArray[np.uint8]:
    """The length of the longest run of ones in each integer.

    Each turn takes one off every run. That costs as many turns as the longest run is long, but
    few calls a turn, and most accesses are short of conflicts.
    """
    length = np.zeros(bits.shape, np.uint8)
    while (left := bits != 0).any():
        length += left
        bits = bits & (bits >> bits.dtype.type(1))
    return length


def without(bits: Bits, drop: Bits) -> Bits:
    """`bits` with the places marked in `drop` taken out and the higher ones moved down.

    One run of dropped places at a time, as most rows have none or one. The highest bit of `drop`
    must be clear.
    """
    bits = bits.copy()
    rows = np.flatnonzero((drop != 0) & (bits != 0))
    drop = drop[rows]
    while rows.size:
        lowest = drop & (~drop + drop.dtype.type(1))
        run = drop & ~(drop + lowest)
        width = np.bitwise_count(run).astype(drop.dtype)
        below = lowest - drop.dtype.type(1)
        old = bits[rows]
        bits[rows] = (old & below) | ((old >> width) & ~below)
        drop = (drop ^ run) >> width
        left = np.flatnonzero(drop)
        rows, drop = rows[left], drop[left]
    return bits
