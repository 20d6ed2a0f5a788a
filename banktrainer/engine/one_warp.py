"""The cycles of a single access on plain Python sets, which beat arrays at this size."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from banktrainer.engine.machine import Lanes, Rule, Sharing
from banktrainer.engine.rules import Slot, lead_steps, merge_phases, pairs_agree


def warp_cycles(addresses: list[int], on: list[bool] | None, rule: Rule, slot: Slot) -> int:
    """Cycles of valid byte addresses, one a lane, of which those in `on` are active."""
    if on is None and len(rule.phases) == 1:
        return rule.requests * _passes(addresses, rule, slot)
    phases = rule.phases
    if rule.merges and pairs_agree(_by_lane(addresses, on, range(len(addresses)))):
        phases = merge_phases(phases)
    wanted = (_asked(addresses, on, phase) for phase in phases)
    return rule.requests * sum(_passes(asked, rule, slot) for asked in wanted)


def _asked(addresses: list[int], on: list[bool] | None, lanes: Lanes) -> list[int]:
    if on is None:
        return [addresses[lane] for lane in lanes]
    return [addresses[lane] for lane in lanes if on[lane]]


def _by_lane(addresses: list[int], on: list[bool] | None, lanes: range) -> dict[int, int]:
    return {lane: addresses[lane] for lane in lanes if on is None or on[lane]}


def _passes(addresses: Collection[int], rule: Rule, slot: Slot) -> int:
    """The longest queue at any bank; `addresses` stand in the order of their lanes."""
    low, bank = slot.low, (1 << (slot.row - slot.low)) - 1
    if rule.sharing is Sharing.WORD:
        wanted: Iterable[int] = {address >> low for address in addresses}
    elif rule.sharing is Sharing.LEAD:
        wants = [(lane, address >> low) for lane, address in enumerate(addresses)]
        return sum(1 for _ in lead_steps(wants, bank + 1))
    elif rule.sharing is Sharing.PAIR:
        wanted = {address >> low & ~(bank + 1) for address in addresses}
    else:
        wanted = [address >> low for address in addresses]
    queues = [0] * (bank + 1)
    for word in wanted:
        queues[word & bank] += 1
    return max(queues)
