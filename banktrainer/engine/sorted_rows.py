"""The vectorised count: each phase's keys sorted, its queues read off as runs of equal banks."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine.machine import Lanes, Rule, Sharing
from banktrainer.engine.rules import Slot
from banktrainer.engine.runs import Bits, longest_run, pack, without

Unsigned = NDArray[np.unsignedinteger]
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

    No address is above `top`. Serves every Sharing but LEAD.
    """
    seats = seats_of(rule.phases)
    addresses, active = _seated(addresses, active, seats)
    keys = _keys(addresses.reshape(-1), rule, slot, top)
    taken = None
    if active is not None:
        np.copyto(keys, keys.dtype.type(np.iinfo(keys.dtype).max), where=~active.reshape(-1))
        taken = np.bitwise_count(pack(active.reshape(-1), seats.size))
    keys.reshape(-1, seats.size).sort(axis=1)
    queues = _longest_queues(keys, rule, seats.size, slot, taken)
    if len(queues) == len(addresses):
        return queues.astype(np.int64) * np.int64(rule.requests)
    phases: NDArray[np.int64] = queues.reshape(len(addresses), -1).sum(axis=1, dtype=np.int64)
    return phases * np.int64(rule.requests)


def _seated(addresses: Unsigned, active: Mask | None, seats: Seats) -> tuple[Unsigned, Mask | None]:
    if seats.columns is None:
        return addresses, active
    if active is not None:
        active = active.take(seats.columns, axis=1)
    if seats.spare is not None:
        every = np.broadcast_to(~seats.spare, (len(addresses), seats.spare.size))
        active = every.copy() if active is None else active & every
    return addresses.take(seats.columns, axis=1), active


def _keys(addresses: Unsigned, rule: Rule, slot: Slot, top: int) -> Unsigned:
    """Keys that are equal where lanes share a pass, with the bank in the highest bits.

    A bank's bits are the address bits from `slot.low` up to `slot.row`. One multiplication lifts
    a copy of them to the top and, for 16-bit keys, the row's bits to just below them.
    """
    kind = addresses.dtype.type
    every = int(np.iinfo(addresses.dtype).max)
    bits = every.bit_length()
    if top & ((1 << slot.low) - 1):
        addresses = addresses & kind(every ^ ((1 << slot.low) - 1))
    lift = 1 << (bits - slot.row)
    if rule.sharing is Sharing.PAIR:
        return addresses * kind(lift) + (addresses & kind(every ^ (1 << slot.row)))
    if bits == 32 and fast_16_bit_sort() and top < 1 << (16 + slot.low):
        both = addresses * kind(lift + (1 << (16 - slot.row)))
        return (both >> kind(16)).astype(np.uint16)
    return addresses * kind(lift + 1)


@lru_cache(maxsize=1)
def fast_16_bit_sort() -> bool:
    """Whether numpy sorts 16-bit keys faster than 32-bit ones on this processor."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    return not {"AVX512_ICL", "AVX512_SPR"}.isdisjoint(found)


def _mask(array: Unsigned) -> int:
    return int(np.iinfo(array.dtype).max)


def _longest_queues(
    keys: Unsigned, rule: Rule, size: int, slot: Slot, taken: Bits | None
) -> NDArray[np.unsignedinteger]:
    """The longest queue at a bank in each row of `size` sorted keys; `taken` counts real keys."""
    bank_bits = slot.row - slot.low
    change = np.empty_like(keys)
    np.bitwise_xor(keys[:-1], keys[1:], out=change[:-1])
    change[-1] = _mask(keys)
    other_bank = keys.dtype.type(1 << (8 * keys.dtype.itemsize - bank_bits))
    same_bank = pack(change < other_bank, size)
    kind = same_bank.dtype.type
    pairs = kind(_mask(same_bank) >> 1) if taken is None else _pairs(taken.astype(kind))
    same_bank &= pairs
    if rule.sharing is not Sharing.NONE:
        same_word = pack(change == 0, size) & pairs
        same_bank = without(same_bank & ~same_word, same_word)
    queues = longest_run(same_bank) + kind(1)
    return queues if taken is None else queues * (taken > 0)


def _pairs(taken: Bits) -> Bits:
    """A one for each pair of neighbours among the first `taken` places."""
    one = taken.dtype.type(1)
    return ((one << taken) - one) >> one
