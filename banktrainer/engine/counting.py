"""count: the cycles of many accesses at once; always equal to serve."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from banktrainer.engine.access import (
    Access,
    AccessError,
    Op,
    check_addresses,
    check_kind,
    integers,
    mask,
)
from banktrainer.engine.machine import Machine
from banktrainer.engine.machines import machine_of
from banktrainer.engine.serving import check_lanes, serve


def count(
    addresses: ArrayLike,
    width: int = 4,
    op: Op = "load",
    active: ArrayLike | None = None,
    machine: str | Machine = "nvidia",
) -> int | NDArray[np.int64]:
    """Cycles of each access: byte addresses (lanes,) -> int, or (N, lanes) -> int64 (N,)."""
    chip = machine_of(machine)
    raw = integers(addresses)
    if raw.ndim not in (1, 2):
        raise AccessError(f"addresses must be (lanes,) or (N, lanes), not {raw.shape}")
    check_kind(op, width)
    check_lanes(raw.shape[-1], chip)
    chosen = None if active is None else np.broadcast_to(np.asarray(active), raw.shape)
    rows = None if chosen is None else mask(chosen, raw.shape)
    check_addresses(raw, width, rows)
    if raw.ndim == 1:
        return _cycles(raw, width, op, rows, chip)
    each = [
        _cycles(row, width, op, None if rows is None else rows[number], chip)
        for number, row in enumerate(raw)
    ]
    return np.array(each, dtype=np.int64)


def _cycles(
    row: NDArray[np.integer], width: int, op: Op, active: NDArray[np.bool_] | None, chip: Machine
) -> int:
    return serve(Access(row.astype(np.int64), width, op, active), chip).cycles
