"""Refusals at their place: bounds, alignment, races, syntax, budgets."""

from __future__ import annotations

import pytest

from banktrainer.cuda import Launch, SourceError, kernels, trace
from tests.cuda.helpers import faults, read

TABLE = [
    (
        "__shared__ float s[128];\ns[threadIdx.x * 8] = 0;",
        "2:1: out of bounds: lane 16 of warp 0 accesses byte 512 of `s`, which has 512 bytes:"
        " `s[249]` would do",
    ),
    (
        "__shared__ float M[16][32];\nfloat v = M[threadIdx.x][3];",
        "2:11: out of bounds: lane 16 of warp 0 accesses byte 2060 of `M`, which has 2048 bytes:"
        " `M[32][32]` would do",
    ),
    (
        "__shared__ float s[32];\ns[(int)threadIdx.x - 1] = 0;",
        "2:1: out of bounds: lane 0 of warp 0 accesses byte -4 of `s`, which has 128 bytes:"
        " its index is -1",
    ),
    (
        "__shared__ float s[64];\nfloat2 v = *(float2*)&s[threadIdx.x];",
        "2:12: misaligned: lane 1 of warp 0 accesses 8 bytes at byte 4 of shared memory (in `s`),"
        " which is not a multiple of 8",
    ),
    ("__shared__ float s[32];\ns[threadIdx.x] = foo(3);", "2:18: the function `foo` is not known"),
    ("__shared__ float s[32];\nNothing x;", "2:1: the type `Nothing` is not known"),
    (
        "__shared__ float s[4];\nwhile (1) s[0] = 1;",
        "2:1: this loop has no way out: one turn of it was read",
    ),
    ("__shared__ float s[32];\nfloat v = s[threadIdx.x * ];", None),
    (
        "__shared__ float s[32];\ngoto end;\nend: s[0] = 1;",
        "2:1: goto is not read: what the function does after it is not known",
    ),
    (
        "__shared__ float s[1 << 30];",
        "1:1: 4294967296 bytes of shared memory; at most 1048576 are read",
    ),
    ("__shared__ float s[-1];", "1:20: an array of -1 elements is not possible"),
    ("__shared__ float s[n];", "1:20: this depends on `n`, line 1: give it with `--set n=…`"),
]


@pytest.mark.parametrize(("code", "expected"), [row for row in TABLE if row[1]])
def test_refusal(code: str, expected: str) -> None:
    assert faults(code)[0] == expected


def test_a_loop_ends_after_so_many_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banktrainer.cuda.statements.LOOP_TURNS", 50)
    code = "__shared__ float s[4];\nfor (int i = 0; i < 51; i++) s[0] = 1;"
    assert faults(code) == ["2:1: this loop did not end within 50 turns"]
    assert not faults(code.replace("51", "50"))
    once = "__shared__ float s[4]; for (;;) { s[0] = 1; if (threadIdx.x < 99) break; }"
    assert not faults(once)


def test_a_syntax_error_hides_nothing_else() -> None:
    traced = read(
        "__shared__ float s[32];\nfloat v = s[threadIdx.x * ];\nfloat w = s[threadIdx.x];"
    )
    assert [u.line for u in traced.unread] == [2]
    assert [x.line for x in traced.accesses] == [3]


def test_an_unread_place_prints_with_its_line_and_a_caret() -> None:
    traced = trace("__shared__ float s[32];\n\ts[k] = 0;", name="a.cu")
    text = str(traced.error(traced.unread[0]))
    head, line, caret = text.split("\n")
    assert head.startswith("a.cu:2:2: error: the index of `s` depends on `k`, line 2")
    assert (line, caret) == ("\ts[k] = 0;", "\t^")


def test_two_lanes_that_store_different_values_are_warned_about() -> None:
    traced = read("__shared__ int s[32]; s[threadIdx.x / 2] = threadIdx.x;")
    (warning,) = traced.warnings
    assert warning.message.startswith("a race: lane 0 of warp 0 and lane 1 of warp 0 store")
    assert not read("__shared__ int s[32]; s[threadIdx.x / 2] = 7;").warnings


def test_what_a_race_leaves_is_unknown() -> None:
    code = "__shared__ int s[32]; s[threadIdx.x / 2] = threadIdx.x; s[s[3]] = 0;"
    assert "a race on `s`" in faults(code)[0]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("__shared__ float s[4]; /* no end", "this comment does not end"),
        ("#if 1\nint x;", "this #if is not closed"),
        ("#error stop", "#error stop"),
        ("#define F(x) x\nint y = F(1", "the arguments of `F` do not end"),
        ("x" * (1 << 20) + "y", "the source has more than 1048576 characters"),
    ],
)
def test_a_source_that_cannot_be_read_at_all(code: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        trace(code)
    assert caught.value.message == message


def test_launches_that_cannot_be() -> None:
    code = "__shared__ float s[4]; s[0] = 1;"
    with pytest.raises(SourceError, match="there is no warp 1"):
        trace(code, Launch(warps=(1,)))
    with pytest.raises(SourceError, match="at most 1024 threads"):
        trace(code, Launch(block=(2048,)))
    with pytest.raises(SourceError, match="there is no kernel `k`"):
        trace(code, kernel="k")
    with pytest.raises(SourceError, match="is not a value that can be read"):
        trace(code, values={"a": "1 +"})


def test_kernels_are_listed() -> None:
    code = """extern "C" { __global__ void a() {} }
    namespace n { template <int N> __global__ void b() {} }"""
    assert kernels(code) == ("a", "b")


def test_nesting_past_the_limit_is_a_clear_error() -> None:
    deep = "(" * 5000 + "1" + ")" * 5000
    found = faults(f"__shared__ float s[32]; s[{deep}] = 0; s[threadIdx.x] = 1;")
    assert any("nested" in fault for fault in found)


def test_endless_recursion_is_a_clear_error() -> None:
    code = """__device__ int f(int n) { return f(n + 1); }
    __global__ void k() { __shared__ int s[4]; s[f(0)] = 1; }"""
    assert any("nested" in fault for fault in faults(code, block=(32,)))


def test_a_list_that_is_too_short_is_told_at_the_subscript() -> None:
    code = "__shared__ float s[32];\nfor (int i = 0; i < 5; i++)\n  s[A[i]] = 1;"
    expected = "3:5: `--set A` has 2 elements, and element 2 is asked for"
    assert faults(code, {"A": "[1,2]"}) == [expected]
