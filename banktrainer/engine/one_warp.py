"""The cycles of a single access on plain Python sets, which beat arrays at this size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Any

from banktrainer.engine.machine import Lanes, Rule, Sharing
from banktrainer.engine.rules import Slot, lead_steps, merge_phases, pairs_agree
from banktrainer.engine.timeline import Verdict

_Pick = Callable[[list[Any]], Sequence[Any]]
_Passes = Callable[[Iterable[int], int, int], int]


def warp_cycles(addresses: list[int], on: list[bool] | None, rule: Rule, slot: Slot) -> int:
    """Cycles of valid byte addresses, one a lane, of which those in `on` are active."""
    passes = _PASSES[rule.sharing]
    low, bank = slot.low, (1 << (slot.row - slot.low)) - 1
    phases = rule.phases
    if len(phases) == 1:
        asked: Iterable[int] = addresses if on is None else compress(addresses, on)
        return rule.requests * passes(asked, low, bank)
    if rule.merges and pairs_agree(_by_lane(addresses, on)):
        phases = merge_phases(phases)
    return rule.requests * sum(_each_phase(addresses, on, phases, passes, slot))


def warp_verdict(addresses: list[int], on: list[bool] | None, rule: Rule, slot: Slot) -> Verdict:
    """Cycles, ideal and degree of valid byte addresses, one a lane; equal to serve's."""
    phases = rule.phases
    if rule.merges and pairs_agree(_by_lane(addresses, on)):
        phases = merge_phases(phases)
    each = list(_each_phase(addresses, on, phases, _PASSES[rule.sharing], slot))
    ideal = sum(1 for cycles in each if cycles)
    return Verdict(rule.requests * sum(each), rule.requests * ideal, max(each))


def _each_phase(
    addresses: list[int],
    on: list[bool] | None,
    phases: tuple[Lanes, ...],
    passes: _Passes,
    slot: Slot,
) -> Iterator[int]:
    """The cycles of each phase in turn."""
    low, bank = slot.low, (1 << (slot.row - slot.low)) - 1
    for pick in _picks(phases):
        asked = pick(addresses) if on is None else compress(pick(addresses), pick(on))
        yield passes(asked, low, bank)


@lru_cache(maxsize=256)
def _picks(phases: tuple[Lanes, ...]) -> tuple[_Pick, ...]:
    """For each phase what takes its lanes' values out of all lanes'."""
    return tuple(
        itemgetter(*lanes) if len(lanes) > 1 else itemgetter(slice(lanes[0], lanes[0] + 1))
        for lanes in phases
    )


def _by_lane(addresses: list[int], on: list[bool] | None) -> dict[int, int]:
    return dict(enumerate(addresses) if on is None else compress(enumerate(addresses), on))


def _words(addresses: Iterable[int], low: int, bank: int) -> int:
    return _longest({address >> low for address in addresses}, bank)


def _pairs(addresses: Iterable[int], low: int, bank: int) -> int:
    """Two words one row of banks apart count as one: the row's number of the pair stands for it."""
    return _longest({address >> low & ~(bank + 1) for address in addresses}, bank)


def _each(addresses: Iterable[int], low: int, bank: int) -> int:
    return _longest([address >> low for address in addresses], bank)


def _lead(addresses: Iterable[int], low: int, bank: int) -> int:
    wants = [(lane, address >> low) for lane, address in enumerate(addresses)]
    return sum(1 for _ in lead_steps(wants, bank + 1))


def _longest(words: Iterable[int], bank: int) -> int:
    """The longest queue at any bank."""
    queues = [0] * (bank + 1)
    for word in words:
        queues[word & bank] += 1
    return max(queues)


_PASSES = {
    Sharing.WORD: _words,
    Sharing.PAIR: _pairs,
    Sharing.LEAD: _lead,
    Sharing.NONE: _each,
}
"""By what a pass may share: the passes of one phase, its addresses in the order of their lanes."""
