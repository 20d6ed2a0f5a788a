"""What names mean: variables, constants, built-ins, things given, members."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import load, local_home
from banktrainer.cuda.memory import Variable
from banktrainer.cuda.names import CONSTANTS, FOREIGN
from banktrainer.cuda.run import LValue, Refusal, Run, evaluates
from banktrainer.cuda.types_of import resolve
from banktrainer.cuda.values import Cause, Home, Value, scalar, unknown


@evaluates(s.Name)
def name(run: Run, node: s.Name) -> Value:
    """The value of a variable, a constant, a built-in or something given."""
    found = named(run, node)
    if isinstance(found, Value):
        return found
    if isinstance(found, LValue):
        return load(run, found, node)
    raise Refusal(node, f"`{node.name}` is not a value here")


def named(run: Run, node: s.Name) -> Value | LValue | object:
    """What a name means as an operand: an LValue, a Value, or something that is neither."""
    if node.scope is not None:
        owner = resolve(run, node.scope)
        scope = owner.scope if isinstance(owner, c.Record) else None
        inner = scope.get(node.name) if isinstance(scope, dict) else None
        if isinstance(inner, Value):
            return inner
        raise Refusal(node, f"`{node.name}` of `{owner.name}` is not known")
    static = static_member(run, node)
    if static is not None:
        return static
    if run.frame.this is not None and not any(node.name in x for x in run.frame.scopes):
        inner_place = member_of(run, run.frame.this, node.name)
        if inner_place is not None:
            return inner_place
    found: object = run.lookup(node.name)
    scope_name = node.name.partition("::")[0] if "::" in node.name else ""
    if found is None and scope_name and scope_name not in FOREIGN:
        found = run.lookup(node.name.rsplit("::", 1)[-1])
    if isinstance(found, Variable):
        return variable_place(found)
    if isinstance(found, Home):
        return LValue(found.type, found, np.array([found.base]))
    return found if found is not None else _undeclared(run, node)


def static_member(run: Run, node: s.Name) -> object | None:
    """`C::R`, a static member or an enumerator of a record, or None where C is no record."""
    owner, _, label = node.name.rpartition("::")
    if not owner or owner.partition("::")[0] in FOREIGN:
        return None
    kind = record_named(run, node, owner)
    found = kind.scope.get(label) if kind is not None and isinstance(kind.scope, dict) else None
    return variable_place(found) if isinstance(found, Variable) else found


def record_named(run: Run, node: s.Name, owner: str) -> c.Record | None:
    """The record that `owner` names, or None."""
    found = run.lookup(owner)
    if not isinstance(found, (c.CType, s.TypeStmt, s.TypeAlias)):
        return None
    try:
        kind = resolve(run, s.TypeName(node.start, node.end, owner))
    except Refusal:
        return None
    return kind if isinstance(kind, c.Record) else None


def _undeclared(run: Run, node: s.Name) -> Value | object:
    coords = run.world.vector(node.name)
    if coords is not None:
        return coords
    if node.name == "warpSize":
        return scalar(c.INT, run.width)
    if node.name == "this" and run.frame.this is not None:
        this = run.frame.this
        return Value(c.pointer(this.type), this.offset, this.known, this.cause, this.home)
    given: Value | None = run.given.value(run, node.name, node)
    if given is not None:
        return given
    if node.name in CONSTANTS:
        kind, value = CONSTANTS[node.name]
        made = c.builtin(kind)
        assert isinstance(made, c.Scalar)
        return scalar(made, value)
    if run.given.is_list(node.name):
        raise Refusal(node, f"`{node.name}` was given as a list, so it needs an index here")
    cause = Cause(f"`{node.name}`", run.line(node), node.name)
    run.missing(node, node.name)
    return unknown(c.UNTYPED, cause)


def variable_place(variable: Variable) -> LValue:
    """A variable as a place; a reference is the place that it stands for."""
    if isinstance(variable.alias, LValue):
        return variable.alias
    return LValue(variable.type, None, np.zeros(1, np.int64), variable=variable)


def member_of(run: Run, owner: LValue, label: str) -> LValue | None:
    """The member `label` of a record's place, or None."""
    from_record = owner.type.field(label) if isinstance(owner.type, c.Record) else None
    if from_record is None:
        return None
    home, offset = based(owner)
    path = f"{owner.field}.{label}" if owner.field else label
    return LValue(
        from_record.type,
        home,
        offset + from_record.offset,
        owner.known,
        owner.cause,
        field=path,
        bits=from_record.bits,
    )


def based(place: LValue) -> tuple[Home | None, np.ndarray]:
    """The memory and offset of a place, a whole variable's included."""
    if place.variable is not None:
        return local_home(place.variable), place.offset
    return place.home, place.offset


def is_place(node: s.Expr) -> bool:
    """Whether an expression names a place by its form."""
    if isinstance(node, s.Unary):
        return node.op == "*"
    if isinstance(node, s.Cast):
        return any(m.kind == "reference" for m in node.type.modifiers)
    if isinstance(node, s.Ternary):
        return is_place(node.yes) and is_place(node.no)
    return isinstance(node, (s.Name, s.Subscript, s.Member))
