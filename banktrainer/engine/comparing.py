"""compare: one access on several machines, where they differ and which rule makes it so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from banktrainer.engine.access import Access, an_access
from banktrainer.engine.inputs import listed
from banktrainer.engine.machine import Lanes, Machine, MachineError
from banktrainer.engine.machines import MACHINES, machine_of
from banktrainer.engine.rules import check_lanes
from banktrainer.engine.serving import serve
from banktrainer.engine.timeline import Verdict

_Part = int | str | tuple[Lanes, ...]


class Aspect(StrEnum):
    """A part of a machine's rule for one instruction."""

    BANKS = "banks"
    BANK_BYTES = "bank_bytes"
    PHASES = "phases"
    SHARING = "sharing"
    REQUESTS = "requests"
    MERGES = "merges"


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of the rules in which two machines differ, as each has it.

    Numbers of banks, bytes, phases or requests; the name of what lanes share; whether phases merge.
    `decides`: taking over this part alone changes the first machine's figures for the access.
    """

    aspect: Aspect
    base: int | str
    other: int | str
    decides: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """One machine's figures for an access, and why they differ from the base machine's.

    `verdict` is None where the machine has no rule for the instruction: `refused` says why.
    `differences` is empty where the figures agree.
    """

    machine: str
    verdict: Verdict | None
    refused: str | None = None
    differences: tuple[Difference, ...] = ()


def compare(
    access: Access,
    machines: Iterable[str | Machine] | None = None,
    base: str | Machine | None = None,
) -> tuple[Comparison, ...]:
    """`access` on each of `machines`; by default all presets whose warps have as many lanes.

    `base` is what they are compared with, by default the first. Raises AccessError where a
    machine's warp has another number of lanes, MachineError where the base has no rule.
    """
    chosen = _alike(an_access(access)) if machines is None else _named(machines)
    if not chosen:
        return ()
    first = machine_of(base) if base is not None else chosen[0]
    expected = serve(access, first).verdict
    return tuple(_comparison(access, first, expected, chip) for chip in chosen)


def _named(machines: Iterable[str | Machine]) -> list[Machine]:
    return [machine_of(one) for one in listed(machines, "a list of machines or their names")]


def _alike(access: Access) -> list[Machine]:
    return [chip for chip in MACHINES.values() if chip.lanes == access.lanes]


def _comparison(access: Access, base: Machine, expected: Verdict, chip: Machine) -> Comparison:
    check_lanes(access.lanes, chip)
    try:
        verdict = serve(access, chip).verdict
    except MachineError as refusal:
        return Comparison(chip.name, None, str(refusal))
    if verdict == expected:
        return Comparison(chip.name, verdict)
    return Comparison(chip.name, verdict, None, _differences(access, base, expected, chip))


def _differences(
    access: Access, base: Machine, expected: Verdict, chip: Machine
) -> tuple[Difference, ...]:
    found = []
    for aspect in Aspect:
        ours, theirs = (_part(aspect, one, access) for one in (base, chip))
        if ours != theirs:
            mixed = serve(access, _mixed(aspect, access, base, chip)).verdict
            found.append(Difference(aspect, _shown(ours), _shown(theirs), mixed != expected))
    return tuple(found)


def _part(aspect: Aspect, chip: Machine, access: Access) -> _Part:
    if aspect is Aspect.BANK_BYTES:
        return chip.bank_bytes
    part: _Part = getattr(chip.rule(access.op, access.width), aspect.value)
    return part


def _shown(part: _Part) -> int | str:
    return len(part) if isinstance(part, tuple) else part


def _mixed(aspect: Aspect, access: Access, base: Machine, chip: Machine) -> Machine:
    """The base machine with this one part of the other's rule for the access.

    What the base's other parts can't be together with it gives way: requests are one a word, and
    an odd number of phases doesn't merge.
    """
    rule = base.rule(access.op, access.width)
    part = _part(aspect, chip, access)
    word = base.bank_bytes
    if aspect is Aspect.BANK_BYTES:
        word = chip.bank_bytes
    else:
        rule = replace(rule, **{aspect.value: part})  # type: ignore[arg-type]
    requests = 1 if rule.requests == 1 else max(1, access.width // word)
    rule = replace(rule, requests=requests, merges=rule.merges and len(rule.phases) % 2 == 0)
    return replace(base, bank_bytes=word, rules={(access.op, access.width): rule})
