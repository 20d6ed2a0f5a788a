"""Loads, stores and atomics on places: bounds, alignment, recording, and the values themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.checks import touch
from banktrainer.cuda.convert import coerce, join
from banktrainer.cuda.memory import GlobalData, SharedMemory, Variable, load_local, store_local
from banktrainer.cuda.races import clash_of, settle, warn_clash
from banktrainer.cuda.run import LValue, Refusal, Run
from banktrainer.cuda.values import (
    Cause,
    Home,
    Mask,
    Several,
    Value,
    from_bytes,
    select,
    to_bytes,
    unknown,
)

if TYPE_CHECKING:
    pass


def load(run: Run, place: LValue, node: s.Node) -> Value:
    """The value at `place` for the active lanes; an array gives a pointer to its first element."""
    if isinstance(place.type, c.Array):
        return _decay(place)
    if place.variable is not None:
        return pointing(place.variable.value, run.mask)
    if place.home is None:
        raise Refusal(node, _lost(place))
    memory = place.home.memory
    if isinstance(memory, SharedMemory):
        return _extract(_load_shared(run, memory, place, node), place)
    if isinstance(memory, GlobalData):
        try:
            with run.recorder.standing_for(node if memory.given else None, f"--set {memory.name}"):
                return _load_global(memory, place)
        except Refusal as refusal:  # its own place lies in the text of `--set`
            raise Refusal(node, refusal.message) from None
    if not isinstance(memory, Variable):
        raise Refusal(node, _lost(place))
    bad = _outside(run, place, node)
    safe = np.where(bad, 0, place.offset) if bad is not None else place.offset
    value = load_local(memory, place.type, safe, run.lanes)
    if bad is not None:
        cause = place.cause or Cause(f"`{place.home.name}` outside its bounds", run.line(node))
        value = select(np.broadcast_to(~bad, (run.lanes,)), value, unknown(place.type, cause))
    return _extract(value, place)


def pointing(value: Value, mask: Mask) -> Value:
    """A pointer with the memory that the lanes of `mask` point into, where that differs by lane.

    Data from outside stays data where they differ; all else stays mixed, and is refused when used.
    """
    home = value.home
    if home is None or not home.mixed:
        return value
    home = home.among(mask)
    memory = home.memory
    if isinstance(memory, Several):
        places = [one.memory for one in memory.homes]
        if all(isinstance(one, GlobalData) for one in places):
            cause = next(one.cause for one in places if isinstance(one, GlobalData))
            home = Home("data", c.VOID, 0, 0, GlobalData("data", cause))
    return replace(value, home=home)


def _lost(place: LValue) -> str:
    if place.cause is None:
        return "this pointer points nowhere that is known"
    return f"what this points to depends on {place.cause}{place.cause.hint()}"


def _decay(place: LValue) -> Value:
    kind = place.type
    assert isinstance(kind, c.Array)
    home = place.home
    if home is None and place.variable is not None:
        home = local_home(place.variable)
    return Value(c.pointer(kind.element), place.offset, place.known, place.cause, home)


def local_home(variable: Variable) -> Home:
    """The memory of a lane's own variable, as something to point into."""
    if variable.home is None:
        variable.home = Home(variable.name, variable.type, 0, variable.type.size, variable)
    return variable.home


def _extract(value: Value, place: LValue) -> Value:
    """The bits of a bit-field."""
    if place.bits is None or not isinstance(place.type, c.Scalar):
        return value
    first, width = place.bits
    bits = place.type.size * 8
    wide = value.data.astype(np.int64)
    field = (wide >> first) & ((1 << width) - 1)
    if place.type.kind == "int" and width < bits:
        field = np.where(field >> (width - 1) & 1, field - (1 << width), field)
    return Value(place.type, field.astype(place.type.dtype), value.known, value.cause)


def _load_global(memory: GlobalData, place: LValue) -> Value:
    if isinstance(place.type, c.Pointer):
        inner = Home(memory.name, place.type.target, 0, 0, GlobalData(memory.name, memory.cause))
        return Value(place.type, np.zeros(1, np.int64), None, None, inner)
    if isinstance(place.type, c.Record) and place.type.vector:
        return _given_vector(memory, place, place.type)
    if memory.given is None or memory.written or not isinstance(place.type, (c.Scalar, c.Opaque)):
        return unknown(place.type, memory.cause)
    step = max(place.type.size, 1)
    found = memory.given(place.offset // step)
    if place.known is not None:
        known = place.known if found.known is None else found.known & place.known
        found = Value(found.type, found.data, known, place.cause or found.cause)
    return found if isinstance(place.type, c.Opaque) else coerce(found, place.type)


def _given_vector(memory: GlobalData, place: LValue, kind: c.Record) -> Value:
    """A vector member by member: given elements count the members, as an array of them would."""
    parts = []
    for member in kind.fields:
        at = place.offset + member.offset
        parts.append(
            _load_global(memory, LValue(member.type, place.home, at, place.known, place.cause))
        )
    return join(kind, parts)


def _outside(run: Run, place: LValue, node: s.Node) -> Mask | None:
    """Active lanes whose offset into a local object is unknown or out of its bounds."""
    home = place.home
    assert home is not None
    offset = place.offset
    wrong = (offset < 0) | (offset + place.type.size > home.size)
    lost = np.zeros(1, bool) if place.known is None else ~place.known
    if not wrong.any() and not lost.any():
        return None
    bad = np.broadcast_to((wrong & ~lost), (run.lanes,)) & run.mask
    if bad.any():
        lane = int(np.flatnonzero(bad)[0])
        byte = int(np.broadcast_to(offset, (run.lanes,))[lane])
        run.unread(
            node,
            f"lane {lane % run.width} reaches byte {byte} of `{home.name}`,"
            f" which has {home.size} bytes",
        )
    return np.broadcast_to(wrong | lost, (run.lanes,))


def _load_shared(run: Run, memory: SharedMemory, place: LValue, node: s.Node) -> Value:
    good = touch(run, place, node, "load")
    home = place.home
    assert home is not None
    if good is run.mask:
        addresses = place.offset
        if len(addresses) > 1:
            addresses = np.where(run.mask, addresses, home.base)
        return memory.load(place.type, addresses, place.type.size)
    if not good.any():
        return unknown(
            place.type, place.cause or Cause("an access that was not read", run.line(node))
        )
    addresses = np.where(good, place.offset, home.base)
    value = memory.load(place.type, addresses, place.type.size)
    cause = place.cause or Cause("an access that was not read", run.line(node))
    return select(good, value, unknown(place.type, cause))


def store(run: Run, place: LValue, value: Value, node: s.Node) -> None:
    """Write `value`, converted to the place's type, for the active lanes."""
    try:
        value = coerce(value, place.type)
    except ValueError as error:
        raise Refusal(node, str(error)) from None
    held = place.variable or (place.home.memory if place.home is not None else None)
    if isinstance(held, Variable) and held.copied:
        raise Refusal(node, "which place this writes differs from lane to lane: write it as an if")
    if place.variable is not None:
        assign(run, place.variable, value)
        return
    if place.home is None:
        raise Refusal(node, _lost(place))
    if place.bits is not None:
        value = _inserted(run, place, value, node)
    memory = place.home.memory
    if isinstance(memory, SharedMemory):
        _store_shared(run, memory, place, value, node)
    elif isinstance(memory, GlobalData):
        memory.written = memory.written or bool(run.mask.any())
    elif isinstance(memory, Variable):
        _store_local(run, memory, place, value, node)


def _inserted(run: Run, place: LValue, value: Value, node: s.Node) -> Value:
    """The whole unit of a bit-field with the field's bits replaced; in memory, a load first."""
    assert place.bits is not None
    assert isinstance(place.type, c.Scalar)
    first, width = place.bits
    whole = replace(place, bits=None)
    old = load(run, whole, node)
    mask = ((1 << width) - 1) << first
    data = (old.data.astype(np.int64) & ~mask) | ((value.data.astype(np.int64) << first) & mask)
    known = None if old.known is None and value.known is None else np.zeros(1, bool)
    return Value(place.type, data.astype(place.type.dtype), known, old.cause or value.cause)


def _store_local(run: Run, variable: Variable, place: LValue, value: Value, node: s.Node) -> None:
    bad = _outside(run, place, node)
    if bad is not None and (bad & run.mask).any():
        cause = place.cause or Cause(f"`{variable.name}` written outside", run.line(node))
        lost = unknown(variable.type, cause)
        variable.value = select(bad & run.mask, lost, variable.value)
    mask = run.mask if bad is None else run.mask & ~bad
    offset = place.offset if bad is None else np.where(mask, place.offset, 0)
    store_local(variable, value, offset, mask)


def assign(run: Run, variable: Variable, value: Value) -> None:
    """Replace a variable's value in the active lanes; whole where no other lane can see it."""
    mask = run.mask
    if mask is variable.mask or not (variable.mask & ~mask).any():
        variable.value = value
        return
    variable.value = select(mask, value, variable.value)


def _store_shared(
    run: Run, memory: SharedMemory, place: LValue, value: Value, node: s.Node
) -> None:
    good = touch(run, place, node, "store")
    home = place.home
    assert home is not None
    if good is not run.mask and place.known is not None:
        lost = np.broadcast_to(~place.known, (run.lanes,)) & run.mask
        if lost.any():
            memory.forget(home, place.cause or Cause("a store that was not read", run.line(node)))
    if good.any():
        addresses = np.broadcast_to(place.offset, (run.lanes,))[good]
        data, known = to_bytes(value)
        part = Value(
            value.type,
            np.broadcast_to(data, (run.lanes, data.shape[1]))[good],
            None if known is None else np.broadcast_to(known, (run.lanes, data.shape[1]))[good],
            value.cause,
        )
        clash = None if value.uniform else clash_of(addresses, part.data, part.known)
        if clash is not None:
            warn_clash(run, memory, addresses, clash, good, node, home)
        memory.store(addresses, part)
        if clash is not None:
            settle(run, memory, addresses[clash], part.data.shape[1], node, home)
    if run.doubt.any():
        memory.forget(home, run.doubt_cause or Cause("a store that may not happen", run.line(node)))


def raw(value: Value, kind: c.CType) -> Value:
    """The bytes of `value` read as `kind` of the same size."""
    data, known = to_bytes(value)
    return from_bytes(kind, data, known, value.cause)
