"""Sentences about an answer: what was stored, how it went, why it was none, what is due next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from banktrainer.study import live
from banktrainer.study.placement import is_placement
from banktrainer.words import Words
from banktrainer.words.explain import cost
from banktrainer.words.numbers import signed

if TYPE_CHECKING:
    from pathlib import Path

    from banktrainer.study.journal import Answer, Confidence
    from banktrainer.study.parse import NotAnAnswer
    from banktrainer.study.session import Result
    from banktrainer.study.tally import Tally


def confidence_word(w: Words, confidence: Confidence) -> str:
    """How sure the learner said to be: guess, think, sure, no idea."""
    return w(f"answer.confidence.{confidence}")


def saved_line(w: Words, answer: Answer, *, kept: bool = True) -> str:
    """What the journal has just stored; the only line that begins with `saved`.

    Where nothing is `kept` it says so instead.
    """
    if not kept:
        return w("answer.unsaved", line=saved_line(w, answer))
    if answer.voids is not None:
        return w(f"answer.saved.{answer.verdict}")
    if answer.forecast is None:
        return w("answer.saved.none")
    if answer.asked == "recall":
        return w("answer.saved.recall", confidence=confidence_word(w, answer.confidence))
    return w(
        "answer.saved.forecast",
        forecast=answer.forecast,
        confidence=confidence_word(w, answer.confidence),
    )


def result_line(w: Words, result: Result) -> str:
    """Right or wrong, and the right answer with cycles and ideal where the engine was asked."""
    if result.right is None or result.answer.asked == "recall":
        return w(f"answer.graded.{_outcome(result)}")
    truth = truth_text(w, result.answer.asked, result.truth.text, result.truth.values)
    return w(f"answer.result.{_outcome(result)}", truth=truth.removesuffix("."))


def earned_line(w: Words, result: Result) -> str:
    """What an answer earned; that there is nothing to earn where it was seen today."""
    if result.answer.seen:
        return w("practice.seen")
    marked = signed(result.marks, plus=True)
    sure = confidence_word(w, result.answer.confidence)
    return w.count("practice.marks", abs(result.marks), marks=marked, confidence=sure)


def returns_line(w: Words, result: Result) -> str:
    """That what was sure and wrong comes back; "" for any other answer."""
    answer = result.answer
    returns = live.sure_and_wrong(answer) and not is_placement(answer) and not answer.seen
    return w("practice.sure_wrong") if returns else ""


def score_line(w: Words, told: Tally) -> str:
    """How many answers of a sitting were right, and their marks."""
    score = w.count("practice.end.score", told.answers, right=told.right)
    return f"{score} · {w.count('home.marks', told.marks)}"


def missed_line(w: Words, result: Result, forecast: str) -> str:
    """That `forecast`, as the learner gave it, is wrong, and the right answer."""
    truth = truth_text(w, result.answer.asked, result.truth.text, result.truth.values)
    return w("practice.miss", forecast=forecast, truth=truth.removesuffix("."))


def truth_text(w: Words, asked: str, text: str, values: Mapping[str, object]) -> str:
    """The right answer to what was asked, as a phrase."""
    facts = {name: value for name, value in values.items() if name not in ("cycles", "ideal")}
    cycles, ideal = values.get("cycles"), values.get("ideal")
    price = cost(w, cycles, ideal) if isinstance(cycles, int) and isinstance(ideal, int) else ""
    if asked == "lanes":
        first, _, second = text.partition(",")
        form = "lanes" if second else "no_lanes"
        return w(f"answer.truth.{form}", first=first, second=second, cost=price)
    return w(f"answer.truth.{asked}", answer=text, cost=price, **facts)


def reason_line(w: Words, error: NotAnAnswer) -> str:
    """Why typed text is no answer, and what would be one."""
    letters = w("answer.reason.or").join(error.letters)
    return w(f"answer.reason.{error.reason}", limit=error.limit, letters=letters, given=error.given)


def due_line(w: Words, days: int) -> str:
    """When something is due, in study days from today: now, tomorrow, in 4 days."""
    if days <= 0:
        return w("answer.due.now")
    return w("answer.due.tomorrow") if days == 1 else w("answer.due.days", n=days)


def next_line(w: Words, title: str, days: int, *, new: bool) -> str:
    """The card that comes next and when, or that nothing is due and this one is new."""
    if new:
        return w("practice.end.new", title=title)
    return w("practice.end.next", title=title, when=due_line(w, days))


def closing_line(w: Words, key: str, days: int, records: Path, *, new: bool) -> str:
    """The line that a sitting leaves: what is due next, as home says it, and where the records
    are."""
    if new:
        return w("plain.closing.new", key=key, records=records)
    return w("plain.closing.due", key=key, when=due_line(w, days), records=records)


def _outcome(result: Result) -> str:
    if result.answer.forecast is None:
        return "none"
    return "right" if result.right else "wrong"
