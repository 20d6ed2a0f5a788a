"""count: the cycles of many accesses at once; always equal to serve."""

from __future__ import annotations

from functools import reduce
from itertools import compress
from operator import or_

import numpy as np
from numpy.typing import ArrayLike, NDArray

from banktrainer.engine.faults import AccessError
from banktrainer.engine.inputs import (
    MAX_ADDRESS,
    Op,
    array_of,
    booleans,
    check_addresses,
    integers,
    kind_of,
    mask,
)
from banktrainer.engine.lead_rows import lead_cycles
from banktrainer.engine.machine import Machine, Rule, Sharing
from banktrainer.engine.machines import machine_of
from banktrainer.engine.merge_rows import merging_rows
from banktrainer.engine.one_warp import warp_cycles
from banktrainer.engine.rules import Slot, check_lanes, merged_rule, plan
from banktrainer.engine.sorted_rows import phase_cycles

Mask = NDArray[np.bool_]
Rows = NDArray[np.integer]
Unsigned = NDArray[np.unsignedinteger]

FEW = 12
"""Up to so many warps are counted one by one."""
BLOCK = 1 << 20
"""Addresses checked and counted together."""


def count(
    addresses: ArrayLike,
    width: int | None = None,
    op: Op = "load",
    active: ArrayLike | None = None,
    machine: str | Machine = "nvidia",
) -> int | NDArray[np.int64]:
    """Cycles of each access: byte addresses (lanes,) -> int, or (N, lanes) -> int64 (N,).

    `active` is (lanes,) or (N, lanes); `width` is 4 where it is not given, for ldmatrix the 16 of
    its rows. Raises AccessError naming lane and row of a bad address,
    MachineError where the machine is unknown or has no rule.
    """
    chip = machine_of(machine)
    op, width = kind_of(op, width)
    given = array_of(addresses)
    if given.ndim not in (1, 2):
        raise AccessError(f"addresses must be (lanes,) or (N, lanes), not of shape {given.shape}")
    check_lanes(given.shape[-1], chip)
    on = None if active is None else _mask_of(active, given.shape)
    raw = integers(addresses, given, on)
    rule, slot = plan(chip, op, width)
    if raw.ndim == 1:
        return _one(raw, on, width, rule, slot)
    if len(raw) <= FEW:
        each = [_one(row, _row(on, n), width, rule, slot, n) for n, row in enumerate(raw)]
        return np.array(each, np.int64)
    return _many(raw, on, width, rule, slot)


def _mask_of(active: ArrayLike, shape: tuple[int, ...]) -> Mask:
    given = booleans(active)
    if len(shape) == 2 and given.ndim == 1:
        return np.broadcast_to(mask(given, shape[1:]), shape)
    return mask(given, shape)


def _row(on: Mask | None, number: int) -> Mask | None:
    return None if on is None else on[number]


def _one(
    row: Rows, on: Mask | None, width: int, rule: Rule, slot: Slot, number: int | None = None
) -> int:
    addresses = row.tolist()
    lanes = None if on is None else on.tolist()
    asked = addresses if lanes is None else compress(addresses, lanes)
    if _bad(reduce(or_, asked, 0), width):
        _refuse(row, on, width, number)
    return warp_cycles(addresses, lanes, rule, slot)


def _bad(bits: int, width: int) -> bool:
    """Whether addresses with these bits between them hold one that no hardware would accept."""
    return bits < 0 or bits > MAX_ADDRESS or bits & (width - 1) != 0


def _refuse(rows: Rows, on: Mask | None, width: int, first: int | None) -> None:
    """Raise the AccessError of the first bad address; `first` is the number of the first row."""
    shaped = rows.reshape(-1, rows.shape[-1])
    check_addresses(shaped, width, None if on is None else on.reshape(shaped.shape), first)


def _many(raw: Rows, on: Mask | None, width: int, rule: Rule, slot: Slot) -> NDArray[np.int64]:
    cycles = np.empty(len(raw), np.int64)
    step = max(1, BLOCK // raw.shape[1])
    for first in range(0, len(raw), step):
        rows = slice(first, first + step)
        chosen = None if on is None else np.ascontiguousarray(on[rows])
        cycles[rows] = _block(raw[rows], chosen, width, rule, slot, first)
    return cycles


def _block(
    rows: Rows, on: Mask | None, width: int, rule: Rule, slot: Slot, first: int
) -> NDArray[np.int64]:
    asked = np.ascontiguousarray(rows)
    top = int(np.bitwise_or.reduce(asked, axis=None))
    if on is not None and _bad(top, width):
        asked = asked & -on.astype(asked.dtype)
        top = int(np.bitwise_or.reduce(asked, axis=None))
    if _bad(top, width):
        _refuse(asked, None, width, first)
    plain = _unsigned(asked)
    if rule.sharing is Sharing.LEAD:
        return lead_cycles(plain, on, rule, slot)
    cycles = phase_cycles(plain, on, rule, slot, top)
    if rule.merges and (merging := merging_rows(plain, on)).size:
        chosen = None if on is None else on[merging]
        cycles[merging] = phase_cycles(plain[merging], chosen, merged_rule(rule), slot, top)
    return cycles


def _unsigned(rows: Rows) -> Unsigned:
    """Rows without a negative number as unsigned ones, in the same memory where that will do."""
    kind = np.dtype(f"u{rows.dtype.itemsize}")
    return rows.view(kind) if rows.dtype.isnative else rows.astype(kind)
