"""Repairs: which row lengths free every access of a tile from conflicts, by the engine's word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.cuda import TracedAccess
    from banktrainer.engine import Access
    from banktrainer.packs import SolvedFence

WIDEST_PITCH = 1024


def cures(solved: SolvedFence, pitch: int) -> bool:
    """Whether rows of `pitch` elements leave no access of the asked array in conflict.

    Rows may grow, not shrink. Raises ValueError where the array has no rows (one dimension).
    """
    if pitch < _columns(solved):
        return False
    return frees(_accesses(solved), pitch, solved.timeline.machine)


def frees(accesses: Iterable[Access], pitch: int, machine: str) -> bool:
    """Whether rows of `pitch` elements leave none of one array's accesses in conflict."""
    from banktrainer.engine import AccessError, serve

    try:
        return all(serve(_with_pitch(each, pitch), machine).degree <= 1 for each in accesses)
    except AccessError:  # rows of that length break the alignment of a wide access
        return False


def smallest_pitch(solved: SolvedFence) -> int:
    """The shortest rows that cure the array; raises ValueError where no padding does."""
    pitches = range(_columns(solved), WIDEST_PITCH + 1)
    found = next((pitch for pitch in pitches if cures(solved, pitch)), None)
    if found is None:
        raise ValueError("no row length frees this array from conflicts")
    return found


def figures(solved: SolvedFence) -> dict[str, int]:
    """The cycles, the ideal and the worst degree of all accesses to the asked array, as it is."""
    from banktrainer.engine import serve

    served = [serve(each, solved.timeline.machine) for each in _accesses(solved)]
    return {
        "cycles": sum(each.cycles for each in served),
        "ideal": sum(each.ideal for each in served),
        "degree": max(each.degree for each in served),
    }


def worst(solved: SolvedFence) -> SolvedFence:
    """The fence with the access to the asked array that conflicts cost the most, the earliest."""
    from banktrainer.engine import serve

    machine = solved.timeline.machine
    served = (
        replace(solved, traced=traced, access=each.access, timeline=serve(each.access, machine))
        for traced in _traced(solved)
        for each in traced.executions
    )
    return max(served, key=lambda each: (each.timeline.excess, each.timeline.cycles))


def _accesses(solved: SolvedFence) -> Iterator[Access]:
    for traced in _traced(solved):
        yield from (execution.access for execution in traced.executions)


def _traced(solved: SolvedFence) -> Iterator[TracedAccess]:
    """The asked array's accesses in the source."""
    return (each for each in solved.trace.accesses if each.array == solved.traced.array)


def _columns(solved: SolvedFence) -> int:
    origin = solved.access.origin
    if origin is None or len(origin.dims) < 2:
        raise ValueError("a repair needs an array with rows")
    return int(origin.dims[-1])


def _with_pitch(access: Access, pitch: int) -> Access:
    """The same elements of the same array, with its rows `pitch` elements apart."""
    origin = access.origin
    if origin is None:
        raise ValueError("an access of no known array")
    element, within = divmod(access.addresses - origin.base, origin.element_bytes)
    row, column = divmod(element, origin.dims[-1])
    moved = origin.base + (row * pitch + column) * origin.element_bytes + within
    return replace(access, addresses=moved)
