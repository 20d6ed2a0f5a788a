"""Rows for the journal: what a sitting writes, and what it knows to be revealed already."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from banktrainer.study import live
from banktrainer.study.clock import Clock, offset_minutes, study_day, utc_text
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer, Confidence, Journal, Outcome
from banktrainer.study.steps import StepQuestion
from banktrainer.study.truth import Truth


def new_id() -> str:
    """A row's id: no two machines ever make the same one."""
    from uuid import uuid4

    return uuid4().hex


class Writer:
    """Makes rows and appends them; a row is in `rows` only once the journal has it."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        *,
        version: str,
        rollover: int,
        ids: Callable[[], str] = new_id,
        rows: Iterable[Answer] | None = None,
    ) -> None:
        self.journal = journal
        self._clock = clock
        self._version = version
        self._rollover = rollover
        self._ids = ids
        self.rows = list(journal.rows() if rows is None else rows)
        today = self.today
        self._revealed = {live.reveal_of(row) for row in self.rows if row.study_day >= today}

    @property
    def today(self) -> str:
        return study_day(self._clock.now(), self._rollover).isoformat()

    def revealed(self, item: Item) -> bool:
        """Whether an answer of today has revealed just this item, with these numbers."""
        numbers = live.numbers_of(item.params) if item.template else ""
        return ((item.key, numbers), self.today) in self._revealed

    def forecast(
        self,
        item: Item,
        given: str | None,
        confidence: Confidence,
        right: bool | None,
        truth: Truth,
        duration: float,
        model: str | None = None,
    ) -> Answer:
        """Store a forecast and return its row; `given` None: no idea, `right` None: not graded.

        `model` is the wrong model that a wrong answer is put down to.
        """
        row = replace(
            self._blank(item.card.pack, item.card.id, item.asked),
            forecast=given,
            confidence=confidence,
            verdict=_outcome(given, right),
            duration_ms=max(0, round(duration * 1000)),
            truth=truth.values,
            cell=item.cell,
            machine=item.machine,
            template=item.template,
            generator=item.generator,
            seed=item.seed,
            params=item.params,
            model=model,
        )
        row = replace(row, seen=live.reveal_of(row) in self._revealed)
        return self._kept(self.journal.append(row))

    def grade(self, before: Answer, right: bool) -> Answer:
        """Store the learner's grade of a recall, in place of its ungraded row."""
        verdict: Outcome = "right" if right else "wrong"
        row = replace(before, id=self._ids(), verdict=verdict, voids=before.id)
        return self._kept(self.journal.append(row))

    def step(
        self, item: Item, question: StepQuestion, given: str | None, duration: float
    ) -> Answer:
        """Store an answer to a step that is left out (None: no idea) and return its row."""
        number = question.number + 1
        row = replace(
            self._blank(item.card.pack, item.card.id, live.STEP),
            forecast=given,
            verdict=_outcome(given, given == question.answer),
            duration_ms=max(0, round(duration * 1000)),
            truth={"step": number, "answer": question.answer},
            cell=item.cell,
            machine=item.machine,
            params={"step": number, "order": [option.index for option in question.options]},
        )
        return self._kept(self.journal.append(row))

    def void(self, row: Answer) -> Answer:
        """Take `row` back by a row of its own."""
        blank = self._blank(row.pack, row.card, live.VOID)
        voiding = replace(blank, cell=row.cell, machine=row.machine, voids=row.id)
        self.journal.void(voiding)
        return self._kept(voiding)

    def _blank(self, pack: str, card: str, asked: str) -> Answer:
        """A row of this moment that says nothing yet."""
        now = self._clock.now()
        return Answer(
            id=self._ids(),
            pack=pack,
            card=card,
            asked=asked,
            forecast=None,
            confidence="none",
            verdict="none",
            at=utc_text(now),
            utc_offset=offset_minutes(now),
            study_day=study_day(now, self._rollover).isoformat(),
            version=self._version,
        )

    def _kept(self, row: Answer) -> Answer:
        self.rows.append(row)
        self._revealed.add(live.reveal_of(row))
        return row


def _outcome(given: str | None, right: bool | None) -> Outcome:
    if given is None or right is None:
        return "none"
    return "right" if right else "wrong"
