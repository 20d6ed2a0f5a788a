"""Cards and packs of which only the head is known at first; the rest is read when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from banktrainer.packs.model import Card, Pack


class LazyCard(Card):
    """A card with its head; any other field reads the card's file. Raises PackError then."""

    __slots__ = ("_fetch",)
    _fetch: Callable[[str], Card]

    @classmethod
    def of(
        cls, pack: str, row: Sequence[Any], title: str | None, fetch: Callable[[str], Card]
    ) -> LazyCard:
        """A card of `pack` with the fields of a Head in `row`; a `title` that is given goes first.

        `fetch` gives the whole card by its id.
        """
        card = object.__new__(cls)
        card_id, kind, own, cell, difficulty, requires, aliases, tags = row
        _set(card, "pack", pack)
        _set(card, "id", card_id)
        _set(card, "kind", kind)
        _set(card, "title", title or own)
        _set(card, "cell", cell)
        _set(card, "difficulty", difficulty)
        _set(card, "requires", tuple(requires))
        _set(card, "aliases", tuple(aliases))
        _set(card, "tags", tuple(tags))
        _set(card, "_fetch", fetch)
        return card

    def __getattr__(self, name: str) -> Any:
        if name not in _CARD_FIELDS:
            raise AttributeError(name)
        whole = self._fetch(self.id)
        for each in _CARD_FIELDS:
            _set(self, each, getattr(whole, each))
        return getattr(whole, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        _ = self.place  # Reads the whole card, whatever its head says.
        return all(getattr(self, name) == getattr(other, name) for name in _CARD_FIELDS)

    __hash__ = Card.__hash__


class LazyPack(Pack):
    """A pack whose evidence and glossary are read when asked for. Raises PackError then."""

    __slots__ = ("_fetch",)
    _fetch: Callable[[], Mapping[str, object]]

    @classmethod
    def of(cls, known: Mapping[str, object], fetch: Callable[[], Mapping[str, object]]) -> LazyPack:
        """A pack with the fields `known`; `fetch` gives the others."""
        pack = object.__new__(cls)
        for name, value in known.items():
            _set(pack, name, value)
        _set(pack, "_fetch", fetch)
        return pack

    def __getattr__(self, name: str) -> Any:
        if name not in _PACK_FIELDS:
            raise AttributeError(name)
        for each, value in self._fetch().items():
            _set(self, each, value)
        return object.__getattribute__(self, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pack):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _PACK_FIELDS)

    __hash__ = Pack.__hash__


_set = object.__setattr__
_CARD_FIELDS = tuple(field.name for field in fields(Card))
_PACK_FIELDS = tuple(field.name for field in fields(Pack))
