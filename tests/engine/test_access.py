"""An access that no hardware would accept is refused, naming the lane."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from banktrainer.engine import (
    MACHINES,
    Access,
    AccessError,
    EngineError,
    MachineError,
    Origin,
    affine,
    broadcasts,
    cell_of,
    closed_form,
    collisions,
    compare,
    count,
    remedies,
    serve,
    stride_degree,
)

LINE = [4 * lane for lane in range(32)]


def changed(lane: int, address: int) -> list[int]:
    return [address if number == lane else old for number, old in enumerate(LINE)]


ONE_LANE = [
    (changed(3, 6), {"width": 4}, 3, "lane 3: address 6 is no multiple of 4 bytes"),
    (changed(5, 20), {"width": 8}, 1, "lane 1: address 4 is no multiple of 8 bytes"),
    (changed(31, -4), {}, 31, "lane 31: address -4 is negative"),
    (changed(0, -3), {"width": 1}, 0, "lane 0: address -3 is negative"),
    (LINE, {"op": "ldmatrix"}, 1, "lane 1: address 4 is no multiple of 16 bytes"),
    (changed(9, 2**70), {}, 9, r"lane 9: address \d+ needs more than 63 bits"),
    (changed(9, 2**63), {}, 9, r"lane 9: address \d+ needs more than 63 bits"),
    (changed(9, -(2**70)), {}, 9, r"lane 9: address -\d+ is negative"),
    ([2**70] * 32, {}, 0, "needs more than 63 bits"),
    ([2**9999, *LINE[1:]], {}, 0, r"lane 0: address \S+ needs more than 63 bits"),
    ([0.5] * 32, {}, 0, "lane 0: address 0.5 is no whole number"),
    ([True] * 32, {}, 0, "lane 0: address True is no whole number"),
    ([*LINE[:31], None], {}, 31, "lane 31: address None is no whole number"),
    (["0", *LINE[1:]], {}, 0, "lane 0: address '0' is no whole number"),
]
"""Addresses, keywords, the lane at fault, the message."""

NO_LANE = [
    (LINE, {"width": 3}, "unknown width 3"),
    (LINE, {"width": 0}, "unknown width 0"),
    (LINE, {"width": True}, "unknown width True"),
    (LINE, {"width": 4.0}, "unknown width 4.0"),
    (LINE, {"width": np.array([4, 8])}, "unknown width array"),
    (LINE, {"width": "4"}, "unknown width '4'"),
    (LINE, {"op": "fetch"}, "unknown operation 'fetch'"),
    (LINE, {"op": np.array(["load", "store"])}, "unknown operation array"),
    (LINE, {"op": ["load"]}, r"unknown operation \['load'\]"),
    (LINE, {"op": None}, "unknown operation None"),
    (LINE, {"op": "ldmatrix", "width": 4}, "ldmatrix reads rows of 16 bytes"),
    (LINE, {"active": [True] * 31}, r"active has shape \(31,\)"),
    (LINE, {"active": [1] * 32}, "active must be booleans"),
    (LINE, {"active": [15, 16]}, "active must be booleans"),
    (LINE, {"active": [[True], [True, False]]}, "active must be booleans"),
    (np.full(32, 0.5), {}, "must be integers of up to 63 bits, not float64"),
    (np.ones(32, np.bool_), {}, "must be integers of up to 63 bits, not bool"),
    (None, {}, r"not of shape \(\)"),
    ("0 4 8", {}, r"not of shape \(\)"),
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


@pytest.mark.parametrize("rubbish", [2**70, -(2**70), None, 0.5, "x"])
def test_an_inactive_lane_of_a_list_may_hold_anything(rubbish: Any) -> None:
    addresses = [rubbish if lane == 3 else 4 * lane for lane in range(32)]
    active = [lane != 3 for lane in range(32)]
    assert Access(addresses, active=active).addresses[4] == 16  # type: ignore[arg-type]
    assert count(addresses, active=active) == 1
    assert count([addresses] * 2, active=active).tolist() == [1, 1]  # type: ignore[union-attr]
    assert count([addresses] * 20, active=active).tolist() == [1] * 20  # type: ignore[union-attr]
    with pytest.raises(AccessError, match="lane 3 of warp 1: address") as caught:
        count([LINE, addresses])
    assert (caught.value.lane, caught.value.row) == (3, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stride": None}, "stride must be a whole number, not None"),
        ({"stride": 1.0}, "stride must be a whole number, not 1.0"),
        ({"stride": 1, "offset": "2"}, "offset must be a whole number, not '2'"),
        ({"stride": 1, "lanes": 0}, "lanes must be a whole number from 1 to 1024, not 0"),
        ({"stride": 1, "lanes": -1}, "lanes must be a whole number from 1 to 1024, not -1"),
        ({"stride": 1, "lanes": 10**12}, "lanes must be a whole number from 1 to 1024"),
        ({"stride": 1, "width": 4.0}, "unknown width 4.0"),
        ({"stride": 1, "active": [True]}, r"active has shape \(1,\)"),
        ({"stride": 2**61}, "lane 1: address 9223372036854775808 needs more than 63 bits"),
    ],
)
def test_misuse_of_strided(options: dict[str, Any], message: str) -> None:
    with pytest.raises(AccessError, match=message):
        Access.strided(**options)


@pytest.mark.parametrize(
    "call",
    [serve, cell_of, affine, closed_form, compare, collisions, broadcasts, lambda x: remedies([x])],
)
@pytest.mark.parametrize("given", [None, np.arange(32) * 4, "load", 5, LINE])
def test_what_is_no_access_is_refused(call: Callable[..., Any], given: Any) -> None:
    with pytest.raises(AccessError, match="is needed, not "):
        call(given)


@pytest.mark.parametrize("name", [[], None, 5, np.array(["nvidia", "cc1"]), "hopper"])
def test_what_is_no_machine_is_refused(name: Any) -> None:
    access = Access.strided(1)
    for call in (
        lambda: serve(access, name),
        lambda: count(LINE, machine=name),
        lambda: closed_form(access, name),
        lambda: compare(access, [name]),
        lambda: remedies([access], (32,), 4, name),
    ):
        with pytest.raises(MachineError, match=r"unknown machine .*: use one of nvidia"):
            call()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"array": 5}, "an origin's array: its name is needed, not 5"),
        ({"field": 5}, "an origin's field: its name is needed, not 5"),
        (
            {"dims": 32},
            "an origin's dims: a list of whole numbers such as",
        ),
        ({"dims": "ab"}, "an origin's dims: a list of whole numbers"),
        ({"dims": (2.0,)}, "each of an origin's dims must be a whole number of at least 0"),
        ({"dims": (-1, 4)}, "each of an origin's dims must be a whole number of at least 0"),
        ({"element_bytes": 0}, "element_bytes must be a whole number of at least 1, not 0"),
        ({"element_bytes": 4.0}, "element_bytes must be a whole number of at least 1, not 4.0"),
        ({"base": -4}, "an origin's base must be a whole number of at least 0, not -4"),
        ({"base": 2**70}, "an origin's base must be"),
    ],
)
def test_an_origin_that_can_not_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(AccessError, match=message):
        Origin(**{"array": "s", "dims": (32,), "element_bytes": 4, **options})
    with pytest.raises(AccessError, match="an Origin or None is needed, not 'x'"):
        Access(LINE, origin="x")  # type: ignore[arg-type]


def test_an_origin_takes_dims_of_any_kind() -> None:
    for dims in ([8, 4], np.array([8, 4]), (np.int64(8), 4)):
        assert Origin("s", dims, np.int64(4)).dims == (8, 4)  # type: ignore[arg-type]
    assert cell_of(Access(LINE, origin=Origin("s", (8, 0), 4))) == "A"  # type: ignore[arg-type]


def test_ldmatrix_has_its_own_width() -> None:
    rows = np.arange(32) * 16
    assert count(rows, op="ldmatrix") == 4
    assert Access(rows, op="ldmatrix").width == 16
    assert Access.strided(1, op="ldmatrix").addresses.tolist() == rows.tolist()
    assert (Access(rows).width, count(rows)) == (4, 4)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies_and_pickles_are_as_frozen(again: Callable[[Any], Any]) -> None:
    access = again(Access(LINE, active=[True] * 32, origin=Origin("s", (32,), 4)))  # type: ignore[arg-type]
    assert access.addresses.tolist() == LINE
    assert access.origin == Origin("s", (32,), 4)
    for array in (access.addresses, access.active):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    machine = again(MACHINES["gfx950"])
    assert dict(machine.rules) == dict(MACHINES["gfx950"].rules)
    assert serve(Access.strided(3, lanes=64), machine) == serve(
        Access.strided(3, lanes=64), "gfx950"
    )
    assert again(serve(access)) == serve(access)


@pytest.mark.parametrize(
    "call",
    [
        lambda: count([6] * 32),
        lambda: count([LINE, [6] * 32]),
        lambda: stride_degree(0),
        lambda: serve(Access.strided(0), "hopper"),
    ],
)
def test_errors_travel_between_processes(call: Callable[[], Any]) -> None:
    with pytest.raises(EngineError) as caught:
        call()
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value)
    assert (str(again), again.lane, again.row) == (
        str(caught.value),
        caught.value.lane,
        caught.value.row,
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
