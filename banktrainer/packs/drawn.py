"""A template tried over its whole domain: every draw must be one that can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from banktrainer.packs.cards import Drafted
from banktrainer.packs.expression import ExpressionError
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.figures import value_of
from banktrainer.packs.judging import TIRED, Judge, always_the_same, graded_by_code
from banktrainer.packs.model import Card, Place
from banktrainer.packs.places import Figure
from banktrainer.packs.solving import SolvedCard, SolvedFence, asked_truth
from banktrainer.packs.template import draw, draws

Values = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a draw, where, and how the message goes on after `with s=3: `."""

    place: Place
    code: str
    message: str


@dataclass(slots=True)
class _Tally:
    """What went wrong with a template: the first draw for each place and code, and how many."""

    faults: Faults
    seen: dict[tuple[Place, str], tuple[Values, str, int]] = field(default_factory=dict)

    def add(self, values: Values, trouble: Trouble) -> None:
        key = trouble.place, trouble.code
        first, message, count = self.seen.get(key, (values, trouble.message, 0))
        self.seen[key] = first, message, count + 1

    def tell(self) -> None:
        for (place, code), (values, message, count) in self.seen.items():
            drawn = ", ".join(f"{name}={value}" for name, value in values.items())
            more = f" (and {count - 1} more draws)" if count > 1 else ""
            self.faults.add(place, code, f"with {drawn}: {message}{more}")


def check_draws(drafted: Drafted, judge: Judge, faults: Faults) -> None:
    """Tell which draws of a template can't be asked, and where all have one answer."""
    tally, truths, count = _Tally(faults), set(), 0
    try:
        for values in draws(drafted.card):
            truth = _try(drafted, values, judge, tally)
            truths.add(truth)
            count += 1
            if judge.tired:
                faults.add(drafted.keys.key_place("params"), "E103", TIRED)
                break
    except ExpressionError:
        return  # `where` has no value; the loader tells it.
    tally.tell()
    if count > 1 and len(truths) == 1 and None not in truths:
        message = f"each of the {count} draws has the answer {quoted(str(truths.pop()))}"
        faults.add(drafted.keys.key_place("params"), "W510", message)


def _try(drafted: Drafted, values: Values, judge: Judge, tally: _Tally) -> str | None:
    """The right answer to one draw, None where there is no one answer; its troubles are noted."""
    card = draw(drafted.card, values)
    own = Faults()
    own_judge = Judge(own, judge.slow)
    solved = own_judge.solved(card)
    judge.slow = own_judge.slow
    for fault in own.sorted():
        tally.add(values, Trouble(fault.place, fault.code, fault.message))
    if len(solved.fences) == len(card.fences):
        for trouble in _troubles(drafted, card, solved):
            tally.add(values, trouble)
    if card.choices:
        return next((choice.text for choice in card.choices if choice.right), None)
    if not graded_by_code(card):
        return card.expect
    return asked_truth(card, solved.main) if solved.main else None


def _troubles(drafted: Drafted, card: Card, solved: SolvedCard) -> Iterator[Trouble]:
    yield from _of_figures(drafted.figures, solved)
    yield from _of_choices(drafted, card)
    for fence in solved.fences.values():
        if not always_the_same(fence):
            message = "the access is executed several times, not always with the same figures"
            yield Trouble(fence.fence.place, "E506", message)
    if solved.main is not None and graded_by_code(card):
        yield from _of_truth(drafted, card, solved.main)


def _of_figures(figures: Sequence[Figure], solved: SolvedCard) -> Iterator[Trouble]:
    for figure in figures:
        try:
            value_of(figure.source, solved)
        except ExpressionError as error:
            yield Trouble(figure.place_of(error), "E503", str(error))


def _of_choices(drafted: Drafted, card: Card) -> Iterator[Trouble]:
    """Choices must differ, and none may say what the right one says."""
    seen: dict[str, int] = {}
    for at, choice in enumerate(card.choices):
        text = " ".join(choice.text.split()).casefold()
        if text in seen:
            place = drafted.keys.place("choices", at, "text")
            message = f"the choices {seen[text] + 1} and {at + 1} are both {quoted(choice.text)}"
            yield Trouble(place, "E509", message)
        seen.setdefault(text, at)


def _of_truth(drafted: Drafted, card: Card, main: SolvedFence) -> Iterator[Trouble]:
    from banktrainer.engine import cell_of

    truth, cell = asked_truth(card, main), cell_of(main.access)
    if card.ask == "bank" and main.bank(card.lane or 0) is None:
        message = f"lane {card.lane} asks for nothing here"
        yield Trouble(drafted.keys.place("lane"), "E502", message)
    elif card.stated is not None and card.stated != truth:
        message = (
            f"the stated answer is {quoted(card.stated)}, the engine's is {quoted(str(truth))}"
        )
        yield Trouble(drafted.keys.place("answer"), "E504", message)
    if card.cell is not None and cell != card.cell:
        message = f"the engine finds cell {cell or 'none'}, the card says {card.cell}"
        yield Trouble(drafted.keys.place("cell"), "W507", message)
