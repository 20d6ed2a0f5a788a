"""Pictures: an access served by rules of somebody's own making."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from banktrainer.engine import (
    MACHINES,
    Access,
    Machine,
    Op,
    Rule,
    Sharing,
    Sureness,
    Timeline,
    serve,
)

BANKS = 32
WORD_BYTES = 4
_ROW_BYTES = BANKS * WORD_BYTES
BELIEVED = "believed"
"""The name of a machine that somebody only believes in."""

Lanes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What a believer sees in an access's place: other addresses, or a machine of other rules.

    `word_of` gives back the real word where addresses were renamed to put words into the banks
    that the believer puts them in.
    """

    access: Access
    machine: Machine
    word_of: Callable[[int], int] | None = None

    def timeline(self) -> Timeline:
        """The picture served cycle by cycle, in the words of the real access."""
        seen = serve(self.access, self.machine)
        name_of = self.word_of
        if name_of is None:
            return seen
        phases = tuple(
            replace(
                phase,
                cycles=tuple(
                    replace(
                        cycle,
                        served=tuple(replace(one, word=name_of(one.word)) for one in cycle.served),
                    )
                    for cycle in phase.cycles
                ),
            )
            for phase in seen.phases
        )
        return replace(seen, phases=phases)


def contiguous(lanes: int, size: int) -> tuple[Lanes, ...]:
    """The lanes of a warp in groups of `size` neighbours (one group where it is larger)."""
    step = min(lanes, size)
    return tuple(tuple(range(first, first + step)) for first in range(0, lanes, step))


@lru_cache(maxsize=256)
def believed(
    op: Op,
    width: int,
    lanes: int,
    phases: tuple[Lanes, ...],
    sharing: Sharing = Sharing.WORD,
    banks: int = BANKS,
) -> Machine:
    """A machine with this one rule, on banks of 4 bytes."""
    rule = Rule(phases, banks, Sureness.LOW, (), sharing)
    return Machine(BELIEVED, lanes, banks, WORD_BYTES, {(op, width): rule}, Sureness.LOW, ())


def documented(access: Access) -> Machine:
    """The documented NVIDIA rules for a warp of the access's lanes, 64 lanes in their order."""
    if access.lanes == MACHINES["nvidia"].lanes:
        return MACHINES["nvidia"]
    size = _ROW_BYTES // max(access.width, WORD_BYTES)
    phases = contiguous(access.lanes, size)
    sharing = Sharing.NONE if access.op == "atomic" else Sharing.WORD
    return believed(access.op, access.width, access.lanes, phases, sharing)


def at(access: Access, addresses: list[int], width: int | None = None) -> Access:
    """The access at other byte addresses, moved up by whole rows of banks where some are negative.

    Where the addresses are new there is no telling where in the array they lie.
    """
    low = min(addresses)
    up = -(low // _ROW_BYTES) * _ROW_BYTES if low < 0 else 0
    moved = np.asarray(addresses, np.int64) + up
    return replace(access, addresses=moved, width=width or access.width, origin=None)


def only(access: Access, lanes: range) -> Access:
    """The access of those lanes alone that are in `lanes` and active."""
    on = np.zeros(access.lanes, np.bool_)
    on[list(set(lanes).intersection(access.active_lanes))] = True
    return replace(access, active=on)
