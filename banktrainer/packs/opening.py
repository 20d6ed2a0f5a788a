"""open_pack: a pack for play, its cards read when they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from hashlib import blake2b
from pathlib import Path
from time import time_ns
from typing import Any

from banktrainer.packs.heads import Head, heads_in, titles_in
from banktrainer.packs.index import Index, path_of, read_index, write_index
from banktrainer.packs.lazy import LazyCard, LazyPack
from banktrainer.packs.marks import (
    CARDS,
    MANIFEST,
    RACY_NS,
    Mark,
    Marks,
    marks_of,
    split_language,
)
from banktrainer.packs.model import Pack
from banktrainer.packs.order import places_of, sorted_by
from banktrainer.packs.roots import content_root

Part = Any
"""What a file gave: rows of heads, or titles by id of a translation; None for any other file."""


def open_pack(path: Path, language: str | None = None, cache: Path | None = None) -> Pack:
    """The pack in the folder `path`, prose in `language`; `cache` is a folder for its index.

    What a card holds beyond its front matter is read when it is asked for, and PackError comes
    then. Raises PackError at once, with every fault, where the cards can't be put in order.
    """
    marks = marks_of(path)
    if marks is None:
        return _whole(path, language)
    file = path_of(cache, path, language) if cache is not None else None
    known = read_index(file, path) if file else None
    if known is not None and known.marks == marks and not any(_racy(known, m) for m in marks):
        return _pack(path, language, known, cache)
    found = _index(path, language, marks, known)
    if found is None:
        return _whole(path, language)
    if file is not None:
        write_index(file, path, found)
    return _pack(path, language, found, cache)


def _whole(path: Path, language: str | None) -> Pack:
    from banktrainer.packs.loader import load

    return load(path, language)


def _racy(index: Index, mark: Mark) -> bool:
    return int(mark[2]) > index.written - RACY_NS


class _DoubtError(Exception):
    """Something is not written plainly enough, or is wrong: the real reader must judge."""


def _index(path: Path, language: str | None, marks: Marks, known: Index | None) -> Index | None:
    """The index of the pack at `path`, what `known` still holds left unread; None in doubt."""
    reader = _Reader(path, language, known, known.files if known else {})
    written = time_ns()
    try:
        read = [reader.read(mark) for mark in marks]
        digests, parts = [digest for digest, _ in read], [part for _, part in read]
        return Index(marks, digests, parts, _order(parts), reader.about(), written)
    except (_DoubtError, OSError):
        return None


@dataclass(slots=True)
class _Reader:
    """Reads the files of a pack for its index; `before` has what `known` has of each."""

    path: Path
    language: str | None
    known: Index | None
    before: Mapping[str, tuple[Mark, str, Part]]
    manifest: str = ""

    def read(self, mark: Mark) -> tuple[str, Part]:
        """The digest of a file and what it gives, as it was if that is the same file."""
        name = str(mark[0])
        if not _is_read(name, self.language):
            return "", None
        before = self.before.get(name)
        if before and self.known and before[0] == mark and not _racy(self.known, mark):
            digest, part = before[1:]
        else:
            data = (self.path / name).read_bytes()
            digest = blake2b(data, digest_size=16).hexdigest()
            same = before is not None and before[1] == digest
            part = before[2] if before and same else self._part(name, data)
        self.manifest = digest if name == MANIFEST else self.manifest
        return digest, part

    def _part(self, name: str, data: bytes) -> Part:
        return None if name == MANIFEST else _part(self.path / name, name, data)

    def about(self) -> dict[str, Any]:
        """What the pack says of itself."""
        before = self.before.get(MANIFEST)
        if self.known and before and before[1] == self.manifest:
            return self.known.about
        found: dict[str, Any] = _slow(self.path / MANIFEST, MANIFEST, "about_of")
        return found


def _is_read(name: str, language: str | None) -> bool:
    card = name.startswith(f"{CARDS}/") and name.endswith(".md")
    return name == MANIFEST or (card and split_language(name)[1] in (None, language))


def _part(file: Path, name: str, data: bytes) -> Part:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _DoubtError from error
    if split_language(name)[1] is not None:
        titles = titles_in(text)
        if titles is None:
            titles = _slow(file, name, "titles_of")
        return titles
    heads = heads_in(text)
    if heads is None:
        heads = _slow(file, name, "heads_of")
    return [list(astuple(head)) for head in heads]


def _slow(file: Path, name: str, how: str) -> Any:
    """What the real reader finds in a file that is not written plainly."""
    from banktrainer.packs import slow_heads

    found = getattr(slow_heads, how)(file, name)
    if found is None:
        raise _DoubtError
    return found


def _order(parts: Sequence[Part]) -> list[list[int]]:
    """The cards as [file, place in it], in the order in which they are met."""
    at = [[file, row] for file, rows in enumerate(parts) for row in range(_count(rows))]
    heads = [Head(*parts[file][row]) for file, row in at]
    names = [(head.id, *head.aliases) for head in heads]
    known = places_of(names)
    if not heads or len(known) < sum(map(len, names)):
        raise _DoubtError
    try:
        needs = [{known[name] for name in head.requires} for head in heads]
    except KeyError as error:
        raise _DoubtError from error
    found = sorted_by(needs)
    if len(found) < len(heads):
        raise _DoubtError
    return [at[number] for number in found]


def _count(part: Part) -> int:
    return len(part) if isinstance(part, list) else 0


def _pack(path: Path, language: str | None, index: Index, cache: Path | None) -> Pack:
    """The pack that `index` tells of, its cards still to be read."""
    from banktrainer.packs.bodies import Bodies
    from banktrainer.packs.card_cache import CardCache

    names = [str(mark[0]) for mark in index.marks]
    rows = [(names[file], index.parts[file][row]) for file, row in index.order]
    told: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for name, part in zip(names, index.parts, strict=True):
        for card, title in part.items() if isinstance(part, dict) else ():
            told.setdefault(card, []).append(name)
            titles[card] = title or titles.get(card, "")
    kept = CardCache(cache, path, language, index.marks) if cache is not None else None
    bodies = Bodies(path, language, {row[0]: name for name, row in rows}, told, kept)
    pack = str(index.about["id"])
    cards = tuple(LazyCard.of(pack, row, titles.get(row[0]), bodies.card) for _, row in rows)
    beside = any(split_language(name.removesuffix(".yaml"))[1] == language for name in names)
    about = {key: tuple(v) if isinstance(v, list) else v for key, v in index.about.items()}
    if language and (told or beside):
        about["language"] = language
    return LazyPack.of({**about, "root": path, "cards": cards}, bodies.beside)


def builtin(language: str | None = None, cache: Path | None = None) -> tuple[Pack, ...]:
    """The built-in packs, `core` first; `cache` is a folder for their indices.

    Raises PackError as `open_pack` does.
    """
    folders = [folder for folder in content_root().iterdir() if (folder / MANIFEST).is_file()]
    folders.sort(key=_place)
    return tuple(open_pack(folder, language, cache) for folder in folders)


_FIRST = ("core", "kernels", "hardware")
"""The built-in packs in the order in which they are met; others come after them."""


def _place(folder: Path) -> tuple[int, str]:
    at = _FIRST.index(folder.name) if folder.name in _FIRST else len(_FIRST)
    return at, folder.name
