"""add: a pack from a folder or a zip file, checked as a whole before it takes its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from banktrainer.packs.checking import examine
from banktrainer.packs.faults import Faults
from banktrainer.packs.files import companions_in, pack_files
from banktrainer.packs.installed import folders
from banktrainer.packs.installed.refusal import Refused
from banktrainer.packs.installed.unpacking import unpack
from banktrainer.packs.installed.versions import is_older
from banktrainer.packs.marks import MAX_PACK_BYTES
from banktrainer.packs.model import Fault, Pack, PackError
from banktrainer.packs.opening import open_pack

_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Added:
    """What was added: the pack, its warnings, and what it took the place of.

    `before` is the version that was there (None: none was), `new` and `gone` count the cards that
    only the one or the other has; a card under another id that lists the old one is the same.
    """

    pack: Pack
    warnings: tuple[Fault, ...] = ()
    before: str | None = None
    new: int = 0
    gone: int = 0


def add(source: Path, home: Path, reserved: Collection[str], *, force: bool = False) -> Added:
    """Put the pack at `source`, a folder or a zip file, under `home`, whole or not at all.

    One of the same id is replaced; `reserved` are ids that no added pack may have. Raises
    PackError with the faults of a pack that has errors, Refused (`older` unless `force`), OSError.
    """
    with folders.draft(home) as made:
        _bring(source, made, home)
        faults = tuple(_told(examine(made).faults, made, source))
        if any(fault.code.startswith("E") for fault in faults):
            raise PackError(faults)
        pack = open_pack(made)
        if pack.id in reserved:
            raise Refused("reserved", id=pack.id)
        old = _old(home, pack.id)
        if old is not None and not force and is_older(pack.version, old.version):
            raise Refused("older", id=pack.id, given=pack.version, have=old.version)
        told = _compared(pack, old, faults)
        folders.put(made, home, pack.id)
    return told


def _bring(source: Path, made: Path, home: Path) -> None:
    """Put what belongs to the pack at `source` into the folder `made`."""
    if source.is_dir():
        _copy(source, made)
        return
    if source.exists() and not source.is_file():
        raise Refused("no_zip")
    with folders.draft(home) as raw:
        unpack(source, raw)
        try:
            _copy(raw, made)
        except PackError as error:
            raise PackError(tuple(_told(error.faults, raw, source))) from error


def _copy(source: Path, made: Path) -> None:
    """Copy what belongs to the pack in the folder `source`, never what lies outside it."""
    faults = Faults()
    files = pack_files(source, faults)
    if faults.errors:
        raise PackError(faults.sorted())
    named = [*files.cards, *files.evidence, *files.glossary, *companions_in(source)]
    if files.manifest is not None:
        named.append((files.manifest.name, files.manifest))
    left = MAX_PACK_BYTES
    for name, file in named:
        target = made / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with file.open("rb") as stream:
            data = stream.read(left + 1)
        left -= len(data)
        if left < 0:
            raise Refused("large", limit=MAX_PACK_BYTES // _MIB)
        target.write_bytes(data)


def _told(faults: Collection[Fault], made: Path, source: Path) -> Iterator[Fault]:
    """Faults of the draft, with the places where the author has them."""
    for fault in faults:
        path = str(source / Path(fault.place.path).relative_to(made))
        message = fault.message.replace(str(made), str(source))
        yield replace(fault, place=replace(fault.place, path=path), message=message)


def _old(home: Path, name: str) -> Pack | None:
    """The added pack of that id, if it can still be read."""
    place = folders.added(home).get(name)
    try:
        return open_pack(place) if place is not None else None
    except PackError:
        return None


def _compared(pack: Pack, old: Pack | None, faults: tuple[Fault, ...]) -> Added:
    if old is None:
        return Added(pack, faults)
    names = {name for card in pack.cards for name in (card.id, *card.aliases)}
    had = {card.id for card in old.cards}
    new = sum(not had & {card.id, *card.aliases} for card in pack.cards)
    return Added(pack, faults, old.version, new, len(had - names))
