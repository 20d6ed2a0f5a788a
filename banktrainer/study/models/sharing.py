"""Beliefs about broadcast, atomics and lanes that take no part."""

from __future__ import annotations

from dataclasses import replace

from banktrainer.engine import Access, Sharing, Verdict
from banktrainer.study.models.model import misread, wrong
from banktrainer.study.models.pattern import one_word, pattern, plain
from banktrainer.study.models.picture import Picture, at, believed, documented

_SHARED = Access([4 * (i % 8) for i in range(32)])  # type: ignore[arg-type]
_ONE_BIN = Access.strided(0, op="atomic")


@misread(8, met=6, example=_SHARED)
def no_broadcast(access: Access) -> Picture | None:
    """Lanes that want one and the same word wait for each other."""
    return _lane_by_lane(access) if plain(access) else None


@misread(8, met=3, example=_SHARED)
def broadcast_all_or_none(access: Access) -> Picture | None:
    """A word is broadcast only where all lanes of the warp want it."""
    if not plain(access):
        return None
    return Picture(access, documented(access)) if one_word(access) else _lane_by_lane(access)


@misread(18, met=3, example=Access.strided(2, active=[i < 8 for i in range(32)]))
def guard_ignored(access: Access) -> Picture | None:
    """Lanes that a guard keeps out are counted as well."""
    seen = pattern(access)
    if seen.full or seen.line is None:
        return None
    stride, offset = seen.line
    everyone = [(stride * lane + offset) * access.width for lane in range(access.lanes)]
    moved = replace(at(access, everyone), active=None)
    return Picture(moved, documented(moved))


@misread(19, met=2, example=_ONE_BIN)
def atomics_broadcast(access: Access) -> Picture | None:
    """Atomics on one address are merged, as loads of it are."""
    if access.op != "atomic":
        return None
    loads = replace(access, op="load")
    return Picture(loads, documented(loads))


@wrong(19, met=1, example=Access.strided(1, op="atomic"))
def atomics_queue(access: Access) -> Verdict | None:
    """Atomics always run one lane after another."""
    if access.op != "atomic":
        return None
    lanes = len(access.active_lanes)
    return Verdict(lanes, 1, lanes)


def _lane_by_lane(access: Access) -> Picture:
    phases = documented(access).rule(access.op, access.width).phases
    machine = believed(access.op, access.width, access.lanes, phases, Sharing.NONE)
    return Picture(access, machine)
