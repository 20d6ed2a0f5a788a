"""`explain`: its JSON to the letter, its text as it stands at 80 columns, its exit statuses."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from banktrainer.engine import Access, Machine, Timeline, serve
from tests.commands.conftest import OFFSET, Run, report

UPDATE = "__shared__ int s[64]; s[threadIdx.x * 2] += 1;"
TRANSPOSE = """\
__global__ void transpose(float *out, const float *in, int width) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[y + j][x] = in[(y + j) * width + x];
    __syncthreads();
    for (int j = 0; j < 32; j += 8)
        out[(y + j) * width + x] = tile[x][y + j];
}
"""
HISTOGRAM = """\
__global__ void histogram(const int *sample, int *bins) {
    __shared__ int hist[32];
    hist[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&hist[sample[threadIdx.x]], 1);
    __syncthreads();
    bins[threadIdx.x] = hist[threadIdx.x];
}
"""


def test_the_offset_example(run: Run) -> None:
    access = report(run, "-c", OFFSET)["accesses"][0]
    assert (access["cycles"], access["ideal"], access["degree"]) == (2, 1, 2)
    assert (access["banks"][0], access["banks"][16]) == (5, 5)
    assert access["cell"] == "E"


def test_the_contract_s_example_to_the_letter(run: Run) -> None:
    load = {
        "line": 1,
        "column": 23,
        "text": "s[threadIdx.x * 2]",
        "array": "s",
        "op": "load",
        "width": 4,
        "lanes": 32,
        "active": 32,
        "executions": 1,
        "cycles": 2,
        "ideal": 1,
        "excess": 1,
        "degree": 2,
        "cell": "C",
        "worst": {"warp": 0, "execution": 0},
        "addresses": [8 * lane for lane in range(32)],
        "banks": [2 * lane % 32 for lane in range(32)],
    }
    expected = {
        "machine": "nvidia",
        "block": [32, 1, 1],
        "warp": 0,
        "partial": False,
        "unread": [],
        "accesses": [load, {**load, "op": "store"}],
        "total": {"cycles": 4, "ideal": 2, "excess": 2},
    }
    data = report(run, "-c", UPDATE)
    assert data == expected
    assert list(data) == list(expected)
    assert list(data["accesses"][0]) == list(load)


@pytest.mark.parametrize(
    ("code", "settings", "cycles", "ideal"),
    [
        ("__shared__ float s[128]; float v = s[threadIdx.x];", [], 1, 1),
        ("__shared__ float s[512]; float v = s[threadIdx.x * 7];", [], 1, 1),
        ("__shared__ float s[512]; float v = s[threadIdx.x * 6];", [], 2, 1),
        ("__shared__ float s[1024]; float v = s[threadIdx.x * 32];", [], 32, 1),
        (OFFSET, [], 2, 1),
        ("__shared__ float M[32][32]; float v = M[tid][col];",
         ["tid=threadIdx.x", "col=3"], 32, 1),
        ("__shared__ float M[32][33]; float v = M[tid][col];",
         ["tid=threadIdx.x", "col=3"], 1, 1),
        ("struct P4 { float a, b, c, d; }; __shared__ P4 p[32]; float v = p[threadIdx.x].a;",
         [], 4, 1),
        ("__shared__ float s[128]; int j = 7; float v = s[j];", [], 1, 1),
        ("__shared__ int h[32]; atomicAdd(&h[sample[threadIdx.x]], 1);", ["sample=5"], 32, 1),
        ("__shared__ int h[32]; atomicAdd(&h[sample[threadIdx.x]], 1);", ["sample=i"], 1, 1),
        ("__shared__ double d[64]; double v = d[threadIdx.x];", [], 2, 2),
    ],
)  # fmt: skip
def test_the_ten_examples(
    run: Run, code: str, settings: list[str], cycles: int, ideal: int
) -> None:
    given = [part for setting in settings for part in ("--set", setting)]
    total = report(run, "-c", code, *given)["total"]
    assert total == {"cycles": cycles, "ideal": ideal, "excess": cycles - ideal}


def test_code_needs_no_final_semicolon(run: Run) -> None:
    assert report(run, "-c", OFFSET.rstrip(";")) == report(run, "-c", OFFSET)


def test_text_of_the_offset_example(run: Run) -> None:
    assert (
        run("explain", "-c", OFFSET).out
        == """\
<code> · block 32 · warp 0 · nvidia

                                        op    bytes  runs  cycles  ideal  degree
1  __shared__ float s[512]; float v = s[threadIdx.x * 6 + 5];
   ↳ s[threadIdx.x * 6 + 5]             load      4     1       2      1       2

total: 2 cycles, ideal 1, excess 1.

worst: line 1, load of s[threadIdx.x * 6 + 5], warp 0
2 cycles, ideal 1: 2-way bank conflict.
word(i) = 6·i + 5, and gcd(6, 32) = 2: 2 lanes queue at each bank in use.
Lanes 0 and 16 both want bank 5, words 5 and 101.
15 other banks have queues just as long.

      2   26  21   16  27   22  17   28  23   18  29   24  19   30  25   20  31
cycle 1 ··10··05 ··00··11 ··06··01 ··12··07 ··02··13 ··08··03 ··14··09 ··04··15
        ──▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀
   bank 00010203 04050607 08091011 12131415 16171819 20212223 24252627 28293031
  words    2   2    2   2    2   2    2   2    2   2    2   2    2   2    2   2

remedy: put element x of s at x ^ ((x >> 5) & 1): 1 cycle, ideal 1 over all its
  accesses, instead of 2 cycles; 0 bytes more.
XOR gives neighbouring stretches of the array 2 different orders, so elements
  that met in a bank part. Each stretch still holds its own elements.
1  __shared__ float s[512]; float v = s[(threadIdx.x * 6 + 5) ^ (((threadIdx.x * 6 + 5) >> 5) & 1)];
"""
    )


def test_text_of_a_clean_snippet_has_no_board(run: Run) -> None:
    code = "__shared__ float s[32];\nfloat v = s[threadIdx.x];"
    assert (
        run("explain", "-c", code).out
        == """\
<code> · block 32 · warp 0 · nvidia

                                        op    bytes  runs  cycles  ideal  degree
1  __shared__ float s[32];
2  float v = s[threadIdx.x];            load      4     1       1      1       1

total: 1 cycle, ideal 1, excess 0.
"""
    )


def test_text_of_a_kernel(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "transpose.cu").write_text(TRANSPOSE, "utf-8")
    monkeypatch.chdir(tmp_path)
    done = run("explain", "transpose.cu", "--block", "32,8", "--grid", "4,4")
    assert done.code == 0, done.err
    assert done.out.startswith("""\
transpose.cu · kernel transpose · block 32×8 · warps 0–7 · nvidia

                                       op     bytes  runs  cycles  ideal  degree
1  __global__ void transpose(float *out, const float *in, int width) {
2      __shared__ float tile[32][32];
3      int x = threadIdx.x, y = threadIdx.y;
4      for (int j = 0; j < 32; j += 8)
5          tile[y + j][x] = in[(y + j) * width + x];
   ↳ tile[y + j][x]                    store      4    32      32     32       1
6      __syncthreads();
7      for (int j = 0; j < 32; j += 8)
8          out[(y + j) * width + x] = tile[x][y + j];
   ↳ tile[x][y + j]                    load       4    32    1024     32      32
9  }

total: 1056 cycles, ideal 64, excess 992.
launch of 16 blocks, if each does as this one: 16896 wavefronts, ideal 1024,
  excess 15872.

worst: line 8, load of tile[x][y + j], worst of 32 executions, warp 0
32 cycles, ideal 1: 32-way bank conflict.
""")


ROUNDS = (
    "A row of 128 bytes is whole rounds of the 32 banks: a column stays in one bank. "
    "With 132 bytes, each row begins 1 bank further on, and a column spreads out."
)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "__shared__ float t[32][32]; float v = t[threadIdx.x][0];",
            "remedy: make a row of t 33 elements long (1 unused): 1 cycle, ideal 1 over all its "
            f"accesses, instead of 32 cycles; 128 bytes more. {ROUNDS} "
            "1 __shared__ float t[32][33]; float v = t[threadIdx.x][0];",
        ),
        (
            "struct P { float a, b, c, d; }; __shared__ P p[32]; float v = p[threadIdx.x].a;",
            "remedy: give each field of p an array of its own: 1 cycle, ideal 1 over all its "
            "accesses, instead of 4 cycles; 0 bytes more. From lane to lane the address moved on "
            "by 16 bytes, a whole struct; in an array of its own a field moves on by 4. "
            "1 struct P { float a, b, c, d; }; __shared__ float p_a[32]; __shared__ float p_b[32]; "
            "__shared__ float p_c[32]; __shared__ float p_d[32]; float v = p_a[threadIdx.x];",
        ),
        (
            "__shared__ float t[32][32]; float* p = t[0]; float v = p[threadIdx.x * 32];",
            "remedy: make a row of t 33 elements long (1 unused): 1 cycle, ideal 1 over all its "
            f"accesses, instead of 32 cycles; 128 bytes more. {ROUNDS}",
        ),
        ("__shared__ int h[32]; atomicAdd(&h[5], 1);", None),
        ("__shared__ float t[32]; float v = t[threadIdx.x];", None),
    ],
)
def test_the_best_remedy_is_told_where_there_is_one(run: Run, code: str, said: str | None) -> None:
    text = run("explain", "-c", code).out
    remedy = text[text.index("remedy: ") :] if "remedy: " in text else None
    assert (remedy and " ".join(remedy.split())) == said


def test_what_the_figures_take_for_granted_is_said_once(run: Run) -> None:
    once = "__shared__ int s[32]; s[threadIdx.x] = 1;"
    assert "note:" not in run("explain", "-c", once).out
    several = once + " s[threadIdx.x] = 2; atomicAdd(&s[3], 1); atomicAdd(&s[3], 1);"
    text = " ".join(run("explain", "-c", several).out.split())
    assert text.count("a compiler may merge, hoist or vectorise them.") == 1
    assert text.count("atomics on one word are counted one after another") == 1


def test_the_launch_in_json(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "transpose.cu"
    source.write_text(TRANSPOSE, "utf-8")
    data = report(run, str(source), "--block", "32,8", "--grid", "4,4")
    assert (data["block"], data["warp"]) == ([32, 8, 1], "all")
    assert data["launch"] == {
        "grid": [4, 4, 1],
        "blocks": 16,
        "cycles": 16896,
        "ideal": 1024,
        "excess": 15872,
    }
    one = report(run, str(source), "--block", "32,8", "--warp", "3")
    assert one["warp"] == 3
    assert one["total"]["cycles"] == 1056 // 8


def test_what_could_not_be_read_is_named_and_the_rest_is_shown(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "hist.cu"
    source.write_text(HISTOGRAM, "utf-8")
    done = run("explain", str(source), "--block", "32")
    assert done.code == 1
    assert re.search(r"\n   ↳ hist\[sample\[threadIdx.x\]\] +not read\n", done.out)
    assert "total of what was read: 2 cycles, ideal 2, excess 0.\n" in done.out
    assert f"{source}:5:16: error: " in done.err
    assert "\n    atomicAdd(&hist[sample[threadIdx.x]], 1);\n               ^\n" in done.err
    assert "--set sample=" in done.err
    data = report(run, str(source), "--block", "32", code=1)
    assert data["partial"] is True
    assert [(place["line"], place["column"]) for place in data["unread"]] == [(5, 16)]
    assert report(run, str(source), "--block", "32", "--set", "sample=5")["total"]["cycles"] == 34


def test_kernels_are_shown_in_turn_or_one_alone(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "both.cu"
    source.write_text(TRANSPOSE + HISTOGRAM, "utf-8")
    more = ["--block", "32", "--set", "sample=i"]
    data = report(run, str(source), *more)
    assert {entry["kernel"] for entry in data["accesses"]} == {"transpose", "histogram"}
    assert [each["kernel"] for each in data["kernels"]] == ["transpose", "histogram"]
    alone = report(run, str(source), "--kernel", "histogram", *more)
    assert "kernel" not in alone["accesses"][0]
    assert len(alone["accesses"]) == 3
    done = run("explain", str(source), "--kernel", "histo")
    assert done.code == 1
    assert done.err == (
        "banktrainer: error: there is no kernel histo; the source has transpose, histogram\n"
    )


def test_compare_counts_on_every_machine(run: Run) -> None:
    code = "__shared__ double d[64]; double v = d[threadIdx.x];"
    machines = report(run, "-c", code, "--compare")["accesses"][0]["machines"]
    assert machines["nvidia"] == {"cycles": 2, "ideal": 2, "degree": 1}
    assert machines["cc3-64"] == {"cycles": 1, "ideal": 1, "degree": 1}
    assert "gfx942" in machines
    said = run("explain", "-c", code, "--compare").out
    assert "\nline 1, load of d[threadIdx.x]:\n1 cycle, ideal 1, degree 1: cc3-64" in said


def test_a_machine_that_refuses_is_left_out_with_its_reason(run: Run) -> None:
    code = "__shared__ float4 s[32]; float4 v = s[threadIdx.x];"
    done = run("explain", "-c", code, "--compare", "--json")
    assert done.code == 0
    assert "cc2" not in json.loads(done.out)["accesses"][0]["machines"]
    assert "cc2" in done.err


def test_a_machine_without_a_rule_for_one_access_counts_the_others(run: Run) -> None:
    code = (
        "__shared__ float4 s[32]; __shared__ float t[32]; s[threadIdx.x] = {}; t[threadIdx.x] = 0;"
    )
    done = run("explain", "-c", code, "--machine", "cc2", "--json")
    data = json.loads(done.out)
    assert (done.code, data["partial"]) == (1, True)
    assert [(one["array"], one["cycles"]) for one in data["accesses"]] == [("t", 1)]
    assert [one["text"] for one in data["unread"]] == ["s[threadIdx.x]"]
    assert "the guide and a measurement disagree" in data["unread"][0]["message"]
    for options in ([], ["--compare"]):
        done = run("explain", "-c", code, "--machine", "cc2", *options)
        assert done.code == 1
        assert "cc2 has no rule for a 16-byte store" in done.err
        assert "bug" not in done.err
        assert "no access" not in done.err
    machines = report(run, "-c", code, "--compare")["accesses"][1]["machines"]
    assert machines["cc2"] == {"cycles": 1, "ideal": 1, "degree": 1}


def test_another_machine_has_its_own_warp(run: Run) -> None:
    data = report(run, "-c", OFFSET, "--machine", "gfx942", "--block", "64")
    assert data["machine"] == "gfx942"
    assert data["accesses"][0]["lanes"] == 64


LONG = """\
__global__ void k(float *out) {
    __shared__ float s[64][64];
    float a = 0;
    for (int j = 0; j < 256; j++) a += s[(threadIdx.x + j) % 64][ROW];
    out[0] = a;
}
"""


def test_accesses_that_repeat_are_looked_through_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("banktrainer.engine.remedy")
    served: list[Access] = []

    def noted(access: Access, machine: Machine) -> Timeline:
        served.append(access)
        return serve(access, machine)

    monkeypatch.setattr(module, "serve", noted)
    source = tmp_path / "long.cu"
    source.write_text(LONG.replace("ROW", "j % 2"), "utf-8")
    text = " ".join(run("explain", str(source), "--block", "64").out.split())
    assert "1 unused): 512 cycles, ideal 512 over all its accesses, instead of 16384" in text
    assert 0 < len(served) <= 3 * 64 * 2


def test_where_too_many_accesses_differ_no_remedy_is_looked_for(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "long.cu"
    source.write_text(LONG.replace("ROW", "j % 64"), "utf-8")
    assert "remedy: " in run("explain", str(source), "--block", "64").out
    monkeypatch.setattr("banktrainer.cuda.curing.MOST_PATTERNS", 64)
    done = run("explain", str(source), "--block", "64")
    assert (done.code, done.err) == (0, "")
    assert "remedy" not in done.out
    assert "total: 16384 cycles" in done.out


def test_a_setting_that_names_nothing_is_told(run: Run) -> None:
    done = run("explain", "-c", "__shared__ int s[32]; s[threadIdx.x] = 1;", "--set", "zzz=3")
    assert done.code == 0
    assert "--set zzz: warning: nothing in the source has this name" in done.err


def test_a_very_long_line_is_cut_in_the_listing_and_in_errors(run: Run) -> None:
    code = f"__shared__ int s[32]; s[40] = 1;{' ' * 20_000}s[41] = 2;"
    done = run("explain", "-c", code)
    assert max(map(len, (done.out + done.err).split("\n"))) < 500


def test_a_lane_and_the_ledger_can_be_asked_for(run: Run) -> None:
    told = run("explain", "-c", OFFSET, "--ledger", "--lane", "19").out
    assert "cycle  lanes→banks\n  1  0→5  1→11" in told
    assert "lane 19: 19·6 + 5 = word 119 → 119 mod 32 = bank 23" in told
    assert (
        "no lane 60: nvidia has lanes 0 to 31" in run("explain", "-c", OFFSET, "--lane", "60").out
    )
    assert run("explain", "-c", OFFSET, "--lane", "64").code == 2


def test_a_lane_is_told_of_an_access_without_conflict_too(run: Run) -> None:
    code = "__shared__ float s[32]; float v = s[threadIdx.x];"
    assert "lane 3: word 3 → 3 mod 32 = bank 3" in run("explain", "-c", code, "--lane", "3").out
