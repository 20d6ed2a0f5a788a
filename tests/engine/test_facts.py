"""The facts that an explanation is made of, and the comparison of machines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from banktrainer.engine import (
    MACHINES,
    Access,
    AccessError,
    Aspect,
    MachineError,
    Why,
    broadcasts,
    collisions,
    compare,
    serve,
)

from .strategies import Case, cases


def test_which_lanes_meet_where() -> None:
    found = collisions(serve(Access.strided(6, 5)))
    assert len(found) == 16
    meeting = next(one for one in found if one.bank == 5)
    assert meeting.lanes == (0, 16)
    assert [served.word for served in meeting.queue] == [5, 101]
    assert (meeting.phase, meeting.cycles, meeting.why) == (0, 2, Why.WORDS)


def test_the_longest_queue_comes_first() -> None:
    words = [0, 32, 64, 1, 33, *[2] * 27]
    found = collisions(serve(Access(np.array(words) * 4)))
    assert [(one.bank, one.cycles) for one in found] == [(0, 3), (1, 2)]


def test_why_a_queue_forms() -> None:
    atomic = collisions(serve(Access.strided(0, 5, op="atomic")))
    assert [(one.why, one.cycles) for one in atomic] == [(Why.LANES, 32)]
    chars = collisions(serve(Access.strided(1, width=1), "cc1"))
    assert {one.why for one in chars} == {Why.LEAD}
    apart = collisions(serve(Access.strided(32, op="atomic")))
    assert [one.why for one in apart] == [Why.WORDS]


def test_kepler_pairs_are_one_cycle_and_no_collision() -> None:
    assert collisions(serve(Access.strided(2), "cc3-32")) == ()


def test_shared_words_are_told() -> None:
    shared = broadcasts(serve(Access(np.arange(32) % 8 * 4)))
    assert [one.served.lanes for one in shared] == [(w, w + 8, w + 16, w + 24) for w in range(8)]
    assert broadcasts(serve(Access.strided(1))) == ()


@given(cases())
def test_a_conflict_is_told_if_and_only_if_there_is_one(case: Case) -> None:
    timeline = serve(case.access, case.machine)
    found = collisions(timeline)
    assert bool(found) == timeline.verdict.conflict
    if found:
        assert max(one.cycles for one in found) <= timeline.degree


def test_compare_says_which_rule_makes_the_difference() -> None:
    by_name = {one.machine: one for one in compare(Access.strided(2))}
    assert set(by_name) == {name for name, chip in MACHINES.items() if chip.lanes == 32}
    assert by_name["nvidia"].differences == ()
    assert by_name["gfx1100"].verdict == by_name["nvidia"].verdict
    wide_word, pair = by_name["cc3-64"].differences[0], by_name["cc3-32"].differences[0]
    assert (wide_word.aspect, wide_word.base, wide_word.other) == (Aspect.BANK_BYTES, 4, 8)
    assert (pair.aspect, pair.base, pair.other) == (Aspect.SHARING, "word", "pair")
    assert wide_word.decides
    assert pair.decides


def test_compare_tells_merged_phases_and_refusals() -> None:
    access = Access(np.arange(32) // 2 * 16, 16)
    by_name = {one.machine: one for one in compare(access)}
    assert [one.aspect for one in by_name["nvidia-merge"].differences] == [Aspect.MERGES]
    assert by_name["cc2"].verdict is None
    assert "the guide and a measurement disagree" in (by_name["cc2"].refused or "")
    with pytest.raises(MachineError):
        compare(access, base="cc2")


def test_compare_wants_warps_of_one_size() -> None:
    with pytest.raises(AccessError, match="a warp of gfx942 has 64"):
        compare(Access.strided(1), ["nvidia", "gfx942"])
    assert compare(Access.strided(1), []) == ()
    for one in ("nvidia", MACHINES["nvidia"], 5):
        with pytest.raises(AccessError, match="a list of machines or their names is needed, not"):
            compare(Access.strided(1), one)  # type: ignore[arg-type]
    assert {one.machine for one in compare(Access.strided(1, lanes=64))} == {
        *("gfx906", "gfx942", "gfx950")
    }


@given(cases())
def test_compare_is_total(case: Case) -> None:
    for base in (case.machine, None):
        try:
            found = compare(case.access, base=base)
        except MachineError:
            assert base is None or case.machine == "cc2"
            continue
        chosen = serve(case.access, base or found[0].machine).verdict
        for one in found:
            assert bool(one.differences) == (one.verdict is not None and one.verdict != chosen)
