"""The ladder of strides in words: the strides of each degree, the worst first."""

from __future__ import annotations

from banktrainer.engine import ladder
from banktrainer.words import Words
from banktrainer.words.strides import ladder_heading, ladder_lines

W = Words()


def test_the_doubling_can_be_heard() -> None:
    assert ladder_lines(W, ladder(range(65))) == (
        "32-way: strides 32 and 64",
        "16-way: strides 16 and 48",
        "8-way: strides 8, 24, 40 and 56",
        "4-way: strides 4, 12, 20, …, 60",
        "2-way: strides 2, 6, 10, …, 62",
        "no conflict: strides 0 (one word for all), 1, 3, 5, …, 63",
    )


def test_whose_strides_they_are() -> None:
    heading = ladder_heading(W, "nvidia", "atomic", 4, 2)
    assert heading == "nvidia · atomics of 4 bytes · offset 2"
