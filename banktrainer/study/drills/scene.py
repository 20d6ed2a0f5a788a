"""Scenes: an access built from terms, with the CUDA code that makes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np

from banktrainer.engine import Access, Op, Origin
from banktrainer.study.drills.terms import Term, Thread

LANES = 32
BYTES = {
    "float": 4,
    "int": 4,
    "double": 8,
    "float2": 8,
    "float4": 16,
    "short": 2,
    "unsigned char": 1,
}
"""Of each element type that drills use: its bytes, which it is aligned to as well."""
_FIELDS = "xyzwuvabcd"
_LEAST = 32


@dataclass(frozen=True, slots=True)
class Array:
    """A shared array: its element type, name and shape; `fields` > 0 makes it one of structs.

    A dimension of 0 in one dimension is filled with the power of two that the access needs.
    """

    type: str = "float"
    dims: tuple[int, ...] = (0,)
    name: str = "s"
    fields: int = 0

    @property
    def element_bytes(self) -> int:
        return BYTES[self.type] * max(1, self.fields)

    def declared(self) -> tuple[str, ...]:
        """The lines that declare it."""
        shape = "".join(f"[{size}]" for size in self.dims)
        if not self.fields:
            return (f"__shared__ {self.type} {self.name}{shape};",)
        names = ", ".join(_FIELDS[: self.fields])
        return (f"struct P {{ {self.type} {names}; }};", f"__shared__ P {self.name}{shape};")


@dataclass(frozen=True, slots=True)
class Line:
    """One statement that makes one access: `op` on `array` at `index`, one term a dimension.

    `field` is the number of the struct's field; `guard` keeps lanes out; `result` names what a
    load gives; `pitch` is that of a flat array's rows where the index is written as row and column.
    """

    array: Array
    index: tuple[Term, ...]
    op: Op = "load"
    field: int = 0
    guard: Term | None = None
    result: str = "v"
    pitch: int | None = None

    def text(self) -> tuple[str, ...]:
        """The statement, on two or three lines where it has a guard."""
        place = self.array.name + "".join(f"[{term.text}]" for term in self.index)
        if self.array.fields:
            place += f".{_FIELDS[self.field]}"
        if self.op == "load":
            return self._load(place)
        statement = f"atomicAdd(&{place}, 1);" if self.op == "atomic" else f"{place} = 0;"
        return (
            (statement,) if self.guard is None else (f"if ({self.guard.text})", f"    {statement}")
        )

    def _load(self, place: str) -> tuple[str, ...]:
        type, result = self.array.type, self.result
        if self.guard is None:
            return (f"{type} {result} = {place};",)
        return (f"{type} {result};", f"if ({self.guard.text})", f"    {result} = {place};")

    def access(self, block: tuple[int, int]) -> Access:
        """What warp 0 of a block of that shape asks for; inactive lanes stand at 0."""
        on = [self.guard is None or bool(self.guard.value(at)) for at in threads(block)]
        each = [
            self._address(at) if active else 0
            for at, active in zip(threads(block), on, strict=True)
        ]
        array = self.array
        name = _FIELDS[self.field] if array.fields else None
        origin = Origin(array.name, array.dims, array.element_bytes, name, 0, self.pitch)
        mask = None if all(on) else np.array(on)
        return Access(np.array(each), BYTES[array.type], self.op, mask, origin)

    def top(self, block: tuple[int, int]) -> int:
        """The highest first index that an active lane uses."""
        on = [at for at in threads(block) if self.guard is None or self.guard.value(at)]
        return max((self.index[0].value(at) for at in on), default=0)

    def _address(self, thread: Thread) -> int:
        element = 0
        for size, term in zip(self.array.dims, self.index, strict=True):
            element = element * size + term.value(thread)
        return element * self.array.element_bytes + self.field * BYTES[self.array.type]


@dataclass(frozen=True, slots=True)
class Scene:
    """A snippet with the accesses of warp 0 in order; the first is the one asked about.

    `block` is its shape in x and y. All accesses are of one array.
    """

    code: str
    accesses: tuple[Access, ...]
    block: tuple[int, int] = (LANES, 1)

    @property
    def access(self) -> Access:
        return self.accesses[0]


def threads(block: tuple[int, int]) -> list[Thread]:
    """The threads of warp 0, in lane order."""
    return [(lane % block[0], lane // block[0]) for lane in range(LANES)]


def scene(*lines: Line, block: tuple[int, int] = (LANES, 1), names: tuple[str, ...] = ()) -> Scene:
    """The scene of `lines` over one array; `names` are statements that name terms, put first.

    Raises ValueError where an index leaves its array.
    """
    array = _filled(lines, block)
    placed = tuple(replace(line, array=array) for line in lines)
    accesses = tuple(line.access(block) for line in placed)
    size = prod(array.dims) * array.element_bytes
    for access in accesses:
        if any(access.addresses + access.width > size) or access.addresses.min() < 0:
            raise ValueError(f"{lines[0].text()} leaves its array of {size} bytes")
    text = [*array.declared(), *names, *(row for line in placed for row in line.text())]
    return Scene("\n".join(text), accesses, block)


def _filled(lines: tuple[Line, ...], block: tuple[int, int]) -> Array:
    """The lines' array with its open size as the next power of two."""
    array = lines[0].array
    if array.dims[0]:
        return array
    most = max(line.top(block) for line in lines) + 1
    return replace(array, dims=(max(_LEAST, 1 << (most - 1).bit_length()), *array.dims[1:]))
