"""Folklore of strides and offsets."""

from __future__ import annotations

from math import gcd

from banktrainer.engine import Access, Verdict
from banktrainer.study.models.model import wrong
from banktrainer.study.models.pattern import hardware, pattern

_BANKS = 32


@wrong(7, met=6, example=Access.strided(3))
def ways_stride(access: Access) -> Verdict | None:
    """The stride is the number of ways."""
    step = pattern(access).step
    return _ways(access, abs(step)) if step else None


@wrong(7, met=2, example=Access.strided(24))
def ways_32_over_gcd(access: Access) -> Verdict | None:
    """32 / gcd(stride, 32), the number of banks in use, is the number of ways."""
    stride = _stride(access)
    return _ways(access, _BANKS // gcd(stride, _BANKS)) if stride else None


@wrong(7, met=2, example=Access.strided(3))
def odd_conflicts(access: Access) -> Verdict | None:
    """Odd strides beyond 1 conflict, even strides don't."""
    stride = _stride(access)
    if not stride:
        return None
    return _ways(access, min(stride, _BANKS) if stride % 2 else 1)


@wrong(7, met=1, example=Access.strided(2))
def only_32_conflicts(access: Access) -> Verdict | None:
    """Only a stride of a multiple of 32 words conflicts, and then all lanes do."""
    stride = _stride(access)
    if not stride or access.width < 4:
        return None
    true = hardware(access)
    if stride * (access.width // 4) % _BANKS:
        return Verdict(true.ideal, true.ideal, 1)
    lanes = len(access.active_lanes)
    return Verdict(lanes, true.ideal, -(-lanes // true.ideal))


@wrong(21, example=Access.strided(6, 5))
def offset_cures(access: Access) -> Verdict | None:
    """An offset moves the lanes off the banks in which they would meet."""
    line = pattern(access).line
    if line is None or not line[0] or not line[1]:
        return None
    ideal = hardware(access).ideal
    return Verdict(ideal, ideal, 1)


@wrong(21, example=Access.strided(6, 5))
def offset_adds(access: Access) -> Verdict | None:
    """An offset costs one more cycle, and makes one more way."""
    line = pattern(access).line
    if line is None or not line[0] or not line[1]:
        return None
    true = hardware(access)
    return Verdict(true.cycles + 1, true.ideal, true.degree + 1)


def _stride(access: Access) -> int | None:
    """The size of the stride of an access on a line."""
    line = pattern(access).line
    return abs(line[0]) if line is not None else None


def _ways(access: Access, ways: int) -> Verdict:
    return Verdict(ways, hardware(access).ideal, ways)
