"""Accesses that a machine has no rule for: read, but not to be counted there."""

from __future__ import annotations

from collections.abc import Sequence

from banktrainer.cuda.model import TracedAccess, Unread
from banktrainer.engine.machine import Machine, MachineError


def by_rule(
    accesses: Sequence[TracedAccess], chip: Machine
) -> tuple[tuple[TracedAccess, ...], tuple[Unread, ...]]:
    """The accesses that `chip` has rules for, and the others as not read, with the reason."""
    ruled, refused = [], []
    for access in accesses:
        try:
            chip.rule(access.op, access.width)
        except MachineError as why:
            refused.append(Unread(access.line, access.column, access.text, str(why)))
        else:
            ruled.append(access)
    return tuple(ruled), tuple(refused)
