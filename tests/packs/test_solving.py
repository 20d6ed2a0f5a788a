"""Cards solved: the reader and the engine on their code."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import Card, ExpressionError, SolveError, fill, plain_text, solve
from banktrainer.packs.figures import value_of
from banktrainer.packs.solving import asked_truth
from tests.packs.desk import CODE, EXAMPLE, RECALL, load_card


def example(root: Path, code: str, *, keys: str = "", info: str = "") -> Card:
    text = EXAMPLE.replace(CODE, f"```cuda{info}\n{code}\n```\n")
    return load_card(root, text.replace("title: A walk\n", f"title: A walk\n{keys}"))


def test_a_solved_card(tmp_path: Path) -> None:
    solved = solve(load_card(tmp_path, EXAMPLE))
    assert solved.main is not None
    assert solved.main.timeline.cycles == 2
    assert (solved.main.stride, solved.main.offset, solved.main.bytes) == (6, 5, 2048)
    assert solved.main.traced.text == "s[threadIdx.x * 6 + 5]"
    assert plain_text(fill(solved.card.answer, solved)) == "2 cycles."


def test_a_card_without_code(tmp_path: Path) -> None:
    solved = solve(load_card(tmp_path, RECALL))
    assert (solved.main, dict(solved.fences)) == (None, {})


TWO = "__shared__ float s[1024];\nfloat a = s[threadIdx.x];\nfloat b = s[threadIdx.x * 4];"


def test_the_first_access_is_asked_about(tmp_path: Path) -> None:
    main = solve(example(tmp_path, TWO)).main
    assert main is not None
    assert main.timeline.cycles == 1


def test_the_marked_line_is_asked_about(tmp_path: Path) -> None:
    main = solve(example(tmp_path, TWO + " // ?")).main
    assert main is not None
    assert (main.timeline.cycles, main.traced.line) == (4, 3)


def test_values_come_from_the_card_and_the_fence(tmp_path: Path) -> None:
    code = "__shared__ float s[1024];\nfloat v = s[t * k];"
    keys = "set: {t: threadIdx.x, k: 2}\n"
    card = example(tmp_path, code, keys=keys, info=' set="k=16"')
    main = solve(card).main
    assert main is not None
    assert main.timeline.cycles == 16


def test_a_list_of_values(tmp_path: Path) -> None:
    code = "__shared__ int h[32];\natomicAdd(&h[sample[threadIdx.x]], 1);"
    ones = ", ".join(["3"] * 32)
    main = solve(example(tmp_path, code, keys=f"set:\n  sample: [{ones}]\n")).main
    assert main is not None
    assert main.timeline.cycles == 32


def test_a_block_of_its_own_and_another_machine(tmp_path: Path) -> None:
    code = "__shared__ float s[16][16];\nfloat v = s[threadIdx.x][threadIdx.y];"
    main = solve(example(tmp_path, code, info=" block=16,16")).main
    assert main is not None
    assert main.timeline.cycles == 8
    code = "__shared__ float s[64];\nfloat v = s[threadIdx.x];"
    main = solve(example(tmp_path, code, keys="machine: gfx942\n")).main
    assert main is not None
    assert (main.timeline.machine, main.access.lanes) == ("gfx942", 64)


def test_the_bytes_of_an_extern_array_are_not_known(tmp_path: Path) -> None:
    code = "extern __shared__ float s[];\nfloat v = s[threadIdx.x];"
    solved = solve(example(tmp_path, code))
    with pytest.raises(ExpressionError, match="extern"):
        value_of("bytes", solved)


REFUSED = {
    "code that is none": ("float v = s[;", "a.md:7:12: E501"),
    "an unknown index": ("__shared__ int s[32];\nint v = s[in[threadIdx.x]];", "a.md:8:9: E501"),
    "out of bounds": ("__shared__ int s[8];\nint v = s[threadIdx.x];", "a.md:8:9: E501"),
    "no access": ("int a = 3;", "a.md:6:1: E502"),
    "a mark on a line without one": (
        "__shared__ int s[32]; // ?\nint v = s[threadIdx.x];",
        "a.md:7:1: E502",
    ),
    "a width that the machine refuses": (
        "__shared__ float4 s[32];\nfloat4 v = s[threadIdx.x];",
        "a.md:9:12: E501",
    ),
}


@pytest.mark.parametrize(("code", "place"), REFUSED.values(), ids=REFUSED)
def test_code_that_gives_no_figures(tmp_path: Path, code: str, place: str) -> None:
    keys = "machine: cc2\n" if "float4" in code else ""
    with pytest.raises(SolveError) as caught:
        solve(example(tmp_path, code, keys=keys))
    assert str(caught.value).startswith(f"{tmp_path}/cards/{place}")


def test_the_readers_message_speaks_of_the_card(tmp_path: Path) -> None:
    with pytest.raises(SolveError) as caught:
        solve(example(tmp_path, "__shared__ int s[32];\nint v = s[in[threadIdx.x]];"))
    assert "`in`, line 8" in str(caught.value)
    assert "`set: {in: …}`" in str(caught.value)


STATED = {
    "": "2",
    "ask: degree\n": "2",
    "ask: conflict\n": "yes",
    "ask: bank\nlane: 19\n": "23",
    "ask: lanes\n": None,
    "ask: repair\n": None,
}


@pytest.mark.parametrize(("keys", "expected"), STATED.items())
def test_the_truth_as_an_author_would_state_it(
    tmp_path: Path, keys: str, expected: str | None
) -> None:
    card = load_card(tmp_path, EXAMPLE.replace("title: A walk\n", f"title: A walk\n{keys}"))
    main = solve(card).main
    assert main is not None
    assert asked_truth(card, main) == expected


def test_a_value_that_does_not_fit_is_told_as_the_card_has_it(tmp_path: Path) -> None:
    code = "__shared__ int s[32];\nint v = s[n * threadIdx.x];"
    for value in ("9" * 30, "n"):
        with pytest.raises(SolveError) as caught:
            solve(example(tmp_path, code, keys=f"set: {{n: {value}}}\n"))
        assert "`set: {n: …}`" in str(caught.value)
        assert "--set" not in str(caught.value)
