"""Item: one card as it is put to the learner in one draw; solved on first need, then graded."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Literal

from banktrainer.packs.model import CHOICE_LETTERS, Card, Fence, Paragraph, Span, Trap
from banktrainer.study import diagnosis, parse, repair, truth
from banktrainer.study.diagnosis import Diagnosis
from banktrainer.study.parse import NotAnAnswer
from banktrainer.study.truth import Truth

if TYPE_CHECKING:
    from banktrainer.engine import Access, Timeline
    from banktrainer.packs import SolvedCard, SolvedFence

AnswerKind = Literal["number", "choice", "text", "self", "lanes"]
Asked = Literal[
    "cycles", "degree", "conflict", "bank", "lanes", "repair", "choice", "expect", "recall"
]
Solver = Callable[[Card], "SolvedCard"]

_LARGEST_EXPECTED = 999_999


@dataclass(frozen=True, slots=True)
class Option:
    """One choice as shown in this draw; `index` is its place in the author's list.

    Of `ask: conflict` the texts are "yes" and "no", for the face to say in its language.
    """

    letter: str
    text: str
    why: str
    index: int


class Item:
    """A card in one draw. `draw` fixes the order of its choices; equal draws look the same.

    Solving runs the reader and the engine (tens of milliseconds, heavy imports): a face calls
    `solve()` in a worker thread; whatever needs the solution waits for it.
    """

    def __init__(self, card: Card, *, draw: int = 0, solver: Solver | None = None) -> None:
        self.card = card
        self.draw = draw
        self.asked: Asked = _asked(card)
        self.options: tuple[Option, ...] = _options(card, draw)
        self._solver = solver or _packs_solver
        self._solved: SolvedCard | None = None
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"Item({self.key!r}, draw={self.draw})"

    def again(self) -> Item:
        """The same card in its next draw, sharing this one's solution."""
        return Item(self.card, draw=self.draw + 1, solver=lambda _card: self.solve())

    @property
    def seed(self) -> int | None:
        """What replays the draw, as the journal keeps it; None where nothing is drawn."""
        return self.draw if self.card.choices else None

    @property
    def params(self) -> Mapping[str, object]:
        """What was drawn: of choices, the author's place (from 0) of each letter's choice."""
        return {"order": [option.index for option in self.options]} if self.card.choices else {}

    @property
    def template(self) -> str | None:
        """The template that the item was drawn from; None for a card as its author wrote it."""
        return None

    @property
    def generator(self) -> str | None:
        """The version of the generator that drew the item; with the seed it replays the draw."""
        return None

    @property
    def kind(self) -> str:
        """What is asked, as faces word it; of a generated item finer than `asked`."""
        return self.asked

    @property
    def key(self) -> str:
        return self.card.key

    @property
    def title(self) -> str:
        return self.card.title

    @property
    def cell(self) -> str | None:
        return self.card.cell

    @property
    def answer_kind(self) -> AnswerKind:
        return _KINDS.get(self.asked) or _expected_kind(self.card)

    @property
    def fence(self) -> Fence | None:
        """The fence whose code is asked about; None where no engine is asked."""
        return _asked_fence(self.card)

    @property
    def machine(self) -> str:
        return self.fence.machine if self.fence else "nvidia"

    @property
    def code(self) -> str | None:
        return self.fence.code if self.fence else None

    @property
    def solved(self) -> SolvedCard | None:
        """The solution if it is there already; `solve()` makes it."""
        return self._solved

    def solve(self) -> SolvedCard:
        """The card's numbers, computed once even when several threads ask."""
        with self._lock:
            if self._solved is None:
                self._solved = self._solver(self.card)
            return self._solved

    @property
    def shown(self) -> SolvedFence | None:
        """What the board shows: the asked fence, also where a choice is asked beside code.

        A repair is about all accesses of its array: of those the worst.
        """
        main = self.solve().main if self.fence else None
        return repair.worst(main) if main is not None and self.asked == "repair" else main

    @property
    def timeline(self) -> Timeline | None:
        """The timeline of what the board shows."""
        shown = self.shown
        return shown.timeline if shown else None

    @property
    def truth(self) -> Truth:
        """The right answer; solves the card where the engine is asked."""
        main = self._main()
        if main is not None:
            return truth.of_access(self.asked, main, self.card.lane)
        if self.asked == "choice":
            return self._right_choice()
        if self.asked == "expect":
            expected = self.canonical(self.card.expect or "")
            return Truth(expected, {"expect": expected})
        return Truth("")

    def _right_choice(self) -> Truth:
        right = next(o for o in self.options if self.card.choices[o.index].right)
        return Truth(right.letter, {"choice": right.letter, "text": right.text})

    def canonical(self, text: str) -> str:
        """`text` as an answer in canonical form; raises NotAnAnswer, with the reason."""
        if self.answer_kind == "number":
            return parse.number(text, self._limit())
        if self.answer_kind == "lanes":
            return parse.lane_pair(text, self._lanes())
        if self.answer_kind == "self":
            return parse.readable(text, may_be_empty=True)
        if self.asked == "conflict":
            return parse.yes_no(text)
        if self.options:
            return parse.letter(text, "".join(option.letter for option in self.options))
        return parse.words(text)

    def grade(self, text: str) -> bool:
        """Whether `text` is right. Raises NotAnAnswer; ValueError where the learner grades."""
        given = self.canonical(text)
        if self.asked == "recall":
            raise ValueError(f"{self.key} is graded by the learner")
        main = self._main()
        if main is not None:
            return truth.agrees(self.asked, main, self.card.lane, given)
        if self.asked == "choice":
            picked = next(option for option in self.options if option.letter == given)
            return self.card.choices[picked.index].right
        return parse.same_words(given, self.truth.text)

    def trap(self, text: str) -> Trap | None:
        """What the author says to exactly this wrong answer (of a choice: why it is wrong)."""
        given = self.canonical(text)
        for trap in self.card.traps:
            if self._springs(trap, given):
                return trap
        chosen = next((option for option in self.options if option.letter == given), None)
        if chosen is None or not chosen.why:
            return None
        return Trap(given, (Paragraph((Span(chosen.why),)),), self.card.place)

    def diagnose(self, given: str, history: Iterable[str] = ()) -> Diagnosis | None:
        """The wrong model behind a wrong canonical answer; `history` is of the learner's rows."""
        if self.asked not in diagnosis.ASKED:
            return None
        main = self.solve().main
        if main is None:
            return None
        return self._put_down(main.access, self.asked, given, history)

    def _put_down(
        self, access: Access, asked: str, given: str, history: Iterable[str]
    ) -> Diagnosis | None:
        from banktrainer.study.models.apt import Shown

        lane, block = self.card.lane or 0, self.fence.block if self.fence else None
        shown = Shown(self.code, block)
        return diagnosis.diagnose(access, self.machine, asked, given, history, lane, shown)

    def _springs(self, trap: Trap, given: str) -> bool:
        chosen = next((option for option in self.options if option.letter == given), None)
        if chosen is not None and self.asked == "choice" and trap.answer in CHOICE_LETTERS:
            return CHOICE_LETTERS.index(trap.answer) == chosen.index
        if chosen is not None:
            return parse.same_words(trap.answer, chosen.text)
        try:
            return self.canonical(trap.answer).casefold() == given.casefold()
        except NotAnAnswer:
            return False

    def _main(self) -> SolvedFence | None:
        """The solved fence of a question that the engine answers, else None."""
        if self.asked in _WITHOUT_ENGINE:
            return None
        main = self.solve().main
        if main is None:
            raise ValueError(f"{self.key} asks about code and has none")
        return main

    def _limit(self) -> int:
        return _LARGEST_EXPECTED if self.asked == "expect" else parse.MOST_CYCLES

    def _lanes(self) -> int:
        timeline = self.timeline
        return timeline.lanes if timeline else 32


_WITHOUT_ENGINE = frozenset({"choice", "expect", "recall"})
_KINDS: Mapping[str, AnswerKind] = {
    "cycles": "number",
    "degree": "number",
    "bank": "number",
    "repair": "number",
    "conflict": "choice",
    "choice": "choice",
    "lanes": "lanes",
    "recall": "self",
}


def _asked(card: Card) -> Asked:
    if card.choices:
        return "choice"
    if card.expect is not None:
        return "expect"
    return card.ask if _asked_fence(card) else "recall"


def _asked_fence(card: Card) -> Fence | None:
    return next((fence for fence in card.fences if fence.name == ""), None)


def _expected_kind(card: Card) -> AnswerKind:
    """A number is asked for where the expected text is one that can be typed as a number."""
    try:
        parse.number(card.expect or "", _LARGEST_EXPECTED)
    except NotAnAnswer:
        return "text"
    return "number"


def _options(card: Card, draw: int) -> tuple[Option, ...]:
    """The choices in the order of this draw: the same whenever card and draw are."""
    if _asked(card) == "conflict":
        return (Option("a", parse.YES, "", 0), Option("b", parse.NO, "", 1))
    order = list(range(len(card.choices)))
    random.Random(f"{card.key}#{draw}").shuffle(order)
    letters = parse.letters_of(len(order)) if order else ""
    return tuple(
        Option(letter, card.choices[i].text, card.choices[i].why, i)
        for letter, i in zip(letters, order, strict=True)
    )


def _packs_solver(card: Card) -> SolvedCard:
    from banktrainer.packs import solve

    return solve(card)
