"""The hardware rules as small functions that serve and both ways of counting share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from banktrainer.engine.faults import AccessError
from banktrainer.engine.inputs import Op
from banktrainer.engine.machine import Lanes, Machine, Rule

Want = tuple[int, int]
"""A lane and a word that it wants."""


class Slot(NamedTuple):
    """What one pass hands over to a lane: log2 of its bytes, and of the bytes of all banks.

    A lane wider than a bank's word takes a slot of several banks; as its address is a multiple
    of its width, all of them queue alike and count as one.
    """

    low: int
    row: int


@lru_cache(maxsize=256)
def plan(machine: Machine, op: Op, width: int) -> tuple[Rule, Slot]:
    """The rule and the slot of an instruction; raises MachineError where there is no rule."""
    rule = machine.rule(op, width)
    unit = machine.bank_bytes if rule.requests > 1 else max(width, machine.bank_bytes)
    row = rule.banks * machine.bank_bytes
    return rule, Slot(unit.bit_length() - 1, row.bit_length() - 1)


def check_lanes(lanes: int, machine: Machine) -> None:
    """Raise AccessError unless a warp of the machine has `lanes` lanes."""
    if lanes != machine.lanes:
        raise AccessError(f"{lanes} lanes given: a warp of {machine.name} has {machine.lanes}")


def merge_phases(phases: tuple[Lanes, ...]) -> tuple[Lanes, ...]:
    """Neighbouring phases joined in pairs."""
    pairs = zip(phases[::2], phases[1::2], strict=True)
    return tuple(tuple(sorted(first + second)) for first, second in pairs)


@lru_cache(maxsize=64)
def merged_rule(rule: Rule) -> Rule:
    """The rule of a wide load whose phases have merged."""
    return replace(rule, phases=merge_phases(rule.phases), merges=False)


def pairs_agree(address_of: dict[int, int]) -> bool:
    """Whether all active lanes agree with lane^1, or all with lane^2, on the address they want."""
    return any(
        all(address_of.get(lane ^ bit, own) == own for lane, own in address_of.items())
        for bit in (1, 2)
    )


def lead_steps(wants: list[Want], banks: int) -> Iterator[list[Want]]:
    """What each step serves: the lowest waiting lane's word to all, and one lane a bank else."""
    waiting = wants
    while waiting:
        lead = waiting[0][1]
        busy = {lead % banks}
        served = [want for want in waiting if want[1] == lead]
        for want in waiting:
            if want[1] % banks not in busy:
                busy.add(want[1] % banks)
                served.append(want)
        yield served
        waiting = [want for want in waiting if want not in served]
