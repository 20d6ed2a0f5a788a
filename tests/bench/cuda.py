"""How fast the reader is: `python -m tests.bench.cuda`. Figures are the best of several runs."""

from __future__ import annotations

import time
from collections.abc import Callable

from banktrainer.cuda import Launch, Trace, report, trace
from tests.cuda.test_golden import WARP_COPIES
from tests.cuda.test_kernels import INTERLEAVED, TRANSPOSE

RUNS = 5
SNIPPET = "__shared__ float s[512]; float v = s[threadIdx.x * 6 + 5];"


def best(work: Callable[[], Trace]) -> tuple[float, Trace]:
    """The shortest wall-clock time in seconds, and a trace."""
    shortest, traced = float("inf"), work()
    for _ in range(RUNS):
        started = time.perf_counter()
        traced = work()
        shortest = min(shortest, time.perf_counter() - started)
    return shortest, traced


def lane_steps(traced: Trace) -> int:
    """Lanes times executions of shared accesses."""
    return sum(e.access.lanes for x in traced.accesses for e in x.executions)


def main() -> None:
    cases: list[tuple[str, Callable[[], Trace]]] = [
        (
            "transpose, 256 threads",
            lambda: trace(TRANSPOSE, Launch(block=(32, 8)), defines={"PAD": "0"}),
        ),
        ("reduction, 256 threads", lambda: trace(INTERLEAVED, Launch(block=(256,)))),
        (
            "histogram, 256 threads",
            lambda: trace(
                WARP_COPIES.replace("[4]", "[8]"), Launch(block=(256,)), {"data": "i % 32"}
            ),
        ),
        ("snippet of one line", lambda: trace(SNIPPET)),
    ]
    print(f"{'':24}  trace ms  report ms  lane-steps  lane-steps/s")
    for name, work in cases:
        seconds, traced = best(work)
        started = time.perf_counter()
        report(traced)
        reported = time.perf_counter() - started
        steps = lane_steps(traced)
        times = f"{seconds * 1e3:9.2f} {reported * 1e3:10.2f}"
        print(f"{name:24} {times} {steps:11} {steps / seconds:13.0f}")


if __name__ == "__main__":
    main()
