"""What an access is made of, and whether each lane of it is sound; recording what is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.run import LValue, Refusal, Run
from banktrainer.cuda.values import Home, Lanes, Mask

if TYPE_CHECKING:
    from banktrainer.engine.inputs import Op


_MOST_PIECES = 4096
_GUESS = "256 threads"
_UINT, _FAR = 1 << 32, 1 << 20


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
    high = int(offsets[wrong].max())
    text = (
        f"out of bounds: lane {lane % run.width} of warp {lane // run.width} accesses byte {first}"
        f" of `{home.name}`, which has {home.size} bytes"
    )
    unsigned = _negative(home, first)
    if unsigned is not None:
        return f"{text}: its index is {unsigned}"
    if run.block_guessed:
        return f"{text}: the block of {_GUESS} is a guess, give the kernel's own with `--block`"
    needed = high + place.type.size - home.base
    if home.dynamic:
        return f"{text}: give at least `--shared {needed}`"
    kind = home.type
    if isinstance(kind, c.Array) and kind.element.size:
        rows = -(-needed // kind.element.size)
        inner = "".join(f"[{n}]" for n in kind.dims()[1:])
        return f"{text}: `{home.name}[{rows}]{inner}` would do"
    return f"{text}: {needed} bytes would do"


def _negative(home: Home, first: int) -> str | None:
    """The index of a byte before the array, also where it wrapped round as an unsigned int."""
    kind = home.type.innermost() if isinstance(home.type, c.Array) else home.type
    index = first // max(kind.size, 1)
    wrapped = index - _UINT
    if -_FAR < wrapped < 0:
        return f"{wrapped}, which as an unsigned int is {index}"
    return str(index) if index < 0 else None


def _crooked_message(run: Run, place: LValue, wrong: Mask, width: int) -> str:
    lane = int(np.flatnonzero(wrong)[0])
    address = int(np.broadcast_to(place.offset, (run.lanes,))[lane])
    name = place.home.name if place.home is not None else "shared memory"
    return (
        f"misaligned: lane {lane % run.width} of warp {lane // run.width} accesses {width} bytes at"
        f" byte {address} of shared memory (in `{name}`), which is not a multiple of {width}"
    )
