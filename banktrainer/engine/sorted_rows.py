"""The vectorised count: each phase's keys sorted, its queues read off as runs of equal banks."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine.machine import Lanes, Rule, Sharing
from banktrainer.engine.rules import Slot
from banktrainer.engine.runs import Bits, longest_run, pack, without
from banktrainer.engine.sort_keys import Shape, Unsigned, keys_of, route, shape_of, sort_phases

CHUNK = 1 << 17
"""Addresses sorted together: few calls of numpy, and all still in the processor's cache."""

Mask = NDArray[np.bool_]


class Seats(NamedTuple):
    """Where the lanes of each phase sit in the rows that are sorted, `size` places a phase.

    `columns` is the lane of each place, None where lanes already stand in order; `spare` marks
    the places that no lane takes.
    """

    size: int
    columns: NDArray[np.intp] | None
    spare: Mask | None


@lru_cache(maxsize=256)
def seats_of(phases: tuple[Lanes, ...]) -> Seats:
    """Each phase as a row of 8, 16, 32 or 64 places."""
    size = max(8, 1 << (max(map(len, phases)) - 1).bit_length())
    places = [lane for phase in phases for lane in (*phase, *[phase[0]] * (size - len(phase)))]
    spare = [place >= len(phase) for phase in phases for place in range(size)]
    return Seats(
        size,
        None if places == list(range(len(places))) else np.array(places),
        np.array(spare) if any(spare) else None,
    )


def phase_cycles(
    addresses: Unsigned, active: Mask | None, rule: Rule, slot: Slot, top: int
) -> NDArray[np.int64]:
    """Cycles of each of (N, lanes) valid accesses, summed over the rule's phases.

    No address has a bit that `top` lacks. Serves every Sharing but LEAD.
    """
    step = max(1, CHUNK // addresses.shape[1])
    chunks = [
        _chunk_runs(addresses[rows], None if active is None else active[rows], rule, slot, top)
        for rows in (slice(first, first + step) for first in range(0, len(addresses), step))
    ]
    fresh, repeated, places = (np.concatenate(bits) for bits in zip(*chunks, strict=True))
    queues = longest_run(without(fresh, repeated)) + (places != 0)
    cycles = np.zeros(len(addresses), np.int64)
    for phase in queues.reshape(len(addresses), -1).T:
        cycles += phase
    return cycles * np.int64(rule.requests)


def _chunk_runs(
    addresses: Unsigned, active: Mask | None, rule: Rule, slot: Slot, top: int
) -> tuple[Bits, Bits, Bits]:
    """For each phase, sorted: which neighbours are two words of one bank, which are one word.

    The third marks the places of active lanes, which are the first.
    """
    seats = seats_of(rule.phases)
    addresses, active = _seated(addresses, active, seats)
    shape = shape_of(seats.size, (top >> slot.low).bit_length(), route())
    pair = rule.sharing is Sharing.PAIR
    keys = keys_of(addresses.reshape(-1), slot, top, shape, pair)
    if active is not None:
        keys |= _off(active.reshape(-1), shape)
    sort_phases(keys, seats.size, shape)
    change = np.empty_like(keys)
    np.bitwise_xor(keys[:-1], keys[1:], out=change[:-1])
    change[-1] = _every_bit(keys)
    bank = keys.dtype.type((shape.mask + 1) >> (slot.row - slot.low))
    same_bank = pack(change < bank, seats.size)
    places = _places(same_bank, active)
    same_bank &= places >> places.dtype.type(1)
    if rule.sharing is Sharing.NONE:
        return same_bank, np.zeros_like(same_bank), places
    same_word = pack(change == 0, seats.size)
    same_word &= same_bank
    return same_bank ^ same_word, same_word, places


def _off(active: Mask, shape: Shape) -> Unsigned:
    """Every bit below the tag where a lane is off: it goes to the end of its phase."""
    off = active.astype(shape.kind)
    off -= shape.kind(1)
    off &= shape.kind(shape.mask)
    return off


def _places(like: Bits, active: Mask | None) -> Bits:
    """As many ones as a phase has active lanes, lowest bits first."""
    if active is None:
        return np.broadcast_to(like.dtype.type(_every_bit(like)), like.shape)
    one = like.dtype.type(1)
    lanes = np.bitwise_count(pack(active.reshape(-1), 8 * like.dtype.itemsize))
    return (one << lanes.astype(like.dtype)) - one


def _seated(addresses: Unsigned, active: Mask | None, seats: Seats) -> tuple[Unsigned, Mask | None]:
    if seats.columns is None:
        return addresses, active
    if active is not None:
        active = active.take(seats.columns, axis=1)
    if seats.spare is not None:
        every = np.broadcast_to(~seats.spare, (len(addresses), seats.spare.size))
        active = every.copy() if active is None else active & every
    return addresses.take(seats.columns, axis=1), active


def _every_bit(array: Unsigned) -> int:
    return (1 << 8 * array.dtype.itemsize) - 1
