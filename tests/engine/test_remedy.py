"""Remedies: the known cases, alignment, and that a remedy does what it claims."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.engine import (
    Access,
    AccessError,
    Origin,
    Pitch,
    Remedy,
    Swizzle,
    Tile,
    remedies,
    serve,
)

LANE = np.arange(32)


def rows_and_columns(size: int) -> list[Access]:
    rows = [Access(4 * (size * row + LANE), op="store") for row in range(size)]
    return rows + [Access(4 * (size * LANE + column)) for column in range(size)]


def block_16() -> list[Access]:
    """A 16×16 block stores its tile by rows and loads it by columns: 8 warps."""
    accesses = []
    for warp in range(8):
        thread = LANE + 32 * warp
        accesses.append(Access(4 * (thread // 16 * 16 + thread % 16), op="store"))
        accesses.append(Access(4 * (thread % 16 * 16 + thread // 16)))
    return accesses


def total(accesses: list[Access]) -> int:
    return sum(serve(access).cycles for access in accesses)


def by_kind(found: list[Remedy]) -> dict[str, Remedy]:
    assert len({one.kind for one in found}) == len(found)
    return {one.kind: one for one in found}


def test_a_32_wide_tile_gets_one_unused_column_or_a_swizzle() -> None:
    found = remedies(rows_and_columns(32), (32, 32), 4)
    assert [one.kind for one in found] == ["pad", "swizzle"]
    pad, swizzle = found
    assert dict(pad.params) == {"pitch": 33, "pad": 1}
    assert (pad.cycles, pad.ideal, pad.extra_bytes) == (64, 64, 128)
    assert pad.facts["bank_step"] == 33 % 32
    assert pad.facts["bank_step_before"] == 0
    assert dict(swizzle.params) == {"bits": 5, "base": 0, "shift": 5}
    assert (swizzle.cycles, swizzle.ideal, swizzle.extra_bytes) == (64, 64, 0)


def test_a_16_by_16_block() -> None:
    accesses = block_16()
    assert total(accesses) == 72
    tile = Tile((16, 16), 4)
    at_17 = [Access(Pitch(17).move(tile, one.addresses, 4), 4, one.op) for one in accesses]
    assert total(at_17) == 32
    swizzle, pad = remedies(accesses, (16, 16), 4)
    assert (swizzle.kind, dict(swizzle.params)) == ("swizzle", {"bits": 3, "base": 1, "shift": 4})
    assert (swizzle.cycles, swizzle.ideal) == (16, 16)
    assert (pad.kind, pad.params["pitch"], pad.cycles) == ("pad", 18, 24)


@pytest.mark.parametrize("op", ["load", "ldmatrix"])
def test_rows_of_16_byte_accesses_are_padded_by_16_bytes(op: str) -> None:
    column = Access(LANE * 256, 16, op)  # type: ignore[arg-type]
    found = by_kind(remedies([column], (32, 128), 2))
    assert found["pad"].params["pad"] * 2 == 16
    assert (found["pad"].cycles, found["pad"].ideal) == (4, 4)
    assert found["swizzle"].params["base"] == 3


def test_a_transposed_store_wants_130_and_with_16_byte_loads_a_multiple_of_4() -> None:
    store = Access(4 * (LANE % 4 * 4 * 128 + LANE // 4), op="store")
    assert total([store]) == 4
    alone = by_kind(remedies([store], (16, 128), 4))["pad"]
    assert (alone.params["pitch"], alone.cycles) == (130, 1)
    loads = [Access(512 * row + 16 * LANE, 16) for row in range(16)]
    both = by_kind(remedies([store, *loads], (16, 128), 4))["pad"]
    assert both.params["pitch"] % 4 == 0
    assert (both.params["pitch"], both.cycles) == (132, 2 + 64)


def test_an_array_of_structs_becomes_a_struct_of_arrays() -> None:
    fields = [
        Access(16 * LANE + 4 * number, origin=Origin("arr", (32,), 16, name))
        for number, name in enumerate("abcd")
    ]
    assert total(fields) == 16
    best = remedies(fields)[0]
    assert (best.kind, dict(best.params)) == ("soa", {})
    assert (best.cycles, best.ideal, best.extra_bytes) == (4, 4, 0)
    assert best.facts["stride_bytes_before"] == 16
    places = {
        int(address) for field in fields for address in best.relaid(field, (32,), 16).addresses
    }
    assert places == set(range(0, 512, 4))


def test_what_is_clean_needs_no_remedy() -> None:
    assert remedies([Access.strided(1)], (4, 32), 4) == []
    assert remedies([], (4, 32), 4) == []


def test_the_tile_comes_from_the_origin_and_may_lie_anywhere() -> None:
    origin = Origin("M", (32, 32), 4, base=4096)
    column = Access(4096 + LANE * 128, origin=origin)
    pad = by_kind(remedies([column]))["pad"]
    assert pad.params["pitch"] == 33
    assert pad.relaid(column, (32, 32), 4).addresses.tolist() == [4096 + 132 * i for i in range(32)]


def test_inactive_lanes_may_point_anywhere() -> None:
    active = LANE < 16
    column = Access(np.where(active, LANE * 128, -9), active=active)
    assert by_kind(remedies([column], (32, 32), 4))["pad"].cycles == 1


def test_misuse_is_refused() -> None:
    with pytest.raises(AccessError, match="dims and element_bytes are needed"):
        remedies([Access.strided(1)])
    with pytest.raises(AccessError, match="lane 16: byte 64 is outside the 64 bytes") as caught:
        remedies([Access.strided(1)], (4, 4), 4)
    assert caught.value.lane == 16
    with pytest.raises(AccessError, match="no tile of"):
        remedies([Access.strided(1)], (0, 4), 4)
    with pytest.raises(AccessError, match="a list of accesses is needed, not"):
        remedies(Access.strided(1), (32, 32), 4)  # type: ignore[arg-type]
    for lanes in (31, 64):
        with pytest.raises(AccessError, match=f"{lanes} lanes given: a warp of nvidia has 32"):
            remedies([Access.strided(1), Access.strided(1, lanes=lanes)], (32, 32), 4)


@pytest.mark.parametrize(
    ("dims", "element_bytes", "message"),
    [
        (32, 4, r"dims: a list of whole numbers such as \(32, 32\) is needed, not 32"),
        ("32", 4, "dims: a list of whole numbers"),
        (32.0, 4, "dims: a list of whole numbers"),
        ((32, 32.0), 4, "each of dims must be a whole number of at least 0, not 32.0"),
        ((32, "32"), 4, "each of dims must be"),
        ((), 4, "no tile of"),
        ((32, 32), 4.0, "element_bytes must be a whole number, not 4.0"),
        ((32, 32), "4", "element_bytes must be a whole number"),
        ((32, 32), 0, "no tile of"),
        ((32, 32), -4, "no tile of"),
        ((2**40, 2**40), 4, "is more than 4294967296 bytes"),
        ((10**40,), 4, "each of dims must be"),
    ],
)
def test_a_tile_that_can_not_be_is_refused(dims: Any, element_bytes: Any, message: str) -> None:
    with pytest.raises(AccessError, match=message):
        remedies([Access.strided(1)], dims, element_bytes)


def test_dims_may_be_any_sequence() -> None:
    column = [Access(LANE * 128)]
    shapes: list[Any] = [[32, 32], np.array([32, 32]), (np.int32(32), 32)]
    size: Any = np.int64(4)
    for dims in shapes:
        assert by_kind(remedies(column, dims, size))["pad"].params["pitch"] == 33


def test_idle_warps_need_no_remedy_and_no_tile() -> None:
    idle = Access(LANE * 128, active=LANE < 0)
    assert remedies([idle], (32, 32), 4) == []
    assert remedies([idle]) == []
    (pad, *_) = remedies([idle, Access(LANE * 128)], (32, 32), 4)
    assert (pad.params["pitch"], pad.cycles, pad.ideal) == (33, 1, 1)


def test_addresses_near_the_end_of_63_bits() -> None:
    high = 2**63 - 8192
    with pytest.raises(AccessError, match=r"lane 0: byte .* is outside the 4096 bytes"):
        remedies([Access(LANE * 128 + high)], (32, 32), 4)
    with pytest.raises(AccessError, match="lane 0: byte 9223372036854775804 is outside"):
        remedies([Access(LANE * 0 + (2**63 - 4))], (32, 32), 4)
    far = Access(LANE * 128 + high, origin=Origin("s", (32, 32), 4, base=high))
    assert by_kind(remedies([far]))["pad"].cycles == 1
    end = 2**63 - 4096
    last = Access(LANE * 128 + (end + 124), origin=Origin("s", (32, 32), 4, base=end))
    with pytest.raises(AccessError, match=r"lane \d+: address \d+ needs more than 63 bits"):
        remedies([last])


@settings(max_examples=40)
@given(
    st.sampled_from([(32, 32), (16, 64), (8, 48), (4, 8, 32)]),
    st.sampled_from([(4, 4), (2, 4), (4, 16), (8, 8), (1, 1)]),
    st.sampled_from(["nvidia", "nvidia-merge", "cc3-32", "gfx1201"]),
    st.data(),
)
def test_a_remedy_does_what_it_claims(
    dims: tuple[int, ...], sizes: tuple[int, int], machine: str, data: st.DataObject
) -> None:
    element, width = sizes
    tile = Tile(dims, element)
    places = tile.bytes // width
    accesses = [
        Access(np.array(at) * width, width)
        for at in data.draw(
            st.lists(
                st.builds(
                    lambda stride, first: [(stride * lane + first) % places for lane in range(32)],
                    st.sampled_from([1, 2, 3, 8, 16, 32, 48, 64]),
                    st.integers(0, 40),
                ),
                min_size=1,
                max_size=4,
            )
        )
    ]
    before = sum(serve(access, machine).cycles for access in accesses)
    for remedy in remedies(accesses, dims, element, machine):
        moved = [remedy.relaid(access, dims, element) for access in accesses]
        assert sum(serve(access, machine).cycles for access in moved) == remedy.cycles < before
        assert sum(serve(access, machine).ideal for access in moved) == remedy.ideal
        assert remedy.extra_bytes == remedy.layout.extra_bytes(tile) >= 0
        end = tile.bytes + remedy.extra_bytes
        assert all(0 <= one.addresses.min() <= one.addresses.max() <= end - width for one in moved)


@given(
    st.sampled_from([(32, 32), (16, 64), (8, 48)]),
    st.integers(1, 5),
    st.integers(0, 3),
    st.integers(1, 6),
)
def test_a_swizzle_inside_the_columns_moves_no_element_onto_another(
    dims: tuple[int, int], bits: int, base: int, shift: int
) -> None:
    if dims[1] % (1 << (bits + base)):
        return
    tile = Tile(dims, 4)
    every = np.arange(dims[0] * dims[1]) * 4
    moved = Swizzle(bits, base, shift).move(tile, every, 4)
    assert sorted(moved.tolist()) == every.tolist()
    assert np.array_equal(moved // (4 * dims[1]), every // (4 * dims[1]))
