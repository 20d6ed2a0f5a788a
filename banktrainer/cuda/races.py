"""Lanes that store different values to one address."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import syntax as s
from banktrainer.cuda.memory import SharedMemory
from banktrainer.cuda.run import Run
from banktrainer.cuda.values import Cause, Home, Lanes, Mask


def clash_of(addresses: Lanes, data: Lanes, known: Mask | None) -> Mask | None:
    """Lanes (of those storing) whose address another lane gives a different value."""
    if len(addresses) < 2:
        return None
    order = np.argsort(addresses, kind="stable")
    where = addresses[order]
    same = where[1:] == where[:-1]
    if not same.any():
        return None
    rows = data[order]
    differs: Mask = same & np.asarray((rows[1:] != rows[:-1]).any(axis=1))
    if known is not None:
        sure = np.asarray(known.all(axis=1))[order]
        differs |= same & ~(sure[1:] & sure[:-1])
    if not differs.any():
        return None
    groups = np.concatenate([[0], np.cumsum(~same)])
    mixed = np.unique(groups[1:][differs])
    found = np.zeros(len(addresses), bool)
    found[order] = np.isin(groups, mixed)
    return found


def warn_clash(
    run: Run,
    memory: SharedMemory,
    addresses: Lanes,
    clash: Mask,
    good: Mask,
    node: s.Node,
    home: Home,
) -> None:
    lanes = np.flatnonzero(good)[clash]
    where = addresses[clash]
    first = int(where[0])
    pair = lanes[where == first][:2]
    a, b = int(pair[0]), int(pair[1])
    names = [f"lane {t % run.width} of warp {t // run.width}" for t in (a, b)]
    run.warn(
        node,
        f"a race: {names[0]} and {names[1]} store to one address, byte {first - home.base} of"
        f" `{home.name}`; if their values differ, which one stays is not defined",
    )


def settle(
    run: Run, memory: SharedMemory, addresses: Lanes, size: int, node: s.Node, home: Home
) -> None:
    """What a race leaves behind is unknown."""
    cause = Cause(f"a race on `{home.name}`", run.line(node))
    memory.why[addresses[:, None] + np.arange(size)] = memory.reason(cause)
