"""One sitting, as a state machine without a screen: ask, forecast, reveal, steps, next.

There is one way to a reveal: a forecast that the journal has stored. Where storing fails the
exception passes through and the session stays where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from banktrainer.packs.model import Pack, Trap
from banktrainer.study import live
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import ROLLOVER_HOUR, Clock
from banktrainer.study.diagnosis import Diagnosis
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer, Confidence, Journal
from banktrainer.study.past import Past
from banktrainer.study.queue import NextDue, agenda, next_due
from banktrainer.study.truth import Truth
from banktrainer.study.writer import Writer, new_id

SETTLE_SECONDS = 0.25


class Stage(Enum):
    """Where an item stands. GRADE: a recall's answer is shown, the learner's grade is wanted."""

    ASK = "ask"
    GRADE = "grade"
    REVEAL = "reveal"
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
    """One turn of a sitting: an item and what came of it; `retry` asks sure-and-wrong once more."""

    item: Item
    result: Result | None = None
    retry: bool = False


class Session:
    """A sitting over `items`, writing to `journal`.

    `rows` are the journal's rows where the caller has read them already (with `past`, those after
    it; it holds none of today); `packs` let `next_due`
    look beyond this sitting; `ids` makes the rows' ids. For one thread at a time.
    """

    def __init__(
        self,
        items: Iterable[Item],
        journal: Journal,
        clock: Clock,
        *,
        version: str,
        rollover: int = ROLLOVER_HOUR,
        rows: Iterable[Answer] | None = None,
        packs: Sequence[Pack] = (),
        past: Past | None = None,
        ids: Callable[[], str] = new_id,
    ) -> None:
        self._turns = [Turn(item) for item in items]
        self._writer = Writer(
            journal, clock, version=version, rollover=rollover, ids=ids, rows=rows
        )
        self._clock = clock
        self._packs = tuple(packs)
        self._past = past
        self._kept: bool = getattr(journal, "keeps", True)
        self._at = 0
        self._step = 0
        self._stage = Stage.DONE
        self._revealed_at: float | None = None
        self._ask()

    @property
    def stage(self) -> Stage:
        return self._stage

    @property
    def turn(self) -> Turn:
        """The turn on the table; after the end, the last. Raises LookupError without items."""
        if not self._turns:
            raise LookupError("a sitting without items")
        return self._turns[min(self._at, len(self._turns) - 1)]

    @property
    def item(self) -> Item:
        """The item on the table; after the end, the last. Raises LookupError without items."""
        return self.turn.item

    @property
    def result(self) -> Result | None:
        """What came of the item on the table; None until a forecast is stored."""
        return self.turn.result if self._turns else None

    @property
    def number(self) -> int:
        """Which turn this is, from 1; never above `total`."""
        return min(self._at + 1, self.total)

    @property
    def total(self) -> int:
        """Turns of this sitting, with those that will be asked once more."""
        return len(self._turns)

    @property
    def endless(self) -> bool:
        """Whether nobody knows how many turns there will be; `total` are then those so far."""
        return False

    @property
    def step(self) -> int:
        """The index of the step shown in STEP, else 0."""
        return self._step

    def forecast(self, text: str | None, confidence: Confidence = "think") -> Result:
        """Grade and store a forecast (None: no idea), then reveal; returns once it is stored.

        Raises NotAnAnswer where `text` is no answer, ValueError outside ASK or for a forecast
        of confidence "none", and what the journal raises; then nothing has changed.
        """
        self._expect(Stage.ASK)
        if text is not None and confidence == "none":
            raise ValueError("a forecast has a confidence")
        item = self.item
        given = None if text is None else item.canonical(text)
        right = _verdict(item, given)
        truth = item.truth
        astray = given if right is False else None
        trap = None if astray is None else item.trap(astray)
        model = None if astray is None else item.diagnose(astray, self._models)
        row = self._writer.forecast(
            item,
            given,
            "none" if given is None else confidence,
            right,
            truth,
            self._thought(),
            model.model if model else None,
        )
        return self._reveal(
            Result(row, right, trap, live.marks(row), truth, model, kept=self._kept)
        )

    def grade(self, right: bool) -> Result:
        """Store the learner's own grade of a recall; raises ValueError outside GRADE."""
        self._expect(Stage.GRADE)
        before = _result(self.turn)
        row = self._writer.grade(before.answer, right)
        return self._reveal(replace(before, answer=row, right=right, marks=live.marks(row)))

    def advance(self) -> Stage:
        """Go on: REVEAL, STEP (each), ANSWER, the next item's ASK, at last DONE.

        In ASK and GRADE nothing happens: what is wanted there is a forecast or a grade.
        """
        steps = len(self.item.card.steps) if self._turns else 0
        match self._stage:
            case Stage.REVEAL:
                self._stage, self._step = (Stage.STEP if steps else Stage.ANSWER), 0
            case Stage.STEP if self._step + 1 < steps:
                self._step += 1
            case Stage.STEP:
                self._stage, self._step = Stage.ANSWER, 0
            case Stage.ANSWER:
                self._at += 1
                self._ask()
        return self._stage

    def undo(self) -> Item | None:
        """Take the last answer of this sitting back; None where there is none.

        The item comes back at the end of the sitting; an item on the table that is not yet
        answered stays there.
        """
        last = self._last_answered()
        if last is None:
            return None
        turn = self._turns[last]
        self._writer.void(_result(turn).answer)
        del self._turns[last]
        self._bring_back(turn)
        if last == self._at or self._stage is Stage.DONE:
            self._at = min(self._at, len(self._turns) - 1)
            self._ask()
        else:
            self._at -= 1
        return turn.item

    def settled(self) -> bool:
        """Whether a key may grade or go on: False for 250 ms after a reveal."""
        if self._revealed_at is None:
            return True
        return self._clock.monotonic() - self._revealed_at >= SETTLE_SECONDS

    @property
    def next_due(self) -> NextDue | None:
        """What comes next: what is left of this sitting, else what is due next by the journal."""
        today = date.fromisoformat(self._writer.today)
        left = next((turn.item for turn in self._turns if turn.result is None), None)
        return NextDue(left.key, left.title, today, 0) if left else self._due_later(today)

    def _due_later(self, today: date) -> NextDue | None:
        """What is due next by the journal."""
        known = [turn.item.card for turn in self._turns]
        catalogue = Catalogue.of(self._packs) if self._packs else Catalogue.of_cards(known)
        found = agenda(catalogue, live.live(self._writer.rows), today, self._past)
        return next_due(catalogue, found, today)

    @property
    def _models(self) -> tuple[str, ...]:
        """The wrong models of the learner's answers so far, one for each."""
        before = self._past.score.models.elements() if self._past else ()
        return (*before, *live.models(self._writer.rows))

    def _ask(self) -> None:
        self._stage = Stage.ASK if self._at < len(self._turns) else Stage.DONE
        self._step = 0
        self._revealed_at = None
        self._asked_at = self._clock.monotonic()

    def _thought(self) -> float:
        """Seconds since the item was asked."""
        return self._clock.monotonic() - self._asked_at

    def _reveal(self, result: Result) -> Result:
        """Show a stored result; sure and wrong is asked once more at the end of the sitting."""
        self._turns[self._at] = replace(self.turn, result=result)
        self._stage = Stage.GRADE if result.right is None else Stage.REVEAL
        self._revealed_at = self._clock.monotonic()
        if live.sure_and_wrong(result.answer) and not self.turn.retry:
            self._turns.append(Turn(self.item.again(), retry=True))
        return result

    def _last_answered(self) -> int | None:
        answered = (i for i in reversed(range(len(self._turns))) if self._turns[i].result)
        return next(answered, None)

    def _bring_back(self, turn: Turn) -> None:
        """Ask `turn`'s item later on; a retry that waits for it already takes that place."""
        for i, waiting in enumerate(self._turns):
            if waiting.result is None and waiting.item.key == turn.item.key:
                self._turns[i] = replace(waiting, retry=turn.retry)
                return
        self._turns.append(Turn(turn.item.again(), retry=turn.retry))

    def _expect(self, stage: Stage) -> None:
        if self._stage is not stage:
            raise ValueError(f"wanted in {stage.name}, not in {self._stage.name}")


def _result(turn: Turn) -> Result:
    if turn.result is None:
        raise ValueError("a turn without an answer")
    return turn.result


def _verdict(item: Item, given: str | None) -> bool | None:
    """Right or wrong; "no idea" is wrong, and a recall is not graded yet (None)."""
    if given is None:
        return False
    return None if item.answer_kind == "self" else item.grade(given)
