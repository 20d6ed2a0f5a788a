"""What holds for every access, and what may change nothing."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.engine import MACHINES, OPS, Access, Op, count, serve, verdict_of

from . import reference
from .strategies import Case, cases, elements, masks

UNORDERED = tuple(name for name in reference.NAMES if name not in ("nvidia-merge", "cc1"))


@given(cases())
def test_serve_and_count_equal_the_reference(case: Case) -> None:
    timeline = serve(case.access, case.machine)
    assert (timeline.cycles, timeline.ideal, timeline.degree) == case.figures
    got = count(case.addresses, case.width, case.op, case.active, case.machine)
    assert got == timeline.cycles
    rows = count([case.addresses] * 3, case.width, case.op, case.active, case.machine)
    assert np.array_equal(rows, [timeline.cycles] * 3)
    assert verdict_of(case.access, case.machine) == timeline.verdict


@given(st.data(), st.sampled_from(reference.NAMES), st.sampled_from([1, 2, 4, 8, 16]))
def test_count_of_mixed_rows_equals_the_reference(
    data: st.DataObject, machine: str, width: int
) -> None:
    op: Op = data.draw(st.sampled_from(OPS[:3]))
    if machine == "cc2" and width == 16:
        width = 8
    lanes = reference.lanes_of(machine)
    rows = data.draw(st.lists(elements(lanes), min_size=1, max_size=6))
    on = [mask or [True] * lanes for mask in data.draw(st.tuples(*[masks(lanes)] * len(rows)))]
    addresses = [[element * width for element in row] for row in rows]
    got = count(addresses, width, op, on, machine)
    expected = [
        reference.figures(machine, row, width, op, mask).cycles
        for row, mask in zip(addresses, on, strict=True)
    ]
    assert np.array_equal(got, expected)


@given(cases())
def test_each_lane_gets_each_word_once(case: Case) -> None:
    access = case.access
    chip = MACHINES[case.machine]
    timeline = serve(access, chip)
    got = Counter(
        (lane, served.word)
        for phase in timeline.phases
        for cycle in phase.cycles
        for served in cycle.served
        for lane in served.lanes
    )
    wanted = Counter(
        (lane, word) for lane in access.active_lanes for word in access.words(lane, chip.bank_bytes)
    )
    assert got == wanted


@given(cases())
def test_a_bank_serves_one_thing_a_cycle_and_waits_in_order(case: Case) -> None:
    timeline = serve(case.access, case.machine)
    for phase in timeline.phases:
        assert len(phase.cycles) == phase.degree
        first: dict[int, list[int]] = {}
        for cycle in phase.cycles:
            per_bank = Counter(served.bank for served in cycle.served)
            assert max(per_bank.values()) <= (2 if case.machine == "cc3-32" else 1)
            assert list(per_bank) == sorted(per_bank)
            for served in cycle.served:
                assert served.bank == served.word % timeline.banks
                assert list(served.lanes) == sorted(served.lanes)
                assert set(served.lanes) <= set(phase.lanes)
                if case.op == "atomic":
                    assert len(served.lanes) == 1
                if case.machine not in ("cc1", "cc3-32"):
                    first.setdefault(served.bank, []).append(served.lanes[0])
        assert all(lanes == sorted(lanes) for lanes in first.values())


@given(cases(("nvidia",)), st.integers(0, 1000))
def test_an_offset_in_whole_words_and_elements_changes_nothing(case: Case, times: int) -> None:
    moved = [address + times * max(4, case.width) for address in case.addresses]
    before = count(case.addresses, case.width, case.op, case.active)
    assert count(moved, case.width, case.op, case.active) == before


@given(cases(), st.integers(0, 1000))
def test_an_offset_of_pairs_of_rows_changes_nothing_on_any_machine(case: Case, times: int) -> None:
    chip = MACHINES[case.machine]
    pair = 2 * chip.rule(case.op, case.width).banks * chip.bank_bytes
    moved = Access(np.array(case.addresses) + times * pair, case.width, case.op, case.access.active)
    assert verdict_of(moved, chip) == verdict_of(case.access, chip)


@given(cases(UNORDERED), st.randoms(use_true_random=False))
def test_lanes_may_change_places_inside_a_phase(case: Case, rng: random.Random) -> None:
    lanes = reference.lanes_of(case.machine)
    seat = list(range(lanes))
    for phase in serve(case.access, case.machine).phases:
        shuffled = list(phase.lanes)
        rng.shuffle(shuffled)
        for lane, other in zip(phase.lanes, shuffled, strict=True):
            seat[lane] = other
    addresses = [case.addresses[lane] for lane in seat]
    active = None if case.active is None else [case.active[lane] for lane in seat]
    after = count(addresses, case.width, case.op, active, case.machine)
    assert after == count(case.addresses, case.width, case.op, case.active, case.machine)


@given(cases())
def test_an_inactive_lane_asks_nothing(case: Case) -> None:
    lanes = reference.lanes_of(case.machine)
    active = case.active or [lane % 2 == 0 for lane in range(lanes)]
    elsewhere = [address if on else -7 for address, on in zip(case.addresses, active, strict=True)]
    args = (case.width, case.op, active, case.machine)
    assert count(elsewhere, *args) == count(case.addresses, *args)
    assert count([elsewhere], *args)[0] == count(case.addresses, *args)  # type: ignore[index]


@given(cases())
def test_a_warp_with_no_active_lane_costs_nothing(case: Case) -> None:
    off = [False] * len(case.addresses)
    timeline = serve(Access(case.addresses, case.width, case.op, off), case.machine)  # type: ignore[arg-type]
    assert (timeline.cycles, timeline.ideal, timeline.degree) == (0, 0, 0)
    assert all(phase.cycles == () for phase in timeline.phases)
    assert count(case.addresses, case.width, case.op, off, case.machine) == 0
