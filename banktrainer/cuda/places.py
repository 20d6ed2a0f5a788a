"""Places: what can stand left of `=` or behind `&`."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import load, pointing
from banktrainer.cuda.expressions import assign_to, rvalue, step
from banktrainer.cuda.memory import SharedMemory, Variable
from banktrainer.cuda.naming import based, is_place, member_of, named
from banktrainer.cuda.operators import moved
from banktrainer.cuda.pitch import pitch_of
from banktrainer.cuda.run import LValue, Pitched, Refusal, Run, evaluates, places
from banktrainer.cuda.spelling import built_in
from banktrainer.cuda.types_of import resolve
from banktrainer.cuda.values import NULL, Cause, Value, from_bytes

_PITCH_TURNS = 3


@places(s.Name)
def name(run: Run, node: s.Name) -> LValue:
    """A variable, or a field of `*this`."""
    found = named(run, node)
    if isinstance(found, LValue):
        return found
    if isinstance(found, Value):
        return temporary(run, found, node.name)
    raise Refusal(node, f"`{node.name}` is not a variable")


def temporary(run: Run, value: Value, label: str) -> LValue:
    """A value without a place, given one of its own."""
    variable = Variable(label, value.type, value, run.mask)
    return LValue(value.type, None, np.zeros(1, np.int64), cause=value.cause, variable=variable)


@places(s.Subscript)
def subscript(run: Run, node: s.Subscript) -> LValue:
    """`base[index]`: an element of an array, behind a pointer, or of data nobody declared."""
    if isinstance(node.base, s.Name) and _is_data(run, node.base):
        return _data_element(run, node, node.base)
    owner = _owner(run, node.base)
    if owner is not None and isinstance(owner.type, c.Record):
        return run.world.operator_place(run, "operator[]", owner, (node.index,), node)
    if owner is not None and isinstance(owner.type, c.Array):
        return _array_element(run, node, owner)
    pointer = load(run, owner, node.base) if owner is not None else rvalue(run, node.base)
    index = rvalue(run, node.index)
    if isinstance(index.type, c.Pointer):
        pointer, index = index, pointer
    if isinstance(pointer.type, c.Opaque):
        data = run.data_named(pointer.type.name, pointer.cause)
        return LValue(c.UNTYPED, data, np.zeros(1, np.int64), np.zeros(1, bool), pointer.cause)
    if not isinstance(pointer.type, c.Pointer):
        raise Refusal(node, f"a value of type {pointer.type.name} has no elements")
    found = behind(run, node, moved(node, pointer, index))
    return _pitched(run, found, node.index)


def _pitched(run: Run, found: LValue, index: s.Expr) -> LValue:
    """The place, with the pitch of its subscript where it lies in shared memory."""
    if found.home is not None and isinstance(found.home.memory, SharedMemory):
        found.pitch = _known_pitch(run, index)
    return found


def _known_pitch(run: Run, index: s.Expr) -> int | None:
    """The pitch of a subscript, looked for in its first turns only: a loop's turns are alike."""
    kept = run.pitches.setdefault(id(index), Pitched(index))
    if kept.pitch is None and kept.turns < _PITCH_TURNS:
        kept.pitch = pitch_of(run, index)
        kept.turns += 1
    return kept.pitch


def _is_data(run: Run, node: s.Name) -> bool:
    """Whether a subscripted name is declared nowhere: data from outside."""
    if node.scope is not None or run.lookup(node.name) is not None:
        return False
    this = run.frame.this
    return this is None or member_of(run, this, node.name) is None


def _data_element(run: Run, node: s.Subscript, base: s.Name) -> LValue:
    home = run.outside_data(base.name, run.line(base))
    if len(run.frames) > 1 and not run.given.has(base.name):
        run.missing(base, base.name)
    index = rvalue(run, node.index)
    if isinstance(index.type, c.Opaque):
        return LValue(c.UNTYPED, home, np.zeros(1, np.int64), np.zeros(1, bool), index.cause)
    if not isinstance(index.type, c.Scalar) or not index.type.integral:
        raise Refusal(node.index, f"an index of type {index.type.name} is not an integer")
    return LValue(c.UNTYPED, home, index.data.astype(np.int64), index.known, index.cause)


def _owner(run: Run, base: s.Expr) -> LValue | None:
    """The place of a base that has one."""
    if isinstance(base, (s.Name, s.Subscript, s.Member)) or (
        isinstance(base, s.Unary) and base.op == "*"
    ):
        if isinstance(base, s.Name):
            found = named(run, base)
            return found if isinstance(found, LValue) else None
        return run.place(base)
    return None


def _array_element(run: Run, node: s.Subscript, owner: LValue) -> LValue:
    assert isinstance(owner.type, c.Array)
    index = rvalue(run, node.index)
    home, offset = based(owner)
    start = Value(c.pointer(owner.type.element), offset, owner.known, owner.cause, home)
    found = behind(run, node, moved(node, start, index))
    found.field = owner.field
    return _pitched(run, found, node.index)


def behind(run: Run, node: s.Node, pointer: Value) -> LValue:
    """The place that a pointer points to."""
    pointer = pointing(pointer, run.mask)
    if not isinstance(pointer.type, c.Pointer):
        raise Refusal(node, f"a value of type {pointer.type.name} is not a pointer")
    if isinstance(pointer.type.target, c.Scalar) and pointer.type.target.kind == "void":
        raise Refusal(node, "a void pointer has no value behind it")
    if pointer.home is None and pointer.known is None:
        raise Refusal(node, "it is not known what this pointer points to")
    if pointer.home is NULL:
        raise Refusal(node, "this pointer is null here")
    if pointer.home is not None and pointer.home.mixed:
        raise Refusal(
            node, "this points into different memory from lane to lane: write it as an if"
        )
    return LValue(pointer.type.target, pointer.home, pointer.data, pointer.known, pointer.cause)


@places(s.Unary)
def dereference(run: Run, node: s.Unary) -> LValue:
    """`*pointer`."""
    if node.op in ("++", "--") or node.op != "*":
        raise Refusal(node, "this is not a place that can be written or addressed")
    pointer = rvalue(run, node.operand)
    if isinstance(pointer.type, c.Opaque):
        data = run.data_named(pointer.type.name, pointer.cause)
        return LValue(c.UNTYPED, data, np.zeros(1, np.int64), np.zeros(1, bool), pointer.cause)
    return behind(run, node, pointer)


@places(s.Member)
def member(run: Run, node: s.Member) -> LValue:
    """`record.member` and `pointer->member`."""
    if node.arrow:
        pointer = rvalue(run, node.base)
        if isinstance(pointer.type, c.Opaque):
            return _untyped_member(run, node, pointer.cause)
        owner = behind(run, node, pointer)
    else:
        _check_spelling(run, node)
        chosen = isinstance(node.base, s.Ternary) and is_place(node.base)
        found = run.place(node.base) if chosen else _owner(run, node.base)
        owner = found if found is not None else temporary(run, rvalue(run, node.base), "a value")
    if isinstance(owner.type, c.Opaque):
        return _untyped_member(run, node, owner.cause)
    if isinstance(owner.type, c.Reference):
        raise Refusal(node, "this reference is not read")
    result = member_of(run, owner, node.name)
    if result is None:
        raise Refusal(node, f"`{owner.type.name}` has no member `{node.name}`")
    if isinstance(result.type, c.Pointer) and result.home is None:
        raise Refusal(node, f"it is not known what `{node.name}` points to")
    return result


def _check_spelling(run: Run, node: s.Member) -> None:
    """`threadidx.x`: a name that nobody declared and that only looks like a built-in."""
    base = node.base
    if node.name not in ("x", "y", "z") or not isinstance(base, s.Name) or not _is_data(run, base):
        return
    near = built_in(base.name)
    if near is not None and near != base.name and not run.given.has(base.name):
        raise Refusal(base, f"`{base.name}` is not declared here: is `{near}` meant?")


def _untyped_member(run: Run, node: s.Member, cause: Cause | None) -> LValue:
    data = run.data_named(node.name, cause)
    return LValue(c.UNTYPED, data, np.zeros(1, np.int64), np.zeros(1, bool), cause)


@places(s.Cast)
def cast_place(run: Run, node: s.Cast) -> LValue:
    """`reinterpret_cast<float4&>(place)`."""
    kind = resolve(run, node.type)
    if not isinstance(kind, c.Reference):
        raise Refusal(node, "this is not a place that can be written or addressed")
    place = run.place(node.value)
    home, offset = based(place)
    return LValue(kind.target, home, offset, place.known, place.cause, field=place.field)


@places(s.Unreadable)
def unreadable(run: Run, node: s.Unreadable) -> LValue:
    """What cannot be read, at its place."""
    raise Refusal(node, node.message)


@places(s.Assign)
def assigned(run: Run, node: s.Assign) -> LValue:
    """`(a = b)` is the place a."""
    return assign_to(run, node)[0]


@places(s.Update)
def updated(run: Run, node: s.Update) -> LValue:
    """`++a` is the place a; `*p++` needs the old pointer and has no place."""
    if not node.prefix:
        return temporary(run, run.evaluate(node), "a value")
    return step(run, node)[0]


@evaluates(s.Subscript)
def subscript_value(run: Run, node: s.Subscript) -> Value:
    """The element's value: a load where it is shared."""
    return load(run, run.place(node), node)


@evaluates(s.Member)
def member_value(run: Run, node: s.Member) -> Value:
    """The member's value; `threadIdx.x` and the like by themselves."""
    if isinstance(node.base, s.Name) and not node.arrow and run.lookup(node.base.name) is None:
        coords = run.world.vector(node.base.name)
        if coords is not None:
            return _component(node, coords)
    return load(run, run.place(node), node)


def _component(node: s.Member, coords: Value) -> Value:
    at = "xyz".find(node.name)
    if at < 0 or len(node.name) != 1:
        raise Refusal(node, f"there is no `{node.name}` here, only x, y and z")
    cached: dict[int, Value] = coords.extra
    if at not in cached:
        cached[at] = from_bytes(c.UINT, coords.data[:, at * 4 : at * 4 + 4], None, None)
    return cached[at]
