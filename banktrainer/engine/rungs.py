"""ladder: what each of many strides costs, counted in one call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine.counting import count
from banktrainer.engine.inputs import Op
from banktrainer.engine.machine import Machine
from banktrainer.engine.machines import machine_of


@dataclass(frozen=True, slots=True)
class Rung:
    """One stride, in elements of the access's width, with the cycles and the degree it gives."""

    stride: int
    cycles: int
    degree: int


def ladder(
    strides: Iterable[int],
    offset: int = 0,
    width: int = 4,
    op: Op = "load",
    machine: str | Machine = "nvidia",
) -> tuple[Rung, ...]:
    """Each stride as a full warp of element(i) = stride·i + offset meets it.

    Raises AccessError for a negative address, MachineError where the machine has no such rule.
    """
    chip = machine_of(machine)
    rule = chip.rule(op, width)
    wanted = list(strides)
    if not wanted:
        return ()
    walks = np.outer(np.asarray(wanted, np.int64), np.arange(chip.lanes)) * width + offset * width
    groups = [np.ones(chip.lanes, np.bool_), *(_only(lanes, chip.lanes) for lanes in rule.phases)]
    # Each phase alone has one degree for every request that it is issued as: its share of cycles.
    rows = np.tile(walks, (len(groups), 1))
    active = np.repeat(np.array(groups), len(wanted), axis=0)
    counted = np.asarray(count(rows, width, op, active, chip)).reshape(len(groups), -1)
    degrees = -(-counted[1:].max(axis=0) // rule.requests)
    return tuple(
        Rung(stride, int(cycles), int(degree))
        for stride, cycles, degree in zip(wanted, counted[0], degrees, strict=True)
    )


def _only(lanes: Iterable[int], of: int) -> NDArray[np.bool_]:
    on = np.zeros(of, np.bool_)
    on[list(lanes)] = True
    return on
