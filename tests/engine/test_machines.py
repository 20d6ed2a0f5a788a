"""The presets: what each rule says, where it comes from, how sure it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from banktrainer.engine import (
    MACHINES,
    OPS,
    WIDTHS,
    Access,
    Machine,
    MachineError,
    Op,
    Rule,
    Sharing,
    Source,
    Sureness,
    count,
    machine_of,
    serve,
)

SOURCE = (Source("here"),)
ALL = tuple(MACHINES.values())


def phases(name: str, op: Op, width: int) -> list[list[int]]:
    return [list(phase) for phase in MACHINES[name].rule(op, width).phases]


@pytest.mark.parametrize("chip", ALL, ids=lambda chip: chip.name)
def test_every_rule_has_a_source_and_a_sureness(chip: Machine) -> None:
    assert chip.sources
    for rule in chip.rules.values():
        assert isinstance(rule.sure, Sureness)
        assert rule.sources
        assert all(source.text for source in rule.sources)


@pytest.mark.parametrize("chip", ALL, ids=lambda chip: chip.name)
def test_every_instruction_has_a_rule_or_a_reason(chip: Machine) -> None:
    for op in OPS:
        for width in [16] if op == "ldmatrix" else WIDTHS:
            if width in chip.refused:
                with pytest.raises(MachineError, match=chip.refused[width]):
                    chip.rule(op, width)
            else:
                assert chip.rule(op, width).phases
    with pytest.raises(MachineError):
        chip.rule("ldmatrix", 4)


@pytest.mark.parametrize(
    ("name", "op", "width", "groups"),
    [
        ("nvidia", "load", 4, [range(32)]),
        ("nvidia", "store", 8, [range(16), range(16, 32)]),
        ("nvidia", "load", 16, [range(first, first + 8) for first in range(0, 32, 8)]),
        ("nvidia-merge", "ldmatrix", 16, [range(first, first + 8) for first in range(0, 32, 8)]),
        ("cc1", "load", 4, [range(16), range(16, 32)]),
        ("gfx942", "store", 16, [range(first, first + 8) for first in range(0, 64, 8)]),
        ("gfx1201", "load", 16, [range(first, first + 8) for first in range(0, 32, 8)]),
        ("gfx950", "load", 4, [range(32), range(32, 64)]),
        ("gfx950", "store", 8, [range(first, first + 16) for first in range(0, 64, 16)]),
        ("intel-slm", "load", 4, [range(16)]),
    ],
)
def test_phase_groups(name: str, op: Op, width: int, groups: list[range]) -> None:
    assert phases(name, op, width) == [list(group) for group in groups]


def test_amd_groups_that_are_not_contiguous() -> None:
    first, second = [0, 1, 2, 3, 20, 21, 22, 23], [4, 5, 6, 7, 16, 17, 18, 19]
    assert phases("gfx1100", "load", 16)[:2] == [first, second]
    assert phases("gfx942", "load", 16)[:3] == [first, [lane + 32 for lane in first], second]
    assert phases("gfx950", "load", 16)[0] == [*range(4), *range(12, 16), *range(20, 28)]
    assert phases("gfx950", "load", 16)[3] == [*range(36, 44), *range(48, 52), *range(60, 64)]


def test_gfx950_has_64_banks_for_some_widths_only() -> None:
    chip = MACHINES["gfx950"]
    assert chip.rule("load", 8).banks == 64
    assert chip.rule("store", 8).banks == 32


def test_what_no_source_states_is_marked_assumed() -> None:
    assumed = [
        ("nvidia", "atomic", 4),
        ("gfx950", "load", 4),
        ("gfx942", "load", 1),
        ("gfx942", "store", 4),
        ("cc3-64", "load", 16),
        ("intel-slm", "load", 8),
        ("gfx1100", "atomic", 8),
    ]
    for name, op, width in assumed:
        assert MACHINES[name].rule(op, width).sure is Sureness.ASSUMED, (name, op, width)  # type: ignore[arg-type]
    stated = [("nvidia", "load", 2), ("nvidia", "load", 16), ("gfx942", "store", 16)]
    for name, op, width in stated:
        assert MACHINES[name].rule(op, width).sure is Sureness.HIGH, (name, op, width)  # type: ignore[arg-type]


@pytest.mark.parametrize("chip", ALL, ids=lambda chip: chip.name)
def test_atomics_take_one_lane_a_bank_and_pass(chip: Machine) -> None:
    assert all(
        rule.sharing is Sharing.NONE for (op, _), rule in chip.rules.items() if op == "atomic"
    )
    timeline = serve(Access.strided(0, 3, op="atomic", lanes=chip.lanes), chip)
    lanes = [served.lanes for cycle in timeline.phases[0].cycles for served in cycle.served]
    assert lanes == [(lane,) for lane in timeline.phases[0].lanes]


def test_only_wide_loads_of_the_measured_machine_merge() -> None:
    merging = [
        (chip.name, *kind) for chip in ALL for kind, rule in chip.rules.items() if rule.merges
    ]
    assert merging == [("nvidia-merge", "load", 8), ("nvidia-merge", "load", 16)]
    assert [chip.name for chip in ALL if chip.merge] == ["nvidia-merge"]


@pytest.mark.parametrize(
    ("element", "width", "cycles", "ideal", "merged"),
    [
        (lambda lane: lane // 2, 8, 1, 1, True),
        (lambda lane: lane & ~2, 8, 2, 1, True),
        (lambda lane: 7, 16, 2, 2, True),
        (lambda lane: lane % 4, 16, 4, 4, False),
        (lambda lane: lane, 8, 2, 2, False),
        (lambda lane: lane & ~1 if lane < 16 else lane & ~2, 8, 2, 2, False),
    ],
)
def test_merged_loads(element: Any, width: int, cycles: int, ideal: int, merged: bool) -> None:
    addresses = [element(lane) * width for lane in range(32)]
    timeline = serve(Access(addresses, width), "nvidia-merge")  # type: ignore[arg-type]
    assert (timeline.cycles, timeline.ideal, timeline.merged) == (cycles, ideal, merged)
    store = serve(Access(addresses, width, "store"), "nvidia-merge")  # type: ignore[arg-type]
    assert store.ideal == width // 4
    assert not store.merged


def test_an_inactive_partner_agrees() -> None:
    every_other = [lane % 2 == 0 for lane in range(32)]
    access = Access(Access.strided(1, width=8).addresses, 8, "load", every_other)  # type: ignore[arg-type]
    assert serve(access, "nvidia-merge").merged


@pytest.mark.parametrize(
    ("word", "cycles"),
    [
        (lambda lane: lane, 1),
        (lambda lane: 2 * lane, 1),
        (lambda lane: 3 * lane, 1),
        (lambda lane: lane % 2 * 32, 1),
        (lambda lane: 32 + lane % 2 * 32, 2),
        (lambda lane: 4 * lane, 2),
    ],
)
def test_kepler_serves_two_words_of_one_64_word_segment(word: Any, cycles: int) -> None:
    access = Access([4 * word(lane) for lane in range(32)])  # type: ignore[arg-type]
    assert serve(access, "cc3-32").cycles == cycles


def test_cc1_chars_of_one_word_conflict_and_other_words_do_not() -> None:
    assert serve(Access.strided(1, width=1), "cc1").phases[0].degree == 4
    assert serve(Access.strided(4, width=1), "cc1").degree == 1
    double = serve(Access.strided(1, width=8), "cc1")
    assert (double.cycles, double.ideal, double.degree) == (8, 4, 2)
    assert [phase.request for phase in double.phases] == [0, 0, 1, 1]


def test_cc1_broadcasts_one_word_a_step() -> None:
    two_words = Access([4 * (lane % 2) for lane in range(32)])  # type: ignore[arg-type]
    steps = serve(two_words, "cc1").phases[0].cycles
    served = [[(one.word, one.lanes) for one in step.served] for step in steps]
    assert served[0] == [(0, tuple(range(0, 16, 2))), (1, (1,))]
    assert served[1] == [(1, tuple(range(3, 16, 2)))]
    assert len(served) == 2


def test_intel_stores_to_one_word_conflict_but_loads_do_not() -> None:
    for op, cycles in (("load", 1), ("store", 16)):
        access = Access.strided(0, 5, op=op, lanes=16)  # type: ignore[arg-type]
        assert serve(access, "intel-slm").cycles == cycles


def test_a_machine_of_ones_own_serves_and_counts() -> None:
    rule = Rule(((3, 1, 0), (2,)), 2, Sureness.LOW, SOURCE)
    odd = Machine("odd", 4, 2, 4, {("load", 4): rule}, Sureness.LOW, SOURCE)
    assert odd.rule("load", 4).phases == ((0, 1, 3), (2,))
    assert machine_of(odd) is odd
    access = Access.strided(2, lanes=4)
    assert serve(access, odd).cycles == 4
    assert count(access.addresses, machine=odd) == 4
    assert count([access.addresses.tolist()] * 30, machine=odd).tolist() == [4] * 30  # type: ignore[union-attr]
    with pytest.raises(MachineError, match="no source states one"):
        odd.rule("load", 8)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"phases": ((0, 1), (1, 2))}, "each of the 3 lanes must stand in one phase"),
        ({"phases": ((0, 1),)}, "each of the 3 lanes must stand in one phase"),
        ({"banks": 3}, "3 banks given"),
        ({"banks": 128}, "128 banks given"),
        ({"phases": (tuple(range(65)),)}, "a phase of more than 64 lanes"),
        ({"merges": True}, "an odd phase can't merge"),
        ({"requests": 2}, "2 requests are not one a word"),
    ],
)
def test_a_rule_that_can_not_be_is_refused(change: dict[str, Any], message: str) -> None:
    rule = Rule(((0, 1, 2),), 2, Sureness.LOW, SOURCE)
    with pytest.raises(MachineError, match=message):
        Machine("odd", 3, 2, 4, {("load", 4): replace(rule, **change)}, Sureness.LOW, SOURCE)


def test_a_bank_word_is_at_least_four_bytes() -> None:
    with pytest.raises(MachineError, match="a bank word of 2 bytes"):
        Machine("odd", 2, 2, 2, {}, Sureness.LOW, SOURCE)
