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


def longest_run(bits: Bits) -> Bits:
    """The length of the longest run of ones in each integer.

    By binary descent: `starts[k]` marks where runs of 2^k ones start, and a row's length grows by
    2^k where such a run follows one of the length found so far.
    """
    starts, step = [], 1
    while bits.any():
        starts.append(bits)
        bits = bits & (bits >> bits.dtype.type(step))
        step *= 2
    length = np.zeros_like(bits)
    found = ~length
    for longer in reversed(starts):
        step //= 2
        longer = (longer >> length) & found
        grows = (longer != 0).astype(bits.dtype)
        length += grows * bits.dtype.type(step)
        found = longer | (found & (grows - bits.dtype.type(1)))
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
