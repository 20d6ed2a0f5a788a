"""Declarations: variables, shared arrays, initialisers, typedefs, records and enums."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import store
from banktrainer.cuda.budget import LOCAL_BYTES
from banktrainer.cuda.casts import build
from banktrainer.cuda.convert import CannotConvertError, coerce, join
from banktrainer.cuda.memory import Variable
from banktrainer.cuda.naming import is_place, member_of
from banktrainer.cuda.run import LValue, OverBudget, Refusal, Run, executes
from banktrainer.cuda.types_of import apply, constant, plain_special, resolve
from banktrainer.cuda.values import Cause, Home, Value, scalar, unknown


@executes(s.Declaration)
def declaration(run: Run, node: s.Declaration) -> None:
    """Declare each name, with its value."""
    auto = node.type.name.split()[-1:] == ["auto"]
    base = c.UNTYPED if auto else resolve(run, node.type)
    for made in node.declarators:
        if made.names:
            _bindings(run, made)
            continue
        if any(m.kind == "function" for m in made.modifiers[-1:]):
            constructed = _vexing(run, made)
            if constructed is None:
                continue
            made = constructed
        if "__shared__" in node.qualifiers:
            _shared(run, node, made, apply(run, base, made.modifiers))
        elif auto:
            _deduced(run, made)
        else:
            local(run, made, apply(run, base, made.modifiers), node)


def _vexing(run: Run, made: s.Declarator) -> s.Declarator | None:
    """`dim3 block(X, Y);` with variables in it, which reads like the declaration of a function."""
    params = made.modifiers[-1].params
    if not params or any(p.declarator.name or p.declarator.modifiers for p in params):
        return None
    names = [p.type.name for p in params]
    if not all(isinstance(run.lookup(name), (Variable, Value)) for name in names):
        return None
    args = tuple(s.Name(p.start, p.end, p.type.name) for p in params)
    return s.Declarator(made.start, made.end, made.name, made.modifiers[:-1], args=args)


def _bindings(run: Run, made: s.Declarator) -> None:
    """`auto [a, b] = value;`: a name for each member."""
    if made.init is None:
        raise Refusal(made, "these names are bound to nothing")
    referring = any(m.kind == "reference" for m in made.modifiers) and is_place(made.init)
    owner = run.place(made.init) if referring else _copied(run, run.evaluate(made.init))
    kind = owner.type
    if not isinstance(kind, c.Record) or len(kind.fields) != len(made.names):
        raise Refusal(made, f"{len(made.names)} names are no members of a {kind.name}")
    for name, field in zip(made.names, kind.fields, strict=True):
        place = member_of(run, owner, field.name)
        if place is None:
            raise Refusal(made, "this member is not read")
        lost = unknown(c.UNTYPED, None)
        run.declare(name, Variable(name, field.type, lost, run.mask, alias=place))


def _copied(run: Run, value: Value) -> LValue:
    variable = Variable("a value", value.type, value, run.mask)
    return LValue(value.type, None, np.zeros(1, np.int64), variable=variable)


def _has_room(kind: c.CType) -> bool:
    """Whether a type's bytes in shared memory are known; a barrier takes some but is no data."""
    whole = kind.innermost() if isinstance(kind, c.Array) else kind
    barrier = isinstance(whole, c.Opaque) and whole.name.startswith("group:")
    return kind.size > 0 and (barrier or not isinstance(whole, (c.Opaque, c.Reference)))


def _shared(run: Run, node: s.Declaration, made: s.Declarator, kind: c.CType) -> None:
    key = (made.start, made.name, kind.name, kind.size, run.frame.name)
    home = run.statics.get(key)
    if home is None:
        align = max([kind.align, *(constant(run, a) for a in node.align)])
        if isinstance(kind, c.Array) and kind.count is None and "extern" in node.qualifiers:
            home = run.shared.dynamic(made.name, kind)
        elif not _has_room(kind):
            raise Refusal(made, f"`{made.name}` needs a size to lie in shared memory")
        else:
            home = run.shared.allocate(made.name, kind, align)
        run.statics[key] = home
    run.declare(made.name, home)
    if made.init is not None:
        raise Refusal(made.init, "shared memory cannot be initialised where it is declared")


def _deduced(run: Run, made: s.Declarator) -> None:
    """`auto x = …`, `auto& x = …`, `auto* x = …`."""
    init = made.init
    if made.args is not None and len(made.args) == 1:
        init = made.args[0]
    if init is None:
        raise Refusal(made, f"`{made.name}` has no value to take its type from")
    if any(m.kind == "reference" for m in made.modifiers):
        bind_reference(run, made.name, init)
        return
    value = run.evaluate(init)
    variable(run, made.name, value.type, value)


def bind_reference(run: Run, name: str, init: s.Expr) -> None:
    """`T& name = place`: another name for the place (a plain value gets a place of its own)."""
    target = run.place(init) if is_place(init) else None
    if target is None:
        value = run.evaluate(init)
        variable(run, name, value.type, value)
        return
    made = Variable(name, target.type, unknown(c.UNTYPED, None), run.mask, alias=target)
    run.declare(name, made)


def local(run: Run, made: s.Declarator, kind: c.CType, node: s.Declaration) -> None:
    """A variable of a stated type."""
    if isinstance(kind, c.Reference):
        if made.init is None:
            raise Refusal(made, f"the reference `{made.name}` is bound to nothing")
        bind_reference(run, made.name, made.init)
        return
    if isinstance(kind, c.Array) and kind.count is None and isinstance(made.init, s.InitList):
        kind = c.array(kind.element, len(made.init.items))
    if kind.size * run.lanes > LOCAL_BYTES:
        raise OverBudget(made, f"`{made.name}` takes {kind.size} bytes in each lane")
    declared = variable(run, made.name, kind, _initial(run, made, kind, node))
    declared.constant = bool({"const", "constexpr"} & node.qualifiers)


def _initial(run: Run, made: s.Declarator, kind: c.CType, node: s.Declaration) -> Value:
    if made.args is not None:
        return build(run, kind, made.args, made, False)
    if isinstance(made.init, s.InitList):
        return initialise(run, kind, made.init)
    if made.init is None:
        return _uninitialised(run, made, kind)
    value = run.evaluate(made.init)
    user = run.world.conversion(run, value, kind, made.init)
    if user is not None:
        return user
    try:
        return coerce(value, kind)
    except CannotConvertError as error:
        raise Refusal(made.init, str(error)) from None


def _uninitialised(run: Run, made: s.Declarator, kind: c.CType) -> Value:
    if isinstance(kind, c.Record) and kind.name == "dim3":
        return initialise(run, kind, s.InitList(made.start, made.end, ()))
    if isinstance(kind, c.Record) and not kind.vector:
        return run.world.construct(run, kind, (), made, False)
    return unknown(kind, Cause(f"`{made.name}`, not initialised", run.line(made)))


def variable(run: Run, name: str, kind: c.CType, value: Value) -> Variable:
    """Declare a variable for the active lanes."""
    made = Variable(name, kind, value, run.mask)
    run.declare(name, made)
    return made


def initialise(run: Run, kind: c.CType, init: s.Expr) -> Value:
    """The value of `kind` from a braced list (or one expression), the rest zero."""
    if not isinstance(init, s.InitList):
        value = run.evaluate(init)
        user = run.world.conversion(run, value, kind, init)
        try:
            return user if user is not None else coerce(value, kind)
        except CannotConvertError as error:
            raise Refusal(init, str(error)) from None
    if isinstance(kind, c.Array):
        items = _array_items(run, kind, init)
    elif isinstance(kind, c.Record):
        items = _record_items(run, kind, init)
    elif len(init.items) == 1:
        return initialise(run, kind, init.items[0])
    elif not init.items:
        return _zero(kind)
    else:
        raise Refusal(init, f"a {kind.name} takes one value")
    return join(kind, items)


def _array_items(run: Run, kind: c.Array, init: s.InitList) -> list[Value]:
    count = kind.count or 0
    if len(init.items) > count:
        raise Refusal(init, f"{len(init.items)} values for {count} elements")
    if isinstance(kind.element, c.Array) and not all(isinstance(i, s.InitList) for i in init.items):
        raise Refusal(init, "a flat list for an array of arrays is not read")
    items = [initialise(run, kind.element, item) for item in init.items]
    return items + [_zero(kind.element)] * (count - len(items))


def _record_items(run: Run, kind: c.Record, init: s.InitList) -> list[Value]:
    named = [f for f in kind.fields if f.name or isinstance(f.type, c.Record)]
    if len(init.items) > len(named) or any(f.bits for f in named) or len(named) != len(kind.fields):
        raise Refusal(init, f"this list for {kind.name} is not read")
    items = [initialise(run, f.type, item) for f, item in zip(named, init.items, strict=False)]
    ones = kind.name == "dim3"
    return items + [scalar(c.UINT, 1) if ones else _zero(f.type) for f in named[len(items) :]]


def _zero(kind: c.CType) -> Value:
    if isinstance(kind, c.Scalar):
        return scalar(kind, 0)
    if isinstance(kind, (c.Record, c.Array)):
        return Value(kind, np.zeros((1, kind.size), np.uint8))
    return Value(kind, np.zeros(1, np.int64))


@executes(s.TypeAlias)
def alias(run: Run, node: s.TypeAlias) -> None:
    """typedef and using."""
    if node.template is not None:
        run.declare(node.declarators[0].name, node)
        return
    base = resolve(run, node.type)
    for made in node.declarators:
        run.declare(made.name, apply(run, base, made.modifiers))


@executes(s.TypeStmt)
def type_statement(run: Run, node: s.TypeStmt) -> None:
    """A record or enum defined on its own; a template is kept as it is."""
    record = node.type.record
    if record is not None and record.template is not None:
        name = node.type.name
        if "<" in name and record.template:
            run.partial.add(name.partition("<")[0])
        run.declare(plain_special(name) if "<" in name else name, node)
        return
    resolve(run, node.type)


__all__ = ["Home", "LValue", "store"]
