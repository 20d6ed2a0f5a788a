"""Sitting: where a learner stands in a session as the screen sees it; no widget in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from banktrainer.packs.model import CodeBlock
from banktrainer.study.session import Stage
from banktrainer.tui.practice.entry import Entry
from banktrainer.tui.practice.view import Reveal

if TYPE_CHECKING:
    from banktrainer.engine import Timeline
    from banktrainer.study.session import Result, Session, StepQuestion
    from banktrainer.tui.desk.card_view import BoardView, CardView
    from banktrainer.tui.keys.table import Mode

_MOST_MINUTES = 999


@dataclass(slots=True)
class Sitting:
    """A session, the card on the table as shown, and what is being typed.

    `busy`: something is being stored. `falling`: lanes move. `landed`: the first fall is over, so
    the board is small and the words have room. `fence` names the code on the board.
    `believed` is the access as the wrong model behind the answer sees it.
    """

    session: Session
    view: CardView
    entry: Entry = field(default_factory=Entry)
    note: str = ""
    busy: bool = False
    falling: bool = False
    landed: bool = False
    body: Literal["card", "board"] = "board"
    fence: str = ""
    believed: Timeline | None = None
    results: list[tuple[str, Result]] = field(default_factory=list)
    _minutes: int = _MOST_MINUTES

    def lay(self, view: CardView) -> None:
        """Put the next card on the table."""
        self.view = view
        self.entry = Entry(letters="".join(option.letter for option in view.options))
        self.note = ""
        self.busy = self.falling = self.landed = False
        self.body = "board"
        self.fence = ""
        self.believed = None

    def mode(self, *, typing: bool) -> Mode:
        """What is waited for; `typing` where the text field has the keys."""
        if self.busy:
            return "saving"
        if self.session.stage is Stage.ASK:
            return self._asking(typing)
        if self.session.stage is Stage.GRADE:
            return "grade"
        if self.question is not None:
            return "step_number" if self.question.kind == "number" else "step_choice"
        if self.falling:
            return "fall"
        if self.view.board is None:
            return "read"
        return "board" if self.board_shown else "card"

    def _asking(self, typing: bool) -> Mode:
        match self.view.kind:
            case "number":
                return "number"
            case "choice":
                return "choice"
            case "self":
                return "recall"
        return "field" if typing else "line"

    @property
    def revealed(self) -> bool:
        """Whether the card on the table has been revealed, and what follows may be read."""
        after = (Stage.REVEAL, Stage.ASK_STEP, Stage.STEP, Stage.ANSWER)
        return self.session.stage in after

    @property
    def question(self) -> StepQuestion | None:
        """What is asked in place of a step that is left out, while it waits for its answer."""
        session = self.session
        return session.step_question if session.stage is Stage.ASK_STEP else None

    @property
    def board_shown(self) -> bool:
        return (
            self.revealed
            and self.question is None
            and self.body == "board"
            and self.view.board is not None
        )

    @property
    def board(self) -> BoardView | None:
        """What the board shows now."""
        return self.view.boards.get(self.fence, self.view.board)

    @property
    def reveal(self) -> Reveal | None:
        """What is to be read, None before the reveal."""
        result = self.session.result
        if result is None or not self.revealed:
            return None
        steps, told = len(self.view.steps), self.session.step_answers
        match self.session.stage:
            case Stage.STEP:
                return Reveal(result, self.session.step + 1, told=told)
            case Stage.ASK_STEP:
                return Reveal(result, self.session.step, told=told)
            case Stage.REVEAL:
                return Reveal(result)
        return Reveal(result, steps, answer=True, told=told)

    @property
    def minutes_left(self) -> int:
        """How long the cards not yet answered will take, at the learner's pace; never more than was
        said before."""
        self._minutes = min(self._minutes, max(1, round(self.session.seconds_ahead / 60)))
        return self._minutes

    @property
    def more_fences(self) -> tuple[str, ...]:
        """Fences of the step that is shown which the board has yet to play, in their order."""
        if self.session.stage is not Stage.STEP:
            return ()
        step = self.view.steps[self.session.step]
        inside = (block.fence for block in step.body if isinstance(block, CodeBlock))
        named = dict.fromkeys(fence for fence in (step.fence, *inside) if fence)
        shown = [fence for fence in named if fence in self.view.boards]
        return tuple(shown[shown.index(self.fence) + 1 :] if self.fence in shown else shown)

    def store(self, result: Result) -> None:
        """Keep a result; a grade takes the place of the forecast that it grades."""
        if self.results and result.answer.voids == self.results[-1][1].answer.id:
            self.results.pop()
        self.results.append((self.view.title, result))

    def take_back(self) -> None:
        """Forget the last result."""
        if self.results:
            self.results.pop()

    def lay_step(self) -> None:
        """Empty the forecast line for the step that is asked for."""
        options = self.question.options if self.question else ()
        self.entry, self.note = Entry(letters="".join(each.letter for each in options)), ""

    def type(self, entry: Entry) -> None:
        self.entry, self.note = entry, ""
