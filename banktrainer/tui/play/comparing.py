"""Compared: one access of a draft on every machine. Blocks; runs in a thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.play.reading import Found, read

if TYPE_CHECKING:
    from banktrainer.engine import Comparison, Machine


@dataclass(frozen=True, slots=True)
class Compared:
    """A machine with what the access costs there.

    `found` is None where the machine can't serve it, and `refused` says why if that is known;
    `comparison` is None where the machine's warp has another number of lanes.
    """

    machine: Machine
    found: Found | None
    comparison: Comparison | None = None
    refused: str = ""


def compared(draft: Draft, picked: int) -> tuple[Found, tuple[Compared, ...]] | None:
    """The picked access of `draft` on its own machine, and on every machine; None without one."""
    from banktrainer.engine import MACHINES

    reading = read(draft)
    if not reading.found:
        return None
    base = reading.found[max(0, min(picked, len(reading.found) - 1))]
    return base, tuple(_compared(draft, base, chip) for chip in MACHINES.values())


def _compared(draft: Draft, base: Found, chip: Machine) -> Compared:
    from banktrainer.engine import compare

    reading = read(replace(draft, machine=chip.name))
    found = next((one for one in reading.found if _mark(one) == _mark(base)), None)
    refused = "" if found or not reading.faults else reading.faults[0].message
    if found is None or found.access.lanes != base.access.lanes:
        return Compared(chip, found, None, refused)
    (comparison,) = compare(found.access, [chip], base.trace.machine)
    return Compared(chip, found, comparison)


def _mark(found: Found) -> tuple[object, ...]:
    """What makes it the same source access."""
    return found.row.mark, found.trace.kernel
