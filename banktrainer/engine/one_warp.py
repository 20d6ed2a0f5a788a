"""The cycles of a single access on plain Python sets, which beat arrays at this size."""

from __future__ import annotations

from banktrainer.engine.machine import Lanes, Rule, Sharing
from banktrainer.engine.rules import Slot, lead_steps, merge_phases, pairs_agree


def warp_cycles(addresses: list[int], on: list[bool] | None, rule: Rule, slot: Slot) -> int:
    """Cycles of valid byte addresses, one a lane, of which those in `on` are active."""
    if on is None and len(rule.phases) == 1:
        return rule.requests * _passes(addresses, rule, slot)
    phases = rule.phases
    if rule.merges and pairs_agree(_by_lane(addresses, on, range(len(addresses)))):
        phases = merge_phases(phases)
    wanted = (_by_lane(addresses, on, phase) for phase in phases)
    return rule.requests * sum(_passes(list(asked.values()), rule, slot) for asked in wanted)


def _by_lane(addresses: list[int], on: list[bool] | None, lanes: Lanes | range) -> dict[int, int]:
    return {lane: addresses[lane] for lane in lanes if on is None or on[lane]}


def _passes(addresses: list[int], rule: Rule, slot: Slot) -> int:
    """The longest queue at any bank; `addresses` stand in the order of their lanes."""
    low, banks = slot.low, 1 << (slot.row - slot.low)
    wanted = [address >> low for address in addresses]
    if rule.sharing is Sharing.LEAD:
        return sum(1 for _ in lead_steps(list(enumerate(wanted)), banks))
    if rule.sharing is Sharing.PAIR:
        wanted = [word % banks + banks * (word // (2 * banks)) for word in wanted]
    queues = [0] * banks
    for word in wanted if rule.sharing is Sharing.NONE else set(wanted):
        queues[word % banks] += 1
    return max(queues)
