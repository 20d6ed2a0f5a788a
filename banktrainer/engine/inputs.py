"""What comes in from outside, checked: whole numbers, operations and widths, addresses, masks."""

from __future__ import annotations

from reprlib import repr as short
from typing import Any, Literal, SupportsInt, TypeGuard, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from banktrainer.engine.faults import AccessError, wrong_kind

Op = Literal["load", "store", "atomic", "ldmatrix"]
OPS: tuple[Op, ...] = get_args(Op)
WIDTHS = (1, 2, 4, 8, 16)
ROW_BYTES = 16
"""Bytes of one row address of ldmatrix."""
MAX_ADDRESS = (1 << 63) - 1
MOST_LANES = 1024
"""Lanes of a warp at most: the threads of a whole block."""
Mask = NDArray[np.bool_]


def is_whole(value: object) -> TypeGuard[int]:
    """Whether `value` is an integer, Python's or numpy's; a truth value is none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def whole(value: object, what: str, least: int | None = None, most: int = MAX_ADDRESS) -> int:
    """`value` as an int from `least` to `most`; AccessError that says `what` it should have been.

    Without `least`, as far below zero as `most` lies above.
    """
    low = -most if least is None else least
    if not is_whole(value) or not low <= value <= most:
        bounds = f"from {low} to {most}" if most < MAX_ADDRESS else f"of at least {low}"
        wanted = "a whole number" if least is None else f"a whole number {bounds}"
        raise AccessError(f"{what} must be {wanted}, not {short(value)}")
    return int(value)


def shape(dims: object, what: str = "dims") -> tuple[int, ...]:
    """`dims`, a sequence or an array, as a tuple of whole numbers; AccessError else."""
    sizes = listed(dims, f"{what}: a list of whole numbers such as (32, 32)")
    return tuple(whole(size, f"each of {what}", 0) for size in sizes)


def kind_of(op: object, width: object) -> tuple[Op, int]:
    """An instruction's operation and width; no width gives the operation's own.

    That is 4 bytes, and the row of 16 for ldmatrix. AccessError unless there is such an
    instruction.
    """
    if not isinstance(op, str) or op not in OPS:
        raise AccessError(f"unknown operation {short(op)}: use one of {', '.join(OPS)}")
    if width is None:
        width = ROW_BYTES if op == "ldmatrix" else 4
    if not is_whole(width) or width not in WIDTHS:
        raise AccessError(f"unknown width {short(width)}: use 1, 2, 4, 8 or 16 bytes")
    if op == "ldmatrix" and width != ROW_BYTES:
        raise AccessError(f"ldmatrix reads rows of {ROW_BYTES} bytes: its width can't be {width}")
    return cast(Op, str(op)), int(width)


def listed(values: object, what: str) -> list[Any]:
    """`values` as a list; AccessError, saying `what` is needed, where they are no list of things.

    A text is none, nor is what can't be gone through.
    """
    try:
        if isinstance(values, (str, bytes)):
            raise TypeError
        return list(cast(Any, values))
    except TypeError as error:
        raise wrong_kind(what, values) from error


def array_of(addresses: ArrayLike) -> NDArray[Any]:
    """`addresses` as an array of whatever they are; AccessError where their rows differ."""
    try:
        return np.asarray(addresses)
    except (ValueError, TypeError) as error:
        raise AccessError("addresses must be rows of one length") from error


def integers(given: ArrayLike, array: NDArray[Any], active: Mask | None) -> NDArray[np.integer]:
    """The addresses as integers, never cast; `array` is what `array_of` made of what was given.

    Elements of inactive lanes may be anything, also where no integer of numpy's holds them. Raises
    AccessError, naming the lane where there is one.
    """
    if array.dtype.kind in "iu":
        return array
    if isinstance(given, np.ndarray) and array.dtype.kind != "O":
        raise AccessError(f"addresses must be integers of up to 63 bits, not {array.dtype}")
    each = np.asarray(given, dtype=object)
    whole_numbers = np.zeros(each.shape, np.int64)
    for where in np.ndindex(each.shape):
        if active is None or active[where]:
            whole_numbers[where] = _address(each[where], where)
    return whole_numbers


def _address(value: object, where: tuple[int, ...]) -> int:
    row, lane = where[0] if len(where) > 1 else None, where[-1]
    if is_whole(value) and 0 <= value <= MAX_ADDRESS:
        return int(value)
    raise fault(value, lane, row)


def booleans(active: ArrayLike) -> Mask:
    """`active` as an array of booleans; AccessError where it is something else."""
    try:
        array = np.asarray(active)
    except (ValueError, TypeError) as error:
        raise AccessError("active must be booleans, in rows of one length") from error
    if array.dtype.kind != "b":
        raise AccessError(f"active must be booleans, one a lane, not {array.dtype}")
    return array


def mask(active: ArrayLike, shape: tuple[int, ...]) -> Mask:
    """`active` as booleans of `shape`; AccessError where it is something else."""
    array = booleans(active)
    if array.shape != shape:
        raise AccessError(f"active has shape {array.shape}, the addresses have {shape}")
    return array


def check_addresses(
    addresses: NDArray[np.integer],
    width: int,
    active: Mask | None,
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
        raise fault(int(addresses[where]), where[-1], row, width)


def fault(address: object, lane: int, row: int | None = None, width: int = 1) -> AccessError:
    """The error for one lane's address, of warp `row` where there are several."""
    place = f"lane {lane}" if row is None else f"lane {lane} of warp {row}"
    if not is_whole(address):
        return AccessError(f"{place}: address {short(address)} is no whole number", lane, row)
    shown = short(int(cast(SupportsInt, address)))
    if address < 0:
        return AccessError(f"{place}: address {shown} is negative", lane, row)
    if address > MAX_ADDRESS:
        return AccessError(f"{place}: address {shown} needs more than 63 bits", lane, row)
    return AccessError(f"{place}: address {shown} is no multiple of {width} bytes", lane, row)
