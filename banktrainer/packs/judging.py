"""What the engine says of one card: figures, stated answers, traps and cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import thread_time

from banktrainer.packs.cards import Drafted
from banktrainer.packs.expression import ExpressionError
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.figures import value_of
from banktrainer.packs.model import CHOICE_LETTERS, Card, Fence
from banktrainer.packs.places import Figure
from banktrainer.packs.solving import (
    SolvedCard,
    SolvedFence,
    SolveError,
    asked_truth,
    place_in,
    solve_fence,
)
from banktrainer.packs.template import draw, draws
from banktrainer.packs.yaml_text import Yaml

FENCE_SECONDS = 2.0
FREE_SECONDS = 0.03
MOST_SLOW = 20.0
_LANE_DIGITS = 9  # more than any lane has; what goes on is no lane either
TIRED = "the pack's code takes too long to read; from here on it is not read"


@dataclass(slots=True)
class Judge:
    """Solves cards for the checker, and bounds how long a pack's code may take.

    A fence has `FREE_SECONDS`; what fences take above that is `slow`, `MOST_SLOW` seconds in all.
    """

    faults: Faults
    slow: float = 0.0

    @property
    def tired(self) -> bool:
        """Whether the time for slow code is used up, so that no more is read."""
        return self.slow > MOST_SLOW

    def solved(self, card: Card) -> SolvedCard:
        """`card` with those of its fences that can be read; the others are told."""
        fences = {fence.name: self._fence(fence) for fence in card.fences}
        return SolvedCard(card, {name: each for name, each in fences.items() if each})

    def _fence(self, fence: Fence) -> SolvedFence | None:
        if self.tired:
            self.faults.add(fence.place, "E103", TIRED)
            return None
        started = thread_time()
        try:
            return solve_fence(fence, FENCE_SECONDS)
        except SolveError as error:
            self.faults.add(error.fault.place, error.fault.code, error.fault.message)
            return None
        finally:
            self.slow += max(0.0, thread_time() - started - FREE_SECONDS)


def first_draw(card: Card) -> Card:
    """`card` itself; of a template its first draw."""
    if card.kind != "template":
        return card
    try:
        return draw(card, next(draws(card), {}))
    except ExpressionError:
        return card


def check_card(drafted: Drafted, solved: SolvedCard, faults: Faults) -> None:
    """Tell where the engine contradicts the card, or can't give what it asks for."""
    if drafted.card.kind == "template":
        return  # Its draws are tried one by one.
    check_figures(drafted.figures, solved, faults)
    for fence in solved.fences.values():
        check_once(fence, faults)
    main = solved.main
    if main is not None and graded_by_code(drafted.card):
        _check_truth(drafted.keys, solved.card, main, faults)
        _check_traps(solved.card, main, faults)
    elif truth := written_truth(drafted.card):
        _check_right_traps(drafted.card, truth, faults)


def check_figures(figures: Sequence[Figure], solved: SolvedCard, faults: Faults) -> None:
    """Tell which figures have no value on this card."""
    unread = {fence.name for fence in solved.card.fences} - set(solved.fences)
    for figure in figures:
        try:
            value_of(figure.source, solved)
        except ExpressionError as error:
            # Where a fence can't be read, that is the fault to mend.
            if not unread:
                faults.add(figure.place_of(error), "E503", str(error))


def check_once(solved: SolvedFence, faults: Faults) -> None:
    """Tell where the asked access is executed several times, with different figures."""
    if not always_the_same(solved):
        count = len(solved.traced.executions)
        message = (
            f"{quoted(solved.traced.text)} is executed {count} times, and not always "
            f"with the same figures; a card asks about one access"
        )
        place = place_in(solved.fence, solved.traced.line, solved.traced.column)
        faults.add(place, "E506", message)


def always_the_same(solved: SolvedFence) -> bool:
    from banktrainer.engine import serve

    verdict, machine = solved.timeline.verdict, solved.fence.machine
    others = solved.traced.executions[1:]
    return all(serve(other.access, machine).verdict == verdict for other in others)


def graded_by_code(card: Card) -> bool:
    return not card.choices and card.expect is None


def written_truth(card: Card) -> str | None:
    """The right answer where the author writes it: of choices its letter in the list."""
    if card.choices:
        return next(
            (CHOICE_LETTERS[at] for at, each in enumerate(card.choices) if each.right), None
        )
    return card.expect


def _check_truth(keys: Yaml, card: Card, main: SolvedFence, faults: Faults) -> None:
    from banktrainer.engine import cell_of

    truth = asked_truth(card, main)
    if card.ask == "bank" and main.bank(card.lane or 0) is None:
        faults.add(keys.place("lane"), "E502", f"lane {card.lane} asks for nothing here")
    elif card.stated is not None and truth is not None and card.stated != truth:
        message = f"the stated answer is {quoted(card.stated)}, the engine's is {quoted(truth)}"
        faults.add(keys.place("answer"), "E504", message)
    if truth is not None:
        _check_right_traps(card, truth, faults)
    cell = cell_of(main.access)
    if card.cell is not None and cell != card.cell:
        message = f"the engine finds cell {cell or 'none'}, the card says {card.cell}"
        faults.add(keys.place("cell"), "W507", message)


def _check_right_traps(card: Card, truth: str, faults: Faults) -> None:
    for trap in card.traps:
        if trap.answer.casefold() == truth.casefold():
            faults.add(trap.place, "E505", f"{quoted(trap.answer)} is the right answer")


def _check_traps(card: Card, main: SolvedFence, faults: Faults) -> None:
    """Tell which traps no wrong answer can reach on the card's machine."""
    lanes = main.timeline.lanes
    for trap in card.traps:
        numbers = [int(digits[:_LANE_DIGITS]) for digits in _digits(trap.answer)]
        if card.ask == "lanes" and any(number >= lanes for number in numbers):
            why = f"there are only the lanes 0 to {lanes - 1}"
        elif card.ask == "lanes" and _collides(main, numbers):
            faults.add(trap.place, "E505", f"{quoted(trap.answer)} is a right answer")
            continue
        else:
            continue
        faults.add(trap.place, "E313", why)


def _digits(text: str) -> Iterable[str]:
    return ("".join(char if char.isdigit() else " " for char in text)).split()


def _collides(main: SolvedFence, lanes: Sequence[int]) -> bool:
    """Whether the two `lanes` of one phase want different words of one bank."""
    if len(lanes) != 2 or lanes[0] == lanes[1]:
        return False
    for phase in main.timeline.phases:
        served = [each for cycle in phase.cycles for each in cycle.served]
        one, two = ({(s.bank, s.word) for s in served if lane in s.lanes} for lane in lanes)
        if any(a[0] == b[0] and a[1] != b[1] for a in one for b in two):
            return True
    return False
