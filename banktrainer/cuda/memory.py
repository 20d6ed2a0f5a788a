"""Where values live: the block's shared memory, lanes' own variables, and global data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from banktrainer.cuda import ctypes as c
from banktrainer.cuda.budget import SHARED_BYTES
from banktrainer.cuda.values import (
    Cause,
    Home,
    Lanes,
    Mask,
    Memory,
    Value,
    from_bytes,
    to_bytes,
    unknown,
)

_KNOWN = -1
_FRESH = 0


class OutOfMemoryError(Exception):
    """More shared memory than the budget allows."""


@dataclass(slots=True, eq=False)
class Variable(Memory):
    """A lane's own variable. `mask` are the lanes that can ever see it; `alias` a reference.

    `constant`: it was declared `const` or `constexpr`. `copied`: it stands for several places, one
    in one lane and another in the next, so that a store to it would be lost.
    """

    name: str
    type: c.CType
    value: Value
    mask: Mask
    line: int = 0
    alias: object = None
    home: Home | None = None
    constant: bool = False
    copied: bool = False


@dataclass(slots=True, eq=False)
class GlobalData(Memory):
    """Memory outside the block: `given` yields element values by index, or None where unknown."""

    name: str
    cause: Cause
    given: Callable[[Lanes], Value] | None = None
    values: Value | None = None
    written: bool = False
    writable: bool = True


@dataclass(slots=True, eq=False)
class SharedMemory(Memory):
    """Bytes with values; `why` holds -1 where a byte is known, else an index into `causes`."""

    shared: ClassVar[bool] = True
    data: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))
    why: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    causes: list[Cause] = field(default_factory=lambda: [Cause("shared memory not yet written")])
    homes: list[Home] = field(default_factory=list)
    top: int = 0
    dynamic_base: int | None = None
    dynamic_bytes: int = 48 * 1024

    @property
    def extent(self) -> int:
        """The bytes laid out so far."""
        return self.top

    def allocate(self, name: str, kind: c.CType, align: int) -> Home:
        """A static array, after those before it. Raises OutOfMemoryError."""
        base = -(-self.top // align) * align
        self._grow(base + kind.size)
        self.top = base + kind.size
        home = Home(name, kind, base, kind.size, self)
        self.homes.append(home)
        return home

    def dynamic(self, name: str, kind: c.CType) -> Home:
        """An `extern __shared__` array: all of them are the same bytes."""
        if self.dynamic_base is None:
            self.dynamic_base = -(-self.top // 128) * 128
            self._grow(self.dynamic_base + self.dynamic_bytes)
            self.top = self.dynamic_base + self.dynamic_bytes
        home = Home(name, kind, self.dynamic_base, self.dynamic_bytes, self, dynamic=True)
        self.homes.append(home)
        return home

    def _grow(self, size: int) -> None:
        if size > SHARED_BYTES:
            raise OutOfMemoryError(
                f"{size} bytes of shared memory; at most {SHARED_BYTES} are read"
            )
        more = size - len(self.data)
        if more > 0:
            self.data = np.concatenate([self.data, np.zeros(more, np.uint8)])
            self.why = np.concatenate([self.why, np.full(more, _FRESH, np.int32)])

    def load(self, kind: c.CType, addresses: Lanes, width: int) -> Value:
        """The value of `kind` (of `width` bytes) at in-bounds byte addresses (n,)."""
        cells = addresses[:, None] + np.arange(width)
        why = self.why[cells]
        known = why == _KNOWN
        if known.all():
            return from_bytes(kind, self.data[cells], None, None)
        return from_bytes(kind, self.data[cells], known, self.causes[int(why[~known][0])])

    def store(self, addresses: Lanes, value: Value) -> None:
        """Write value (n or 1 lanes) at in-bounds addresses (n,); later lanes win."""
        data, known = to_bytes(value)
        cells = addresses[:, None] + np.arange(data.shape[1])
        self.data[cells] = data
        if known is None:
            self.why[cells] = _KNOWN
        else:
            self.why[cells] = np.where(known, _KNOWN, self.reason(value.cause))

    def forget(self, home: Home | None, cause: Cause) -> None:
        """Make the bytes of `home` (None: all) unknown."""
        span = slice(home.base, home.base + home.size) if home is not None else slice(None)
        self.why[span] = self.reason(cause)

    def reason(self, cause: Cause | None) -> int:
        """The index of `cause` among the causes."""
        if cause is None:
            return _FRESH
        if self.causes[-1] != cause:
            self.causes.append(cause)
        return len(self.causes) - 1

    def holding(self, address: int) -> Home | None:
        """The array in which a byte address lies."""
        inside = [h for h in self.homes if h.base <= address < h.base + h.size]
        return inside[0] if inside else None


def load_local(variable: Variable, kind: c.CType, offsets: Lanes, lanes: int) -> Value:
    """The value of `kind` at byte offsets (1 or lanes,) of a lane's own variable."""
    data, known = to_bytes(variable.value)
    size = kind.size
    if len(offsets) == 1:
        at = int(offsets[0])
        part = None if known is None else known[:, at : at + size]
        return from_bytes(kind, data[:, at : at + size], part, variable.value.cause)
    rows = np.arange(lanes)[:, None] if len(data) > 1 else np.zeros((lanes, 1), np.int64)
    cells = offsets[:, None] + np.arange(size)
    part = None
    if known is not None:
        wide = rows if len(known) > 1 else np.zeros((lanes, 1), np.int64)
        part = known[wide, cells]
    return from_bytes(kind, data[rows, cells], part, variable.value.cause)


def store_local(variable: Variable, value: Value, offsets: Lanes, mask: Mask) -> None:
    """Write `value` at byte offsets (1 or lanes,) of a lane's own variable, under `mask`."""
    lanes = len(mask)
    old, old_known = to_bytes(variable.value)
    new, new_known = to_bytes(value)
    size = new.shape[1]
    data = np.array(np.broadcast_to(old, (lanes, old.shape[1])))
    rows = np.flatnonzero(mask)[:, None]
    cells = np.broadcast_to(offsets, (lanes,))[mask][:, None] + np.arange(size)
    data[rows, cells] = np.broadcast_to(new, (lanes, size))[mask]
    known = None
    if old_known is not None or new_known is not None:
        start = np.ones((1, 1), bool) if old_known is None else old_known
        known = np.array(np.broadcast_to(start, data.shape))
        fresh = np.ones((1, 1), bool) if new_known is None else new_known
        known[rows, cells] = np.broadcast_to(fresh, (lanes, size))[mask]
        if known.all():
            known = None
    cause = None if known is None else value.cause or variable.value.cause
    variable.value = from_bytes(variable.type, data, known, cause)
    variable.value.cause = cause


def fresh(kind: c.CType, cause: Cause) -> Value:
    """The value of a variable that nobody initialised."""
    return unknown(kind, cause)
