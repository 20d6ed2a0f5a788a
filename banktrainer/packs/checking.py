"""check: what the loader finds wrong with a pack, and what the engine does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from banktrainer.packs.cards import Drafted
from banktrainer.packs.expression import ExpressionError
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.figures import value_of
from banktrainer.packs.model import Card, Fault
from banktrainer.packs.places import Figure
from banktrainer.packs.reading import Reading, read_pack
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


def check(path: Path) -> tuple[Fault, ...]:
    """Every fault of the pack in the folder `path`, by file, line and column; none is raised."""
    faults = Faults()
    reading = read_pack(path, faults)
    solved = {each.card.id: _solved(each, faults) for each in reading.drafts}
    for drafted in reading.drafts:
        _check_card(drafted, solved[drafted.card.id], faults)
    for told in (each for language in reading.translated.values() for each in language):
        if told.card.id in solved:
            _check_figures(told.figures, solved[told.card.id], faults)
    _check_cited(reading, faults)
    return faults.sorted()


def _check_cited(reading: Reading, faults: Faults) -> None:
    cited = {entry.id for each in reading.drafts for entry in each.card.evidence}
    for entry in reading.beside.claims().values():
        if entry.id not in cited:
            faults.add(entry.place, "W409", f"no card cites the evidence {quoted(entry.id)}")


def _solved(drafted: Drafted, faults: Faults) -> SolvedCard:
    """The card with those of its fences that can be read (of a template: of its first draw)."""
    card, fences = _drawn(drafted.card), {}
    for fence in card.fences:
        try:
            fences[fence.name] = solve_fence(fence)
        except SolveError as error:
            faults.add(error.fault.place, error.fault.code, error.fault.message)
    return SolvedCard(card, fences)


def _drawn(card: Card) -> Card:
    if card.kind != "template":
        return card
    try:
        return draw(card, next(draws(card), {}))
    except ExpressionError:
        return card


def _check_card(drafted: Drafted, solved: SolvedCard, faults: Faults) -> None:
    _check_figures(drafted.figures, solved, faults)
    for fence in solved.fences.values():
        _check_once(fence, faults)
    if solved.main is not None and drafted.card.kind != "template":
        _check_truth(drafted.keys, solved.card, solved.main, faults)


def _check_figures(figures: Sequence[Figure], solved: SolvedCard, faults: Faults) -> None:
    unread = {fence.name for fence in solved.card.fences} - set(solved.fences)
    for figure in figures:
        try:
            value_of(figure.source, solved)
        except ExpressionError as error:
            # Where a fence can't be read, that is the fault to mend.
            if not unread:
                faults.add(figure.place_of(error), "E503", str(error))


def _check_once(solved: SolvedFence, faults: Faults) -> None:
    from banktrainer.engine import serve

    others = solved.traced.executions[1:]
    verdict = solved.timeline.verdict
    if any(serve(other.access, solved.fence.machine).verdict != verdict for other in others):
        message = (
            f"{quoted(solved.traced.text)} is executed {len(others) + 1} times, and not always "
            f"with the same figures; a card asks about one access"
        )
        place = place_in(solved.fence, solved.traced.line, solved.traced.column)
        faults.add(place, "E506", message)


def _check_truth(keys: Yaml, card: Card, main: SolvedFence, faults: Faults) -> None:
    from banktrainer.engine import cell_of

    truth = asked_truth(card, main)
    if card.ask == "bank" and main.bank(card.lane or 0) is None:
        faults.add(keys.place("lane"), "E502", f"lane {card.lane} asks for nothing here")
    elif card.stated is not None and truth is not None and card.stated != truth:
        message = f"the stated answer is {quoted(card.stated)}, the engine's is {quoted(truth)}"
        faults.add(keys.place("answer"), "E504", message)
    for trap in card.traps:
        if trap.answer == truth:
            faults.add(trap.place, "E505", f"{quoted(trap.answer)} is the right answer")
    cell = cell_of(main.access)
    if card.cell is not None and cell != card.cell:
        message = f"the engine finds cell {cell or 'none'}, the card says {card.cell}"
        faults.add(keys.place("cell"), "W507", message)
