"""What it pays to be sure, and how well the learner's word fits: from the marks, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.study import live
from banktrainer.study.calibrating import judged, pays_from
from banktrainer.words import Words
from banktrainer.words.answers import confidence_word
from banktrainer.words.numbers import signed

if TYPE_CHECKING:
    from banktrainer.study.journal import Confidence
    from banktrainer.study.summary import Calibration


def pays_line(w: Words) -> str:
    """The marks of each confidence, and from which share of right answers each pays."""
    marks = {
        f"{level}_{outcome}": signed(number)
        for level in live.MARKS
        for outcome, number in zip(("right", "wrong"), live.MARKS[level], strict=True)
    }
    return w("skill.confidence.pays", think=_percent("think"), sure=_percent("sure"), **marks)


def judged_line(w: Words, told: Calibration) -> str:
    """What the answers of one confidence say of it; that they are few where they say nothing."""
    verdict, level = judged(told)
    facts = {"confidence": confidence_word(w, level), "percent": _percent(level)}
    return w(f"skill.confidence.{verdict}", **facts)


def _percent(level: Confidence) -> int:
    return round(100 * pays_from(level))
