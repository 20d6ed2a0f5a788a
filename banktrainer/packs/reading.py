"""A pack's folder read once, for play and for the checker alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from banktrainer.packs.cards import Drafted, draft
from banktrainer.packs.companions import Companions, read_companions
from banktrainer.packs.evidence import retold
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.fields import is_language
from banktrainer.packs.files import MANIFEST, PackFiles, pack_files
from banktrainer.packs.model import Pack, Place
from banktrainer.packs.order import check_ids, in_order
from banktrainer.packs.schema import PackKeys
from banktrainer.packs.sections import RawCard, cut
from banktrainer.packs.source import Source, read_source
from banktrainer.packs.translation import Translated, split_language, translate
from banktrainer.packs.validate import validate
from banktrainer.packs.yaml_text import read_yaml

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
        keys = self.keys
        if keys is None:
            raise ValueError("a pack without its keys can't be used")
        told = {each.card.id: each.card for each in self.translated.get(language or "", ())}
        claims = self.beside.claims(language)
        cards = (told.get(each.card.id, each.card) for each in self.drafts)
        return Pack(
            id=keys.id,
            title=keys.title,
            version=keys.version,
            language=language if language and told else keys.language,
            root=self.root,
            cards=tuple(retold(card, claims) for card in cards),
            translations=keys.translations,
            authors=keys.authors,
            license=keys.license,
            description=keys.description,
            evidence=tuple(claims.values()),
            glossary=tuple(self.beside.terms(language).values()),
        )


def read_pack(root: Path, faults: Faults, languages: Collection[str] | None = None) -> Reading:
    """All that can be read of the pack at `root`; `languages` None means every one that it has."""
    if not root.is_dir():
        why = "is not a folder" if root.exists() else "does not exist"
        faults.add(Place(str(root), 1), "E101", f"{why}; a pack is a folder with {MANIFEST}")
        return Reading(root, None, (), {})
    files = pack_files(root, faults)
    return _Reader(root, files, faults).read(languages)


@dataclass(slots=True)
class _Reader:
    root: Path
    files: PackFiles
    faults: Faults
    complete: bool = True
    beside: Companions = field(default_factory=Companions)

    def read(self, languages: Collection[str] | None) -> Reading:
        keys = self._keys()
        self.beside = read_companions(self.files, str(self.root), self.faults, languages)
        for language in sorted(self.beside.languages):
            self._check_language(self._beside(language), language, keys)
        drafts = list(self._drafts(keys.id if keys else ""))
        if not drafts and self.complete:
            self.faults.add(Place(str(self.root), 1), "E101", "has no cards; they are cards/*.md")
        check_ids(drafts, self.faults)
        ordered = in_order(drafts, self.faults, complete=self.complete)
        by_id = {drafted.card.id: drafted for drafted in reversed(drafts)}
        told = self._translated(keys, by_id, languages)
        return Reading(self.root, keys, ordered, told, self.beside)

    def _keys(self) -> PackKeys | None:
        if self.files.manifest is None:
            self.faults.add(self._place(MANIFEST), "E101", f"a pack has a file {MANIFEST}")
            return None
        source = self._source(MANIFEST, self.files.manifest)
        yaml = source and read_yaml(source, 1, len(source.lines), self.faults)
        return validate(PackKeys, yaml, self.faults) if yaml else None

    def _drafts(self, pack: str) -> Iterator[Drafted]:
        count = 0
        for name, file in self.files.cards:
            if split_language(name)[1] is not None:
                continue
            source, cards = self._cut(name, file)
            self.complete = self.complete and bool(cards)
            count += len(cards)
            if self._enough(name, count):
                return
            for raw in cards:
                claims = self.beside.claims()
                drafted = draft(raw, source, pack, self.faults, claims) if source else None
                self.complete = self.complete and drafted is not None
                if drafted is not None:
                    yield drafted

    def _enough(self, name: str, cards: int) -> bool:
        """Whether reading stops before the cards of the file `name`, which is then told."""
        if cards > MAX_CARDS:
            why = f"more than {MAX_CARDS} cards; the rest is not read"
        elif self.faults.full:
            why = "too many faults; the rest of the pack is not read"
        else:
            return False
        self.complete = False
        self.faults.add(self._place(name), "E103", why)
        return True

    def _translated(
        self,
        keys: PackKeys | None,
        originals: Mapping[str, Drafted],
        languages: Collection[str] | None,
    ) -> dict[str, list[Translated]]:
        found: dict[str, list[Translated]] = {}
        for name, file in self.files.cards:
            language = split_language(name)[1]
            if language is None or (languages is not None and language not in languages):
                continue
            self._check_language(name, language, keys)
            source, cards = self._cut(name, file)
            told = (translate(raw, source, originals, self.faults) for raw in cards if source)
            found.setdefault(language, []).extend(each for each in told if each is not None)
        return found

    def _check_language(self, name: str, language: str, keys: PackKeys | None) -> None:
        if not is_language(language):
            why = f"{quoted(language)} is not a language tag; a card's name has no other dot"
        elif keys is not None and language == keys.language:
            why = f"{quoted(language)} is the pack's own language; take it out of the name"
        elif keys is not None and language not in keys.translations:
            why = f"`translations` in {MANIFEST} does not name {quoted(language)}"
        else:
            return
        self.faults.add(self._place(name), "E405", why)

    def _beside(self, language: str) -> str:
        """The first file beside the cards that has `language` in its name."""
        named = (*self.files.evidence, *self.files.glossary)
        return next(name for name, _ in named if f".{language}." in name)

    def _cut(self, name: str, file: Path) -> tuple[Source | None, tuple[RawCard, ...]]:
        source = self._source(name, file)
        return source, cut(source, self.faults) if source else ()

    def _source(self, name: str, file: Path) -> Source | None:
        return read_source(file, self._place(name).path, self.faults)

    def _place(self, name: str) -> Place:
        return Place(str(self.root / name), 1)
