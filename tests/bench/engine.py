"""How fast `count` is: `python -m tests.bench.engine [WARPS]`.

Every figure is a median over repeats, in seconds of this process's own processor time, so that
other programs' turns don't count; the ratio compares with `np.max` over the same addresses as
int32, run in turns with `count` in this same run, so that what slows one slows both.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

import numpy as np
from numpy.typing import NDArray

from banktrainer.engine import Access, Op, count, serve
from banktrainer.engine.sort_keys import route

WARPS = 1_000_000
SHARED_BYTES = 48 * 1024
REPEATS = 7
SMALL_REPEATS = 200


@dataclass(frozen=True)
class Load:
    """One kind of input: what to count and how its addresses are drawn."""

    name: str
    width: int = 4
    op: Op = "load"
    pattern: str = "random"
    masked: bool = False
    machine: str = "nvidia"

    def addresses(self, warps: int) -> NDArray[np.int32]:
        if self.pattern == "random":
            high = SHARED_BYTES // self.width
            elements = np.random.default_rng(0).integers(0, high, (warps, 32), dtype=np.int32)
        else:
            lanes = np.arange(32, dtype=np.int32)
            row = {"stride 32": lanes * 32, "shared words": lanes // 4 * 32}[self.pattern]
            elements = np.tile(row, (warps, 1))
        return elements * np.int32(self.width)

    def active(self, warps: int) -> NDArray[np.bool_] | None:
        if not self.masked:
            return None
        return np.random.default_rng(1).random((warps, 32), dtype=np.float32) < 0.5


LOADS = (
    Load("4 bytes, random"),
    Load("8 bytes, random", 8),
    Load("16 bytes, random", 16),
    Load("4 bytes, half the lanes off", masked=True),
    Load("4 bytes, atomic", op="atomic"),
    Load("4 bytes, stride 32 (32-way)", pattern="stride 32"),
    Load("4 bytes, 8 words shared by 4", pattern="shared words"),
    Load("8 bytes, random, merging", 8, machine="nvidia-merge"),
)


def seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def in_turns(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """Median seconds of both, run alternately."""
    times = [(seconds(first), seconds(second)) for _ in range(REPEATS)]
    return median(one for one, _ in times), median(two for _, two in times)


def peak_over_input(load: Load, addresses: NDArray[np.int32]) -> float:
    """The most memory that numpy held during one count, as a multiple of the input's size."""
    active = load.active(len(addresses))
    tracemalloc.start()
    count(addresses, load.width, load.op, active, load.machine)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / addresses.nbytes


def many(load: Load, warps: int) -> tuple[float, float]:
    """Print one load's figures for `warps` warps; its ratio to np.max and seconds."""
    addresses, active = load.addresses(warps), load.active(warps)
    flat = np.ascontiguousarray(addresses, dtype=np.int32)
    reading, counting = in_turns(
        lambda: np.max(flat),
        lambda: count(addresses, load.width, load.op, active, load.machine),
    )
    peak = peak_over_input(load, addresses)
    print(
        f"{load.name:32} {reading / counting:6.1%} of np.max"
        f" {warps / counting / 1e6:7.2f} M warps/s"
        f" {counting * 1e3:8.1f} ms  peak {peak:4.2f}x input"
    )
    return reading / counting, counting


def few(load: Load) -> None:
    """Print the microseconds of 1 and of 1,000 warps."""
    thousand, mask = load.addresses(1000), load.active(1000)
    one, one_mask = thousand[0], None if mask is None else mask[0]
    kind = (load.width, load.op)
    batch = [
        seconds(lambda: count(thousand, *kind, mask, load.machine)) for _ in range(SMALL_REPEATS)
    ]
    single = [
        seconds(lambda: count(one, *kind, one_mask, load.machine)) for _ in range(SMALL_REPEATS)
    ]
    access = Access(one.astype(np.int64), *kind, one_mask)
    story = [seconds(lambda: serve(access, load.machine)) for _ in range(SMALL_REPEATS)]
    print(
        f"{load.name:32} 1 warp {median(single) * 1e6:6.1f} µs   1,000 warps "
        f"{median(batch) * 1e6:7.1f} µs   serve {median(story) * 1e6:6.1f} µs   peak for 1,000 "
        f"{peak_over_input(load, thousand):4.2f}x input"
    )


def main(warps: int = WARPS) -> None:
    simd = np.show_config(mode="dicts")["SIMD Extensions"]
    print(f"numpy {np.__version__}; SIMD {simd['baseline']} + {simd.get('found', [])}; {route()}")
    print(f"{warps:,} warps as contiguous int32, checks included, medians of {REPEATS}:")
    times = {load.name: many(load, warps)[1] for load in LOADS}
    base = times[LOADS[0].name]
    for load in LOADS[1:3]:
        print(f"{load.name} takes {times[load.name] / base:.2f}x the time of 4 bytes")
    print(f"medians of {SMALL_REPEATS}:")
    for load in LOADS:
        few(load)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
