"""Numbers that prose states by itself, held against the engine; and answers given away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from banktrainer.packs.expression import ExpressionError, parse, references
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.figures import FIGURE
from banktrainer.packs.model import Card, Place
from banktrainer.packs.places import text_lines
from banktrainer.packs.rules import ASKING
from banktrainer.packs.sections import BODY, STEP, RawCard
from banktrainer.packs.solving import SolvedCard, SolvedFence, asked_truth
from banktrainer.packs.source import Source

_BEFORE = (BODY, *ASKING)
_TOLD = (*_BEFORE, STEP, "Answer", "Check")
_CLAIMS = (
    ("cycles", re.compile(r"(?<![\w.,$-])([0-9]{1,6}) cycles?\b")),
    ("degree", re.compile(r"(?<![\w.,$-])([0-9]{1,6})-way\b")),
    ("degree", re.compile(r"\bdegree (?:of |is )?([0-9]{1,6})\b(?!\.[0-9])")),
)
_DENIED = re.compile(r"\b(?:not|never|instead of|rather than)(?: \w+)? $", re.IGNORECASE)
_GIVES_AWAY = {
    "cycles": ("cycles", "excess"),
    "degree": ("degree",),
    "conflict": ("degree", "excess", "cycles"),
}


@dataclass(frozen=True, slots=True)
class Claim:
    """A number typed into prose as cycles or a degree; `early` if the question comes after it."""

    place: Place
    text: str
    what: str
    number: int
    early: bool


def check_stated(raw: RawCard, source: Source, solved: SolvedCard, faults: Faults) -> None:
    """Tell which typed numbers no code of the card gives, and what gives the answer away."""
    main, card = solved.main, solved.card
    if not solved.fences or len(solved.fences) < len(card.fences):
        return
    for claim in _claims(raw, source) if card.kind != "template" else ():
        known = {number for each in solved.fences.values() for number in _numbers(each, claim.what)}
        if claim.number not in known:
            shown = ", ".join(map(str, sorted(known)))
            message = f"no code of the card gives {quoted(claim.text)}; the engine has {shown}"
            faults.add(claim.place, "W508", message)
        elif claim.early and main is not None and _is_answer(claim, card, main):
            _given_away(claim.place, claim.text, faults)
    if main is not None and not card.choices and card.expect is None:
        _check_figures(raw, source, card, faults)


def _claims(raw: RawCard, source: Source) -> Iterator[Claim]:
    for section in raw.sections:
        if section.name in _TOLD:
            for line in sorted(set(text_lines(section.tokens))):
                yield from _on_line(source, line, section.name in _BEFORE)


def _on_line(source: Source, line: int, early: bool) -> Iterator[Claim]:
    text = source.lines[line - 1]
    for what, pattern in _CLAIMS:
        for match in pattern.finditer(text):
            if not _DENIED.search(text[: match.start()]):
                place = source.place(line, match.start() + 1)
                yield Claim(place, match[0], what, int(match[1]), early)


def _numbers(fence: SolvedFence, what: str) -> tuple[int, ...]:
    timeline = fence.timeline
    if what == "degree":
        return (timeline.degree,)
    return timeline.cycles, timeline.ideal, timeline.cycles - timeline.ideal


def _is_answer(claim: Claim, card: Card, main: SolvedFence) -> bool:
    """A `degree of 1` before the question is more likely what degree means than the answer."""
    told = claim.what == card.ask and str(claim.number) == asked_truth(card, main)
    return told and claim.number > 1


def _check_figures(raw: RawCard, source: Source, card: Card, faults: Faults) -> None:
    early = (section for section in raw.sections if section.name in _BEFORE)
    for line in sorted({line for section in early for line in text_lines(section.tokens)}):
        for match in FIGURE.finditer(source.lines[line - 1]):
            if _tells_answer(match[1], card):
                _given_away(source.place(line, match.start() + 1), match[0], faults)


def _tells_answer(figure: str, card: Card) -> bool:
    try:
        named = [each for each in references(parse(figure)) if not each.fence]
    except ExpressionError:
        return False
    if card.ask == "bank":
        return any(each.name == "bank" and each.index == card.lane for each in named)
    return any(each.name in _GIVES_AWAY.get(card.ask, ()) for each in named)


def _given_away(place: Place, text: str, faults: Faults) -> None:
    faults.add(place, "W416", f"{quoted(text)} gives the answer away before it is asked for")
