"""Calibration: from which share of right answers a confidence pays, and whether it is reached."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from banktrainer.study.journal import Confidence
from banktrainer.study.live import MARKS
from banktrainer.study.summary import CONFIDENCES, Calibration, Judgement

LEAST = 10
"""With fewer answers than this, one more right or wrong moves the share by a tenth and more."""
_Z = 1.645
"""Nine of ten such intervals hold the true share."""


def pays_from(level: Confidence) -> Fraction:
    """The share of right answers from which `level` earns more than the level below it."""
    at = CONFIDENCES.index(level)
    if at == 0:
        return Fraction(0)
    right, wrong = MARKS[level]
    lower_right, lower_wrong = MARKS[CONFIDENCES[at - 1]]
    gain, loss = right - lower_right, lower_wrong - wrong
    return Fraction(loss, gain + loss)


def judged(told: Calibration) -> tuple[Judgement, Confidence]:
    """What the answers of one confidence show, and the confidence that this speaks of.

    "over": they are right too seldom for it to pay; "under": often enough for the next one to pay;
    each only where the whole interval around the share says so.
    """
    level = told.confidence
    if told.answers < LEAST:
        return "few", level
    low, high = interval(told.right, told.answers)
    if high < pays_from(level):
        return "over", level
    above = CONFIDENCES[CONFIDENCES.index(level) + 1 :][:1]
    if above and low > pays_from(above[0]):
        return "under", above[0]
    return "fits", level


def interval(right: int, answers: int) -> tuple[float, float]:
    """Wilson's interval around the share of right answers."""
    share, spread = right / answers, _Z * _Z / answers
    middle = share + spread / 2
    reach = _Z * sqrt((share * (1 - share) + spread / 4) / answers)
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
