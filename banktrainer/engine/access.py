"""Access: what one warp asks of shared memory in one instruction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

Op = Literal["load", "store", "atomic", "ldmatrix"]
OPS: tuple[Op, ...] = get_args(Op)
WIDTHS = (1, 2, 4, 8, 16)
_T = TypeVar("_T", bound=np.generic)
ROW_BYTES = 16
"""Bytes of one row address of ldmatrix."""

MAX_ADDRESS = (1 << 63) - 1


class EngineError(ValueError):
    """What the engine refuses; `lane` is the first lane at fault and `row` its warp, if any."""

    def __init__(self, message: str, lane: int | None = None, row: int | None = None) -> None:
        super().__init__(message)
        self.lane = lane
        self.row = row


class AccessError(EngineError):
    """An access that no hardware would accept."""


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

    `addresses` is int64 (lanes,), `active` bool (lanes,) or None for all; both are read-only
    copies of what is given. Addresses of inactive lanes are ignored. Raises AccessError naming
    the lane at fault.
    """

    addresses: NDArray[np.int64]
    width: int = 4
    op: Op = "load"
    active: NDArray[np.bool_] | None = None
    origin: Origin | None = None

    def __post_init__(self) -> None:
        check_kind(self.op, self.width)
        raw = integers(self.addresses)
        if raw.ndim != 1 or not raw.size:
            raise AccessError(f"addresses must be one row of lanes, not of shape {raw.shape}")
        active = None if self.active is None else mask(self.active, raw.shape)
        check_addresses(raw, self.width, active)
        object.__setattr__(self, "addresses", _frozen(raw.astype(np.int64)))
        object.__setattr__(self, "active", None if active is None else _frozen(active.copy()))

    @classmethod
    def strided(
        cls,
        stride: int,
        offset: int = 0,
        width: int = 4,
        op: Op = "load",
        lanes: int = 32,
        active: ArrayLike | None = None,
    ) -> Access:
        """Lane i at element stride·i + offset, both in elements of `width` bytes."""
        first = [(stride * lane + offset) * width for lane in range(lanes)]
        return cls(np.asarray(first), width, op, None if active is None else np.asarray(active))

    @property
    def lanes(self) -> int:
        """How many lanes the warp has, active or not."""
        return int(self.addresses.size)

    @property
    def active_lanes(self) -> tuple[int, ...]:
        """The lanes that take part, in order."""
        if self.active is None:
            return tuple(range(self.lanes))
        return tuple(np.flatnonzero(self.active).tolist())

    def words(self, lane: int, word_bytes: int = 4) -> range:
        """The words that `lane` touches, counted from the start of shared memory."""
        first = int(self.addresses[lane]) // word_bytes
        return range(first, first + max(1, self.width // word_bytes))


def check_kind(op: str, width: int) -> None:
    """Raise AccessError unless some instruction has this operation and width."""
    if op not in OPS:
        raise AccessError(f"unknown operation {op!r}: use one of {', '.join(OPS)}")
    if width not in WIDTHS or isinstance(width, bool):
        raise AccessError(f"unknown width {width!r}: use 1, 2, 4, 8 or 16 bytes")
    if op == "ldmatrix" and width != ROW_BYTES:
        raise AccessError(f"ldmatrix reads rows of {ROW_BYTES} bytes: its width can't be {width}")


def integers(values: ArrayLike) -> NDArray[np.integer]:
    """`values` as an integer array, never cast; AccessError where they are no integers."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise AccessError("addresses must be rows of one length") from error
    if array.dtype.kind in "iu":
        return array
    if not array.size and array.dtype.kind == "f" and isinstance(values, Sequence):
        return array.astype(np.int64)
    raise AccessError(f"addresses must be integers of up to 63 bits, not {array.dtype}")


def mask(active: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """`active` as booleans of `shape`; AccessError where it is something else."""
    array = np.asarray(active)
    if array.dtype.kind != "b":
        raise AccessError(f"active must be booleans, one a lane, not {array.dtype}")
    if array.shape != shape:
        raise AccessError(f"active has shape {array.shape}, the addresses have {shape}")
    return array


def check_addresses(
    addresses: NDArray[np.integer],
    width: int,
    active: NDArray[np.bool_] | None,
    first_row: int | None = None,
) -> None:
    """Raise AccessError for the first active lane whose address no hardware would accept.

    `addresses` and `active` are (lanes,) or (N, lanes); rows are named from `first_row` on, and
    not at all where that is None.
    """
    bad = (addresses < 0) | (addresses % width != 0)
    if addresses.dtype == np.uint64:
        bad |= addresses > MAX_ADDRESS
    if active is not None:
        bad &= active
    if bad.any():
        where = tuple(int(index[0]) for index in np.nonzero(bad))
        row = None if first_row is None else first_row + where[0]
        raise _fault(int(addresses[where]), width, where[-1], row)


def _fault(address: int, width: int, lane: int, row: int | None) -> AccessError:
    place = f"lane {lane}" if row is None else f"lane {lane} of warp {row}"
    if address < 0:
        return AccessError(f"{place}: address {address} is negative", lane, row)
    if address > MAX_ADDRESS:
        return AccessError(f"{place}: address {address} needs more than 63 bits", lane, row)
    return AccessError(f"{place}: address {address} is no multiple of {width} bytes", lane, row)


def _frozen(array: NDArray[_T]) -> NDArray[_T]:
    array.setflags(write=False)
    return array
