"""What nobody gave is unknown: it stops the reader only where an address or a branch needs it."""

from __future__ import annotations

import pytest

from tests.cuda.helpers import clean, faults, last_addresses, read, rows


def test_a_transpose_needs_no_data() -> None:
    code = """
__global__ void transpose(float* out, const float* in) {
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}"""
    found = rows(code, block=(32, 32))
    assert found == [
        ("tile[threadIdx.y][threadIdx.x]", "store", 32, 32),
        ("tile[threadIdx.x][threadIdx.y]", "load", 32, 32),
    ]


HISTOGRAM = """__shared__ int hist[32];
int tid = threadIdx.x;
atomicAdd(&hist[sample[tid]], 1);"""


def test_a_histogram_asks_for_its_samples() -> None:
    (fault,) = faults(HISTOGRAM)
    assert fault == (
        "3:12: the index of `hist` depends on `sample`, line 3: give it with `--set sample=…`"
    )


def test_samples_as_number_expression_list_and_random() -> None:
    assert rows(HISTOGRAM, {"sample": "5"})[0][2:] == (32, 1)
    assert rows(HISTOGRAM, {"sample": "i%32"})[0][2:] == (1, 1)
    listed = "[" + ",".join(str(i // 2) for i in range(32)) + "]"
    assert rows(HISTOGRAM, {"sample": listed})[0][2:] == (2, 1)
    cycles = rows(HISTOGRAM, {"sample": "random(7,0,32)"})[0][2]
    assert 1 < cycles < 10
    assert rows(HISTOGRAM, {"sample": "random(7,0,32)"})[0][2] == cycles


def test_a_list_that_is_too_short_is_an_error() -> None:
    found = faults(HISTOGRAM, {"sample": "[1,2,3]"})
    assert "has 3 elements, and element 31 is asked for" in found[0]


def test_a_branch_on_unknown_is_entered_by_no_lane() -> None:
    code = """__shared__ float s[64];
s[threadIdx.x] = 1;
if (in[threadIdx.x] > 0) { s[threadIdx.x * 2] = 2; }
float v = s[threadIdx.x + 1];"""
    traced = read(code)
    assert [x.line for x in traced.accesses] == [2, 4]
    (unread,) = traced.unread
    assert (unread.line, unread.text) == (3, "s[threadIdx.x * 2]")
    assert "depends on `in`, line 3: give it with `--set in=…`" in unread.message


def test_what_an_unread_branch_may_write_is_unknown_afterwards() -> None:
    code = """__shared__ int s[64];
int k = 3;
s[threadIdx.x] = 5;
if (n > 0) { k = 4; s[0] = 6; }
s[k] = 1;
s[s[1]] = 1;"""
    found = faults(code)
    assert [f.split(":")[0] for f in found] == ["4", "5", "6"]
    assert all("--set n" in f for f in found)


def test_lanes_that_may_have_returned_make_the_rest_unread() -> None:
    code = """__global__ void k(int n) {
    __shared__ float s[64];
    s[threadIdx.x] = 1;
    if (threadIdx.x >= n) return;
    s[threadIdx.x + 1] = 2;
}"""
    traced = read(code, block=(32,))
    assert [x.line for x in traced.accesses] == [3]
    assert [u.line for u in traced.unread] == [5]
    assert [x.line for x in clean(code, {"n": "100"}, block=(32,)).accesses] == [3, 5]


def test_only_the_warps_with_unknown_lanes_are_unread() -> None:
    code = """__global__ void k(const int* in) {
    __shared__ float s[128];
    int i = threadIdx.x < 32 ? (int)threadIdx.x : in[0];
    s[i] = 1;
}"""
    traced = read(code, block=(64,))
    assert [e.warp for x in traced.accesses for e in x.executions] == [0]
    assert len(traced.unread) == 1


def test_a_loop_whose_end_is_unknown() -> None:
    code = """__shared__ float s[64];
for (int i = 0; i < n; i++) s[i] = 0;
s[threadIdx.x] = 1;"""
    traced = read(code)
    assert [(u.line, u.text) for u in traced.unread] == [(2, "s[i]")]
    assert [x.line for x in traced.accesses] == [3]


def test_break_on_unknown_leaves_the_rest_of_the_loop_in_doubt() -> None:
    code = """__shared__ float s[64];
for (int i = 0; i < 4; i++) {
    s[threadIdx.x] = 1;
    if (in[i]) break;
    s[threadIdx.x + 1] = 2;
}
s[threadIdx.x + 2] = 3;"""
    traced = read(code)
    assert {u.line for u in traced.unread} == {3, 5}
    assert [(x.line, len(x.executions)) for x in traced.accesses] == [(3, 1), (7, 1)]


def test_unknown_through_a_store_and_a_load() -> None:
    code = """__shared__ int s[64];
s[threadIdx.x] = in[threadIdx.x];
s[s[threadIdx.x] & 31] = 0;"""
    assert "depends on `in`, line 2: give it with `--set in=…`" in faults(code)[0]
    assert last_addresses(clean(code, {"in": "3"})) == [12] * 32


def test_uninitialised_memory_is_unknown() -> None:
    (fault,) = faults("__shared__ int s[64]; s[s[threadIdx.x]] = 0;")
    assert "shared memory not yet written" in fault
    (fault,) = faults("__shared__ int s[64]; int k; s[k] = 0;")
    assert "`k`, not initialised" in fault


def test_a_refused_statement_makes_its_results_unknown() -> None:
    code = """__shared__ int s[64];
int k = 0;
k = mystery(3);
s[k] = 0;
s[threadIdx.x] = 0;"""
    found = faults(code)
    assert found[0] == "3:5: the function `mystery` is not known"
    assert found[1].startswith("4:1: the index of `s` depends on what was refused, line 3")
    assert len(read(code).accesses) == 1


def test_parameters_of_a_kernel_are_asked_for() -> None:
    code = """__global__ void k(float* g, int pitch) {
    __shared__ float s[4096];
    s[threadIdx.x * pitch] = g[0];
}"""
    (fault,) = faults(code, block=(32,))
    assert fault.endswith("depends on `pitch`, line 1: give it with `--set pitch=…`")
    assert rows(code, {"pitch": "4"}, block=(32,))[0][2:] == (4, 1)


def test_the_vote_of_doubtful_lanes_is_unknown() -> None:
    code = """__shared__ float s[64];
int m = __popc(__ballot_sync(~0u, in[threadIdx.x] > 0));
s[m] = 0;"""
    assert "depends on `in`" in faults(code)[0]


def test_given_names_that_go_round_in_a_circle() -> None:
    found = faults("__shared__ float s[64]; s[a] = 0;", {"a": "b+1", "b": "a"})
    assert "depends on itself" in found[0]


def test_an_expression_may_use_built_ins_and_other_names() -> None:
    code = "__shared__ float s[64]; s[tid] = 0;"
    found = clean(code, {"tid": "lane + 1", "lane": "threadIdx.x & 31"})
    assert last_addresses(found)[:2] == [4, 8]


def test_undeclared_names_are_warned_about() -> None:
    traced = read("__shared__ float s[32]; s[threadIdx.x] = k;")
    assert not traced.unread
    assert [w.text for w in traced.warnings] == ["k"]
    traced = read("__global__ void k() { __shared__ float s[256]; s[threadIdx.x] = t[3]; }")
    assert [w.text for w in traced.warnings] == ["t"]


@pytest.mark.parametrize(
    "code",
    [
        "if (threadIdx.x < 3) goto out;\ns[threadIdx.x] = 1;\nout: ;",
        "int k = 0; k = (k > 3) @ 4;\ns[k] = 1;",
        "if (nothing::here(1) @ 2) return;\ns[threadIdx.x] = 1;",
        "for (int i = 0; i < 4; i++) { if (threadIdx.x == 9) break; if (foo(i)) break; }\n"
        "for (int i = 0; i < foo(2); i++) return;\ns[threadIdx.x] = 1;",
        "int k = 3; int* p = &k; *p @= 7;\ns[k] = 1;",
    ],
)
def test_what_was_refused_may_have_jumped_or_written(code: str) -> None:
    traced = read(f"__shared__ int s[64];\n{code}")
    assert not traced.accesses
    assert traced.unread[-1].text.startswith("s[")


def test_what_was_given_is_not_called_unknown() -> None:
    code = "__global__ void k() { __shared__ int s[64]; s[x[threadIdx.x]] = 1; }"
    assert not clean(code, {"x": "i"}, block=(32,)).warnings
    assert [w.message for w in read(code, block=(32,)).warnings] == [
        "`x` is not declared here: its value is taken as unknown"
    ]
