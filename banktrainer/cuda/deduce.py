"""Template arguments deduced from the arguments of a call."""

from __future__ import annotations

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.arith import promoted
from banktrainer.cuda.run import LValue, Run
from banktrainer.cuda.types_of import apply, resolve
from banktrainer.cuda.values import Value, scalar


def deduce(run: Run, function: s.Function, passed: list[Value | LValue]) -> dict[str, object]:
    names = {p.name for p in function.template or () if p.type is None}
    values = {p.name for p in function.template or () if p.type is not None}
    found: dict[str, object] = {}
    for param, given in zip(function.params, passed, strict=False):
        _unify(param.type, param.declarator.modifiers, given.type, names, values, found)
    return found


def _unify(
    written: s.TypeName,
    modifiers: tuple[s.Modifier, ...],
    kind: c.CType,
    names: set[str],
    values: set[str],
    found: dict[str, object],
) -> None:
    """Match a parameter's type as written against an argument's type."""
    for modifier in reversed(modifiers):
        if modifier.kind == "pointer" and isinstance(kind, c.Pointer):
            kind = kind.target
        elif modifier.kind == "array" and isinstance(kind, c.Array):
            size = modifier.size
            if isinstance(size, s.Name) and size.name in values and kind.count is not None:
                found.setdefault(size.name, scalar(c.INT, kind.count))
            kind = kind.element
        elif modifier.kind == "array" and isinstance(kind, c.Pointer):
            kind = kind.target
        elif modifier.kind != "reference":
            return
    group = isinstance(kind, c.Opaque) and kind.name.startswith("group:")
    if written.name in names and (group or not isinstance(kind, c.Opaque)):
        if isinstance(kind, c.Array) and not any(m.kind == "reference" for m in modifiers):
            kind = c.pointer(kind.element)
        found.setdefault(written.name, kind)


def fitness(run: Run, function: s.Function, kinds: list[c.CType]) -> int | None:
    """How well a function takes arguments of these types (None: not at all)."""
    total = 0
    types = {p.name for p in function.template or () if p.type is None}
    for param, kind in zip(function.params, kinds, strict=False):
        if param.type.name in types or param.type.name.split()[-1:] == ["auto"]:
            score = 4 if _shape(param) == isinstance(kind, c.Pointer) else 1
        else:
            taken = apply(run, resolve(run, param.type), param.declarator.modifiers)
            found = _closeness(taken.target if isinstance(taken, c.Reference) else taken, kind)
            if found is None:
                return None
            score = found
        total += score
    return total


def _shape(param: s.Param) -> bool:
    return any(m.kind in ("pointer", "array") for m in param.declarator.modifiers)


def _closeness(taken: c.CType, given: c.CType) -> int | None:
    """5 for the same type, 3 for a promotion, 1 for another conversion, None for none."""
    if taken == given:
        return 5
    if isinstance(taken, c.Scalar) and isinstance(given, c.Scalar):
        floats = taken.kind == given.kind == "float" and taken.rank > given.rank
        return 3 if floats or (taken == promoted(given)) else 1
    if isinstance(taken, c.Pointer) and isinstance(given, (c.Pointer, c.Array)):
        target = given.target if isinstance(given, c.Pointer) else given.element
        return 5 if taken.target == target else None
    if isinstance(given, c.Opaque):
        return None
    if isinstance(taken, c.Record) and isinstance(given, c.Record):
        return 5 if taken.name == given.name else None
    return None
