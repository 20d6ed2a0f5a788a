"""What records define for themselves: constructors, conversions, operators."""

from __future__ import annotations

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.calls import inline, method_of, run_body
from banktrainer.cuda.casts import converted
from banktrainer.cuda.declare import initialise
from banktrainer.cuda.places import behind, temporary
from banktrainer.cuda.run import Frame, LValue, Overloads, Refusal, Run
from banktrainer.cuda.types_of import resolve
from banktrainer.cuda.values import Cause, Value, unknown


def construct(
    run: Run, kind: c.CType, args: tuple[s.Expr, ...], node: s.Node, braces: bool
) -> Value:
    """A record made by its constructor, or from its members where it has none."""
    if not isinstance(kind, c.Record):
        return initialise(run, kind, s.InitList(node.start, node.end, args))
    source = kind.source
    makers = (
        [m for m in source.methods if m.name == source.name]
        if isinstance(source, s.RecordDef)
        else []
    )
    fits = [
        m for m in makers if sum(p.default is None for p in m.params) <= len(args) <= len(m.params)
    ]
    lost = unknown(kind, Cause(f"`{kind.name}`, not initialised", run.line(node)))
    if len(fits) == 1:
        place = temporary(run, lost, kind.name)
        inline(run, fits[0], args, node, this=place)
        assert place.variable is not None
        return place.variable.value
    if makers and (fits or args):
        raise Refusal(node, f"the constructor of `{kind.name}` is not read")
    if not args and not braces:
        return lost
    if len(args) == 1 and not braces:
        return converted(run, node, run.evaluate(args[0]), kind)
    return initialise(run, kind, s.InitList(node.start, node.end, args))


def conversion(run: Run, value: Value, kind: c.CType, node: s.Node) -> Value | None:
    """A record's own `operator T()`, where it has one that gives `kind`."""
    source = value.type.source if isinstance(value.type, c.Record) else None
    if not isinstance(source, s.RecordDef) or isinstance(kind, c.Record):
        return None
    makers = [m for m in source.methods if m.conversion]
    if not makers:
        return None
    pick = [m for m in makers if "const" not in m.qualifiers] or makers
    result, _ = inline(run, pick[0], (), node, this=temporary(run, value, "a value"))
    return converted(run, node, result, kind)


def operator_place(
    run: Run, name: str, owner: LValue, args: tuple[s.Expr, ...], node: s.Node
) -> LValue:
    """The place that a record's own `operator[]` gives. Raises Refusal."""
    made = method_of(run, owner.type, name, None)
    if made is None:
        raise Refusal(node, f"a value of type {owner.type.name} has no elements")
    result, reference = inline(run, made, args, node, this=owner)
    return behind(run, node, result) if reference else temporary(run, result, "a value")


def operator(run: Run, op: str, left: Value, right: Value, node: s.Node) -> Value | None:
    """A user-defined binary operator on values."""
    found = run.lookup(f"operator{op}")
    if not isinstance(found, Overloads):
        return None
    for made in found.functions:
        if len(made.params) == 2 and _takes(run, made, (left, right)):
            frame = Frame([], run.none, name=made.name)
            result, _ = run_body(run, made, [left, right], node, frame, None)
            return result
    return None


def _takes(run: Run, function: s.Function, values: tuple[Value, Value]) -> bool:
    if function.template:
        return False
    return all(
        resolve(run, p.type).name == v.type.name
        for p, v in zip(function.params, values, strict=True)
    )
