"""Some of a pack's card files read: their cards, and those of their translations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from banktrainer.packs.cards import Drafted, draft
from banktrainer.packs.companions import Companions, read_companions
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.fields import is_language
from banktrainer.packs.files import MANIFEST, Named, PackFiles
from banktrainer.packs.model import Place
from banktrainer.packs.schema import PackKeys
from banktrainer.packs.sections import RawCard, cut
from banktrainer.packs.source import Source, read_source
from banktrainer.packs.translation import Translated, split_language, translate
from banktrainer.packs.validate import validate
from banktrainer.packs.yaml_text import read_yaml

Languages = Collection[str] | None
"""Which languages are read beside a pack's own; None means every one that it has."""


@dataclass(slots=True)
class Reader:
    """Reads the files of one pack; `complete` until something can't be read."""

    root: Path
    faults: Faults
    keys: PackKeys | None = None
    beside: Companions = field(default_factory=Companions)
    complete: bool = True

    @classmethod
    def of(cls, root: Path, files: PackFiles, languages: Languages, faults: Faults) -> Reader:
        """A reader that knows what the pack says of itself, and what lies beside its cards."""
        reader = cls(root, faults)
        reader.keys = reader._keys(files)
        reader.beside = read_companions(files, str(root), faults, languages)
        for language in sorted(reader.beside.languages):
            named = (*files.evidence, *files.glossary)
            name = next(name for name, _ in named if f".{language}." in name)
            reader.check_language(name, language)
        return reader

    def _keys(self, files: PackFiles) -> PackKeys | None:
        if files.manifest is None:
            self.faults.add(self.place(MANIFEST), "E101", f"a pack has a file {MANIFEST}")
            return None
        source = self._source(MANIFEST, files.manifest)
        yaml = source and read_yaml(source, 1, len(source.lines), self.faults)
        return validate(PackKeys, yaml, self.faults) if yaml else None

    def sources(
        self, files: Sequence[Named]
    ) -> Iterator[tuple[Source | None, tuple[RawCard, ...]]]:
        """Each file of `files` that is no translation, cut into its cards."""
        for name, file in files:
            if split_language(name)[1] is None:
                source, cards = self._cut(name, file)
                self.complete = self.complete and bool(cards)
                yield source, cards

    def drafted(self, source: Source, raw: RawCard) -> Drafted | None:
        pack, claims = self.keys.id if self.keys else "", self.beside.claims()
        found = draft(raw, source, pack, self.faults, claims)
        self.complete = self.complete and found is not None and found.whole
        return found

    def drafts(self, files: Sequence[Named]) -> Iterator[Drafted]:
        """The cards of `files`, translations passed over."""
        for source, cards in self.sources(files):
            for raw in cards if source else ():
                found = self.drafted(source, raw) if source else None
                if found is not None:
                    yield found

    def translated(
        self,
        files: Sequence[Named],
        originals: Mapping[str, Drafted],
        languages: Languages,
        strangers: list[Named] | None = None,
    ) -> dict[str, list[Translated]]:
        """By language the cards of those of `files` that are translations.

        A file that translates a card which is not among `originals` is put with the `strangers`,
        where they are given.
        """
        found: dict[str, list[Translated]] = {}
        for name, file in files:
            language = split_language(name)[1]
            if language is None or (languages is not None and language not in languages):
                continue
            if strangers is not None and self._is_strange(name, file, originals):
                strangers.append((name, file))
                continue
            self.check_language(name, language)
            source, cards = self._cut(name, file)
            told = (translate(raw, source, originals, self.faults) for raw in cards if source)
            found.setdefault(language, []).extend(each for each in told if each is not None)
        return found

    def check_language(self, name: str, language: str) -> None:
        """Tell where the file `name` bears a language that the pack does not have."""
        keys = self.keys
        if not is_language(language):
            why = f"{quoted(language)} is not a language tag; a card's name has no other dot"
        elif keys is not None and language == keys.language:
            why = f"{quoted(language)} is the pack's own language; take it out of the name"
        elif keys is not None and language not in keys.translations:
            why = f"`translations` in {MANIFEST} does not name {quoted(language)}"
        else:
            return
        self.faults.add(self.place(name), "E405", why)

    def ids_in(self, name: str, file: Path) -> list[str]:
        """The ids in a file, whatever else is wrong with it."""
        source = read_source(file, name, Faults())
        keys = [raw.keys.data for raw in cut(source, Faults())] if source else []
        return [str(each["id"]) for each in keys if isinstance(each, dict) and "id" in each]

    def _is_strange(self, name: str, file: Path, originals: Mapping[str, Drafted]) -> bool:
        return any(each not in originals for each in self.ids_in(name, file))

    def place(self, name: str) -> Place:
        return Place(str(self.root / name), 1)

    def _cut(self, name: str, file: Path) -> tuple[Source | None, tuple[RawCard, ...]]:
        source = self._source(name, file)
        return source, cut(source, self.faults) if source else ()

    def _source(self, name: str, file: Path) -> Source | None:
        return read_source(file, self.place(name).path, self.faults)
