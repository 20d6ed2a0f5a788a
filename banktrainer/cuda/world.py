"""The launch seen from inside, and what connects the constructs with each other."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import calls, declare, doubts, functions, methods
from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.model import Dim
from banktrainer.cuda.names import VECTORS
from banktrainer.cuda.run import LValue, Overloads, Run
from banktrainer.cuda.values import Mask, Value

_UINT3 = c.builtin("uint3")
assert isinstance(_UINT3, c.Record)
assert "uint3" in VECTORS


class World:
    """One block of a launch; `lanes` is its size in whole warps."""

    def __init__(self, block: Dim, grid: Dim, block_idx: Dim, width: int) -> None:
        threads = block[0] * block[1] * block[2]
        self.lanes = -(-threads // width) * width
        self.alive: Mask = np.arange(self.lanes) < threads
        index = np.arange(self.lanes)
        thread = (
            index % block[0],
            index // block[0] % block[1],
            index // (block[0] * block[1]),
        )
        self._vectors = {
            "threadIdx": _vector(thread),
            "blockIdx": _vector(block_idx),
            "blockDim": _vector(block),
            "gridDim": _vector(grid),
        }

    def vector(self, name: str) -> Value | None:
        """threadIdx, blockIdx, blockDim, gridDim, or None."""
        return self._vectors.get(name)

    def everyone(self, run: Run) -> Mask:
        """The lanes that are threads."""
        return self.alive

    def operator(self, run: Run, op: str, left: Value, right: Value, node: s.Node) -> Value | None:
        """A user-defined operator's result, or None where there is none."""
        return methods.operator(run, op, left, right, node)

    def skip(self, run: Run, node: s.Node) -> None:
        """List the accesses under `node` as unread and forget what it may write."""
        doubts.skip(run, node)

    def initialise(self, run: Run, kind: c.CType, init: s.Expr) -> Value:
        """The value of `kind` that a braced list gives."""
        return declare.initialise(run, kind, init)

    def construct(
        self, run: Run, kind: c.CType, args: tuple[s.Expr, ...], node: s.Node, braces: bool
    ) -> Value:
        """A record made from constructor arguments."""
        return methods.construct(run, kind, args, node, braces)

    def conversion(self, run: Run, value: Value, kind: c.CType, node: s.Node) -> Value | None:
        """A user-defined conversion's result, or None where there is none."""
        return methods.conversion(run, value, kind, node)

    def operator_place(
        self, run: Run, name: str, owner: LValue, args: tuple[s.Expr, ...], node: s.Node
    ) -> LValue:
        """The place that a user-defined operator[] gives."""
        return methods.operator_place(run, name, owner, args, node)

    def reaches(self, run: Run, found: Overloads) -> bool:
        """Whether a function may reach shared memory that it is not handed."""
        return functions.reaches(run, found, frozenset())

    def give_back(self, run: Run, value: s.Expr) -> None:
        """Keep a function's result for the active lanes."""
        calls.give_back(run, value)


def _vector(parts: tuple[object, ...]) -> Value:
    columns = [np.asarray(part, np.uint32).reshape(-1) for part in parts]
    rows = max(len(column) for column in columns)
    table = np.stack([np.broadcast_to(column, (rows,)) for column in columns], axis=1)
    data = np.ascontiguousarray(table).view(np.uint8).reshape(rows, 12)
    assert _UINT3 is not None
    return Value(_UINT3, data, extra={})
