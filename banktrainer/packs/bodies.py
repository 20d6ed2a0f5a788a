"""Bodies: the cards of an opened pack, each file read when one of its cards is shown."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from banktrainer.packs.model import Card, Fault, PackError, Place

if TYPE_CHECKING:
    from banktrainer.packs.card_cache import CardCache
    from banktrainer.packs.parts import Reader

_KEPT_FILES = 8


class Bodies:
    """Reads the cards of the pack at `root` by id, prose in `language`.

    `files` has the file of each card, `told` those of its translations; `cache` has cards that
    were read before. Raises PackError with
    every fault of a file where there is an error among them.
    """

    def __init__(
        self,
        root: Path,
        language: str | None,
        files: Mapping[str, str],
        told: Mapping[str, Sequence[str]],
        cache: CardCache | None = None,
    ) -> None:
        self._root, self._language, self._cache = root, language, cache
        self._files, self._told = files, told
        self._kept: OrderedDict[str, Mapping[str, Card]] = OrderedDict()
        self._lock = RLock()
        self._made: Reader | None = None

    def card(self, card_id: str) -> Card:
        """The whole card."""
        name = self._files[card_id]
        with self._lock:
            if name not in self._kept:
                self._kept[name] = self._known(name) or self._read(name)
                if len(self._kept) > _KEPT_FILES:
                    self._kept.popitem(last=False)
            card = self._kept[name].get(card_id)
            if card is None:
                del self._kept[name]
                place = Place(str(self._root / name), 1)
                message = f"the card `{card_id}` is no longer in this file; start again"
                raise PackError((Fault(place, "E101", message),))
            return card

    def beside(self) -> Mapping[str, object]:
        """The fields of a Pack that lie beside its cards."""
        with self._lock:
            found = self._reader().beside
        return {
            "evidence": tuple(found.claims(self._language).values()),
            "glossary": tuple(found.terms(self._language).values()),
        }

    def _reader(self) -> Reader:
        from banktrainer.packs.faults import Faults
        from banktrainer.packs.files import beside_cards
        from banktrainer.packs.parts import Reader

        if self._made is None:
            faults = Faults()
            wanted = (self._language,) if self._language else ()
            made = Reader.of(self._root, beside_cards(self._root), wanted, faults)
            if faults.errors:
                raise PackError(faults.sorted())
            self._made = made
        return self._made

    def _known(self, name: str) -> Mapping[str, Card] | None:
        return self._cache.get(name) if self._cache is not None else None

    def _read(self, name: str) -> Mapping[str, Card]:
        """The cards of the file `name` by id, in the language as far as they are translated."""
        from banktrainer.packs.evidence import retold
        from banktrainer.packs.faults import Faults

        reader = self._reader()
        reader.faults = faults = Faults()
        drafts = {each.card.id: each for each in reader.drafts([(name, self._root / name)])}
        told = sorted({file for each in drafts for file in self._told.get(each, ())})
        named = [(file, self._root / file) for file in told]
        others = {each for file in named for each in reader.ids_in(*file)} - set(drafts)
        homes = sorted({self._files[each] for each in others if each in self._files})
        originals = list(reader.drafts([(home, self._root / home) for home in homes]))
        known = {**{each.card.id: each for each in originals}, **drafts}
        cards = {each: drafted.card for each, drafted in drafts.items()}
        for found in reader.translated(named, known, None).values():
            cards |= {each.card.id: each.card for each in found if each.card.id in drafts}
        if faults.errors:
            raise PackError(faults.sorted())
        claims = reader.beside.claims(self._language)
        cards = {each: retold(card, claims) for each, card in cards.items()}
        if self._cache is not None:
            self._cache.put(name, cards, {*told, *homes})
        return cards
