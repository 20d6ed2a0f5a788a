"""Which of the ten scenario cells an access belongs to."""

from __future__ import annotations

from banktrainer.engine.access import Access, Origin, an_access
from banktrainer.engine.stride import Affine, affine

CELLS = "ABCDEFGHIJ"
_BANKS = 32
_WORD = 4


def cell_of(access: Access) -> str | None:
    """The letter of the first cell that `access` matches, or None for gathers and the like.

    Order: I atomic, J wide, H one word or sub-word, G struct field, F rows of an array, and by
    word(i) = s·i + b: A |s| = 1, E b ≠ 0, B odd s, D s a multiple of 32, C other s.
    """
    if an_access(access).op == "atomic":
        return "I"
    if access.width >= 8:
        return "J"
    lanes = access.active_lanes
    if not lanes:
        return None
    addresses = access.addresses.tolist()
    if access.width < 4 or len({addresses[lane] // _WORD for lane in lanes}) == 1:
        return "H"
    if access.origin and access.origin.field is not None:
        return "G"
    if access.origin and _row_varies(access, access.origin, lanes):
        return "F"
    line = affine(access)
    return None if line is None else _line_cell(line)


def _row_varies(access: Access, origin: Origin, lanes: tuple[int, ...]) -> bool:
    pitch = origin.dims[-1] if len(origin.dims) > 1 else origin.pitch
    if not pitch:
        return False
    pitch_bytes = pitch * origin.element_bytes
    rows = {(int(access.addresses[lane]) - origin.base) // pitch_bytes for lane in lanes}
    return len(rows) > 1


def _line_cell(line: Affine) -> str:
    if abs(line.stride) == 1 and line.offset == 0:
        return "A"
    if line.offset:
        return "E"
    if line.stride % 2:
        return "B"
    return "C" if line.stride % _BANKS else "D"
