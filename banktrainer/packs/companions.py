"""What a pack holds beside its cards, evidence and glossary, in its own and other languages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from banktrainer.packs import evidence, glossary
from banktrainer.packs.faults import Faults
from banktrainer.packs.files import Named, PackFiles
from banktrainer.packs.model import Evidence, Term
from banktrainer.packs.source import Source, read_source
from banktrainer.packs.translation import split_language

Entry = TypeVar("Entry", Evidence, Term)
OWN = ""
"""The key of a pack's own language among its entries."""


@dataclass(frozen=True, slots=True)
class Companions:
    """Evidence and terms by id, for each language; the pack's own is under ""."""

    evidence: Mapping[str, Mapping[str, Evidence]] = field(default_factory=dict)
    glossary: Mapping[str, Mapping[str, Term]] = field(default_factory=dict)

    def claims(self, language: str | None = None) -> Mapping[str, Evidence]:
        return _of(self.evidence, language)

    def terms(self, language: str | None = None) -> Mapping[str, Term]:
        return _of(self.glossary, language)

    @property
    def languages(self) -> frozenset[str]:
        return frozenset((*self.evidence, *self.glossary)) - {OWN}


def read_companions(
    files: PackFiles, root: str, faults: Faults, languages: Collection[str] | None
) -> Companions:
    """Evidence and glossary of a pack at `root`; `languages` None means every one there is."""

    def wanted(named: Sequence[Named]) -> Sequence[Named]:
        return [
            each for each in named if languages is None or _language(each[0]) in (OWN, *languages)
        ]

    def source(named: Named) -> Source | None:
        return read_source(named[1], f"{root}/{named[0]}", faults)

    return Companions(
        _read(wanted(files.evidence), source, evidence.read_evidence, evidence.translated, faults),
        _read(wanted(files.glossary), source, glossary.read_glossary, glossary.translated, faults),
    )


def _read(
    files: Sequence[Named],
    source: Callable[[Named], Source | None],
    read: Callable[[Source, Faults], Mapping[str, Entry]],
    translate: Callable[[Source, Mapping[str, Entry], Faults], Mapping[str, Entry]],
    faults: Faults,
) -> dict[str, Mapping[str, Entry]]:
    found: dict[str, Mapping[str, Entry]] = {}
    for named in sorted(files, key=lambda named: _language(named[0])):
        text, language = source(named), _language(named[0])
        if text is None:
            continue
        if language == OWN:
            found[OWN] = read(text, faults)
        else:
            found[language] = translate(text, found.get(OWN, {}), faults)
    return found


def _language(name: str) -> str:
    return split_language(name.removesuffix(".yaml"))[1] or OWN


def _of(found: Mapping[str, Mapping[str, Entry]], language: str | None) -> Mapping[str, Entry]:
    return found.get(language or OWN) or found.get(OWN, {})
