"""Cards that ask nearly the same: same code, same numbers, and nearly the same words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.figures import plain_text
from banktrainer.packs.model import Card, CodeBlock, Place, Prose

ALIKE = 0.8
"""The share of words in common from which on two cards are nearly the same."""
_MOST_TRIED = 200
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a card asks, to be held against others: `asked` must be equal, `words` nearly."""

    id: str
    place: Place
    asked: str
    words: frozenset[str]


def likeness_of(card: Card) -> Likeness:
    texts = [*_texts(card.body), *_texts(card.question), *(choice.text for choice in card.choices)]
    text = " ".join(texts).casefold()
    code = [
        f"{fence.name}|{' '.join(fence.code.split())}|{fence.values}|{fence.block}|{fence.machine}"
        for fence in card.fences
        if fence.name == ""
    ]
    how = (card.kind == "template", card.ask, card.lane, card.expect, card.params)
    asked = f"{code} {how} {sorted(_NUMBER.findall(text))}"
    return Likeness(card.id, card.place, asked, frozenset(_WORD.findall(text)))


def check_alike(cards: Sequence[Likeness], faults: Faults) -> None:
    """Tell of each card that is nearly the same as one before it."""
    groups: defaultdict[str, list[Likeness]] = defaultdict(list)
    for card in cards:
        groups[card.asked].append(card)
    for group in groups.values():
        for card, first in _pairs(group) if len(group) > 1 else ():
            at = first.place
            message = f"asks nearly the same as {quoted(first.id)} ({at.path}:{at.line})"
            faults.add(card.place, "W412", message)


def _pairs(cards: Sequence[Likeness]) -> Iterator[tuple[Likeness, Likeness]]:
    """Each card with an earlier one that is alike, found over the words that are rare.

    Two sets that share the share `ALIKE` of their words have one in common among the rarest of
    each, so that only those are looked up.
    """
    rarity = Counter(word for card in cards for word in card.words)
    by_word: defaultdict[str, list[Likeness]] = defaultdict(list)
    for card in cards:
        words = sorted(card.words, key=lambda word: (rarity[word], word))
        rare = words[: len(words) - ceil(ALIKE * len(words)) + 1]
        found = (other for word in rare for other in by_word[word])
        tried = islice(found, _MOST_TRIED)
        first = next((other for other in tried if _alike(card, other)), None)
        if first is not None:
            yield card, first
        for word in rare:
            by_word[word].append(card)


def _alike(one: Likeness, two: Likeness) -> bool:
    both = len(one.words & two.words)
    return both >= ALIKE * (len(one.words) + len(two.words) - both)


def _texts(prose: Prose) -> Iterator[str]:
    for block in prose:
        if not (isinstance(block, CodeBlock) and block.fence is not None):
            yield plain_text((block,))
