"""Rows written by hand: `s[row * pitch + col]` on an array of one dimension.

A pitch is taken only from a subscript that is itself such a sum. Its products of a factor that
varies over the lanes and one that doesn't are the rows; the smallest of the latter is the pitch,
and the others must be multiples of it. What else is added is the column: it must be more than a
literal and lie in 0 … pitch - 1 in every active lane. Where it is the same in all of them, so
that stride and offset would say as much, the pitch must also be a constant of the source; where
it varies, rows and column must be of different variables, as what mixes one with itself may as
well be a swizzle. So `s[threadIdx.x * 32]` and `s[threadIdx.x * 6 + 5]` have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.memory import Variable
from banktrainer.cuda.run import Refusal, Run
from banktrainer.cuda.values import Lanes, Value

_VECTORS = ("threadIdx", "blockIdx", "blockDim", "gridDim")
_SHIFTS = 31
"""A pitch of more than so many bits is none."""
_ARITHMETIC = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^")


class _NoPitchError(Exception):
    """The subscript is no sum of rows and a column."""


@dataclass(frozen=True, slots=True)
class _Term:
    """One summand: its value in the active lanes, and what it is a multiple of in the source.

    `step` is 0 where the term is no product of a factor that varies and one that doesn't.
    """

    value: Lanes
    step: int
    fixed: bool
    literal: bool
    product: bool
    node: s.Expr


def pitch_of(run: Run, index: s.Expr) -> int | None:
    """Elements from row to row, where `index` is written as `row * pitch + col`."""
    if not isinstance(index, s.Binary) or index.op not in "+-" or not run.mask.any():
        return None
    parts = [part for _, part in _summands(index, 1)]
    if not any(_is_product(part) for part in parts) or not all(map(_pure, parts)):
        return None
    try:
        with run.quietly():
            return _Reader(run).pitch(index)
    except (Refusal, _NoPitchError):
        return None


class _Reader:
    """Values of one subscript's parts in the active lanes, each read once."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._read: dict[int, Lanes] = {}

    def pitch(self, index: s.Expr) -> int | None:
        """The pitch of a subscript that is a sum."""
        terms = [self._term(sign, part) for sign, part in _summands(index, 1)]
        rows = [term for term in terms if term.step]
        pitch = min((term.step for term in rows), default=0)
        if pitch < 2 or any(term.step % pitch for term in rows):
            return None
        others = [term for term in terms if not term.step]
        columns = [term for term in others if not (term.product and not (term.value % pitch).any())]
        if all(term.literal for term in columns):
            return None
        column = sum((term.value for term in columns), np.zeros(1, np.int64))
        if (column < 0).any() or (column >= pitch).any():
            return None
        if not _varies(column):
            return pitch if all(term.fixed for term in rows) else None
        return None if self._leaves(rows) & self._leaves(columns) else pitch

    def _term(self, sign: int, node: s.Expr) -> _Term:
        value = sign * self._numbers(node)
        product = _is_product(node)
        same, fixed = self._constants(node) if product and _varies(value) else ([], False)
        step = sign * prod(same) if same else 0
        return _Term(value, max(step, 0), fixed, isinstance(node, s.Number), product, node)

    def _constants(self, node: s.Expr) -> tuple[list[int], bool]:
        """The factors of a product that are the same in every lane, and whether all are fixed."""
        if isinstance(node, s.Binary) and node.op == "<<":
            shift = self._numbers(node.right)
            if _varies(shift) or not 0 <= shift[0] < _SHIFTS:
                raise _NoPitchError
            return [1 << int(shift[0])], _fixed(self.run, node.right)
        same = [part for part in _factors(node) if not _varies(self._numbers(part))]
        numbers = [int(self._numbers(part)[0]) for part in same]
        return numbers, all(_fixed(self.run, part) for part in same)

    def _leaves(self, terms: list[_Term]) -> set[str]:
        """The variables in the terms that vary over the active lanes."""
        return {leaf for term in terms for leaf in self._varying(term.node)}

    def _varying(self, node: s.Expr) -> Iterator[str]:
        if isinstance(node, s.Binary):
            yield from self._varying(node.left)
            yield from self._varying(node.right)
        elif _varies(self._numbers(node)):
            yield _label(node)

    def _numbers(self, node: s.Expr) -> Lanes:
        found = self._read.get(id(node))
        if found is None:
            found = self._read[id(node)] = _numbers(self.run, node)
        return found


def _varies(value: Lanes) -> bool:
    return len(value) > 1 and bool((value != value[0]).any())


def _summands(node: s.Expr, sign: int) -> Iterator[tuple[int, s.Expr]]:
    if isinstance(node, s.Binary) and node.op in ("+", "-"):
        yield from _summands(node.left, sign)
        yield from _summands(node.right, sign if node.op == "+" else -sign)
    else:
        yield sign, node


def _is_product(node: s.Expr) -> bool:
    return isinstance(node, s.Binary) and node.op in ("*", "<<")


def _factors(node: s.Expr) -> Iterator[s.Expr]:
    if isinstance(node, s.Binary) and node.op == "*":
        yield from _factors(node.left)
        yield from _factors(node.right)
    else:
        yield node


def _label(node: s.Expr) -> str:
    if isinstance(node, s.Member):
        return f"{_label(node.base)}.{node.name}"
    return node.name if isinstance(node, s.Name) else ""


def _numbers(run: Run, node: s.Expr) -> Lanes:
    """The value in the active lanes, or one for all."""
    found = run.evaluate(node)
    if found.known is not None or not isinstance(found.type, c.Scalar) or not found.type.integral:
        raise _NoPitchError
    one = len(found.data) == 1
    numbers: Lanes = (found.data if one else found.data[run.mask]).astype(np.int64)
    return numbers


def _pure(node: s.Expr) -> bool:
    """Whether reading `node` again changes nothing and touches no memory."""
    if isinstance(node, s.Binary):
        return node.op in _ARITHMETIC and _pure(node.left) and _pure(node.right)
    if isinstance(node, s.Member):
        return isinstance(node.base, s.Name) and node.base.name in _VECTORS
    return isinstance(node, (s.Number, s.Name))


def _fixed(run: Run, node: s.Expr) -> bool:
    """Whether `node` is a constant of the source: a literal, a `const`, a size of the block."""
    if isinstance(node, s.Binary):
        return _fixed(run, node.left) and _fixed(run, node.right)
    if isinstance(node, s.Member):
        return isinstance(node.base, s.Name) and node.base.name in ("blockDim", "gridDim")
    if isinstance(node, s.Name):
        found = run.lookup(node.name)
        return found.constant if isinstance(found, Variable) else isinstance(found, Value)
    return isinstance(node, s.Number)
