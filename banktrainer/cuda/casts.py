"""Casts and constructed values."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import load
from banktrainer.cuda.convert import CannotConvertError, coerce
from banktrainer.cuda.memory import Variable
from banktrainer.cuda.run import Refusal, Run, evaluates
from banktrainer.cuda.types_of import resolve
from banktrainer.cuda.values import Value, scalar, unknown


@evaluates(s.Cast)
def cast(run: Run, node: s.Cast) -> Value:
    """C's casts and C++'s named ones."""
    if isinstance(run.lookup(node.type.name), Variable):
        raise Refusal(node, f"`{node.type.name}` is a variable and a type here")
    kind = resolve(run, node.type)
    if isinstance(kind, c.Reference):
        if node.style == "reinterpret_cast" or isinstance(kind.target, c.Record):
            return load(run, run.place(node), node)
        kind = kind.target
    value = run.evaluate(node.value)
    return converted(run, node, value, kind)


def converted(run: Run, node: s.Node, value: Value, kind: c.CType) -> Value:
    """`value` cast to `kind`; a void pointer takes the type, an integer keeps its address."""
    user = run.world.conversion(run, value, kind, node)
    if user is not None:
        return user
    try:
        return coerce(value, kind)
    except CannotConvertError as error:
        raise Refusal(node, str(error)) from None


@evaluates(s.Construct)
def construct(run: Run, node: s.Construct) -> Value:
    """`T{…}` and `T(…)`."""
    kind = resolve(run, node.type)
    return build(run, kind, node.args, node, node.braces)


def build(run: Run, kind: c.CType, args: tuple[s.Expr, ...], node: s.Node, braces: bool) -> Value:
    """A value of `kind` from constructor arguments."""
    if isinstance(kind, c.Record) and kind.name == "dim3":
        return run.world.initialise(run, kind, s.InitList(node.start, node.end, args))
    if isinstance(kind, c.Record) or braces:
        return run.world.construct(run, kind, args, node, braces)
    if not args:
        if isinstance(kind, c.Scalar):
            return scalar(kind, 0)
        if isinstance(kind, c.Pointer):
            return Value(kind, np.zeros(1, np.int64))
        return unknown(kind, None)
    if len(args) != 1:
        raise Refusal(node, f"a {kind.name} is made from one value")
    return converted(run, node, run.evaluate(args[0]), kind)
