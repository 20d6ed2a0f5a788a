"""Beliefs about elements that are wider than a bank's word."""

from __future__ import annotations

from banktrainer.engine import Access, Verdict
from banktrainer.study.models.model import misread, wrong
from banktrainer.study.models.pattern import hardware, pattern, plain
from banktrainer.study.models.picture import Picture, at, believed, contiguous, only

_FLOAT4 = Access.strided(1, width=16)


@misread(1, met=12, example=_FLOAT4)
def whole_warp(access: Access) -> Picture | None:
    """All lanes of a wide access are judged at once, as if it had one phase."""
    if not _wide(access):
        return None
    every = contiguous(access.lanes, access.lanes)
    return Picture(access, believed(access.op, access.width, access.lanes, every))


@wrong(1, met=4, example=Access.strided(1, width=8))
def word_by_word(access: Access) -> Verdict | None:
    """An element of n words costs n times what the access costs already."""
    if not _wide(access):
        return None
    true, words = hardware(access), access.width // 4
    return Verdict(true.cycles * words, true.ideal, true.degree * words)


@wrong(17, met=1, example=_FLOAT4)
def ideal_is_one(access: Access) -> Verdict | None:
    """One cycle is always the ideal, so that every further cycle is a conflict."""
    true = hardware(access)
    return Verdict(true.cycles, 1, true.cycles) if _wide(access) and true.ideal > 1 else None


@misread(24, example=Access.strided(8, width=16))
def one_phase(access: Access) -> Picture | None:
    """A wide access costs what its first phase costs."""
    size = 128 // max(access.width, 4)
    if not _wide(access) or len({lane // size for lane in access.active_lanes}) < 2:
        return None
    first = access.active_lanes[0] // size * size
    alone = only(access, range(first, first + size))
    phases = contiguous(access.lanes, size)
    return Picture(alone, believed(access.op, access.width, access.lanes, phases))


@misread(22, example=Access.strided(1, width=8))
def element_index(access: Access) -> Picture | None:
    """The index of an element is taken for a word, whatever the size of the elements."""
    indices = _indices(access)
    if indices is None or not plain(access):
        return None
    moved = at(access, [index * 4 for index in indices], 4)
    every = contiguous(access.lanes, access.lanes)
    return Picture(moved, believed(access.op, 4, access.lanes, every))


@wrong(20, met=2, example=Access([8 * ((i >> 1) + 16 * (i & 1)) for i in range(32)], 8))  # type: ignore[arg-type]
def permutation_free(access: Access) -> Verdict | None:
    """Lanes that want one run of slots, each its own, never conflict."""
    seen = pattern(access)
    low = min(seen.elements)
    run = range(low, low + access.lanes)
    if not (_wide(access) and seen.full and sorted(seen.elements) == list(run)):
        return None
    ideal = hardware(access).ideal
    return Verdict(ideal, ideal, 1)


def _indices(access: Access) -> list[int] | None:
    """The element that each lane indexes; None where elements are words (or nobody knows)."""
    origin = access.origin
    if origin is not None and origin.field is not None:
        each = origin.element_bytes
        return [(a - origin.base) // each for a in access.addresses.tolist()] if each != 4 else None
    return list(pattern(access).elements) if access.width != 4 else None


def _wide(access: Access) -> bool:
    return plain(access) and access.width >= 8
