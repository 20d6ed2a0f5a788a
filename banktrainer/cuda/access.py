"""Loads, stores and atomics on places: bounds, alignment, recording, and the values themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.convert import coerce
from banktrainer.cuda.memory import (
    GlobalData,
    Home,
    SharedMemory,
    Variable,
    load_local,
    store_local,
)
from banktrainer.cuda.run import LValue, Refusal, Run
from banktrainer.cuda.values import Cause, Lanes, Mask, Value, from_bytes, select, to_bytes, unknown

if TYPE_CHECKING:
    from banktrainer.engine.access import Op

_MOST_PIECES = 4096


def pieces(kind: c.CType, node: s.Node, at: int = 0) -> list[tuple[int, int]]:
    """The accesses (offset, width) in which a value of `kind` moves: a vector in one where its
    alignment allows, a struct member by member."""
    found: list[tuple[int, int]] = []
    if isinstance(kind, c.Record) and kind.vector:
        found = [(at + i, kind.align) for i in range(0, kind.size, kind.align)]
    elif isinstance(kind, c.Record):
        found = _record_pieces(kind, node, at)
    elif isinstance(kind, c.Array):
        step = max(kind.element.size, 1)
        if kind.size // step > _MOST_PIECES:
            raise Refusal(node, f"a copy of {kind.size} bytes in one statement is not read")
        for i in range(kind.count or 0):
            found += pieces(kind.element, node, at + i * step)
    elif kind.size in (1, 2, 4, 8, 16):
        found = [(at, kind.size)]
    else:
        raise Refusal(node, f"the width of a {kind.name} is not known")
    return found


def _record_pieces(kind: c.Record, node: s.Node, at: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    if _is_union(kind):
        widest = max(kind.fields, key=lambda f: f.type.size)
        if widest.type.size != kind.size:
            raise Refusal(node, "copying this union by value is not read: name a member")
        return pieces(widest.type, node, at)
    for member in kind.fields:
        piece = pieces(member.type, node, at + member.offset)
        found += [p for p in piece if p not in found] if member.bits else piece
    return found


def _is_union(kind: c.Record) -> bool:
    starts = [f.offset for f in kind.fields if f.bits is None]
    return len(starts) > 1 and len(set(starts)) == 1


def load(run: Run, place: LValue, node: s.Node) -> Value:
    """The value at `place` for the active lanes; an array gives a pointer to its first element."""
    if isinstance(place.type, c.Array):
        return _decay(place)
    if place.variable is not None:
        return place.variable.value
    if place.home is None:
        raise Refusal(node, _lost(place))
    memory = place.home.memory
    if isinstance(memory, SharedMemory):
        return _extract(_load_shared(run, memory, place, node), place)
    if isinstance(memory, GlobalData):
        return _load_global(memory, place)
    bad = _outside(run, place, node)
    safe = np.where(bad, 0, place.offset) if bad is not None else place.offset
    value = load_local(memory, place.type, safe, run.lanes)
    if bad is not None:
        cause = place.cause or Cause(f"`{place.home.name}` outside its bounds", run.line(node))
        value = select(np.broadcast_to(~bad, (run.lanes,)), value, unknown(place.type, cause))
    return _extract(value, place)


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
    if memory.given is None or memory.written or not isinstance(place.type, (c.Scalar, c.Opaque)):
        return unknown(place.type, memory.cause)
    step = max(place.type.size, 1)
    found = memory.given(place.offset // step)
    if place.known is not None:
        known = place.known if found.known is None else found.known & place.known
        found = Value(found.type, found.data, known, place.cause or found.cause)
    return found if isinstance(place.type, c.Opaque) else coerce(found, place.type)


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


def touch(run: Run, place: LValue, node: s.Node, op: Op) -> Mask:
    """Check and record the accesses of `op` at a shared place.

    Gives the active lanes whose address is known and sound; the others are reported. A warp in
    which any lane is at fault, or may or may not be active, is not recorded.
    """
    home = place.home
    assert home is not None
    parts = pieces(place.type, node)
    bad = _faults(run, place, parts, node)
    good = run.mask if bad is None else run.mask & ~bad
    whole = good
    if bad is not None or run.doubt.any():
        spoilt = run.doubt if bad is None else run.doubt | (bad & run.mask)
        warps = spoilt.reshape(-1, run.width).any(axis=1)
        whole = run.mask & ~np.repeat(warps, run.width)
        if (run.mask & run.doubt_warps()).any():
            run.unread(node, run.doubt_message())
    if whole.any():
        for at, width in parts:
            run.recorder.record(run, node, op, width, place.offset + at, whole, place)
    return good


def _faults(run: Run, place: LValue, parts: list[tuple[int, int]], node: s.Node) -> Mask | None:
    home = place.home
    assert home is not None
    offset = place.offset
    lost = None
    if place.known is not None:
        lost = np.broadcast_to(~place.known, (run.lanes,)) & run.mask
        if lost.any():
            run.unread(node, unknown_address(place))
        else:
            lost = None
    first, last = home.base, home.base + home.size
    outside = (offset < first) | (offset + place.type.size > last)
    wrong = _faulty(run, outside, lost)
    if wrong is not None:
        run.unread(node, _outside_message(run, place, wrong))
    width = max(width for _, width in parts) if parts else 1
    crooked = _faulty(run, offset % width != 0, lost)
    if crooked is not None:
        run.unread(node, _crooked_message(run, place, crooked, width))
    found = [m for m in (lost, wrong, crooked) if m is not None]
    return np.logical_or.reduce(found) if found else None


def _faulty(run: Run, where: Lanes, lost: Mask | None) -> Mask | None:
    if not where.any():
        return None
    wide = np.broadcast_to(where, (run.lanes,)) & run.mask
    if lost is not None:
        wide = wide & ~lost
    return wide if wide.any() else None


def unknown_address(place: LValue) -> str:
    """Why the address of `place` is not known, and the option that would give it."""
    name = place.home.name if place.home is not None else "this"
    if place.cause is None:
        return f"the index of `{name}` is not known"
    return f"the index of `{name}` depends on {place.cause}{place.cause.hint()}"


def _outside_message(run: Run, place: LValue, wrong: Mask) -> str:
    home = place.home
    assert home is not None
    offsets = np.broadcast_to(place.offset, (run.lanes,))
    lane = int(np.flatnonzero(wrong)[0])
    first = int(offsets[lane]) - home.base
    low, high = int(offsets[wrong].min()), int(offsets[wrong].max())
    text = (
        f"out of bounds: lane {lane % run.width} of warp {lane // run.width} accesses byte {first}"
        f" of `{home.name}`, which has {home.size} bytes"
    )
    if low < home.base:
        return f"{text}: the index is negative"
    needed = high + place.type.size - home.base
    if home.dynamic:
        return f"{text}: give at least `--shared {needed}`"
    kind = home.type
    if isinstance(kind, c.Array) and kind.element.size:
        rows = -(-needed // kind.element.size)
        inner = "".join(f"[{n}]" for n in kind.dims()[1:])
        return f"{text}: `{home.name}[{rows}]{inner}` would do"
    return f"{text}: {needed} bytes would do"


def _crooked_message(run: Run, place: LValue, wrong: Mask, width: int) -> str:
    lane = int(np.flatnonzero(wrong)[0])
    address = int(np.broadcast_to(place.offset, (run.lanes,))[lane])
    name = place.home.name if place.home is not None else "shared memory"
    return (
        f"misaligned: lane {lane % run.width} of warp {lane // run.width} accesses {width} bytes at"
        f" byte {address} of shared memory (in `{name}`), which is not a multiple of {width}"
    )


def store(run: Run, place: LValue, value: Value, node: s.Node) -> None:
    """Write `value`, converted to the place's type, for the active lanes."""
    try:
        value = coerce(value, place.type)
    except ValueError as error:
        raise Refusal(node, str(error)) from None
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
        memory.written = True
    else:
        _store_local(run, memory, place, value, node)


def _inserted(run: Run, place: LValue, value: Value, node: s.Node) -> Value:
    """The whole unit of a bit-field with the field's bits replaced; in memory, a load first."""
    assert place.bits is not None
    assert isinstance(place.type, c.Scalar)
    first, width = place.bits
    whole = LValue(place.type, place.home, place.offset, place.known, place.cause)
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
        clash = _clash(addresses, part.data, part.known)
        if clash is not None:
            _warn_clash(run, memory, addresses, clash, good, node, home)
        memory.store(addresses, part)
        if clash is not None:
            _settle(run, memory, addresses[clash], part.data.shape[1], node, home)
    if run.doubt.any():
        memory.forget(home, run.doubt_cause or Cause("a store that may not happen", run.line(node)))


def _clash(addresses: Lanes, data: Lanes, known: Mask | None) -> Mask | None:
    """Lanes (of those storing) whose address another lane gives a different value."""
    if len(addresses) < 2:
        return None
    order = np.argsort(addresses, kind="stable")
    where = addresses[order]
    same = where[1:] == where[:-1]
    if not same.any():
        return None
    rows = data[order]
    differs = same & (rows[1:] != rows[:-1]).any(axis=1)
    if known is not None:
        sure = known.all(axis=1)[order]
        differs |= same & ~(sure[1:] & sure[:-1])
    if not differs.any():
        return None
    groups = np.concatenate([[0], np.cumsum(~same)])
    mixed = np.unique(groups[1:][differs])
    found = np.zeros(len(addresses), bool)
    found[order] = np.isin(groups, mixed)
    return found


def _warn_clash(
    run: Run,
    memory: SharedMemory,
    addresses: Lanes,
    clash: Mask,
    good: Mask,
    node: s.Node,
    home: Home,
) -> None:
    lanes = np.flatnonzero(good)[clash]
    where = addresses[clash]
    first = int(where[0])
    pair = lanes[where == first][:2]
    a, b = int(pair[0]), int(pair[1])
    names = [f"lane {t % run.width} of warp {t // run.width}" for t in (a, b)]
    run.warn(
        node,
        f"a race: {names[0]} and {names[1]} store to one address, byte {first - home.base} of"
        f" `{home.name}`; if their values differ, which one stays is not defined",
    )


def _settle(
    run: Run, memory: SharedMemory, addresses: Lanes, size: int, node: s.Node, home: Home
) -> None:
    """What a race leaves behind is unknown."""
    cause = Cause(f"a race on `{home.name}`", run.line(node))
    memory.why[addresses[:, None] + np.arange(size)] = memory.reason(cause)


def raw(value: Value, kind: c.CType) -> Value:
    """The bytes of `value` read as `kind` of the same size."""
    data, known = to_bytes(value)
    return from_bytes(kind, data, known, value.cause)
