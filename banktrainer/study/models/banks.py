"""Beliefs about what a bank is, and which chip's banks there are."""

from __future__ import annotations

from collections import Counter

from banktrainer.engine import MACHINES, Access, Verdict
from banktrainer.study.models.model import misread, wrong
from banktrainer.study.models.pattern import hardware, pattern, plain
from banktrainer.study.models.picture import BANKS, Picture, at, believed, contiguous, documented

_LINE_BYTES = 128
_OLD_BANKS = 16


@misread(13, met=4, example=Access.strided(2))
def no_wrap(access: Access) -> Picture | None:
    """Every word has a bank to itself: only one and the same word could be fought for."""
    if not plain(access):
        return None
    machine = documented(access)
    unit = max(access.width, 4)
    slots = [address // unit for address in access.addresses.tolist()]
    rank: dict[int, int] = {}
    active = set(access.active_lanes)
    for phase in machine.rule(access.op, access.width).phases:
        wanted = sorted({slots[lane] for lane in active.intersection(phase)})
        place = {slot: number for number, slot in enumerate(wanted)}
        rank |= {lane: place.get(slots[lane], 0) for lane in phase}
    return _renamed(access, [(rank[n], slot) for n, slot in enumerate(slots)], unit)


@misread(15, met=3, example=Access.strided(1))
def bank_is_chunk(access: Access) -> Picture | None:
    """A bank is a stretch of memory: a row of the array, or 32 words in a row."""
    if not plain(access) or access.width != 4:
        return None
    chunk = _row_words(access)
    words = [address // 4 for address in access.addresses.tolist()]
    return _renamed(access, [(word // chunk % BANKS, word) for word in words], 4)


@misread(6, met=6, example=Access.strided(1, width=2))
def bytes_conflict(access: Access) -> Picture | None:
    """Two lanes on different parts of one word wait for each other."""
    if not plain(access) or access.width >= 4:
        return None
    found = access.addresses.tolist()
    return _renamed(access, [(address // 4 % BANKS, address) for address in found], 4)


@misread(3, met=9, example=Access.strided(1))
def old_chip(access: Access) -> Picture | None:
    """The rules of an older chip: 16 banks and half-warps (a wave of 64 lanes: 32 banks)."""
    if not plain(access):
        return None
    if access.lanes == MACHINES["gfx942"].lanes:
        return Picture(access, MACHINES["gfx942"])
    halves = contiguous(access.lanes, 16)
    machine = believed(access.op, access.width, access.lanes, halves, banks=_OLD_BANKS)
    return Picture(access, machine)


@wrong(14, met=2, example=Access.strided(1, 1))
def misaligned(access: Access) -> Verdict | None:
    """What counts is whether rows begin on lines of 128 bytes: if not, a line more is fetched."""
    off = _start_bytes(access) % _LINE_BYTES or _pitch_bytes(access) % _LINE_BYTES
    ideal = hardware(access).ideal
    return Verdict(ideal + 1, ideal, 2) if off else Verdict(ideal, ideal, 1)


@wrong(14, met=2, example=Access.strided(1, 1))
def lines_touched(access: Access) -> Verdict | None:
    """Every line of 128 bytes that is touched costs a cycle, as in global memory."""
    found = access.addresses.tolist()
    lines = len({found[lane] // _LINE_BYTES for lane in access.active_lanes})
    ideal = hardware(access).ideal
    return Verdict(lines, ideal, -(-lines // ideal))


def _renamed(access: Access, homes: list[tuple[int, int]], unit: int) -> Picture:
    """The picture in which each lane asks a slot for a thing: `homes` has both, one a lane.

    Different things in one slot become different words of it. `unit` is the bytes of a slot; a
    wide element's slot is as many neighbouring banks as it has words.
    """
    slots, words = BANKS * 4 // unit, unit // 4
    names: dict[tuple[int, int], int] = {}
    filled: Counter[int] = Counter()
    real: dict[int, int] = {}
    for home, address in zip(homes, access.addresses.tolist(), strict=True):
        if home not in names:
            names[home] = home[0] + slots * filled[home[0]]
            filled[home[0]] += 1
            real[names[home]] = address // 4
    moved = at(access, [names[home] * unit for home in homes])
    return Picture(moved, documented(moved), lambda word: real[word // words] + word % words)


def _row_words(access: Access) -> int:
    origin = access.origin
    if origin is None or len(origin.dims) < 2:
        return BANKS
    return max(1, origin.dims[-1] * origin.element_bytes // 4)


def _start_bytes(access: Access) -> int:
    """Where lane 0 would begin, from the start of the array."""
    seen = pattern(access)
    first = seen.lanes[0]
    element = seen.line[1] if seen.line is not None else seen.elements[first]
    return element * access.width


def _pitch_bytes(access: Access) -> int:
    origin = access.origin
    if origin is None or len(origin.dims) < 2:
        return 0
    return origin.dims[-1] * origin.element_bytes
