"""A second, slow reading of the hardware rules, written apart from the engine and sharing nothing.

Everything is counted from addresses by the sentences of the sources, one bank at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

LANES = {"gfx906": 64, "gfx942": 64, "gfx950": 64, "intel-slm": 16}
NAMES = (
    *("nvidia", "nvidia-merge", "cc3-64", "cc3-32", "cc2", "cc1"),
    *("gfx906", "gfx942", "gfx950", "gfx1100", "gfx1201", "intel-slm"),
)
SPLIT = [
    [0, 1, 2, 3, 20, 21, 22, 23],
    [4, 5, 6, 7, 16, 17, 18, 19],
    [8, 9, 10, 11, 28, 29, 30, 31],
    [12, 13, 14, 15, 24, 25, 26, 27],
]
GFX950_B128 = [
    [0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27],
    [4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 28, 29, 30, 31],
]


class Figures(NamedTuple):
    cycles: int
    ideal: int
    degree: int


def lanes_of(machine: str) -> int:
    return LANES.get(machine, 32)


def figures(
    machine: str,
    addresses: Sequence[int],
    width: int,
    op: str,
    active: Sequence[bool] | None = None,
) -> Figures:
    """Cycles, ideal and degree of one access."""
    on = [i for i in range(len(addresses)) if active is None or active[i]]
    costs = []
    for shift in range(width // 4 if machine == "cc1" and width > 4 else 1):
        for group in phases(machine, addresses, width, op, on):
            members = [i for i in group if i in on]
            if members:
                costs.append(cost(machine, addresses, width, op, members, 4 * shift))
    return Figures(sum(costs), len(costs), max(costs, default=0))


def phases(
    machine: str, addresses: Sequence[int], width: int, op: str, on: list[int]
) -> list[list[int]]:
    """The groups of lanes served together."""
    if machine == "cc1":
        return chunks(32, 16)
    if machine.startswith("gfx") and width == 16:
        return amd_b128(machine, op)
    size = {
        "nvidia": {8: 16, 16: 8},
        "nvidia-merge": {8: 16, 16: 8},
        "cc3-64": {16: 16},
        "cc3-32": {16: 16},
        "cc2": {8: 16},
        "gfx906": {8: 16},
        "gfx942": {8: 16},
        "gfx950": {8: 16 if op == "store" else 32},
        "gfx1100": {8: 16},
        "gfx1201": {8: 16},
        "intel-slm": {8: 8, 16: 4},
    }[machine].get(width, min(32, lanes_of(machine)))
    groups = chunks(lanes_of(machine), size)
    if machine == "nvidia-merge" and op == "load" and paired(addresses, on) and width >= 8:
        return [groups[i] + groups[i + 1] for i in range(0, len(groups), 2)]
    return groups


def amd_b128(machine: str, op: str) -> list[list[int]]:
    if machine == "gfx1201":
        return chunks(32, 8)
    if machine == "gfx1100":
        return SPLIT
    if machine == "gfx950":
        return GFX950_B128 + [[i + 32 for i in group] for group in GFX950_B128]
    if machine == "gfx942" and op == "store":
        return chunks(64, 8)
    return [[i + high for i in group] for group in SPLIT for high in (0, 32)]


def chunks(lanes: int, size: int) -> list[list[int]]:
    return [list(range(i, i + size)) for i in range(0, lanes, size)]


def paired(addresses: Sequence[int], on: list[int]) -> bool:
    def agree(bit: int) -> bool:
        return all(addresses[i] == addresses[i ^ bit] for i in on if i ^ bit in on)

    return agree(1) or agree(2)


def banks_of(machine: str, width: int, op: str) -> int:
    if machine == "gfx950":
        return 32 if op == "store" and width == 8 else 64
    return {"cc1": 16, "intel-slm": 16}.get(machine, 32)


def cost(
    machine: str, addresses: Sequence[int], width: int, op: str, lanes: list[int], shift: int
) -> int:
    """Bank passes of one phase."""
    banks = banks_of(machine, width, op)
    unit = 8 if machine == "cc3-64" else 4
    span = 4 if machine == "cc1" else width
    touched = {
        i: {(addresses[i] + shift + byte) // unit for byte in range(min(span, width))}
        for i in lanes
    }
    if machine == "cc1" and op != "atomic":
        return half_warp_steps({i: min(words) for i, words in touched.items()})
    one_writer_each = op == "atomic" or (machine == "intel-slm" and op == "store")
    worst = 0
    for bank in range(banks):
        wanted = [(i, word) for i in lanes for word in touched[i] if word % banks == bank]
        worst = max(worst, len(wanted) if one_writer_each else passes(machine, wanted))
    return worst


def passes(machine: str, wanted: Iterable[tuple[int, int]]) -> int:
    """Different words of one bank; Kepler's 4-byte mode has words i, i+32 of 64 for free."""
    if machine == "cc3-32":
        return len({word // 64 for _, word in wanted})
    return len({word for _, word in wanted})


def half_warp_steps(word: dict[int, int]) -> int:
    """CC 1.x: the lowest waiting lane's word is broadcast, every other bank serves one lane."""
    steps = 0
    while word:
        steps += 1
        chosen = word[min(word)]
        gone = [i for i in word if word[i] == chosen]
        for bank in range(16):
            queue = sorted(i for i in word if word[i] % 16 == bank)
            if bank != chosen % 16 and queue:
                gone.append(queue[0])
        word = {i: w for i, w in word.items() if i not in gone}
    return steps
