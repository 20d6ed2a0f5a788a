"""One sitting, as a state machine without a screen: ask, forecast, reveal, steps, next.

There is one way to a reveal: a forecast that the journal has stored. Where storing fails the
exception passes through and the session stays where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date

from banktrainer.packs.model import Card, Pack
from banktrainer.study import live
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import ROLLOVER_HOUR, Clock
from banktrainer.study.fading import faded_steps
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer, Confidence, Journal
from banktrainer.study.past import Past
from banktrainer.study.placement import placed_cells
from banktrainer.study.queue import NextDue, agenda, estimates, next_due
from banktrainer.study.steps import StepQuestion, StepResult, left_out
from banktrainer.study.stopwatch import Stopwatch
from banktrainer.study.turn import Result, Stage, Turn, put_back
from banktrainer.study.writer import Writer, new_id

__all__ = ["Result", "Session", "Stage", "StepQuestion", "StepResult", "Turn"]

SETTLE_SECONDS = 0.25
_TRIES = 12
"""So often other numbers are looked for; a template may have shown all of its own."""


class Session:
    """A sitting over `items`, writing to `journal`.

    `rows` are the journal's rows where the caller has read them already (with `past`, those after
    it; it holds none of today); `packs` let `next_due` look beyond this sitting; `ids` makes the
    rows' ids; without `retries` what was sure and wrong does not come again. For one thread at a
    time, but for `watch`: how long the question has stood, which a screen holds while it is hidden.
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
        retries: bool = True,
    ) -> None:
        self._turns = [Turn(item) for item in items]
        self._writer = Writer(
            journal, clock, version=version, rollover=rollover, ids=ids, rows=rows
        )
        self._clock = clock
        self._past = past
        cards = [card for pack in packs for card in pack.cards]
        self._catalogue = Catalogue.of_cards(cards or [turn.item.card for turn in self._turns])
        self._expected = estimates(self._catalogue, live.live(self._writer.rows), past)
        self._retries = retries
        self._questions: dict[int, StepQuestion] = {}
        self._kept: bool = getattr(journal, "keeps", True)
        self._at = 0
        self._step = 0
        self._stage = Stage.DONE
        self._revealed_at: float | None = None
        self.watch = Stopwatch(clock)
        self._ask()

    def go_on_with(self, journal: Journal) -> None:
        """Store what comes in `journal` from now on, such as one that keeps nothing."""
        self._writer.journal = journal
        self._kept = getattr(journal, "keeps", True)

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
    def outcomes(self) -> tuple[tuple[str, Result], ...]:
        """What came of each item of this sitting that was answered, with its card's title."""
        answered = ((turn.item.card.title, turn.result) for turn in self._turns)
        return tuple((title, result) for title, result in answered if result is not None)

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

    @property
    def step_question(self) -> StepQuestion | None:
        """What is asked in place of the step on the table; None where the step is only shown."""
        if self._stage not in (Stage.ASK_STEP, Stage.STEP):
            return None
        return self._questions.get(self._step)

    @property
    def step_answers(self) -> tuple[tuple[StepQuestion, StepResult], ...]:
        """The steps of the item on the table that were asked, with what came of them."""
        turn = self.turn if self._turns and self._stage is not Stage.ASK else None
        return tuple((self._questions[each.number], each) for each in (turn.steps if turn else ()))

    @property
    def step_result(self) -> StepResult | None:
        """What came of the question for the step on the table; None where none was answered."""
        steps = self.turn.steps if self._turns and self._stage is Stage.STEP else ()
        return next((each for each in steps if each.number == self._step), None)

    @property
    def seconds_ahead(self) -> float:
        """What the items not yet answered will take, at the pace of the learner's earlier ones."""
        return self._expected.of(turn.item.card for turn in self._turns if turn.result is None)

    @property
    def placed(self) -> str:
        """The letters of the cells that placements have passed, this sitting's included."""
        rows, today = live.live(self._writer.rows), date.fromisoformat(self._writer.today)
        return "".join(sorted(placed_cells(rows, today, self._past.placed if self._past else None)))

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
        faded = self.left_out_of(item)
        astray = given if right is False else None
        trap = None if astray is None else item.trap(astray)
        model = None if astray is None else item.diagnose(astray, self._models)
        row = self._writer.forecast(
            item,
            given,
            "none" if given is None else confidence,
            right,
            truth,
            self.watch.seconds,
            model.model if model else None,
        )
        self._questions = self._left_out(item, min(faded, self.left_out_of(item)))
        told = model if model and model.told else None
        return self._reveal(Result(row, right, trap, live.marks(row), truth, told, kept=self._kept))

    def grade(self, right: bool) -> Result:
        """Store the learner's own grade of a recall; raises ValueError outside GRADE."""
        self._expect(Stage.GRADE)
        before = self.turn.stored
        row = self._writer.grade(before.answer, right)
        graded = replace(before, answer=row, right=right, marks=live.marks(row), kept=self._kept)
        return self._reveal(graded)

    def answer_step(self, text: str | None) -> StepResult:
        """Grade and store an answer to the step that is left out (None: no idea), then show it.

        Raises NotAnAnswer where `text` is no answer, ValueError outside ASK_STEP, and what the
        journal raises; then nothing has changed.
        """
        self._expect(Stage.ASK_STEP)
        question = self._questions[self._step]
        given = None if text is None else question.canonical(text)
        row = self._writer.step(self.item, question, given, self.watch.seconds)
        result = StepResult(question.number, row, live.right(row))
        self._turns[self._at] = replace(self.turn, steps=(*self.turn.steps, result))
        self._stage = Stage.STEP
        self._revealed_at = self._clock.monotonic()
        return result

    def advance(self) -> Stage:
        """Go on: REVEAL, STEP (each; ASK_STEP before one that is left out), ANSWER, the next
        item's ASK, at last DONE.

        In ASK, GRADE and ASK_STEP nothing happens: an answer is wanted there.
        """
        match self._stage:
            case Stage.REVEAL:
                self._to_step(0)
            case Stage.STEP:
                self._to_step(self._step + 1)
            case Stage.ANSWER:
                self._at += 1
                self._ask()
        return self._stage

    def undo(self) -> Item | None:
        """Take the last answer of this sitting back; None where there is none.

        The item comes back at the end of the sitting, before what requires it; an item on the
        table that is not yet answered stays there. Of an item still on the table whose steps were
        asked, the last step's answer alone is taken back: the stage stays as it is.
        """
        last = self._last_answered()
        if last is None:
            return None
        if last == self._at and self._turns[last].steps:
            self._void_step(last)
            return self._turns[last].item
        while self._turns[last].steps:
            self._void_step(last)
        turn = self._turns[last]
        self._writer.void(turn.stored.answer)
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
        """What is due next by the journal; of what is due as soon, what this sitting left first."""
        return self._due_next([turn.item.key for turn in self._turns if turn.result is None])

    def _due_next(self, left: Sequence[str] = ()) -> NextDue | None:
        today = date.fromisoformat(self._writer.today)
        found = agenda(self._catalogue, live.live(self._writer.rows), today, self._past)
        return next_due(self._catalogue, found, today, left)

    @property
    def _models(self) -> tuple[str, ...]:
        """The wrong models of the learner's answers so far, one for each."""
        before = self._past.score.models.elements() if self._past else ()
        return (*before, *live.models(self._writer.rows))

    def _ask(self) -> None:
        self._stage = Stage.ASK if self._at < len(self._turns) else Stage.DONE
        self._step = 0
        self._questions = {}
        self._revealed_at = None
        self.watch.start()

    def _reveal(self, result: Result) -> Result:
        """Show a stored result; sure and wrong is asked once more at the end of the sitting."""
        self._turns[self._at] = replace(self.turn, result=result)
        self._stage = Stage.GRADE if result.right is None else Stage.REVEAL
        self._revealed_at = self._clock.monotonic()
        if self._retries and live.sure_and_wrong(result.answer) and not self.turn.retry:
            self._turns.append(Turn(self._again(self.item), retry=True))
        return result

    def _last_answered(self) -> int | None:
        answered = (i for i in reversed(range(len(self._turns))) if self._turns[i].result)
        return next(answered, None)

    def _bring_back(self, turn: Turn) -> None:
        """Ask `turn`'s item later on; an item on the table stays where it is."""
        on_table = self._stage is Stage.ASK
        ahead = sum(each.result is not None for each in self._turns) + on_table
        self._turns[ahead:] = put_back(
            self._turns[ahead:],
            turn,
            self._again(turn.item),
            self._catalogue.needs,
            next_up=not on_table,
        )

    def _again(self, item: Item) -> Item:
        """The item as it is asked once more; generated ones with numbers not seen today."""
        other = item.again()
        for _ in range(_TRIES):
            if other.template is None or not self._writer.revealed(other):
                break
            other = other.again()
        return other

    def _to_step(self, step: int) -> None:
        """Show a step, ask for it, or go on to the answer behind the last."""
        if step >= len(self.item.card.steps):
            self._stage, self._step = Stage.ANSWER, 0
            return
        self._stage, self._step = (Stage.ASK_STEP if step in self._questions else Stage.STEP), step
        self.watch.start()

    def _void_step(self, at: int) -> None:
        turn = self._turns[at]
        self._writer.void(turn.steps[-1].answer)
        self._turns[at] = replace(turn, steps=turn.steps[:-1])

    def left_out_of(self, item: Item) -> int:
        """How many steps the learner's answers so far leave out of an item."""
        if item.card.kind != "example" or not item.card.steps:
            return 0
        rows = live.live(self._writer.rows)
        before = self._past.faded.get(item.key, 0) if self._past else 0
        return faded_steps(((row, self._catalogue.present(row)) for row in rows), item.key, before)

    def _left_out(self, item: Item, count: int) -> dict[int, StepQuestion]:
        return left_out(item, count, self._neighbours(item.key)) if count else {}

    def _neighbours(self, key: str) -> list[Card]:
        """The other cards with steps, those that are met next to this one first."""
        cards = list(self._catalogue.cards.values())
        here = next((n for n, card in enumerate(cards) if card.key == key), 0)
        near = sorted(range(len(cards)), key=lambda n: abs(n - here))
        return [cards[n] for n in near if cards[n].steps and cards[n].key != key]

    def _expect(self, stage: Stage) -> None:
        if self._stage is not stage:
            raise ValueError(f"wanted in {stage.name}, not in {self._stage.name}")


def _verdict(item: Item, given: str | None) -> bool | None:
    """Right or wrong; "no idea" is wrong, and a recall is not graded yet (None)."""
    if given is None:
        return False
    return None if item.answer_kind == "self" else item.grade(given)
