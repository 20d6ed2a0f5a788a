"""Questions: the cards of a pack with every figure filled in, as other programs can ask them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from banktrainer.packs.figures import fill, plain_text
from banktrainer.packs.model import CHOICE_LETTERS, Card, Choice, Pack, Paragraph, Prose, Span
from banktrainer.packs.solving import SolvedCard, asked_truth, solve
from banktrainer.packs.template import draw, draws

_GUID_BYTES = 10


@dataclass(frozen=True, slots=True)
class Labels:
    """Words that an export puts between an author's."""

    yes: str
    no: str
    why: str
    answers: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `key` (pack/id, and the values of a draw) is what it is known again by.

    `choices` are empty where an answer is typed; `right` is what is then to be typed, None where
    learners judge themselves. `wrong` has what to say to wrong typed answers.
    """

    key: str
    title: str
    asked: Prose
    answer: Prose
    right: str | None = None
    choices: tuple[Choice, ...] = ()
    wrong: tuple[tuple[str, str], ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def guid(self) -> str:
        """The same for the same card, whatever else is changed about it."""
        return blake2b(self.key.encode(), digest_size=_GUID_BYTES).hexdigest()


def questions(pack: Pack, labels: Labels, most_draws: int) -> Iterator[Question]:
    """The questions of `pack`, of each template at most `most_draws`, spread over its domain.

    Raises SolveError, PackError.
    """
    for card in pack.cards:
        if card.kind != "template":
            yield _question(card, card.key, labels)
            continue
        for values in _spread(card, most_draws):
            told = ",".join(f"{name}={value}" for name, value in values.items())
            yield _question(draw(card, values), f"{card.key}?{told}", labels)


def _spread(card: Card, most: int) -> list[Mapping[str, int]]:
    found = list(draws(card))
    if len(found) <= most:
        return found
    return [found[at * len(found) // most] for at in range(most)]


def _question(card: Card, key: str, labels: Labels) -> Question:
    solved = solve(card)
    right, choices = _right(card, solved, labels)
    return Question(
        key=key,
        title=card.title,
        asked=fill((*card.body, *card.question), solved),
        answer=_answer(card, solved, labels),
        right=right,
        choices=choices,
        wrong=tuple((trap.answer, _said(trap.body, solved)) for trap in card.traps),
        tags=_tags(card),
    )


def _right(card: Card, solved: SolvedCard, labels: Labels) -> tuple[str | None, tuple[Choice, ...]]:
    traps = {trap.answer: _said(trap.body, solved) for trap in card.traps}
    if card.choices:
        lettered = zip(CHOICE_LETTERS, card.choices, strict=False)
        choices = tuple(Choice(c.text, c.right, traps.get(a) or c.why) for a, c in lettered)
        return None, choices
    if card.expect is not None:
        return card.expect, ()
    truth = asked_truth(card, solved.main) if solved.main is not None else None
    if card.ask == "conflict" and truth is not None:
        words = (("yes", labels.yes), ("no", labels.no))
        return None, tuple(Choice(t, name == truth, traps.get(name, "")) for name, t in words)
    return truth, ()


def _said(prose: Prose, solved: SolvedCard) -> str:
    return " ".join(plain_text(fill(prose, solved)).split())


def _answer(card: Card, solved: SolvedCard, labels: Labels) -> Prose:
    """All that is told after the question: the answer, the steps with their reasons, the rest."""
    parts: list[Prose] = [card.answer]
    for number, step in enumerate(card.steps, 1):
        parts.append((Paragraph((Span(f"{number}. {step.title}", "strong"),)),))
        parts.append(step.body)
        if step.why:
            first, *rest = step.why
            spans = first.spans if isinstance(first, Paragraph) else ()
            parts.append((Paragraph((Span(f"{labels.why} ", "emphasis"), *spans)),))
            parts.append(tuple(rest) if spans else step.why)
    parts += [card.check, card.footnote]
    return fill(tuple(block for part in parts for block in part), solved)


def _tags(card: Card) -> tuple[str, ...]:
    cell = (f"cell-{card.cell}",) if card.cell else ()
    return tuple(dict.fromkeys((card.pack, *cell, *card.tags)))
