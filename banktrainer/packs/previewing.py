"""look: a pack as its author wants to see it, each card beside its faults, however broken it is."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from banktrainer.packs.checking import examine
from banktrainer.packs.faults import Faults
from banktrainer.packs.marks import split_language
from banktrainer.packs.model import Card, Fault, Pack
from banktrainer.packs.reading import Reading, read_pack


@dataclass(frozen=True, slots=True)
class Leaf:
    """One card with its faults; or, without a card, the faults of a file that has none.

    `key` is what a leaf is found by again when the pack has changed.
    """

    key: str
    card: Card | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """A pack and its leaves: files without cards first, then the cards in order.

    `pack` has the cards that could be read, also where it would not load.
    """

    pack: Pack
    leaves: tuple[Leaf, ...]
    errors: int
    warnings: int

    def place_of(self, key: str, otherwise: int) -> int:
        """The number of the leaf of that key, else the one that is nearest to `otherwise`."""
        keys = [leaf.key for leaf in self.leaves]
        return keys.index(key) if key in keys else max(0, min(otherwise, len(keys) - 1))


def look(root: Path, language: str | None = None) -> Look:
    """What there is to see of the pack at `root`, prose in `language`. Raises nothing."""
    return looked(first_look(root, language).pack, examine(root).faults)


def first_look(root: Path, language: str | None = None) -> Look:
    """As `look`, with those faults alone that are found without running the cards' code."""
    faults = Faults()
    return looked(_pack(root, read_pack(root, faults), language), faults.sorted())


def looked(pack: Pack, faults: Sequence[Fault]) -> Look:
    """The leaves of `pack`, each with those of its `faults` that belong to it."""
    by_path: defaultdict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        by_path[fault.place.path].append(fault)
    mine = dict(_by_card(pack.cards, by_path))
    homes = {split_language(card.place.path)[0] for card in pack.cards}
    others = [path for path in sorted(by_path) if split_language(path)[0] not in homes]
    files = [Leaf(path, None, tuple(by_path[path])) for path in others]
    cards = [Leaf(card.id, card, tuple(mine.get(card.id, ()))) for card in pack.cards]
    errors = sum(fault.code.startswith("E") for fault in faults)
    return Look(pack, (*files, *cards), errors, len(faults) - errors)


def _pack(root: Path, reading: Reading, language: str | None) -> Pack:
    if reading.keys is not None:
        return reading.pack(language)
    cards = tuple(each.card for each in reading.drafts)
    return Pack(root.name, root.name, "", "", root, cards)


def _by_card(
    cards: Sequence[Card], by_path: dict[str, list[Fault]]
) -> Iterator[tuple[str, list[Fault]]]:
    """The faults of each card: those from its line to that of the next card of its file.

    Those of a translation are with the first card of the file that it translates.
    """
    told: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(by_path):
        told[split_language(path)[0]].append(path)
    files: defaultdict[str, list[Card]] = defaultdict(list)
    for card in cards:
        files[card.place.path].append(card)
    for path, inside in files.items():
        inside.sort(key=lambda card: card.place.line)
        starts = [card.place.line for card in inside]
        found: defaultdict[str, list[Fault]] = defaultdict(list)
        for fault in by_path.get(path, []):
            at = max(0, bisect_right(starts, fault.place.line) - 1)
            found[inside[at].id].append(fault)
        for each in told[split_language(path)[0]]:
            found[inside[0].id] += by_path[each] if each != path else []
        yield from found.items()
