"""Steps left out of a worked example, as questions: the number they find, or the rule they use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from banktrainer.packs.model import Bullets, Card, CodeBlock, Paragraph, Prose, Span
from banktrainer.study import parse
from banktrainer.study.item import Item, Option
from banktrainer.study.journal import Answer

BLANK = "___"
"""What stands where the number is asked for."""
CHOICES = 4
_LARGEST = 999_999
_FIGURE = re.compile(r"\{\{([^{}\n]*)\}\}")
_GIVEN = frozenset({"cycles", "ideal", "excess", "degree"})
"""Figures of the asked fence that the reveal has shown already."""

Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class StepQuestion:
    """What is asked in place of step `number` (from 0).

    Of a number `text` is the step's sentence with BLANK in it; of a choice it is empty, and the
    options are headings of steps. `answer` is in canonical form.
    """

    number: int
    kind: Literal["number", "choice"]
    text: Prose
    options: tuple[Option, ...]
    answer: str

    def canonical(self, text: str) -> str:
        """`text` as an answer in canonical form; raises NotAnAnswer, with the reason."""
        if self.kind == "number":
            return parse.number(text, _LARGEST)
        return parse.letter(text, "".join(option.letter for option in self.options))


@dataclass(frozen=True, slots=True)
class StepResult:
    """A stored answer to the question of step `number`; "no idea" is wrong."""

    number: int
    answer: Answer
    right: bool


def left_out(item: Item, count: int, neighbours: Iterable[Card]) -> dict[int, StepQuestion]:
    """The questions for the last `count` steps of a solved item, by the steps' numbers.

    `neighbours` lend their headings as choices, the nearest first. A step that makes no fair
    question is shown as it is.
    """
    steps = item.card.steps
    found: dict[int, StepQuestion] = {}
    others = tuple(neighbours)
    for number in range(max(0, len(steps) - count), len(steps)):
        question = _number(item, number) or _rule(item, number, others)
        if question is not None:
            found[number] = question
    return found


def _number(item: Item, number: int) -> StepQuestion | None:
    """The step's first sentence with a number that nothing beside it gives away."""
    from banktrainer.packs.figures import value_of

    solved = item.solve()
    for before, spans in _sentences(item.card.steps[number].body):
        written = "".join(span.text for span in spans)
        for source in dict.fromkeys(_FIGURE.findall(written)):
            if source.strip() in _GIVEN:
                continue
            value = value_of(source, solved)
            text = _blanked(spans, source, lambda figure: str(value_of(figure, solved)))
            if 0 <= value <= _LARGEST and not _shows(text, value):
                prose = (*before, Paragraph(text))
                return StepQuestion(number, "number", prose, (), str(value))
    return None


def _sentences(prose: Prose) -> Iterator[tuple[Prose, Spans]]:
    """Each paragraph and list item, with the code that stands before it."""
    code: list[CodeBlock] = []
    for block in prose:
        if isinstance(block, CodeBlock):
            code.append(block)
        elif isinstance(block, Paragraph):
            yield tuple(code), block.spans
        elif isinstance(block, Bullets):
            yield from ((tuple(code), spans) for spans in block.items)


def _blanked(spans: Spans, asked: str, fill: Callable[[str], str]) -> Spans:
    def told(match: re.Match[str]) -> str:
        return BLANK if match[1] == asked else fill(match[1])

    return tuple(Span(_FIGURE.sub(told, span.text), span.style) for span in spans)


def _shows(text: Spans, value: int) -> bool:
    """Whether the number stands in the text all the same."""
    written = "".join(span.text for span in text)
    return re.search(rf"(?<![0-9]){value}(?![0-9])", written) is not None


def _rule(item: Item, number: int, neighbours: Sequence[Card]) -> StepQuestion | None:
    """Which of some headings is this step's; None where there is nothing to choose from."""
    card = item.card
    right = card.steps[number].title
    shown = {_told(step.title) for step in card.steps[: number + 1]}
    later = [step.title for step in card.steps[number + 1 :]]
    near = [step.title for other in neighbours for step in other.steps if other.key != card.key]
    wrong: dict[str, str] = {}
    for title in (*later, *near):
        if _told(title) not in shown:
            wrong.setdefault(_told(title), title)
    titles = [right, *list(wrong.values())[: CHOICES - 1]]
    if len(titles) < 2:
        return None
    order = list(range(len(titles)))
    Random(f"{card.key}#{item.draw}#{number}").shuffle(order)
    letters = parse.letters_of(len(titles))
    options = tuple(Option(a, titles[i], "", i) for a, i in zip(letters, order, strict=True))
    return StepQuestion(number, "choice", (), options, letters[order.index(0)])


def _told(title: str) -> str:
    return " ".join(title.casefold().split())
