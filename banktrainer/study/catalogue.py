"""The cards there are, in the order in which they are meant to be met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from banktrainer.packs.model import Card, Pack
from banktrainer.study import live
from banktrainer.study.journal import Answer


@dataclass(frozen=True, slots=True)
class Catalogue:
    """`cards` by key, in the order of their packs; `renamed` maps aliases to present keys.

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
