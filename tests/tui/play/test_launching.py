"""The fields of the playground: values, block and warp as they are typed."""

from __future__ import annotations

import pytest

from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.play.launching import Asked, FieldError, block_of, values_of, warp_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  , ;", []),
        ("col=3", [("col", "3")]),
        ("col = 3, tid=threadIdx.x", [("col", "3"), ("tid", "threadIdx.x")]),
        ("a=1 b=2;c=3", [("a", "1"), ("b", "2"), ("c", "3")]),
        ("in=[5, 6, 7], n=2", [("in", "[5, 6, 7]"), ("n", "2")]),
        ("x=random(1, 0, 9) y=2", [("x", "random(1, 0, 9)"), ("y", "2")]),
        ("s=i == 3 ? 1 : 2", [("s", "i == 3 ? 1 : 2")]),
        ("T=unsigned int", [("T", "unsigned int")]),
    ],
)
def test_values(text: str, expected: list[tuple[str, str]]) -> None:
    assert list(values_of(text)) == expected


@pytest.mark.parametrize("text", ["3", "=3", "a=", "a==3", "1a=3", "\x1b[31m"])
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(FieldError) as caught:
        list(values_of(text))
    assert (caught.value.field, caught.value.why) == ("values", "not_value")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", None), ("32", (32, 1, 1)), ("16,16", (16, 16, 1)), ("8 x 8 × 4", (8, 8, 4))],
)
def test_block(text: str, expected: tuple[int, int, int] | None) -> None:
    assert block_of(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a", "not_block"),
        ("1,2,3,4", "not_block"),
        ("-1", "not_block"),
        ("0", "block_size"),
        ("2048", "block_size"),
        ("999999999999", "not_block"),
    ],
)
def test_what_is_no_block_is_refused(text: str, why: str) -> None:
    with pytest.raises(FieldError) as caught:
        block_of(text)
    assert caught.value.why == why


def test_warp() -> None:
    assert (warp_of(""), warp_of(" all "), warp_of("3")) == (None, None, 3)
    with pytest.raises(FieldError):
        warp_of("last")


def test_a_draft_becomes_a_launch() -> None:
    asked = Asked.of(Draft("", "col=3", "16,16", "2"))
    launch = asked.launch()
    assert (asked.values, launch.block, launch.warps) == ((("col", "3"),), (16, 16, 1), (2,))
    assert Asked.of(Draft("")).launch().block is None
