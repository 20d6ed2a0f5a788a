"""Access: what one warp asks of shared memory in one instruction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Op = Literal["load", "store", "atomic", "ldmatrix"]
OPS: tuple[Op, ...] = get_args(Op)
WIDTHS = (1, 2, 4, 8, 16)


class AccessError(ValueError):
    """An access that no hardware would accept; `lane` is the first lane at fault, if one is."""

    def __init__(self, message: str, lane: int | None = None) -> None:
        super().__init__(message)
        self.lane = lane


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an access came from: an array, its shape in elements, and the struct field touched.

    `base` is the array's first byte in shared memory; `element_bytes` the size of one element
    (of the whole struct where `field` is given).
    """

    array: str
    dims: tuple[int, ...]
    element_bytes: int
    field: str | None = None
    base: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """A byte address for each lane, the width in bytes, the operation and the active lanes.

    `addresses` is int64 (lanes,), `active` bool (lanes,) or None for all; both are read-only.
    Addresses of inactive lanes are ignored. Raises AccessError naming the lane at fault.
    """

    addresses: NDArray[np.int64]
    width: int = 4
    op: Op = "load"
    active: NDArray[np.bool_] | None = None
    origin: Origin | None = None
