"""count in bulk: every kind of input, size and key goes the same way as one warp at a time."""

from __future__ import annotations

import tracemalloc
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from banktrainer.engine import MACHINES, Op, count, counting, sort_keys, sorted_rows
from tests.bench import engine as bench

from . import reference
from .strategies import widths

OPS: tuple[Op, ...] = ("load", "store", "atomic", "ldmatrix")


def draw(
    machine: str, width: int, rows: int, high: int, seed: int = 0
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Random addresses with shared words, and masks of which some are empty."""
    rng = np.random.default_rng(seed)
    lanes = reference.lanes_of(machine)
    elements = rng.integers(0, high, (rows, lanes))
    elements[::3] = np.repeat(elements[::3, ::2], 2, axis=1)
    active = rng.random((rows, lanes)) < rng.random((rows, 1))
    active[1::5] = False
    return elements * width, active


def expected(
    machine: str, addresses: NDArray[Any], width: int, op: Op, active: NDArray[np.bool_] | None
) -> list[int]:
    masks = [None] * len(addresses) if active is None else active.tolist()
    return [
        reference.figures(machine, row, width, op, mask).cycles
        for row, mask in zip(addresses.tolist(), masks, strict=True)
    ]


CASES = [
    (machine, op, width)
    for machine, op in product(reference.NAMES, OPS)
    for width in widths(machine, op)
    if machine != "cc2" or op != "ldmatrix"
]


@pytest.mark.parametrize("way", sort_keys.ROUTES)
@pytest.mark.parametrize(("machine", "op", "width"), CASES)
def test_bulk_equals_the_reference(
    machine: str, op: Op, width: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorted_rows, "route", lambda: sort_keys.ROUTES[way])
    for high in (9, 4000):
        addresses, active = draw(machine, width, counting.FEW + 4, high)
        for mask in (None, active):
            got = count(addresses, width, op, mask, machine)
            assert np.array_equal(got, expected(machine, addresses, width, op, mask))


@pytest.mark.parametrize("way", sort_keys.ROUTES)
@given(
    st.sampled_from([1, 2, 4, 8, 16]),
    st.sampled_from([3, 200, 2**12, 2**14, 2**16, 2**17, 2**30, 2**58]),
    st.integers(13, 90),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_every_route_counts_alike(
    way: str, width: int, high: int, rows: int, off: bool, seed: int
) -> None:
    addresses, active = draw("nvidia-merge", width, rows, high, seed)
    mask = active if off else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorted_rows, "route", lambda: sort_keys.ROUTES[way])
        got = count(addresses, width, "load", mask, "nvidia-merge")
    assert np.array_equal(got, expected("nvidia-merge", addresses, width, "load", mask))


@pytest.mark.parametrize(
    ("features", "way"),
    [
        (["X86_V3", "X86_V4", "AVX512_ICL"], "icelake"),
        (["AVX512F", "AVX512_SKX", "AVX512_SPR"], "icelake"),
        (["X86_V3", "X86_V4"], "avx2"),
        (["AVX2"], "avx2"),
        (["ASIMDHP"], "plain"),
    ],
)
def test_the_route_follows_what_numpy_reports(features: list[str], way: str) -> None:
    assert sort_keys.route_of(features) == sort_keys.ROUTES[way]
    assert sort_keys.route() in sort_keys.ROUTES.values()


@pytest.mark.parametrize("high", [2**13, 2**16 + 1, 2**23, 2**25, 2**40, 2**57, 2**60])
@pytest.mark.parametrize("machine", ["nvidia", "cc3-32", "gfx950", "cc1"])
@pytest.mark.parametrize("way", sort_keys.ROUTES)
def test_far_addresses_count_alike(
    way: str, machine: str, high: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorted_rows, "route", lambda: sort_keys.ROUTES[way])
    addresses, active = draw(machine, 4, 30, high)
    addresses[0, :4] = [4 * (high - 1), 4 * (high - 33), 0, 128]
    got = count(addresses, 4, "load", active, machine)
    assert np.array_equal(got, expected(machine, addresses, 4, "load", active))


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.uint64])
def test_integers_of_any_size_count_alike(kind: type[np.integer]) -> None:
    addresses, active = draw("nvidia", 4, 50, 32)
    narrow = addresses.astype(kind)
    assert np.array_equal(narrow, addresses)
    assert np.array_equal(count(narrow), count(addresses))
    assert np.array_equal(
        count(narrow, active=active), expected("nvidia", addresses, 4, "load", active)
    )


def test_views_count_like_copies() -> None:
    addresses, active = draw("nvidia", 4, 60, 500)
    for view in (addresses[::2], addresses[:, ::-1], np.asfortranarray(addresses), addresses[::-1]):
        assert np.array_equal(count(view), count(view.copy()))
    flipped = active[:, ::-1]
    assert np.array_equal(
        count(addresses, active=flipped), expected("nvidia", addresses, 4, "load", flipped)
    )


def test_one_mask_may_serve_all_rows() -> None:
    addresses, _ = draw("nvidia", 4, 60, 500)
    active = np.arange(32) % 3 == 0
    assert np.array_equal(
        count(addresses, active=active), count(addresses, active=np.tile(active, (60, 1)))
    )


def test_no_rows_give_no_cycles() -> None:
    got = count(np.zeros((0, 32), np.int32))
    assert isinstance(got, np.ndarray)
    assert got.shape == (0,)
    assert got.dtype == np.int64


def test_the_input_is_left_alone() -> None:
    addresses, active = draw("nvidia", 4, 50, 500)
    before, mask_before = addresses.copy(), active.copy()
    for narrow in (addresses.astype(np.uint32), addresses):
        narrow.setflags(write=False)
        count(narrow, active=active)
    assert np.array_equal(addresses, before)
    assert np.array_equal(active, mask_before)


def test_blocks_and_chunks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses, active = draw("nvidia", 8, 500, 300)
    whole = count(addresses, 8, "load", active, "nvidia-merge")
    monkeypatch.setattr(counting, "BLOCK", 32 * 70)
    monkeypatch.setattr(sorted_rows, "CHUNK", 32 * 9)
    assert np.array_equal(count(addresses, 8, "load", active, "nvidia-merge"), whole)


def test_one_row_is_an_int_and_equals_its_place_among_many() -> None:
    addresses, _ = draw("nvidia", 4, 50, 500)
    many = count(addresses)
    for row, cycles in zip(addresses, many, strict=True):  # type: ignore[arg-type]
        one = count(row)
        assert type(one) is int
        assert one == cycles


def test_memory_stays_within_four_times_the_input() -> None:
    for rows in (1000, 60_000):
        addresses, active = draw("nvidia", 4, rows, 12_000)
        narrow = addresses.astype(np.int32)
        for mask in (None, active):
            tracemalloc.start()
            count(narrow, active=mask)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak <= 4 * narrow.nbytes


def test_the_benchmark_prints_every_load(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "REPEATS", 1)
    monkeypatch.setattr(bench, "SMALL_REPEATS", 1)
    bench.main(100)
    printed = capsys.readouterr().out
    assert "SIMD" in printed
    assert printed.count("of np.max") == len(bench.LOADS)
    assert printed.count("1,000 warps") == len(bench.LOADS)


def test_every_machine_is_in_the_reference() -> None:
    assert tuple(MACHINES) == reference.NAMES
    assert all(chip.lanes == reference.lanes_of(name) for name, chip in MACHINES.items())
