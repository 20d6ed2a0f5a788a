"""Translations held against their originals, number by number and figure by figure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from banktrainer.packs.faults import Faults
from banktrainer.packs.figures import FIGURE, plain_text
from banktrainer.packs.model import Card, CodeBlock, Prose
from banktrainer.packs.translation import Translated

_NUMBER = re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?(?!\w)")
_NAMES = "zero one two three four five six seven eight nine ten eleven twelve"
_WORDS = {word: str(number) for number, word in enumerate(_NAMES.split())}
_OFTEN_A_WORD = frozenset(_WORDS.values())


def check_retold(told: Translated, original: Card, faults: Faults) -> None:
    """Tell where numbers or figures of a translation are not those of the original."""
    for name, mine in _parts(told.card).items():
        theirs = _parts(original).get(name, "")
        if mine == theirs:
            continue
        for difference in (*_figures(theirs, mine), *_numbers(theirs, mine)):
            faults.add(told.place, "W417", f"{name}: {difference}")


def _figures(theirs: str, mine: str) -> Iterator[str]:
    had, has = _sources(theirs), _sources(mine)
    if had - has:
        yield f"the original has {_shown(had - has)}"
    if has - had:
        yield f"the original has no {_shown(has - had)}"


def _numbers(theirs: str, mine: str) -> Iterator[str]:
    """Digits for digits; a small number may be a word in either language."""
    had, has = set(_NUMBER.findall(theirs)), set(_NUMBER.findall(mine))
    in_words = {_WORDS[word] for word in re.findall(r"[a-z]+", theirs.lower()) if word in _WORDS}
    lost = had - has - _OFTEN_A_WORD
    if lost:
        yield f"the original has {_listed(lost)}"
    new = has - had - in_words
    if new:
        yield f"the original has no {_listed(new)}"


def _sources(text: str) -> set[str]:
    return {"".join(match.split()) for match in FIGURE.findall(text)}


def _shown(sources: set[str]) -> str:
    return ", ".join(f"`{{{{{source}}}}}`" for source in sorted(sources))


def _listed(numbers: set[str]) -> str:
    return ", ".join(sorted(numbers, key=float))


def _parts(card: Card) -> dict[str, str]:
    """The text of a card by its part, without the code that the engine reads."""
    parts = {
        "title": card.title,
        "text": _text(card.body),
        "question": _text(card.question),
        "Answer": _text(card.answer),
        "Check": _text(card.check),
        "Footnote": _text(card.footnote),
    }
    for number, step in enumerate(card.steps, 1):
        parts[f"step {number}"] = f"{step.title}\n{_text(step.body)}\n{_text(step.why)}"
    for trap in card.traps:
        parts[f"trap {trap.answer}"] = _text(trap.body)
    for number, choice in enumerate(card.choices, 1):
        parts[f"choice {number}"] = f"{choice.text}\n{choice.why}"
    return parts


def _text(prose: Prose) -> str:
    told = tuple(
        block for block in prose if not (isinstance(block, CodeBlock) and block.fence is not None)
    )
    return plain_text(told)
