"""affine: whether an access walks at one stride, and at which."""

from __future__ import annotations

from dataclasses import dataclass

from banktrainer.engine.access import Access


@dataclass(frozen=True, slots=True)
class Affine:
    """element(i) = stride·i + offset for every active lane i, in elements of the access's width.

    The offset counts from the array's first element where the access has an origin.
    """

    stride: int
    offset: int


def affine(access: Access) -> Affine | None:
    """The stride and offset of `access`, or None where its active lanes lie on no such line.

    A single active lane has stride 0; no active lane has none.
    """
    lanes = access.active_lanes
    if not lanes:
        return None
    first = lanes[0]
    elements = _elements(access)
    if len(lanes) == 1:
        return Affine(0, elements[first])
    stride, rest = divmod(elements[lanes[1]] - elements[first], lanes[1] - first)
    offset = elements[first] - stride * first
    if rest or any(elements[lane] != stride * lane + offset for lane in lanes):
        return None
    return Affine(stride, offset)


def _elements(access: Access) -> list[int]:
    """The element that each lane's address names, from the array's start where that is known."""
    base = access.origin.base if access.origin else 0
    return [
        (address - (base if base % access.width == 0 else 0)) // access.width
        for address in access.addresses.tolist()
    ]
