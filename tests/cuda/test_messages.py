"""What a person reads where something is wrong: the place, the fault, and what to do."""

from __future__ import annotations

import pytest

from banktrainer.cuda import SourceError, trace
from tests.cuda.helpers import clean, faults, last_addresses, read

S = "__shared__ int s[64];\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (S + "s[threadidx.x] = 1;", "2:3: `threadidx` is not declared here: is `threadIdx` meant?"),
        (S + "s[theadIdx.y] = 1;", "2:3: `theadIdx` is not declared here: is `threadIdx` meant?"),
        (S + "s[block_dim.x] = 1;", "2:3: `block_dim` is not declared here: is `blockDim` meant?"),
        (S + "s[threadIdx.X] = 1;", "2:3: there is no `X` here, only x, y and z"),
        (
            S + "sync_threads();",
            "2:1: the function `sync_threads` is not known: is `__syncthreads` meant?",
        ),
        (S + "s[1, 2] = 1;", "2:1: one index is expected between the brackets: write `[a][b]`"),
        (S + "s[] = 1;", "2:1: an index is missing between the brackets"),
        (
            S + "s[threadIdx.x - 1] = 1;",
            "2:1: out of bounds: lane 0 of warp 0 accesses byte 17179869180 of `s`, which has 256"
            " bytes: its index is -1, which as an unsigned int is 4294967295",
        ),
        (
            S + "if (threadIdx.x) { s[threadIdx.x] = 1;",
            "2:18: this `{` is not closed: a `}` is missing",
        ),
        (
            "__device__ void f(float* p) { p[threadIdx.x] = 1; }",
            "1:1: there is no kernel here: nothing calls `f`. Add a `__global__` function,"
            " or a line that calls it",
        ),
        (
            "__shared__ half_t s[64];\n__global__ void k() { s[threadIdx.x] = 1; }",
            "1:12: the type `half_t` is not known",
        ),
        (
            "__global__ void k() { __shared__ int s[8][9]; s[threadIdx.x % 9][0] = 1; }",
            "1:47: out of bounds: lane 8 of warp 0 accesses byte 288 of `s`, which has 288 bytes:"
            " the block of 256 threads is a guess, give the kernel's own with `--block`",
        ),
    ],
)
def test_the_first_fault(code: str, expected: str) -> None:
    assert faults(code)[0] == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int a;\n  #foo bar\n", "2:3: error: `#foo` is not a directive of the preprocessor"),
        ("#if 1 / 0\n#endif\n", "1:1: error: division by zero in this #if"),
        ("#if 1 ? 5 % 0 : 2\n#endif\n", "1:1: error: division by zero in this #if"),
    ],
)
def test_what_the_preprocessor_refuses(code: str, expected: str) -> None:
    with pytest.raises(SourceError) as caught:
        trace(code)
    assert str(caught.value).startswith(f"<code>:{expected}")


@pytest.mark.parametrize("line", ["0 && 1 / 0", "1 || 1 / 0", "1 ? 1 : 1 / 0", "0 ? 1 % 0 : 1"])
def test_a_division_that_does_not_count_is_no_fault(line: str) -> None:
    assert clean(f"#if {line}\n#endif\n#line 3\n#\n{S}s[threadIdx.x] = 1;").accesses


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("threadIdx.w", "`--set q=threadIdx.w`: there is no `w` here, only x, y and z"),
        ("1 / 0", "`--set q=1 / 0`: division by zero in lane 0 of warp 0"),
        ("q + 1", "`--set q=q + 1`: `--set q` depends on itself"),
    ],
)
def test_a_fault_in_what_was_given_names_the_option(value: str, message: str) -> None:
    assert faults(f"{S}s[q] = 1;", {"q": value}) == [f"2:3: {message}"]


def test_a_name_in_what_was_given_that_is_not_known() -> None:
    traced = read(f"{S}s[q] = 1;", {"q": "zork"})
    warning = traced.warnings[0]
    assert (warning.line, warning.column) == (2, 3)
    assert warning.message.startswith("`--set q=zork`: `zork` is not declared here")


@pytest.mark.parametrize("column", [1, 50, 20_000, 39_990])
def test_a_very_long_line_is_cut_round_the_caret(column: int) -> None:
    line = " " * (column - 1) + "@" + " " * (40_000 - column)
    _, shown, caret = str(SourceError("no", "a.cu", 1, column, line)).split("\n")
    assert len(shown) <= 162
    assert shown[len(caret) - 1] == "@"


@pytest.mark.parametrize(
    ("declaration", "place"),
    [
        ("float (*p)[6] = s[1];", "p[1][2]"),
        ("float (*p)[5][6] = s;", "p[1][1][2]"),
        ("float (*p)[5][6]; p = &s[1];", "p[0][1][2]"),
        ("float (&r)[5][6] = s[1];", "r[1][2]"),
        ("typedef float T; T (*p)[6] = s[1];", "p[1][2]"),
    ],
)
def test_pointers_and_references_to_arrays(declaration: str, place: str) -> None:
    traced = clean(f"__shared__ float s[4][5][6];\n{declaration}\n{place} = 1;")
    assert last_addresses(traced)[0] == (30 + 6 + 2) * 4


def test_a_size_that_is_a_librarys_own_is_noted() -> None:
    code = "__shared__ cuda::barrier<cuda::thread_scope_block> b;\n" + S + "s[threadIdx.x] = 1;"
    assert clean(code).notes == ("`barrier` is taken as 8 bytes: its size is the library's own",)


@pytest.mark.parametrize(
    ("values", "unused"),
    [
        ({"zzz": "3"}, ("zzz",)),
        ({"q": "zzz", "zzz": "3"}, ()),
        ({"PAD": "1", "q": "0"}, ("PAD",)),
    ],
)
def test_what_was_given_for_nothing(values: dict[str, str], unused: tuple[str, ...]) -> None:
    assert read(f"#define PAD 0\n{S}s[q + PAD] = 1;", values).unused == unused
