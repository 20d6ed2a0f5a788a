"""An access that no hardware would accept is refused, naming the lane."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from banktrainer.engine import Access, AccessError, EngineError, MachineError, count, serve

LINE = [4 * lane for lane in range(32)]


def changed(lane: int, address: int) -> list[int]:
    return [address if number == lane else old for number, old in enumerate(LINE)]


ONE_LANE = [
    (changed(3, 6), {"width": 4}, 3, "lane 3: address 6 is no multiple of 4 bytes"),
    (changed(5, 20), {"width": 8}, 1, "lane 1: address 4 is no multiple of 8 bytes"),
    (changed(31, -4), {}, 31, "lane 31: address -4 is negative"),
    (changed(0, -3), {"width": 1}, 0, "lane 0: address -3 is negative"),
]
"""Addresses, keywords, the lane at fault, the message."""

NO_LANE = [
    (LINE, {"width": 3}, "unknown width 3"),
    (LINE, {"width": 0}, "unknown width 0"),
    (LINE, {"width": True}, "unknown width True"),
    (LINE, {"op": "fetch"}, "unknown operation 'fetch'"),
    (LINE, {"op": "ldmatrix"}, "ldmatrix reads rows of 16 bytes"),
    (LINE, {"active": [True] * 31}, r"active has shape \(31,\)"),
    (LINE, {"active": [1] * 32}, "active must be booleans"),
    (LINE, {"active": [15, 16]}, "active must be booleans"),
    ([0.5] * 32, {}, "must be integers"),
    ([True] * 32, {}, "must be integers"),
    ([2**70] * 32, {}, "must be integers of up to 63 bits"),
]
"""Addresses, keywords, the message; no lane is at fault."""

CALLS: list[Callable[..., Any]] = [Access, count]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("addresses", "options", "lane", "message"), ONE_LANE)
def test_the_lane_at_fault_is_named(
    call: Callable[..., Any], addresses: list[int], options: dict[str, Any], lane: int, message: str
) -> None:
    with pytest.raises(AccessError, match=message) as caught:
        call(addresses, **options)
    assert caught.value.lane == lane
    assert caught.value.row is None


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("addresses", "options", "message"), NO_LANE)
def test_other_misuse_has_its_own_message(
    call: Callable[..., Any], addresses: list[Any], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(AccessError, match=message) as caught:
        call(addresses, **options)
    assert caught.value.lane is None


@pytest.mark.parametrize("rows", [3, 40, 20_000])
def test_count_names_the_warp_and_the_lane(rows: int) -> None:
    addresses = np.tile(np.array(LINE, np.int32), (rows, 1))
    addresses[rows - 1, 7] = 30
    with pytest.raises(AccessError, match=f"lane 7 of warp {rows - 1}: address 30") as caught:
        count(addresses)
    assert (caught.value.lane, caught.value.row) == (7, rows - 1)
    addresses[rows - 1, 7] = -4
    with pytest.raises(AccessError, match="negative"):
        count(addresses)


def test_addresses_past_63_bits_are_refused() -> None:
    with pytest.raises(AccessError, match=r"lane 2: address \d+ needs more than 63 bits") as caught:
        Access(np.array([0, 0, 2**63] + [0] * 29, np.uint64))
    assert caught.value.lane == 2


def test_an_inactive_lane_may_hold_anything() -> None:
    active = np.arange(32) != 3
    assert Access(np.array(changed(3, -7)), 4, "load", active).active_lanes == (
        *range(3),
        *range(4, 32),
    )


@pytest.mark.parametrize(("lanes", "machine"), [(31, "nvidia"), (64, "nvidia"), (32, "gfx942")])
def test_a_wrong_number_of_lanes_is_refused(lanes: int, machine: str) -> None:
    access = Access.strided(1, lanes=lanes)
    for run in (lambda: serve(access, machine), lambda: count(access.addresses, machine=machine)):
        with pytest.raises(AccessError, match=f"{lanes} lanes given: a warp of {machine} has"):
            run()


def test_rows_of_different_length_and_three_dimensions_are_refused() -> None:
    with pytest.raises(AccessError, match="rows of one length"):
        count([[0, 4], [0]])
    with pytest.raises(AccessError, match="shape"):
        count(np.zeros((2, 2, 32), np.int64))
    for shape in ((2, 32), (0,)):
        with pytest.raises(AccessError, match="one row of lanes"):
            Access(np.zeros(shape, np.int64))


def test_an_unknown_machine_is_refused() -> None:
    with pytest.raises(MachineError, match="unknown machine 'hopper': use one of nvidia"):
        serve(Access.strided(1), "hopper")


def test_fermi_has_no_rule_for_16_bytes() -> None:
    with pytest.raises(MachineError, match="the guide and a measurement disagree"):
        serve(Access.strided(1, width=16), "cc2")
    with pytest.raises(MachineError, match="the guide and a measurement disagree"):
        count(Access.strided(1, width=16).addresses, 16, machine="cc2")
    assert issubclass(MachineError, EngineError)


def test_an_access_can_not_be_changed() -> None:
    mine = np.arange(32) * 4
    access = Access(mine, active=np.ones(32, np.bool_))
    mine[0] = 400
    assert access.addresses[0] == 0
    assert access.addresses.dtype == np.int64
    for array in (access.addresses, access.active):
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_strided_counts_in_elements_of_the_width() -> None:
    access = Access.strided(6, 5, width=8)
    assert access.addresses.tolist() == [8 * (6 * lane + 5) for lane in range(32)]
    assert access.lanes == 32
    assert list(access.words(1)) == [22, 23]
    with pytest.raises(AccessError, match="lane 1: address -4 is negative"):
        Access.strided(-1)
