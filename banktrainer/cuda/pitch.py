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
_ARITHMETIC = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^")


class _NoPitchError(Exception):
    """The subscript is no sum of rows and a column."""


@dataclass(frozen=True, slots=True)
class _Term:
    """One summand: its value in the active lanes, and what it is a multiple of in the source.

    `step` is 0 where the term is no product of a factor that varies and one that doesn't; `leaves`
    are the variables in it that vary over the lanes.
    """

    value: Lanes
    step: int
    fixed: bool
    literal: bool
    product: bool
    leaves: frozenset[str]


def pitch_of(run: Run, index: s.Expr) -> int | None:
    """Elements from row to row, where `index` is written as `row * pitch + col`."""
    if not isinstance(index, s.Binary) or index.op not in "+-" or not run.mask.any():
        return None
    if not all(_pure(part) for _, part in _summands(index, 1)):
        return None
    try:
        with run.quietly():
            return _pitch([_term(run, sign, part) for sign, part in _summands(index, 1)])
    except (Refusal, _NoPitchError):
        return None


def _pitch(terms: list[_Term]) -> int | None:
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
    if not (column != column[0]).any():
        return pitch if all(term.fixed for term in rows) else None
    return None if _leaves(rows) & _leaves(columns) else pitch


def _leaves(terms: list[_Term]) -> frozenset[str]:
    return frozenset().union(*(term.leaves for term in terms))


def _summands(node: s.Expr, sign: int) -> Iterator[tuple[int, s.Expr]]:
    if isinstance(node, s.Binary) and node.op in ("+", "-"):
        yield from _summands(node.left, sign)
        yield from _summands(node.right, sign if node.op == "+" else -sign)
    else:
        yield sign, node


def _factors(node: s.Expr) -> Iterator[s.Expr]:
    if isinstance(node, s.Binary) and node.op == "*":
        yield from _factors(node.left)
        yield from _factors(node.right)
    else:
        yield node


def _term(run: Run, sign: int, node: s.Expr) -> _Term:
    value = sign * _numbers(run, node)
    if isinstance(node, s.Binary) and node.op == "<<":
        shift = _numbers(run, node.right)
        same = [] if (shift != shift[0]).any() else [1 << int(shift[0])]
        fixed = _fixed(run, node.right)
    else:
        factors = [(part, _numbers(run, part)) for part in _factors(node)]
        even = [(part, each) for part, each in factors if not (each != each[0]).any()]
        same = [int(each[0]) for _, each in even]
        fixed = all(_fixed(run, part) for part, _ in even)
    varies = bool((value != value[0]).any())
    step = sign * prod(same) if same and varies else 0
    product = isinstance(node, s.Binary) and node.op in ("*", "<<")
    leaves = frozenset(_varying(run, node))
    return _Term(value, max(step, 0), fixed, isinstance(node, s.Number), product, leaves)


def _varying(run: Run, node: s.Expr) -> Iterator[str]:
    """The variables in `node` that vary over the active lanes."""
    if isinstance(node, s.Binary):
        yield from _varying(run, node.left)
        yield from _varying(run, node.right)
        return
    value = _numbers(run, node)
    if (value != value[0]).any():
        yield _label(node)


def _label(node: s.Expr) -> str:
    if isinstance(node, s.Member):
        return f"{_label(node.base)}.{node.name}"
    return node.name if isinstance(node, s.Name) else ""


def _numbers(run: Run, node: s.Expr) -> Lanes:
    """The value in the active lanes."""
    found = run.evaluate(node)
    if found.known is not None or not isinstance(found.type, c.Scalar) or not found.type.integral:
        raise _NoPitchError
    numbers: Lanes = np.broadcast_to(found.data, (run.lanes,))[run.mask].astype(np.int64)
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
