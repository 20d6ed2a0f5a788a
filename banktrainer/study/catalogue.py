"""The cards there are, in the order in which they are meant to be met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from banktrainer.packs.model import Card, Pack
from banktrainer.study import live
from banktrainer.study.journal import Answer


@dataclass(frozen=True, slots=True)
class Catalogue:
    """`cards` by key, each after those that it requires; `renamed` maps aliases to present keys.

    Templates are left out: they are not asked as they stand but drawn from.
    """

    cards: Mapping[str, Card]
    renamed: Mapping[str, str]

    @classmethod
    def of(cls, packs: Iterable[Pack]) -> Catalogue:
        return cls.of_cards(card for pack in packs for card in pack.cards)

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> Catalogue:
        known = {card.key: card for card in cards if card.kind != "template"}
        aliases = (
            (f"{card.pack}/{old}", card.key) for card in known.values() for old in card.aliases
        )
        renamed = {old: key for old, key in aliases if old not in known}
        return cls({key: known[key] for key in _ordered(known, renamed)}, renamed)

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


def _ordered(known: Mapping[str, Card], renamed: Mapping[str, str]) -> Iterator[str]:
    """Keys in pack order, but each after what it requires (a circle is cut where it closes)."""
    placed: set[str] = set()
    for first in known:
        waiting = [(first, False)]
        while waiting:
            key, ready = waiting.pop()
            if ready:
                yield key
            elif key not in placed:
                placed.add(key)
                waiting.append((key, True))
                required = _required(known[key], renamed)
                waiting.extend((k, False) for k in reversed(required) if k in known)


def _required(card: Card, renamed: Mapping[str, str]) -> list[str]:
    keys = (name if "/" in name else f"{card.pack}/{name}" for name in card.requires)
    return [renamed.get(key, key) for key in keys]
