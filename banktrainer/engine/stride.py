"""Strides: whether an access walks at one, and the closed form for its degree."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import gcd

from banktrainer.engine.access import Access, an_access
from banktrainer.engine.faults import EngineError
from banktrainer.engine.inputs import whole
from banktrainer.engine.machine import Machine, Rule, Sharing
from banktrainer.engine.machines import machine_of
from banktrainer.engine.rules import check_lanes


class Unfit(StrEnum):
    """Why the closed form may not be used."""

    WIDTH = "width"
    """The elements are no 4-byte words."""
    LANES = "lanes"
    """Some lanes are inactive."""
    LINE = "line"
    """The words are no line s·i + b."""
    ZERO = "zero"
    """All lanes want one word."""
    MACHINE = "machine"
    """The phases are not runs of as many lanes as there are banks, or two words share a pass."""


class ClosedFormError(EngineError):
    """The closed form gcd(|stride|, banks) does not hold here: count instead."""

    def __init__(self, unfit: Unfit) -> None:
        super().__init__(f"gcd(stride, banks) does not give this degree: {unfit.value}")
        self.unfit = unfit

    def __reduce__(self) -> tuple[type[ClosedFormError], tuple[Unfit]]:
        return ClosedFormError, (self.unfit,)


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
    lanes = an_access(access).active_lanes
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


def closed_form(access: Access, machine: str | Machine = "nvidia") -> int:
    """The degree by gcd(|stride|, banks), as the textbooks have it.

    Raises ClosedFormError, with the reason, wherever that formula does not hold.
    """
    access, chip = an_access(access), machine_of(machine)
    check_lanes(access.lanes, chip)
    if access.width != 4:
        raise ClosedFormError(Unfit.WIDTH)
    if len(access.active_lanes) != access.lanes:
        raise ClosedFormError(Unfit.LANES)
    line = affine(access)
    if line is None:
        raise ClosedFormError(Unfit.LINE)
    rule = chip.rule(access.op, access.width)
    if chip.bank_bytes != 4 or not _runs_as_long_as_the_banks(rule):
        raise ClosedFormError(Unfit.MACHINE)
    return stride_degree(line.stride, rule.banks)


def stride_degree(stride: int, banks: int = 32) -> int:
    """gcd(|stride|, banks): the degree of a full warp of 4-byte words at a stride that is not 0."""
    whole(stride, "stride")
    whole(banks, "banks", 1)
    if stride == 0:
        raise ClosedFormError(Unfit.ZERO)
    return gcd(stride, banks)


def _runs_as_long_as_the_banks(rule: Rule) -> bool:
    return rule.sharing is not Sharing.PAIR and all(
        len(phase) == rule.banks == phase[-1] - phase[0] + 1 for phase in rule.phases
    )


def _elements(access: Access) -> list[int]:
    """The element that each lane's address names, from the array's start where that is known."""
    base = access.origin.base if access.origin else 0
    return [
        (address - (base if base % access.width == 0 else 0)) // access.width
        for address in access.addresses.tolist()
    ]
