"""Colours: what each part of a source is, by the grammar, line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.cuda import colours as module
from banktrainer.cuda.budget import OutOfBudgetError
from banktrainer.cuda.colours import colours

SOURCE = """#define TILE 32
__shared__ float s[TILE]; // é
/* over
   two lines */ if (threadIdx.x < 2) s[0] = 1.5f;
char c = 'x'; foo("a // b");
"""


def parts(source: str, line: int) -> list[tuple[str, str]]:
    row = source.split("\n")[line]
    return [(row[start:end], role) for start, end, role in colours(source).get(line, ())]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (0, [("#define", "directive")]),
        (1, [("__shared__", "type"), ("float", "type"), ("// é", "comment")]),
        (2, [("/* over", "comment")]),
        (
            3,
            [
                ("   two lines */", "comment"),
                ("if", "keyword"),
                ("threadIdx", "built-in"),
                ("2", "figure"),
                ("0", "figure"),
                ("1.5f", "figure"),
            ],
        ),
        (4, [("char", "type"), ("'x'", "string"), ("foo", "built-in"), ('"a // b"', "string")]),
    ],
)
def test_each_part_is_told(line: int, expected: list[tuple[str, str]]) -> None:
    assert parts(SOURCE, line) == expected


@given(st.text(alphabet='aé/*"\n<>(){}#0 ', max_size=80))
def test_colours_lie_inside_their_lines(source: str) -> None:
    lines = source.split("\n")
    for number, found in colours(source).items():
        assert all(0 <= one.start < one.end <= len(lines[number]) for one in found)


def test_what_takes_too_long_has_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(text: str) -> None:
        raise OutOfBudgetError("late")

    monkeypatch.setattr(module, "parse_as_is", slow)
    assert colours(SOURCE) == {}
    assert colours("x" * (1 << 17)) == {}
