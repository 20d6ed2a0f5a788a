"""Turns: what a sitting holds, and in which order it waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from banktrainer.packs.model import Trap
from banktrainer.study.diagnosis import Diagnosis
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer
from banktrainer.study.steps import StepResult
from banktrainer.study.truth import Truth


class Stage(Enum):
    """Where an item stands. GRADE: a recall's answer is shown, the learner's grade is wanted.

    ASK_STEP: a step is left out, and the learner is asked for it.
    """

    ASK = "ask"
    GRADE = "grade"
    REVEAL = "reveal"
    ASK_STEP = "ask_step"
    STEP = "step"
    ANSWER = "answer"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Result:
    """A stored forecast. `right` is None while a recall waits for its grade; "no idea" is wrong.

    `marks` is 0 where `answer.seen`. `trap` is what the author says to this wrong answer; it goes
    before `model`, the wrong model that gives this answer, with the access as its believer sees it.
    `kept`: whether the journal outlives the program.
    """

    answer: Answer
    right: bool | None
    trap: Trap | None
    marks: int
    truth: Truth
    model: Diagnosis | None = None
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a sitting: an item and what came of it; `retry` asks sure-and-wrong once more.

    `steps` are the answers to the steps that were left out.
    """

    item: Item
    result: Result | None = None
    retry: bool = False
    steps: tuple[StepResult, ...] = ()

    @property
    def stored(self) -> Result:
        """What came of the item; raises ValueError before that."""
        if self.result is None:
            raise ValueError("a turn without an answer")
        return self.result


def put_back(
    waiting: Sequence[Turn],
    turn: Turn,
    again: Item,
    needs: Mapping[str, frozenset[str]],
    *,
    next_up: bool,
) -> list[Turn]:
    """The turns that wait, with `turn`'s item to be met again, as the item `again`: last, but
    before what requires it.

    Where it waits already (to be asked once more) it keeps that place. `next_up`: the first of
    them is asked at once; where all others require a card whose answer was just read, one of them
    goes before it.
    """
    key = turn.item.key
    back = Turn(again, retry=turn.retry)
    kept: list[Turn] = []
    for each in waiting:
        if each.item.key == key:
            back = Turn(each.item, retry=turn.retry)
        else:
            kept.append(each)
    at = next((n for n, each in enumerate(waiting) if each.item.key == key), len(kept))
    before, behind = kept[:at], kept[at:]
    dependent = [] if turn.retry else [t for t in before if key in needs.get(t.item.key, ())]
    free = [t for t in before if t not in dependent]
    if next_up and not free and dependent and back.item.template is None:
        free, dependent = dependent[:1], dependent[1:]
    return [*free, back, *dependent, *behind]
