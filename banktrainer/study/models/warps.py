"""Beliefs about what a warp is, what it shares, and how it is counted."""

from __future__ import annotations

from banktrainer.engine import MACHINES, Access, Verdict
from banktrainer.study.models.model import misread, wrong
from banktrainer.study.models.pattern import hardware, pattern, plain
from banktrainer.study.models.picture import Picture, at, believed, contiguous, documented, only

_HALO = Access([4 * (i // 16 * 18 + i % 16) for i in range(32)])  # type: ignore[arg-type]
_WAVE = Access([i % 16 * 64 + i // 16 * 16 for i in range(64)], 16)  # type: ignore[arg-type]


@misread(4, met=8, example=_HALO)
def one_row_warp(access: Access) -> Picture | None:
    """A warp is one row of the block: what its first row does, all 32 lanes go on doing."""
    seen = pattern(access)
    if seen.run is None or seen.step is None:
        return None
    first = seen.elements[0]
    row = [(first + seen.step * lane) * access.width for lane in range(access.lanes)]
    moved = at(access, row)
    return Picture(moved, documented(moved))


@misread(4, met=1, example=_HALO)
def rows_in_turn(access: Access) -> Picture | None:
    """Each row of the block is served on its own, one after another."""
    run = pattern(access).run
    if run is None or not plain(access):
        return None
    rows = contiguous(access.lanes, run)
    return Picture(access, believed(access.op, access.width, access.lanes, rows))


@misread(12, met=3, example=_WAVE)
def nvidia_phases(access: Access) -> Picture | None:
    """A wave of 64 lanes is served in neighbouring lanes, as NVIDIA's warps are."""
    if access.lanes != MACHINES["gfx942"].lanes:
        return None
    return Picture(access, documented(access))


@misread(12, met=3, example=Access.strided(1, width=16, lanes=64))
def nvidia_warp(access: Access) -> Picture | None:
    """A wave costs what an NVIDIA warp of its first 32 lanes costs."""
    if access.lanes != MACHINES["gfx942"].lanes:
        return None
    half = only(access, range(32))
    return Picture(half, documented(half))


@wrong(16, met=3, example=Access.strided(1))
def other_warps(access: Access) -> Verdict | None:
    """Another warp's lanes want the same banks, so that everything takes twice as long."""
    true = hardware(access)
    return Verdict(2 * true.cycles, true.ideal, 2 * true.degree)


@wrong(17, met=3, example=Access.strided(4))
def replays(access: Access) -> Verdict | None:
    """N ways are N − 1 replays, and the replays are the cycles."""
    true = hardware(access)
    if true.degree < 2:
        return None
    return Verdict(true.excess, true.ideal, true.degree - 1)


@wrong(17, met=2, example=Access.strided(4))
def all_is_excess(access: Access) -> Verdict | None:
    """Every cycle is a conflict: what a profiler counts as excess is the total."""
    true = hardware(access)
    return Verdict(true.cycles, 0, true.degree) if plain(access) else None
