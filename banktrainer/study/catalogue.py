"""The cards there are, in the order in which they are meant to be met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from banktrainer.packs.model import Card, Pack
from banktrainer.study import live, skills
from banktrainer.study.journal import Answer


@dataclass(frozen=True)
class Catalogue:
    """`cards` by key, in the order of their packs, each skill behind the examples that lead to it.

    `renamed` maps aliases to present keys. Templates are cards too: each asking draws its numbers.
    """

    cards: Mapping[str, Card]
    renamed: Mapping[str, str]

    @classmethod
    def of(cls, packs: Iterable[Pack]) -> Catalogue:
        return cls.of_cards(card for pack in packs for card in pack.cards)

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> Catalogue:
        known = {card.key: card for card in _woven(tuple(cards))}
        aliases = (
            (f"{card.pack}/{old}", card.key) for card in known.values() for old in card.aliases
        )
        renamed = {old: key for old, key in aliases if old not in known}
        return cls(known, renamed)

    def present(self, row: Answer) -> str:
        """The key by which the card of a row goes today."""
        key = live.key_of(row)
        return self.renamed.get(key, key)

    def find(self, name: str) -> Card | None:
        """The card called `name`: a key (pack/id), else an id or alias (first pack wins)."""
        present = self.renamed.get(name, name)
        if present in self.cards:
            return self.cards[present]
        by_id = (card for card in self.cards.values() if card.id == name)
        by_alias = (card for card in self.cards.values() if name in card.aliases)
        return next(by_id, None) or next(by_alias, None)

    @cached_property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """Of each card: every card that is to be met before it, near and far."""
        found: dict[str, frozenset[str]] = {}
        for key, card in self.cards.items():  # what a card requires stands before it
            near = [need for need in self._near(card) if need in found]
            found[key] = frozenset(near).union(*(found[need] for need in near))
        return found

    def _near(self, card: Card) -> list[str]:
        if card.pack == skills.PACK:
            return [each.key for each in _examples(self.cards.values(), card)]
        wanted = (f"{card.pack}/{name}" for name in card.requires)
        return [self.renamed.get(key, key) for key in wanted]


def _examples(cards: Iterable[Card], skill: Card) -> list[Card]:
    """The worked examples that lead to a skill: the first one of each of its cells."""
    found: dict[str, Card] = {}
    for card in cards:
        if card.kind == "example" and card.cell and card.cell in skills.SKILLS[skill.id].after:
            found.setdefault(card.cell, card)
    return list(found.values())


def _woven(cards: Sequence[Card]) -> list[Card]:
    """Each skill behind the example that follows those that lead to it, so that things mix."""
    written = [card for card in cards if card.pack != skills.PACK]
    found = [card for card in cards if card.pack == skills.PACK]
    if not found:
        return written
    examples = [at for at, card in enumerate(written) if card.kind == "example"]
    place = {card.key: at for at, card in enumerate(written)}
    placed: list[tuple[int, Card]] = list(enumerate(written))
    for skill in found:
        last = max((place[card.key] for card in _examples(written, skill)), default=len(written))
        placed.append((next((at for at in examples if at > last), last), skill))
    placed.sort(key=lambda each: each[0])  # stable: a skill comes behind the card of its number
    return [card for _, card in placed]
