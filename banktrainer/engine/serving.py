"""serve: an access and a machine to the Timeline of what every bank does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from banktrainer.engine.access import Access, an_access
from banktrainer.engine.machine import Lanes, Machine, Rule, Sharing
from banktrainer.engine.machines import machine_of
from banktrainer.engine.rules import Want, check_lanes, lead_steps, merge_phases, pairs_agree
from banktrainer.engine.timeline import Cycle, Phase, Served, Timeline


def serve(access: Access, machine: str | Machine = "nvidia") -> Timeline:
    """Every phase and cycle of `access` on `machine`.

    Words of one bank are served in the order of their lowest lane (atomics: lane by lane).
    Raises AccessError for a wrong number of lanes, MachineError where the machine has no rule.
    """
    access, chip = an_access(access), machine_of(machine)
    check_lanes(access.lanes, chip)
    rule = chip.rule(access.op, access.width)
    active = access.active_lanes
    address_of = dict(zip(active, access.addresses[list(active)].tolist(), strict=True))
    merged = rule.merges and pairs_agree(address_of)
    groups = merge_phases(rule.phases) if merged else rule.phases
    words = {lane: access.words(lane, chip.bank_bytes) for lane in active}
    phases = tuple(
        _phase(group, _wants(group, words, request, rule), request, rule)
        for request in range(rule.requests)
        for group in groups
    )
    ideal = sum(1 for phase in phases if phase.cycles)
    return Timeline(
        chip.name,
        rule.banks,
        chip.bank_bytes,
        access.lanes,
        access.width,
        access.op,
        active,
        phases,
        ideal,
        merged,
        rule.sharing,
    )


def _wants(group: Lanes, words: dict[int, range], request: int, rule: Rule) -> list[Want]:
    """The lanes' words of one phase, lowest lane first."""
    lanes = [lane for lane in group if lane in words]
    if rule.requests > 1:
        return [(lane, words[lane][request]) for lane in lanes]
    return [(lane, word) for lane in lanes for word in words[lane]]


def _phase(group: Lanes, wants: list[Want], request: int, rule: Rule) -> Phase:
    if rule.sharing is Sharing.LEAD:
        steps = lead_steps(wants, rule.banks)
        cycles = tuple(_lead_cycle(served, rule.banks) for served in steps)
    else:
        cycles = tuple(_passes(_queues(wants, rule)))
    return Phase(group, len(cycles), cycles, request)


def _queues(wants: Iterable[Want], rule: Rule) -> dict[int, dict[int, list[Served]]]:
    """Per bank what each of its passes serves, keyed by what a pass may share."""
    lanes_of: dict[tuple[int, int], dict[int, list[int]]] = {}
    for lane, word in wants:
        share = (word % rule.banks, _share(lane, word, rule))
        lanes_of.setdefault(share, {}).setdefault(word, []).append(lane)
    queues: dict[int, dict[int, list[Served]]] = {}
    for (bank, key), words in lanes_of.items():
        served = [Served(bank, word, tuple(lanes)) for word, lanes in words.items()]
        queues.setdefault(bank, {})[key] = served
    return queues


def _share(lane: int, word: int, rule: Rule) -> int:
    """What must be equal for two wants of one bank to share a pass."""
    if rule.sharing is Sharing.NONE:
        return lane
    return word // (2 * rule.banks) if rule.sharing is Sharing.PAIR else word


def _passes(queues: dict[int, dict[int, list[Served]]]) -> Iterator[Cycle]:
    passes = {bank: list(queue.values()) for bank, queue in sorted(queues.items())}
    for turn in range(max(map(len, passes.values()), default=0)):
        yield Cycle(
            tuple(word for queue in passes.values() if turn < len(queue) for word in queue[turn])
        )


def _lead_cycle(served: list[Want], banks: int) -> Cycle:
    lanes_of: dict[int, list[int]] = {}
    for lane, word in served:
        lanes_of.setdefault(word, []).append(lane)
    ordered = sorted(lanes_of, key=lambda word: word % banks)
    return Cycle(tuple(Served(word % banks, word, tuple(lanes_of[word])) for word in ordered))
