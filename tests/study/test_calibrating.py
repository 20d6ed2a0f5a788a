"""What it pays to be sure: from the marks; and no judgement from few answers."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.study.calibrating import LEAST, interval, judged, pays_from
from banktrainer.study.live import MARKS
from banktrainer.study.summary import CONFIDENCES, Calibration
from banktrainer.words import Words
from banktrainer.words.confidence import judged_line, pays_line


def expected(level: str, share: Fraction) -> Fraction:
    right, wrong = MARKS[level]  # type: ignore[index]
    return share * right + (1 - share) * wrong


def test_each_level_pays_from_where_it_earns_more_than_the_one_below() -> None:
    assert [pays_from(level) for level in CONFIDENCES] == [0, Fraction(2, 3), Fraction(4, 5)]
    for lower, level in pairwise(CONFIDENCES):
        at = pays_from(level)
        assert expected(level, at) == expected(lower, at)
        assert expected(level, at + Fraction(1, 100)) > expected(lower, at + Fraction(1, 100))


def test_the_line_tells_the_marks_and_shares_as_they_are() -> None:
    line = pays_line(Words())
    assert "67%" in line
    assert "80%" in line
    assert "−6" in line


@pytest.mark.parametrize(
    ("level", "answers", "right", "verdict"),
    [
        ("sure", LEAST - 1, 0, "few"),
        ("sure", 0, 0, "few"),
        ("sure", 10, 3, "over"),
        ("sure", 10, 7, "fits"),
        ("sure", 100, 70, "over"),
        ("sure", 100, 99, "fits"),
        ("think", 10, 10, "fits"),
        ("think", 40, 40, "under"),
        ("think", 40, 12, "over"),
        ("guess", 40, 3, "fits"),
        ("guess", 40, 38, "under"),
    ],
)
def test_what_answers_show(level: str, answers: int, right: int, verdict: str) -> None:
    told = Calibration(level, answers, right)  # type: ignore[arg-type]
    assert judged(told)[0] == verdict
    assert judged_line(Words(), told)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share_and_narrows_with_answers(counts: tuple[int, int]) -> None:
    right, answers = counts
    low, high = interval(right, answers)
    assert -1e-9 <= low <= right / answers + 1e-9
    assert right / answers - 1e-9 <= high <= 1 + 1e-9
    wider = interval(10 * right, 10 * answers)
    assert wider[1] - wider[0] < high - low
