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
    """`bits` with the places marked in `drop` taken out and the higher ones moved down."""
    rows = np.flatnonzero((drop != 0) & (bits != 0))
    if not rows.size:
        return bits
    closed = bits.copy()
    closed[rows] = _closed(bits[rows], drop[rows])
    return closed


def _closed(bits: Bits, drop: Bits) -> Bits:
    """The same for every row: in turn k all bits that have an odd multiple of 2^k to go move 2^k.

    `odd` marks where the number of dropped places below is odd, found as a running exclusive-or;
    with the lowest bit of each distance done, every second dropped place is left for the next.
    """
    kind, size = bits.dtype.type, 8 * bits.dtype.itemsize
    bits, keep = bits & ~drop, ~drop
    below = ~keep << kind(1)
    for step in (1 << turn for turn in range(size.bit_length() - 1)):
        odd = below
        for reach in (1 << turn for turn in range(size.bit_length() - 1)):
            odd = odd ^ (odd << kind(reach))
        moving = odd & keep
        keep = (keep ^ moving) | (moving >> kind(step))
        going = bits & moving
        bits = (bits ^ going) | (going >> kind(step))
        below &= ~odd
        if not below.any():
            break
    return bits
