"""A sitting as lines of text: only answers are read, and each line is out before the next is read.

The line after a commit begins with `saved`; every other line that would is set in by a blank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from banktrainer.plain.ending import ending_lines
from banktrainer.plain.item import (
    answer_lines,
    block_lines,
    earned_lines,
    result_lines,
    step_lines,
    step_question_lines,
)
from banktrainer.plain.paint import Row, row_text
from banktrainer.plain.pictures import picture_rows
from banktrainer.plain.text import wrap
from banktrainer.study.parse import NotAnAnswer, confidence_mark
from banktrainer.study.session import Session, Stage, Turn
from banktrainer.study.tally import tally
from banktrainer.words import Words
from banktrainer.words.answers import closing_line, reason_line, saved_line
from banktrainer.words.skills import step_saved_line, told_key

NO_IDEA, UNDO, QUIT = "idk", "u", "q"
_COMMIT = "saved"
_GRADES = {"y": True, "n": False}


@dataclass(frozen=True, slots=True)
class Lines:
    """Where a sitting's lines go and come from.

    `say` writes one line and flushes it; `ask` shows a prompt and returns the line typed, None
    at the end of the input. `width` wraps prose; None leaves each paragraph on its line. `draw`
    writes a row of a board, as `say` does where there is none; with `ascii` boards keep to ASCII.
    """

    say: Callable[[str], None]
    ask: Callable[[str], str | None]
    width: int | None = None
    draw: Callable[[Row], None] | None = None
    ascii: bool = False


class PlainSession:
    """Plays a Session to its end, to `q`, or to the end of the input."""

    def __init__(self, session: Session, w: Words, lines: Lines) -> None:
        self._session = session
        self._w = w
        self._lines = lines
        self._shown: Turn | None = None
        self._left = False

    def play(self, records: Path) -> None:
        """Ask what there is to ask, then say what is due next and where the records are."""
        turns: dict[Stage, Callable[[], None]] = {
            Stage.ASK: self._ask,
            Stage.GRADE: self._grade,
            Stage.REVEAL: self._reveal,
            Stage.ASK_STEP: self._ask_step,
            Stage.STEP: self._step,
            Stage.ANSWER: self._answer,
        }
        self._show(self._begun())
        while not self._left and self._session.stage is not Stage.DONE:
            turns[self._session.stage]()
        self._show(self._ended())
        self._say(last_line(self._w, self._session, records))

    def _begun(self) -> Iterable[str]:
        """What is said before the first question."""
        return ()

    def _standing(self) -> Iterable[str]:
        """What stands before each prompt for a forecast."""
        return ()

    def _earned(self) -> Iterable[str]:
        """What the forecast earned."""
        return earned_lines(self._w, self._session, self._lines.width)

    def _gained(self) -> Iterable[str]:
        """What follows the result of a forecast."""
        return ()

    def _ended(self) -> Iterable[str]:
        """What is said of the sitting before the closing line."""
        for line in ending_lines(self._w, tally(self._session.outcomes)):
            yield from wrap(line, self._lines.width)

    def _ask(self) -> None:
        if self._session.turn is not self._shown:
            if self._shown is not None:
                self._say("")
            self._show(block_lines(self._w, self._session, self._lines.width))
            self._shown = self._session.turn
        self._show(self._standing())
        typed = self._read("plain.prompt.forecast")
        if typed is not None:
            self._forecast(typed)

    def _forecast(self, typed: str) -> None:
        text, confidence = confidence_mark(typed)
        try:
            if typed.casefold() == NO_IDEA:
                result = self._session.forecast(None)
            else:
                result = self._session.forecast(text, confidence)
        except NotAnAnswer as error:
            self._say(self._w("plain.not_an_answer", reason=reason_line(self._w, error)))
            return
        self._lines.say(saved_line(self._w, result.answer, kept=result.kept))

    def _grade(self) -> None:
        self._show(answer_lines(self._w, self._session, self._lines.width))
        while self._session.stage is Stage.GRADE and not self._left:
            typed = self._read("plain.prompt.grade")
            if typed is None:
                continue
            right = _GRADES.get(typed.casefold())
            if right is None:
                reason = self._w("plain.y_or_n")
                self._say(self._w("plain.not_an_answer", reason=reason))
                continue
            result = self._session.grade(right)
            self._lines.say(saved_line(self._w, result.answer, kept=result.kept))

    def _reveal(self) -> None:
        lines = self._lines
        self._show(result_lines(self._w, self._session, lines.width))
        for row in picture_rows(self._w, self._session, lines.width, ascii=lines.ascii):
            (lines.draw or self._say_row)(row)
        self._show(self._gained())
        self._session.advance()

    def _ask_step(self) -> None:
        self._show(step_question_lines(self._w, self._session, self._lines.width))
        while self._session.stage is Stage.ASK_STEP and not self._left:
            typed = self._read("plain.prompt.step")
            if typed is not None:
                self._answer_step(typed)

    def _answer_step(self, typed: str) -> None:
        text = None if typed.casefold() == NO_IDEA else confidence_mark(typed)[0]
        try:
            result = self._session.answer_step(text)
        except NotAnAnswer as error:
            self._say(self._w("plain.not_an_answer", reason=reason_line(self._w, error)))
            return
        stored = self._session.result
        kept = stored is not None and stored.kept
        self._lines.say(step_saved_line(self._w, result, kept=kept))

    def _step(self) -> None:
        self._show(step_lines(self._w, self._session, self._lines.width))
        self._session.advance()

    def _answer(self) -> None:
        if not self._graded_by_learner():
            self._show(answer_lines(self._w, self._session, self._lines.width))
        self._show(self._earned())
        self._session.advance()

    def _graded_by_learner(self) -> bool:
        """Whether the answer was shown already, before the learner graded it."""
        result = self._session.result
        return result is not None and result.answer.voids is not None

    def _read(self, prompt: str) -> str | None:
        """A typed answer; None for `u`, and for `q` and the end, after which the play is over."""
        typed = self._lines.ask(self._w(prompt))
        said = QUIT if typed is None else typed.strip()
        if said.casefold() == QUIT:
            self._left = True
            return None
        if said.casefold() == UNDO:
            self._undo()
            return None
        return said

    def _undo(self) -> None:
        item = self._session.undo()
        if item is None:
            self._say(self._w("plain.undo.nothing"))
        elif self._session.stage not in (Stage.ASK, Stage.DONE):
            self._say(self._w("plain.undo.step"))
        else:
            self._say(self._w("plain.undo.done", key=told_key(item.key)))

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _say_row(self, row: Row) -> None:
        self._say(row_text(row))

    def _say(self, line: str) -> None:
        self._lines.say(f" {line}" if line.startswith(_COMMIT) else line)


def last_line(w: Words, session: Session, records: Path) -> str:
    """What is due next and where the records are."""
    due = session.next_due
    if due is None:
        return w("plain.closing.nothing", records=records)
    return closing_line(w, due.key, due.days, records, new=due.new)
