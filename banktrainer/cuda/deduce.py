"""Template arguments deduced from the arguments of a call."""

from __future__ import annotations

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.run import LValue, Run
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
    if written.name in names and not isinstance(kind, c.Opaque):
        if isinstance(kind, c.Array) and not any(m.kind == "reference" for m in modifiers):
            kind = c.pointer(kind.element)
        found.setdefault(written.name, kind)
