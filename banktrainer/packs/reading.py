"""A pack's folder read once, as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from banktrainer.packs.cards import Drafted
from banktrainer.packs.companions import Companions
from banktrainer.packs.evidence import retold
from banktrainer.packs.faults import Faults
from banktrainer.packs.files import MANIFEST, Named, pack_files
from banktrainer.packs.model import Card, Pack, Place
from banktrainer.packs.order import check_ids, in_order
from banktrainer.packs.parts import Languages, Reader
from banktrainer.packs.schema import PackKeys
from banktrainer.packs.translation import Translated

MAX_CARDS = 20_000


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read of a pack: its keys, its cards in order, and by language the others."""

    root: Path
    keys: PackKeys | None
    drafts: Sequence[Drafted]
    translated: Mapping[str, Sequence[Translated]]
    beside: Companions = field(default_factory=Companions)

    def pack(self, language: str | None = None) -> Pack:
        """The pack, with its prose in `language` as far as it is translated."""
        told = {each.card.id: each.card for each in self.translated.get(language or "", ())}
        claims = self.beside.claims(language)
        cards = (told.get(each.card.id, each.card) for each in self.drafts)
        found = tuple(retold(card, claims) for card in cards)
        spoken = language if told or language in self.beside.languages else None
        return pack_of(self.root, self.keys, self.beside, found, spoken)


def pack_of(
    root: Path,
    keys: PackKeys | None,
    beside: Companions,
    cards: tuple[Card, ...],
    language: str | None,
) -> Pack:
    """A pack of these parts, its companions in `language`. Raises ValueError without its keys."""
    if keys is None:
        raise ValueError("a pack without its keys can't be used")
    return Pack(
        id=keys.id,
        title=keys.title,
        version=keys.version,
        language=language or keys.language,
        root=root,
        cards=cards,
        translations=keys.translations,
        authors=keys.authors,
        license=keys.license,
        description=keys.description,
        evidence=tuple(beside.claims(language).values()),
        glossary=tuple(beside.terms(language).values()),
    )


def read_pack(root: Path, faults: Faults, languages: Languages = None) -> Reading:
    """All that can be read of the pack at `root`; `languages` None means every one that it has."""
    if not_a_folder(root, faults):
        return Reading(root, None, (), {})
    files = pack_files(root, faults)
    reader = Reader.of(root, files, languages, faults)
    drafts = list(_some(reader, files.cards))
    if not drafts and reader.complete and not files.cut:
        faults.add(Place(str(root), 1), "E101", "has no cards; they are cards/*.md")
    entries = [drafted.entry for drafted in drafts]
    check_ids(entries, faults)
    ordered = [drafts[at] for at in in_order(entries, faults, complete=reader.complete)]
    by_id = {drafted.card.id: drafted for drafted in reversed(drafts)}
    told = reader.translated(files.cards, by_id, languages)
    return Reading(root, reader.keys, ordered, told, reader.beside)


def not_a_folder(root: Path, faults: Faults) -> bool:
    """Whether there is no folder at `root`, which is then told."""
    if root.is_dir():
        return False
    why = "is not a folder" if root.exists() else "does not exist"
    faults.add(Place(str(root), 1), "E101", f"{why}; a pack is a folder with {MANIFEST}")
    return True


def enough(cards: int, faults: Faults) -> str | None:
    """Why reading stops before more cards are read; None where it goes on."""
    if cards > MAX_CARDS:
        return f"more than {MAX_CARDS} cards; the rest is not read"
    if faults.full:
        return "too many faults; the rest of the pack is not read"
    return None


def _some(reader: Reader, files: Sequence[Named]) -> Iterator[Drafted]:
    """The cards of `files`, up to the file with which there are more than enough."""
    count = 0
    for source, cards in reader.sources(files):
        count += len(cards)
        why = enough(count, reader.faults)
        if why is not None and source is not None:
            reader.complete = False
            reader.faults.add(Place(source.path, 1), "E103", why)
            return
        for raw in cards if source else ():
            drafted = reader.drafted(source, raw) if source else None
            if drafted is not None:
                yield drafted
