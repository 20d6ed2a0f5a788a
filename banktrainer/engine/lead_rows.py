"""The vectorised count for machines that broadcast one word a step (compute capability 1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine.machine import Lanes, Rule
from banktrainer.engine.rules import Slot

Mask = NDArray[np.bool_]
Words = NDArray[np.unsignedinteger]


def lead_cycles(addresses: Words, active: Mask | None, rule: Rule, slot: Slot) -> NDArray[np.int64]:
    """Cycles of each of (N, lanes) valid accesses, summed over the rule's phases."""
    words = (addresses >> addresses.dtype.type(slot.low)).T
    waiting = np.ones(words.shape, np.bool_) if active is None else active.T
    steps = np.zeros(len(addresses), np.int64)
    for phase in rule.phases:
        steps += _phase_steps(words, waiting, phase, rule.banks)
    return steps * np.int64(rule.requests)


def _phase_steps(words: Words, waiting: Mask, phase: Lanes, banks: int) -> NDArray[np.int64]:
    lanes = sorted(phase)
    words, waiting = words[lanes], waiting[lanes]
    bank = np.uint64(1) << (words % words.dtype.type(banks)).astype(np.uint64)
    steps = np.zeros(words.shape[1], np.int64)
    while (left := waiting.any(axis=0)).any():
        steps += left
        lead = waiting.argmax(axis=0)[np.newaxis]
        served = waiting & (words == np.take_along_axis(words, lead, axis=0))
        busy = np.take_along_axis(bank, lead, axis=0)[0]
        for lane, wanted in enumerate(bank):
            free = waiting[lane] & ((busy & wanted) == 0)
            busy = busy | np.where(free, wanted, np.uint64(0))
            served[lane] |= free
        waiting &= ~served
    return steps
