"""The half of practice before the reveal: making a forecast, storing it, grading a recall.

A forecast is stored in the writer's thread, and "saved" is painted only once that has returned.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from banktrainer.tui.desk.desk import Desk
from banktrainer.tui.keys.keybar import face_of
from banktrainer.tui.practice.entry import Entry
from banktrainer.tui.practice.face import PracticeFace
from banktrainer.tui.sheets.trouble import of_records, trouble_told
from banktrainer.words import Words
from banktrainer.words.answers import reason_line

if TYPE_CHECKING:
    from textual.widgets import Input
    from textual.worker import WorkType

    from banktrainer.study.journal import Confidence
    from banktrainer.study.session import Result
    from banktrainer.tui.practice.sitting import Sitting

_Kept = TypeVar("_Kept")


class Forecasting(PracticeFace):
    """Calls `revealing` once an answer is on disk; until then no key stores another or goes on."""

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self.desk = desk

    def action_digit(self, key: str) -> None:
        self._type(lambda entry: entry.digit(key))

    def action_pick(self, key: str) -> None:
        self._type(lambda entry: entry.pick(key))
        self.paint_question()

    def action_rub_out(self) -> None:
        if self.field is not None and self.mode == "line":
            self.field.focus()
        else:
            self._type(Entry.rub_out)

    def action_leave_field(self) -> None:
        self.set_focus(None)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._type(lambda entry: entry.typed(event.value))

    def on_input_submitted(self) -> None:
        if self.mode == "field":
            self._forecast("think")

    def on_descendant_focus(self) -> None:
        self.paint()

    def on_descendant_blur(self) -> None:
        self.paint()

    def action_think(self) -> None:
        self._forecast("think")

    def action_sure(self) -> None:
        self._forecast("sure")

    def action_guess(self) -> None:
        self._forecast("guess")

    def action_show(self) -> None:
        self._forecast("think")

    def action_answer_step(self) -> None:
        sitting = self.sitting
        if sitting is None or sitting.question is None:
            return
        if sitting.entry.empty:
            sitting.note = self.words(
                f"practice.first.step_{sitting.question.kind}",
                key=face_of(self.words, "no_idea", self.trainer.remap),
            )
            self.paint_entry()
        else:
            self.begin(partial(self._step_stored, sitting, sitting.entry.text))

    def action_no_idea(self) -> None:
        if self.sitting is not None and self.sitting.question is not None:
            self.begin(partial(self._step_stored, self.sitting, None))
        elif self.sitting is not None:
            session = self.sitting.session
            self._store(self.sitting, lambda: self.desk.forecast(session, None, "none"))

    def action_right(self) -> None:
        self._grade(True)

    def action_wrong(self) -> None:
        self._grade(False)

    def begin(self, job: WorkType[None]) -> None:
        """Do `job` beside the loop; until it is done no other key stores or goes on."""
        if self.sitting is not None:
            self.sitting.busy = True
        self.work(job, group="practice")

    def _type(self, change: Callable[[Entry], Entry]) -> None:
        if self.sitting is not None:
            self.sitting.type(change(self.sitting.entry))
            self.paint_entry()

    def _forecast(self, confidence: Confidence) -> None:
        sitting = self.sitting
        if sitting is None:
            return
        if sitting.entry.empty and sitting.view.kind != "self":
            sitting.note = self.words(
                f"practice.first.{sitting.view.kind}",
                key=face_of(self.words, "no_idea", self.trainer.remap),
            )
            self.paint_entry()
            return
        text, session = sitting.entry.text, sitting.session
        self._store(sitting, lambda: self.desk.forecast(session, text, confidence))

    def _grade(self, right: bool) -> None:
        sitting = self.sitting
        if sitting is not None and sitting.session.settled():
            self._store(sitting, lambda: self.desk.grade(sitting.session, right))

    def _store(self, sitting: Sitting, storing: Callable[[], Awaitable[Result]]) -> None:
        self.begin(partial(self._stored, sitting, storing))

    def say_unsaved(self, sitting: Sitting, error: Exception) -> None:
        """Say why nothing was stored; whoever wants to may then go on keeping nothing."""
        told = trouble_told(self.words, error, self.trainer.remap)
        sitting.note = self.words("practice.unsaved", trouble=told)
        self.unkept = of_records(error)

    async def revealing(self, sitting: Sitting) -> None:
        """What follows when an answer is on disk, before the screen is painted again."""
        raise NotImplementedError

    async def showing_step(self, sitting: Sitting) -> None:
        """What follows when an answer to a step is on disk."""
        raise NotImplementedError

    async def _step_stored(self, sitting: Sitting, text: str | None) -> None:
        storing = partial(self.desk.answer_step, sitting.session, text)
        await self._kept(sitting, storing, lambda _result: self.showing_step(sitting))

    async def _stored(self, sitting: Sitting, storing: Callable[[], Awaitable[Result]]) -> None:
        async def stored(result: Result) -> None:
            sitting.store(result)
            await self.revealing(sitting)

        await self._kept(sitting, storing, stored)

    async def _kept(
        self,
        sitting: Sitting,
        storing: Callable[[], Awaitable[_Kept]],
        then: Callable[[_Kept], Awaitable[None]],
    ) -> None:
        """Wait for the disk. What could not be stored stays on the screen as it was typed."""
        from banktrainer.study.parse import NotAnAnswer

        try:
            result = await storing()
        except NotAnAnswer as error:
            reason = reason_line(self.words, error)
            sitting.note = self.words("practice.no_answer", reason=reason)
        except Exception as error:
            self.say_unsaved(sitting, error)
        else:
            sitting.note = ""
            self.unkept = False
            await then(result)
        finally:
            sitting.busy = False
            self.paint()
