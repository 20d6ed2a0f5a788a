"""Evaluation of names, literals, operators, assignments and casts."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import arith
from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import load, store
from banktrainer.cuda.convert import CannotConvertError, coerce, join
from banktrainer.cuda.naming import based
from banktrainer.cuda.operators import binary, calculated, components
from banktrainer.cuda.run import LValue, Overloads, Refusal, Run, evaluates
from banktrainer.cuda.types_of import constant, resolve
from banktrainer.cuda.values import Cause, Mask, Value, scalar, select, unknown


@evaluates(s.Unary)
def unary(run: Run, node: s.Unary) -> Value:
    """`+ - ~ !`, and the value behind `*` or the address of `&`."""
    if node.op == "*":
        return load(run, run.place(node), node)
    if node.op == "&":
        return address_of(run, node)
    value = rvalue(run, node.operand)
    if isinstance(value.type, c.Record) and value.type.vector:
        parts = [arith.unary(node.op, p) for p in components(value)]
        return join(value.type, parts)
    return calculated(node, lambda: arith.unary(node.op, value))


def address_of(run: Run, node: s.Unary) -> Value:
    """`&place`: no access."""
    if isinstance(node.operand, s.Name) and isinstance(run.lookup(node.operand.name), Overloads):
        return unknown(
            c.pointer(c.VOID), Cause(f"the function `{node.operand.name}`", run.line(node))
        )
    place = run.place(node.operand)
    home, offset = based(place)
    return Value(c.pointer(place.type), offset, place.known, place.cause, home)


def rvalue(run: Run, node: s.Expr) -> Value:
    """The value of an expression, references seen through."""
    return run.evaluate(node)


@evaluates(s.Binary)
def binary_node(run: Run, node: s.Binary) -> Value:
    """A binary operator; `&&` and `||` evaluate their right side only where it is needed."""
    if node.op in ("&&", "||"):
        return _short_circuit(run, node)
    left = rvalue(run, node.left)
    right = rvalue(run, node.right)
    return binary(run, node, node.op, left, right)


def _short_circuit(run: Run, node: s.Binary) -> Value:
    left = truth(run, node.left)
    stop = node.op == "||"
    decided = (left.data == stop) if left.known is None else (left.data == stop) & left.known
    rest = run.mask & ~np.broadcast_to(decided, (run.lanes,))
    if not rest.any():
        if run.doubt.any():
            run.world.skip(run, node.right)
        return Value(c.BOOL, np.full(1, stop)) if decided.all() else left
    maybe = (
        run.none if left.known is None else run.mask & np.broadcast_to(~left.known, (run.lanes,))
    )
    with run.doubting(maybe, left.cause), run.under(rest & ~maybe if maybe.any() else rest):
        if run.mask.any():
            right = truth(run, node.right)
        else:
            run.world.skip(run, node.right)
            right = unknown(c.BOOL, left.cause)
    combine = np.logical_or if stop else np.logical_and
    data = combine(left.data, right.data)
    known = None
    if left.known is not None or right.known is not None:
        a = np.ones(1, bool) if left.known is None else left.known
        b = np.ones(1, bool) if right.known is None else right.known
        known = (a & b) | (a & (left.data == stop)) | (b & (right.data == stop) & ~maybe)
    return Value(c.BOOL, data, known, left.cause or right.cause)


def truth(run: Run, node: s.Expr) -> Value:
    """An expression as a condition."""
    value = rvalue(run, node)
    try:
        return coerce(value, c.BOOL)
    except CannotConvertError:
        pass
    raise Refusal(node, f"a value of type {value.type.name} is not a condition")


@evaluates(s.Ternary)
def ternary(run: Run, node: s.Ternary) -> Value:
    """`?:`, each side evaluated only in the lanes that take it."""
    condition = truth(run, node.condition)
    yes, no, maybe = sides(run, condition)
    with run.doubting(maybe, condition.cause):
        a = _side(run, node.yes, yes, maybe)
        b = _side(run, node.no, no, maybe)
    if a is None and b is None:
        with run.idly():
            kind = unified(node, rvalue(run, node.yes), rvalue(run, node.no))[0].type
        return unknown(kind, condition.cause)
    if a is None or b is None:
        only = a or b
        assert only is not None
        only = _as_if_both(run, node, only, node.no if b is None else node.yes)
        return (
            only if not maybe.any() else select(~maybe, only, unknown(only.type, condition.cause))
        )
    a, b = unified(node, a, b)
    merged = select(yes, a, b)
    if maybe.any():
        merged = select(~maybe, merged, unknown(merged.type, condition.cause))
    return merged


def sides(run: Run, condition: Value) -> tuple[Mask, Mask, Mask]:
    """The active lanes in which a condition holds, does not, and is not known to."""
    wide = np.broadcast_to(condition.data, (run.lanes,))
    sure = np.ones(1, bool) if condition.known is None else condition.known
    maybe = run.mask & ~np.broadcast_to(sure, (run.lanes,))
    return run.mask & wide & sure, run.mask & ~wide & sure, maybe


def _side(run: Run, node: s.Expr, mask: Mask, maybe: Mask) -> Value | None:
    if not mask.any():
        if run.doubt.any():
            run.world.skip(run, node)
        return None
    with run.under(mask):
        return rvalue(run, node)


def _as_if_both(run: Run, node: s.Ternary, only: Value, other: s.Expr) -> Value:
    """The side that was taken, in the type that both sides together give."""
    if not isinstance(only.type, c.Scalar):
        return only
    with run.idly():
        idle = rvalue(run, other)
    if isinstance(idle.type, c.Scalar) and idle.type.kind == "void":
        raise Refusal(other, "the type of this is not known")
    return unified(node, only, idle)[0]


def unified(node: s.Node, a: Value, b: Value) -> tuple[Value, Value]:
    """Two values in the type that they have together."""
    if a.type == b.type:
        return a, b
    if isinstance(a.type, c.Scalar) and isinstance(b.type, c.Scalar):
        kind: c.CType = arith.common(a.type, b.type)
    elif isinstance(a.type, (c.Opaque, c.Scalar)):
        kind = b.type
    else:
        kind = a.type
    try:
        return coerce(a, kind), coerce(b, kind)
    except CannotConvertError as error:
        raise Refusal(node, str(error)) from None


@evaluates(s.Comma)
def comma(run: Run, node: s.Comma) -> Value:
    """`a, b`."""
    run.evaluate(node.left)
    return rvalue(run, node.right)


@evaluates(s.Assign)
def assignment(run: Run, node: s.Assign) -> Value:
    """An assignment's value."""
    return assign_to(run, node)[1]


def assign_to(run: Run, node: s.Assign) -> tuple[LValue, Value]:
    """`=` (right side first) and the compound assignments (a load, then a store)."""
    if node.op == "=":
        return _plain_assignment(run, node)
    value = rvalue(run, node.value)
    place = run.place(node.target)
    old = load(run, place, node.target)
    made = binary(run, node, node.op[:-1], old, value)
    made = _fit(node, made, place.type)
    store(run, place, made, node.target)
    return place, made


def _plain_assignment(run: Run, node: s.Assign) -> tuple[LValue, Value]:
    if isinstance(node.value, s.InitList):
        place = run.place(node.target)
        value: Value = run.world.initialise(run, place.type, node.value)
    else:
        value = rvalue(run, node.value)
        place = run.place(node.target)
    made = _fit(node, value, place.type)
    store(run, place, made, node.target)
    return place, made


def _fit(node: s.Node, value: Value, kind: c.CType) -> Value:
    try:
        return coerce(value, kind)
    except CannotConvertError as error:
        raise Refusal(node, str(error)) from None


@evaluates(s.Update)
def update(run: Run, node: s.Update) -> Value:
    """The value of `++` or `--`."""
    return step(run, node)[1]


def step(run: Run, node: s.Update) -> tuple[LValue, Value]:
    """`++` and `--`: a load, then a store."""
    place = run.place(node.target)
    old = load(run, place, node.target)
    made = binary(run, node, node.op[0], old, scalar(c.INT, 1))
    made = _fit(node, made, place.type)
    store(run, place, made, node.target)
    return place, made if node.prefix else old


@evaluates(s.SizeOf)
def sizeof(run: Run, node: s.SizeOf) -> Value:
    """sizeof and alignof: no access."""
    kind = type_of(run, node.what)
    if isinstance(kind, c.Reference):
        kind = kind.target
    if isinstance(kind, c.Opaque) or (isinstance(kind, c.Array) and kind.count is None):
        raise Refusal(node, f"the size of {kind.name} is not known")
    return scalar(c.ULONG, kind.align if node.align else kind.size)


def type_of(run: Run, what: s.TypeName | s.Expr) -> c.CType:
    """The type of an operand of sizeof, which is not evaluated."""
    if isinstance(what, s.TypeName):
        return resolve(run, what)
    if isinstance(what, s.Name):
        found = run.lookup(what.name)
        if isinstance(found, c.CType) or (found is None and c.builtin(what.name) is not None):
            return resolve(run, s.TypeName(what.start, what.end, what.name, what.args))
    with run.idly():
        if isinstance(what, (s.Name, s.Subscript, s.Member)) or (
            isinstance(what, s.Unary) and what.op == "*"
        ):
            return run.place(what).type
        return rvalue(run, what).type


__all__ = ["constant"]
