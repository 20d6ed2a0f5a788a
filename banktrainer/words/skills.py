"""What skills are called, what a placement found, and how a left-out step is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from banktrainer.words import Words
from banktrainer.words.lists import listed

if TYPE_CHECKING:
    from banktrainer.study.item import Item
    from banktrainer.study.steps import StepQuestion, StepResult

_SKILL = "skill/"
_PLACEMENT = "placement/"
_DRILL = "drill/"


def title_of(w: Words, title: str) -> str:
    """A title for people: that of a skill by its key; any other stands as its author wrote it.

    What a drill's template or a placement's skill is called would give answers away.
    """
    if title.startswith(_PLACEMENT):
        return w("skill.placement")
    if title.startswith(_DRILL):
        return w("drill.title")
    name = title.removeprefix(_SKILL)
    key = f"skill.title.{name}"
    return w(key) if name != title and w.has(key) else title


def told_key(key: str) -> str:
    """An item's key as a learner may see it before the answer, for the same reason."""
    return key.partition("/")[0] if key.startswith((_PLACEMENT, _DRILL)) else key


def skill_line(w: Words, item: Item) -> str:
    """That an item is of a placement, or of a skill, with the seed that replays it."""
    if item.key.startswith(_PLACEMENT):
        return w("skill.placement")
    return w("skill.seed", seed=item.seed)


def placed_line(w: Words, cells: str) -> str:
    """Which cells a placement round has passed, by their letters."""
    if not cells:
        return w("skill.placed.none")
    return w.count("skill.placed", len(cells), cells=listed(w, cells))


class Titled(Protocol):
    """A step, as a card or a screen has it."""

    @property
    def title(self) -> str: ...


def step_question_line(w: Words, steps: Sequence[Titled], question: StepQuestion) -> str:
    """What is asked in place of one of `steps`, which is left out."""
    from banktrainer.study.steps import BLANK

    facts = {"number": question.number + 1, "total": len(steps)}
    if question.kind == "choice":
        return w("skill.step.choice", **facts)
    return w("skill.step.number", title=steps[question.number].title, blank=BLANK, **facts)


def step_saved_line(w: Words, result: StepResult, *, kept: bool = True) -> str:
    """What was stored of a step; it begins with `saved` where the journal keeps it."""
    number, forecast = result.number + 1, result.answer.forecast
    if forecast is None:
        line = w("skill.step.saved_none", number=number)
    else:
        line = w("skill.step.saved", number=number, forecast=forecast)
    return line if kept else w("answer.unsaved", line=line)


def step_result_line(w: Words, question: StepQuestion, result: StepResult) -> str:
    """Right or wrong, and what would have been right."""
    text = next((o.text for o in question.options if o.letter == question.answer), "")
    answer = f"{question.answer}, {text}" if text else question.answer
    outcome = "none" if result.answer.forecast is None else "right" if result.right else "wrong"
    return w(f"skill.step.{outcome}", answer=answer)
