"""`explain` where several accesses stand at one place of the source."""

from __future__ import annotations

from pathlib import Path

from tests.commands.conftest import Run, report

ONE_SPOT = """\
__device__ void put(float *p) { *p = 1; }
#define TWO(t) a[t] + a[t * 16]
__global__ void k() {
    __shared__ float a[512], b[512];
    put(a + threadIdx.x);
    for (int i = 0; i < 2; i++) put(b + threadIdx.x * 8 * i);
    float v = TWO(threadIdx.x);
}
"""


def test_accesses_at_one_place_are_told_apart(run: Run, tmp_path: Path) -> None:
    """A helper's line reaches two arrays, and a macro's place holds two loads of one array."""
    path = tmp_path / "spot.cu"
    path.write_text(ONE_SPOT)
    found = report(run, str(path), "--block", "32", "--compare")["accesses"]
    each = [(one["array"], one["op"], one["cycles"]) for one in found]
    assert each == [("a", "store", 1), ("b", "store", 9), ("a", "load", 1), ("a", "load", 16)]
    assert [one["machines"]["nvidia"]["cycles"] for one in found] == [1, 9, 1, 16]
    said = run("explain", str(path), "--block", "32").out
    assert "worst: line 7, load of TWO(threadIdx.x), warp 0\n16 cycles, ideal 1" in said
    path.write_text(ONE_SPOT.replace("float v = TWO(threadIdx.x);", ""))
    said = run("explain", str(path), "--block", "32").out
    assert "worst: line 1, store to *p, worst of 2 executions, warp 0\n8 cycles, ideal 1" in said
