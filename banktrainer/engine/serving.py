"""serve: an access and a machine to the Timeline of what every bank does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from banktrainer.engine.access import Access, AccessError
from banktrainer.engine.machine import Lanes, Machine, Rule, Sharing
from banktrainer.engine.machines import machine_of
from banktrainer.engine.timeline import Cycle, Phase, Served, Timeline

_Want = tuple[int, int]
"""A lane and a word that it wants."""


def serve(access: Access, machine: str | Machine = "nvidia") -> Timeline:
    """Every phase and cycle of `access` on `machine`.

    Words of one bank are served in the order of their lowest lane (atomics: lane by lane).
    Raises AccessError for a wrong number of lanes, MachineError where the machine has no rule.
    """
    chip = machine_of(machine)
    check_lanes(access.lanes, chip)
    rule = chip.rule(access.op, access.width)
    active = access.active_lanes
    merged = rule.merges and _merges(access, active)
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
    )


def check_lanes(lanes: int, machine: Machine) -> None:
    """Raise AccessError unless a warp of the machine has `lanes` lanes."""
    if lanes != machine.lanes:
        raise AccessError(f"{lanes} lanes given: a warp of {machine.name} has {machine.lanes}")


def merge_phases(phases: tuple[Lanes, ...]) -> tuple[Lanes, ...]:
    """Neighbouring phases joined in pairs."""
    return tuple(first + second for first, second in zip(phases[::2], phases[1::2], strict=True))


def _merges(access: Access, active: Lanes) -> bool:
    address = dict(zip(active, access.addresses[list(active)].tolist(), strict=True))
    return any(
        all(address.get(lane ^ bit, own) == own for lane, own in address.items()) for bit in (1, 2)
    )


def _wants(group: Lanes, words: dict[int, range], request: int, rule: Rule) -> list[_Want]:
    """The lanes' words of one phase, lowest lane first."""
    lanes = [lane for lane in sorted(group) if lane in words]
    if rule.requests > 1:
        return [(lane, words[lane][request]) for lane in lanes]
    return [(lane, word) for lane in lanes for word in words[lane]]


def _phase(group: Lanes, wants: list[_Want], request: int, rule: Rule) -> Phase:
    if rule.sharing is Sharing.LEAD:
        cycles = tuple(_lead_steps(wants, rule.banks))
    else:
        cycles = tuple(_passes(_queues(wants, rule)))
    return Phase(group, len(cycles), cycles, request)


def _queues(wants: Iterable[_Want], rule: Rule) -> dict[int, dict[int, list[Served]]]:
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


def _lead_steps(wants: list[_Want], banks: int) -> Iterator[Cycle]:
    """Each step broadcasts the lowest waiting lane's word and serves one lane of any other bank."""
    waiting = wants
    while waiting:
        lead = waiting[0][1]
        served = {lead % banks: Served(lead % banks, lead, _lanes_on(waiting, lead))}
        for lane, word in waiting:
            served.setdefault(word % banks, Served(word % banks, word, (lane,)))
        yield Cycle(tuple(served[bank] for bank in sorted(served)))
        done = {lane for one in served.values() for lane in one.lanes}
        waiting = [want for want in waiting if want[0] not in done]


def _lanes_on(wants: list[_Want], word: int) -> Lanes:
    return tuple(lane for lane, wanted in wants if wanted == word)
