"""Which of many wide loads merge their phases."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine.rules import pairs_agree
from banktrainer.engine.runs import pack

Mask = NDArray[np.bool_]
_PACKED = (8, 16, 32, 64)
"""Lanes that fill one integer."""
_FIRSTS = {1: 0x5555_5555_5555_5555, 2: 0x3333_3333_3333_3333}
"""The lanes that have no such bit, for lane^1 and lane^2."""


def merging_rows(addresses: NDArray[np.unsignedinteger], on: Mask | None) -> NDArray[np.intp]:
    """The rows that have all active lanes agreeing with lane^1, or all with lane^2."""
    count, lanes = addresses.shape
    if lanes not in _PACKED:
        return np.flatnonzero([_agrees(addresses, on, row) for row in range(count)])
    both = None if on is None else pack(on.reshape(-1), lanes)
    merges = np.zeros(count, np.bool_)
    for bit, firsts in _FIRSTS.items():
        equal = _equal(addresses.reshape(-1), bit, lanes)
        asked = np.full_like(equal, firsts & ((1 << lanes) - 1))
        if both is not None:
            asked &= both & (both >> equal.dtype.type(bit))
        merges |= (equal & asked) == asked
    return np.flatnonzero(merges)


def _equal(flat: NDArray[np.unsignedinteger], bit: int, lanes: int) -> NDArray[np.unsignedinteger]:
    """For each row, which lanes have the address of the lane `bit` further on."""
    equal = np.zeros(flat.size, np.bool_)
    np.equal(flat[:-bit], flat[bit:], out=equal[:-bit])
    return pack(equal, lanes)


def _agrees(addresses: NDArray[np.unsignedinteger], on: Mask | None, row: int) -> bool:
    lanes = range(addresses.shape[1]) if on is None else np.flatnonzero(on[row]).tolist()
    return pairs_agree({lane: int(addresses[row, lane]) for lane in lanes})
