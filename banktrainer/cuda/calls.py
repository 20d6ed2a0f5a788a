"""Calls: helpers inlined, templates deduced, methods, lambdas, constructors and conversions."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import load, store
from banktrainer.cuda.budget import CALL_DEPTH
from banktrainer.cuda.casts import build, converted
from banktrainer.cuda.declare import bind_reference, initialise, variable
from banktrainer.cuda.deduce import deduce
from banktrainer.cuda.doubts import spoil
from banktrainer.cuda.functions import body_for, choose, own, through_pointer
from banktrainer.cuda.memory import Variable
from banktrainer.cuda.names import FOREIGN
from banktrainer.cuda.naming import based, is_place, member_of, record_named
from banktrainer.cuda.places import behind, temporary
from banktrainer.cuda.run import (
    BUILTINS,
    Closure,
    Frame,
    LValue,
    Overloads,
    Refusal,
    Run,
    evaluates,
    places,
)
from banktrainer.cuda.spelling import meant
from banktrainer.cuda.statements import perform_all
from banktrainer.cuda.types_of import apply, bind, resolve, special_name
from banktrainer.cuda.values import Cause, Home, Value, select, unknown


@evaluates(s.Call)
def call(run: Run, node: s.Call) -> Value:
    """A call by its value; one that gives a reference is loaded."""
    result, reference = called(run, node)
    return load(run, behind(run, node, result), node) if reference else result


@places(s.Call)
def call_place(run: Run, node: s.Call) -> LValue:
    """A call that gives a reference, as the place that it refers to."""
    result, reference = called(run, node)
    return behind(run, node, result) if reference else temporary(run, result, "a result")


def called(run: Run, node: s.Call) -> tuple[Value, bool]:
    """The result of a call, and whether it is a reference (then a pointer to the place)."""
    function = node.function
    if isinstance(function, s.Lambda):
        value = run.evaluate(function)
        return _closure(run, value.extra, node)
    if isinstance(function, s.Member):
        return _method(run, node, function)
    if not isinstance(function, s.Name):
        run.evaluate(function)
        return through_pointer(run, node), False
    return _by_name(run, node, function)


def _by_name(run: Run, node: s.Call, function: s.Name) -> tuple[Value, bool]:
    scope, _, last = function.name.rpartition("::")
    static = _static_call(run, node, function, scope, last)
    if static is not None:
        return static
    found = run.lookup(function.name)
    if found is None and scope.partition("::")[0] not in FOREIGN:
        found = run.lookup(last)
    if isinstance(found, (Variable, Home)):
        return _object_call(run, node, function, found)
    if isinstance(found, Overloads):
        chosen = own(run, found, node, last)
        if chosen is not None:
            return inline(run, chosen, node.args, node, explicit=function.args)
        found = None
    if isinstance(found, (c.CType, s.TypeStmt)):
        kind = resolve(run, s.TypeName(function.start, function.end, function.name, function.args))
        return build(run, kind, node.args, node, False), False
    method = _own_method(run, function.name, node)
    if method is not None:
        return inline(run, method, node.args, node, this=run.frame.this, explicit=function.args)
    builtin = BUILTINS.get(last)
    if builtin is not None:
        return builtin(run, node), False
    kind_found = c.builtin(function.name) or c.vector_maker(last)
    if kind_found is not None:
        return _make(run, kind_found, node, last), False
    near = meant(function.name, (*run.globals, *BUILTINS))
    raise Refusal(node, f"the function `{function.name}` is not known{near}")


def _object_call(
    run: Run, node: s.Call, function: s.Name, found: Variable | Home
) -> tuple[Value, bool]:
    """A call of a lambda, a pointer to a function, or an object with an `operator()`."""
    closure = found.value.extra if isinstance(found, Variable) else None
    if isinstance(closure, Closure):
        return _closure(run, closure, node)
    if isinstance(found, Variable) and isinstance(found.type, (c.Pointer, c.Opaque)):
        return through_pointer(run, node), False
    return _operator_call(run, node, function)


def _static_call(
    run: Run, node: s.Call, function: s.Name, scope: str, last: str
) -> tuple[Value, bool] | None:
    """A call of a record's static function, or None where it is none."""
    owner = _static_owner(run, function, scope)
    method = method_of(run, owner, last, node) if owner is not None else None
    if owner is None or method is None:
        return None
    inside = [owner.scope] if isinstance(owner.scope, dict) else []
    return inline(run, method, node.args, node, explicit=function.args, scopes=inside)


def _static_owner(run: Run, function: s.Name, scope: str) -> c.Record | None:
    """The record whose static function `C::f` or `C<3>::f` names."""
    if function.scope is not None:
        kind = resolve(run, function.scope)
        return kind if isinstance(kind, c.Record) else None
    return record_named(run, function, scope) if scope else None


def _make(run: Run, kind: c.CType, node: s.Call, name: str) -> Value:
    if name.startswith("make_") and isinstance(kind, c.Record):
        if len(node.args) == 1 and len(kind.fields) > 1:
            return _widened(run, kind, node)
        if 1 < len(node.args) < len(kind.fields):
            return _joined(run, kind, node, name)
        if len(node.args) != len(kind.fields):
            raise Refusal(node, f"{name} takes {len(kind.fields)} values")
        return initialise(run, kind, s.InitList(node.start, node.end, node.args))
    return build(run, kind, node.args, node, False)


def _widened(run: Run, kind: c.Record, node: s.Call) -> Value:
    """helper_math's `make_float4(x)`: a number in every member, or some value from a vector."""
    value = run.evaluate(node.args[0])
    if isinstance(value.type, c.Scalar):
        return converted(run, node, value, kind)
    return unknown(kind, Cause("a vector made of a vector", run.line(node)))


def _joined(run: Run, kind: c.Record, node: s.Call, name: str) -> Value:
    """helper_math's `make_float4(xyz, w)`: some value."""
    values = [run.evaluate(arg) for arg in node.args]
    if not any(isinstance(v.type, (c.Record, c.Opaque)) for v in values):
        raise Refusal(node, f"{name} takes {len(kind.fields)} values")
    return unknown(kind, Cause("a vector made of a vector", run.line(node)))


def inline(
    run: Run,
    function: s.Function,
    args: tuple[s.Expr, ...],
    node: s.Node,
    *,
    this: LValue | None = None,
    explicit: tuple[s.TypeName | s.Expr, ...] | None = None,
    scopes: list[dict[str, object]] | None = None,
) -> tuple[Value, bool]:
    """Run a function's body in place of its call."""
    if len(run.frames) > CALL_DEPTH:
        raise Refusal(node, f"calls nested more than {CALL_DEPTH} deep")
    if len(args) > len(function.params):
        raise Refusal(node, f"`{function.name}` takes {len(function.params)} arguments")
    passed = [_passed(run, p, a) for p, a in zip(function.params, args, strict=False)]
    frame = Frame(list(scopes or ()), run.none, this=this, name=function.name)
    if this is not None and isinstance(this.type, c.Record) and isinstance(this.type.scope, dict):
        frame.scopes.append(this.type.scope)
    return run_body(run, function, passed, node, frame, explicit)


def _passed(run: Run, param: s.Param, arg: s.Expr) -> Value | LValue:
    reference = any(m.kind == "reference" for m in param.declarator.modifiers)
    if reference and is_place(arg):
        return run.place(arg)
    if isinstance(arg, s.InitList):
        return initialise(run, resolve(run, param.type), arg)
    return run.evaluate(arg)


def run_body(
    run: Run,
    function: s.Function,
    passed: list[Value | LValue],
    node: s.Node,
    frame: Frame,
    explicit: tuple[s.TypeName | s.Expr, ...] | None,
) -> tuple[Value, bool]:
    bound: dict[str, object] = {}
    if function.template:
        deduced = deduce(run, function, passed)
        bound = bind(run, function.template, explicit or (), node, deduced)
        frame.name = special_name(function.name, bound)
        special = run.globals.get(frame.name)
        if isinstance(special, Overloads):
            function = special.functions[0]
    body = body_for(run, function, node)
    mask, doubt = run.mask, (run.doubt, run.doubt_cause)
    run.frames.append(frame)
    frame.scopes.append(bound)
    for param, given in zip(function.params, passed, strict=False):
        bind_param(run, param, given)
    for param in function.params[len(passed) :]:
        _default(run, param, node)
    frame.result_type = _result_type(run, function)
    reference = isinstance(frame.result_type, c.Reference)
    _initialise_members(run, function, frame)
    frame.scopes.append({})
    perform_all(run, body.body)
    if frame.doubt.any():
        spoil(run, body, frame.doubt, run.doubt_cause or Cause("an unknown return", run.line(node)))
    run.frames.pop()
    run.mask = mask
    run.doubt, run.doubt_cause = doubt
    return _result(run, frame, mask, node), reference


def _initialise_members(run: Run, function: s.Function, frame: Frame) -> None:
    for name, args in function.inits:
        place = member_of(run, frame.this, name) if frame.this is not None else None
        if place is None or len(args) != 1:
            raise Refusal(function, f"the initialiser of `{name}` is not read")
        store(run, place, run.evaluate(args[0]), args[0])


def bind_param(run: Run, param: s.Param, given: Value | LValue) -> None:
    """Give a parameter its argument."""
    name = param.declarator.name
    if isinstance(given, LValue):
        made = Variable(name, given.type, unknown(c.UNTYPED, None), run.mask, alias=given)
        run.declare(name, made)
        return
    auto = param.type.name.split()[-1:] == ["auto"]
    kind = given.type if auto else apply(run, resolve(run, param.type), param.declarator.modifiers)
    if isinstance(kind, c.Reference):
        kind = kind.target
    if isinstance(kind, c.Array):
        kind = c.pointer(kind.element)
    variable(run, name, kind, given if auto else converted(run, param, given, kind))


def _default(run: Run, param: s.Param, node: s.Node) -> None:
    if param.default is None:
        raise Refusal(node, f"the argument `{param.declarator.name}` is missing")
    bind_param(run, param, run.evaluate(param.default))


def _result_type(run: Run, function: s.Function) -> c.CType | None:
    if function.result.name.split()[-1:] == ["auto"]:
        return None
    return apply(run, resolve(run, function.result), function.modifiers)


def give_back(run: Run, value: s.Expr) -> None:
    """Keep a function's result for the active lanes."""
    frame = run.frame
    kind = frame.result_type
    if isinstance(kind, c.Scalar) and kind.kind == "void":
        run.evaluate(value)
        return
    if isinstance(kind, c.Reference):
        place = run.place(value)
        home, offset = based(place)
        made = Value(c.pointer(place.type), offset, place.known, place.cause, home)
    elif isinstance(value, s.InitList) and kind is not None:
        made = initialise(run, kind, value)
    else:
        made = run.evaluate(value)
        made = made if kind is None else converted(run, value, made, kind)
    if frame.result is None:
        frame.result, frame.returned = made, run.mask
    else:
        assert frame.returned is not None
        frame.result = select(
            run.mask, converted(run, value, made, frame.result.type), frame.result
        )
        frame.returned = frame.returned | run.mask


def _result(run: Run, frame: Frame, mask: np.ndarray, node: s.Node) -> Value:
    kind = frame.result_type
    if frame.result is None or frame.returned is None:
        if kind is None or (isinstance(kind, c.Scalar) and kind.kind == "void"):
            return Value(c.VOID, np.zeros(1, np.uint8))
        return unknown(
            kind, run.doubt_cause or Cause(f"`{frame.name}` returned nothing", run.line(node))
        )
    missing = mask & ~frame.returned
    if not missing.any():
        return frame.result
    cause = Cause(f"the result of `{frame.name}`", run.line(node))
    return select(~missing, frame.result, unknown(frame.result.type, cause))


@evaluates(s.Lambda)
def closure(run: Run, node: s.Lambda) -> Value:
    """A lambda: the scopes that it sees, copied where it captures by value."""
    scopes = run.frame.scopes if node.by_reference else [dict(x) for x in run.frame.scopes]
    if not node.by_reference:
        for scope in scopes:
            for name, found in scope.items():
                if isinstance(found, Variable) and (name, True) not in node.captures:
                    scope[name] = Variable(
                        name, found.type, found.value, found.mask, alias=found.alias
                    )
    kept = Closure(node.function, list(scopes), run.frame.this)
    return Value(c.Opaque("a lambda", 1, 1), np.zeros(1, np.int64), extra=kept)


def _closure(run: Run, kept: Closure, node: s.Call) -> tuple[Value, bool]:
    return inline(run, kept.function, node.args, node, this=kept.this, scopes=list(kept.scopes))


def _own_method(run: Run, name: str, node: s.Call) -> s.Function | None:
    this = run.frame.this
    return None if this is None else method_of(run, this.type, name, node)


def method_of(run: Run, kind: c.CType, name: str, node: s.Call | None) -> s.Function | None:
    """The method `name` of a record, by the number of arguments."""
    source = kind.source if isinstance(kind, c.Record) else None
    if not isinstance(source, s.RecordDef):
        return None
    found = [m for m in source.methods if m.name == name]
    if node is None or len(found) < 2:
        return found[0] if found else None
    return choose(run, Overloads(tuple(found)), node)


def _method(run: Run, node: s.Call, function: s.Member) -> tuple[Value, bool]:
    owner = _receiver(run, function)
    if isinstance(owner.type, c.Opaque):
        builtin = BUILTINS.get(f".{function.name}")
        if builtin is None or not owner.type.name.startswith("group:"):
            raise Refusal(node, f"the method `{function.name}` is not known")
        return builtin(run, node), False
    made = method_of(run, owner.type, function.name, node)
    if made is None:
        raise Refusal(node, f"`{owner.type.name}` has no method `{function.name}`")
    return inline(run, made, node.args, node, this=owner, explicit=function.args)


def _receiver(run: Run, function: s.Member) -> LValue:
    if function.arrow:
        return behind(run, function, run.evaluate(function.base))
    if is_place(function.base):
        return run.place(function.base)
    return temporary(run, run.evaluate(function.base), "a value")


def _operator_call(run: Run, node: s.Call, function: s.Name) -> tuple[Value, bool]:
    owner = run.place(function)
    made = method_of(run, owner.type, "operator()", node)
    if made is None:
        raise Refusal(node, f"`{function.name}` cannot be called")
    return inline(run, made, node.args, node, this=owner)


__all__ = ["bind_reference"]
