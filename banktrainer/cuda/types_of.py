"""From types as written to types: lookups, records, enums, templates and declarators."""

from __future__ import annotations

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.run import Overloads, Refusal, Run
from banktrainer.cuda.values import Value, scalar

_GROUPS = {
    "thread_block": "block",
    "coalesced_group": "coalesced",
    "grid_group": "grid",
    "thread_group": "block",
    "cluster_group": "cluster",
}
# A group's scratch has no published size: one row of banks moves no array to other banks.
_SYNC = {"barrier": (8, 8), "pipeline": (0, 1), "block_tile_memory": (128, 8)}
_ASSUMED = "`{0}` is taken as {1} bytes: its size is the library's own"
_HANDLES = {"cudaTextureObject_t", "cudaSurfaceObject_t", "hipTextureObject_t"}
_STRIPPED = ("struct ", "class ", "union ", "enum ", "typename ", "const ", "volatile ")


def resolve(run: Run, kind: s.TypeName) -> c.CType:
    """The type that is written there. Raises Refusal where it is not known."""
    if kind.enum is not None:
        return declare_enum(run, kind.enum)
    if kind.record is not None:
        base: c.CType = declare_record(run, kind.record)
    else:
        base = _named(run, kind)
    return apply(run, base, kind.modifiers)


def _named(run: Run, kind: s.TypeName) -> c.CType:
    name = kind.name
    for lead in _STRIPPED:
        name = name.removeprefix(lead)
    if kind.scope is not None:
        return _member_type(run, resolve(run, kind.scope), name, kind)
    last = name.rsplit("::", 1)[-1]
    made = _declared(run, name, kind) or c.builtin(name)
    if made is None and last != name:
        made = _declared(run, last, kind)
    made = made or _group(run, last, kind) or run.given.type(name)
    if made is None:
        raise Refusal(kind, f"the type `{name}` is not known")
    return made


def _declared(run: Run, name: str, kind: s.TypeName) -> c.CType | None:
    found = run.lookup(name)
    if isinstance(found, c.CType):
        return found
    if isinstance(found, s.TypeStmt) and found.type.record is not None:
        return instance(run, name, found.type.record, kind)
    return _alias(run, found, kind) if isinstance(found, s.TypeAlias) else None


def _group(run: Run, last: str, kind: s.TypeName) -> c.CType | None:
    if last in _GROUPS:
        return c.Opaque(f"group:{_GROUPS[last]}", 0, 1)
    if last in _SYNC:
        run.recorder.remark(_ASSUMED.format(last, _SYNC[last][0]))
        return c.Opaque(f"group:{last}", *_SYNC[last])
    if last == "pipeline_shared_state":
        return _pipeline_state(run, kind)
    if last in _HANDLES:
        return c.builtin("unsigned long long")
    if last == "thread_block_tile" and kind.args:
        return c.Opaque(f"group:{constant(run, value_argument(kind.args[0]))}", 0, 1)
    return None


def _pipeline_state(run: Run, kind: s.TypeName) -> c.CType:
    """Two barriers a stage and a count, as libcu++ lays them out."""
    if len(kind.args or ()) != 2:
        raise Refusal(kind, "a scope and a number of stages are expected")
    assert kind.args is not None
    stages = constant(run, value_argument(kind.args[1]))
    run.recorder.remark(_ASSUMED.format("pipeline_shared_state", 16 * stages + 8))
    return c.Opaque("group:pipeline state", 16 * stages + 8, 8)


def value_argument(arg: s.TypeName | s.Expr) -> s.Expr:
    """A template argument for a number: a name may have been read as a type."""
    if isinstance(arg, s.TypeName):
        return s.Name(arg.start, arg.end, arg.name, arg.args, arg.scope)
    return arg


def _member_type(run: Run, owner: c.CType, name: str, node: s.Node) -> c.CType:
    if isinstance(owner, c.Record) and isinstance(owner.scope, dict):
        found = owner.scope.get(name)
        if isinstance(found, c.CType):
            return found
    if name == "arrival_token" and owner.name == "group:barrier":
        return c.Opaque("group:token", 0, 1)
    raise Refusal(node, f"the type `{name}` in `{owner.name}` is not known")


def apply(run: Run, base: c.CType, modifiers: tuple[s.Modifier, ...]) -> c.CType:
    """`base` with a declarator's pointers, references and arrays applied."""
    for modifier in modifiers:
        if modifier.kind == "pointer":
            base = c.pointer(base)
        elif modifier.kind == "reference":
            base = c.reference(base)
        elif modifier.kind == "array":
            base = _array(run, base, modifier)
        else:
            base = c.Opaque("a function", 8, 8)
    return base


def _array(run: Run, base: c.CType, modifier: s.Modifier) -> c.CType:
    if isinstance(base, c.Opaque) and base.size == 0:
        raise Refusal(modifier, f"an array of {base.name} is not read")
    if modifier.size is None:
        return c.array(base, None)
    count = constant(run, modifier.size)
    if count < 0 or count * max(base.size, 1) > 1 << 40:
        raise Refusal(modifier.size, f"an array of {count} elements is not possible")
    return c.array(base, count)


def constant(run: Run, node: s.Expr) -> int:
    """The value of an integer constant expression, the same in every lane."""
    value = run.evaluate(node)
    if not isinstance(value.type, c.Scalar) or not value.type.integral:
        if isinstance(value.type, c.Opaque) or value.known is not None:
            raise Refusal(node, _not_constant(value))
        raise Refusal(node, "an integer is expected here")
    if value.known is not None and not value.known.all():
        raise Refusal(node, _not_constant(value))
    data = value.data if len(value.data) == 1 else value.data[run.mask]
    if len(data) == 0 or (data != data[0]).any():
        raise Refusal(node, "this must be the same in every lane")
    return int(data[0])


def _not_constant(value: Value) -> str:
    if value.cause is None:
        return "this is not a constant"
    return f"this depends on {value.cause}{value.cause.hint()}"


def declare_enum(run: Run, made: s.EnumDef) -> c.CType:
    """Declare an enum and its members; gives the underlying type."""
    if made.fault is not None:
        raise Refusal(made.fault, made.fault.message)
    kind = resolve(run, made.base) if made.base is not None else c.INT
    if not isinstance(kind, c.Scalar):
        raise Refusal(made, "an enum's type must be an integer")
    following = 0
    for name, value in made.members:
        number = constant(run, value) if value is not None else following
        following = number + 1
        run.declare(f"{made.name}::{name}" if made.name else name, scalar(kind, number))
        if not made.scoped:
            run.declare(name, scalar(kind, number))
    if made.name:
        run.declare(made.name, kind)
    return kind


def declare_record(run: Run, made: s.RecordDef) -> c.Record:
    """Lay out a record and declare its name, its enums and its types."""
    found = layout(run, made, {})
    if made.name:
        run.declare(made.name, found)
    return found


def layout(run: Run, made: s.RecordDef, arguments: dict[str, object]) -> c.Record:
    """The layout of a record, with a template's arguments in scope."""
    if made.fault is not None:
        raise Refusal(made.fault, made.fault.message)
    pragma = run.recorder.packed(made)
    if pragma:
        text = f"the layout under #pragma pack (line {pragma}) is not read"
        raise Refusal(made, text)
    if made.special:
        raise Refusal(
            made, f"`{made.name}` has virtual functions or bases, whose layout is not read"
        )
    scope: dict[str, object] = dict(arguments)
    run.frame.scopes.append(scope)
    try:
        for inner in made.types:
            run.execute(inner)
        members = [m for base in made.bases for m in _base(run, base)]
        for field in made.fields:
            members += _members(run, field)
        align = max([1, *(constant(run, a) for a in made.align)])
    finally:
        run.frame.scopes.pop()
    return c.record(made.name or "struct", members, made.union, align, made, scope)


def _base(run: Run, base: s.TypeName) -> list[tuple[str, c.CType, int, int | None]]:
    kind = resolve(run, base)
    if not isinstance(kind, c.Record):
        raise Refusal(base, f"`{kind.name}` is not a struct that can be derived from")
    return [("", kind, 1, None)] if kind.fields else []


def _members(run: Run, field: s.Declaration) -> list[tuple[str, c.CType, int, int | None]]:
    kind = resolve(run, field.type)
    align = max([1, *(constant(run, a) for a in field.align)])
    if {"static", "constexpr"} & field.qualifiers:
        for made in field.declarators:
            if made.init is not None:
                run.declare(made.name, run.evaluate(made.init))
        return []
    if not field.declarators:
        return [("", kind, align, None)] if isinstance(kind, c.Record) else []
    found: list[tuple[str, c.CType, int, int | None]] = []
    for made in field.declarators:
        whole = apply(run, kind, made.modifiers)
        if isinstance(whole, c.Reference):
            whole = c.pointer(whole.target)
        if isinstance(whole, c.Opaque) and whole.size == 0:
            raise Refusal(field, f"a member of type {whole.name} is not read")
        bits = constant(run, made.bits) if made.bits is not None else None
        found.append((made.name, whole, align, bits))
    return found


def instance(run: Run, name: str, made: s.RecordDef, kind: s.TypeName) -> c.Record:
    """A template record with its arguments, or the specialisation for them."""
    arguments = bind(run, made.template or (), kind.args or (), kind)
    special = run.globals.get(special_name(name, arguments))
    if isinstance(special, s.TypeStmt) and special.type.record is not None:
        return layout(run, special.type.record, {})
    if name in run.partial:
        raise Refusal(kind, f"`{name}` has partial specialisations, which are not read")
    return layout(run, made, arguments)


def special_name(name: str, arguments: dict[str, object]) -> str:
    """How a specialisation for these arguments is called: `Shared<unsigned int,4>`."""
    shown = [a.name if isinstance(a, c.CType) else _shown(a) for a in arguments.values()]
    return f"{name}<{','.join(shown)}>"


def _shown(argument: object) -> str:
    if isinstance(argument, Overloads):
        return argument.functions[0].name
    return str(int(argument.data[0])) if isinstance(argument, Value) else "?"


def plain_special(name: str) -> str:
    """The name of a specialisation as written, its types by their plain names."""
    base, _, inner = name.rstrip(">").partition("<")
    parts = []
    for part in inner.split(","):
        known = c.builtin(part) or c.builtin(_spaced(part))
        parts.append(known.name if known is not None else part)
    return f"{base}<{','.join(parts)}>"


def _spaced(part: str) -> str:
    """`unsignedint` as `unsigned int`: names lose their spaces when they are written together."""
    for word in ("unsigned", "signed", "long", "short"):
        part = part.replace(word, f"{word} ")
    return " ".join(part.split())


def bind(
    run: Run,
    params: tuple[s.TemplateParam, ...],
    args: tuple[s.TypeName | s.Expr, ...],
    node: s.Node,
    known: dict[str, object] | None = None,
) -> dict[str, object]:
    """Template parameters by name: from `args`, then `known`, `--set`, then their defaults."""
    bound: dict[str, object] = {}
    _check_given(run, params[len(args) :], node, known or {})
    for index, param in enumerate(params):
        if index < len(args):
            bound[param.name] = argument(run, args[index], param)
        elif known is not None and param.name in known:
            bound[param.name] = known[param.name]
        else:
            bound[param.name] = _defaulted(run, param, node, bound)
    return bound


def _check_given(
    run: Run, params: tuple[s.TemplateParam, ...], node: s.Node, known: dict[str, object]
) -> None:
    """Refuse the parameters that nothing gives, all of them at once."""
    lost = [
        p.name
        for p in params
        if p.default is None
        and p.name not in known
        and not (run.given is not None and run.given.has(p.name))
    ]
    if not lost:
        return
    names = ", ".join(f"`{name}`" for name in lost)
    options = " ".join(f"--set {name}=…" for name in lost)
    what = "parameter {} is" if len(lost) == 1 else "parameters {} are"
    raise Refusal(node, f"the template {what.format(names)} not given: use `{options}`")


def _defaulted(run: Run, param: s.TemplateParam, node: s.Node, bound: dict[str, object]) -> object:
    given = None
    if run.given is not None:
        given = (
            run.given.type(param.name)
            if param.type is None
            else run.given.value(run, param.name, node)
        )
    if given is not None:
        return given
    if param.default is None:
        raise Refusal(node, f"what `--set {param.name}=…` gives does not fit `{param.name}`")
    run.frame.scopes.append(dict(bound))
    try:
        return argument(run, param.default, param)
    finally:
        run.frame.scopes.pop()


def argument(run: Run, arg: s.TypeName | s.Expr, param: s.TemplateParam) -> object:
    """One template argument: a type where the parameter is one, else a value."""
    if param.type is None:
        if isinstance(arg, s.TypeName):
            return resolve(run, arg)
        if isinstance(arg, s.Name):
            return resolve(run, s.TypeName(arg.start, arg.end, arg.name, arg.args, scope=arg.scope))
        raise Refusal(arg, f"`{param.name}` must be a type")
    value = value_argument(arg)
    found = run.lookup(value.name) if isinstance(value, s.Name) else None
    return found if isinstance(found, Overloads) else run.evaluate(value)


def _alias(run: Run, alias: s.TypeAlias, kind: s.TypeName) -> c.CType:
    bound = bind(run, alias.template or (), kind.args or (), kind)
    run.frame.scopes.append(dict(bound))
    try:
        return apply(run, resolve(run, alias.type), alias.declarators[0].modifiers)
    finally:
        run.frame.scopes.pop()
