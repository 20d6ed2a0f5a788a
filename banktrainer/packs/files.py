"""Which files a folder holds that belong to a pack; nothing outside the folder is ever touched.

Names that begin with a dot (version control, editors' leftovers) are no part of a pack.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.marks import CARDS, MAX_FILES, MAX_PACK_BYTES
from banktrainer.packs.marks import MANIFEST as MANIFEST
from banktrainer.packs.marks import MAX_DEPTH as MAX_DEPTH
from banktrainer.packs.model import Place
from banktrainer.printable import is_hostile

_COMPANIONS = ("README", "LICENSE", "LICENCE", "COPYING", "CHANGELOG", "CONTRIBUTING")


_EVIDENCE = re.compile(r"evidence(\.[^./]+)?\.yaml")
_GLOSSARY = re.compile(r"glossary(\.[^./]+)?\.md")
Named = tuple[str, Path]


@dataclass(frozen=True, slots=True)
class PackFiles:
    """Files by kind, each in the order of their names, as (name within the pack, file).

    `evidence` and `glossary` hold those files and their translations; `cut` is set where cards
    were passed over because there is too much of them.
    """

    manifest: Path | None
    cards: tuple[Named, ...]
    evidence: tuple[Named, ...] = ()
    glossary: tuple[Named, ...] = ()
    cut: bool = False


def pack_files(root: Path, faults: Faults) -> PackFiles:
    """The files of the pack at `root`; whatever else lies there is reported."""
    manifest: Path | None = None
    cards: list[Named] = []
    evidence: list[Named] = []
    glossary: list[Named] = []
    total, largest = 0, (0, "")
    for name, size in _walk(root, faults):
        total, largest = total + size, max(largest, (size, name))
        if name == MANIFEST:
            manifest = root / name
        elif name.startswith(f"{CARDS}/") and name.endswith(".md"):
            cards.append((name, root / name))
        elif _EVIDENCE.fullmatch(name):
            evidence.append((name, root / name))
        elif _GLOSSARY.fullmatch(name):
            glossary.append((name, root / name))
        elif "/" in name or not name.startswith(_COMPANIONS):
            faults.add(_at(root, name), "W108", "nothing in the pack uses this file")
    if total > MAX_PACK_BYTES:
        faults.add(_at(root), "E103", _too_large(largest[1]))
        cards.clear()
    told, glossaries = tuple(sorted(evidence)), tuple(sorted(glossary))
    return PackFiles(manifest, tuple(sorted(cards)), told, glossaries, total > MAX_PACK_BYTES)


def _too_large(largest: str) -> str:
    return f"larger than {MAX_PACK_BYTES // 2**20} MiB in all, most of all {quoted(largest)}"


def beside_cards(root: Path) -> PackFiles:
    """The files of the pack at `root` that are no cards; links are passed over."""
    named = [
        (file.name, file)
        for file in sorted(root.iterdir())
        if file.is_file() and not file.is_symlink()
    ]
    manifest = next((file for name, file in named if name == MANIFEST), None)
    evidence = tuple(each for each in named if _EVIDENCE.fullmatch(each[0]))
    glossary = tuple(each for each in named if _GLOSSARY.fullmatch(each[0]))
    return PackFiles(manifest, (), evidence, glossary)


def companions_in(root: Path) -> tuple[Named, ...]:
    """Files of the pack at `root` that are for people: what it is, its licence; no links."""
    return tuple(
        (file.name, file)
        for file in sorted(root.iterdir())
        if file.name.startswith(_COMPANIONS) and file.is_file() and not file.is_symlink()
    )


def shown_path(root: Path, name: str) -> str:
    return str(root / name)


def _at(root: Path, name: str = "") -> Place:
    return Place(shown_path(root, name), 1)


def _walk(root: Path, faults: Faults) -> Iterator[tuple[str, int]]:
    """Name within the pack and size of each regular file; only the folder `cards` is entered."""
    base = root.resolve()
    folders, found = [""], 0
    while folders:
        folder = folders.pop()
        for name in _names(root, folder, faults):
            found += 1
            _check_name(root, name, faults)
            if found > MAX_FILES:
                faults.add(_at(root), "E103", f"more than {MAX_FILES} files")
                return
            size = _size_or_folder(root, base, name, faults)
            if size is None and _may_enter(root, name, faults):
                folders.append(name)
            elif size is not None and size >= 0:
                yield name, size


def _names(root: Path, folder: str, faults: Faults) -> list[str]:
    try:
        with os.scandir(root / folder) as entries:
            names = sorted(entry.name for entry in entries if not entry.name.startswith("."))
    except OSError as error:
        faults.add(_at(root, folder), "E101", f"can't be read: {error.strerror or error}")
        return []
    return [f"{folder}/{name}" if folder else name for name in names]


def _check_name(root: Path, name: str, faults: Faults) -> None:
    """Tell a name that could act on a terminal, or pass for two lines of a report."""
    told = name.rpartition("/")[2]
    bad = next((char for char in told if is_hostile(char) or char in "\n\t"), None)
    if bad is not None:
        message = f"the name has the character U+{ord(bad):04X}, which is not allowed"
        faults.add(_at(root, name), "E105", message)


def _size_or_folder(root: Path, base: Path, name: str, faults: Faults) -> int | None:
    """The size of a regular file, None for a folder, -1 for what is reported and passed over."""
    file = root / name
    try:
        linked = file.is_symlink()
        if linked and not file.resolve(strict=True).is_relative_to(base):
            faults.add(_at(root, name), "E102", "a link that leaves the pack")
            return -1
        status = file.stat()
    except (OSError, RuntimeError) as error:
        faults.add(_at(root, name), "E101", f"can't be read: {error}")
        return -1
    if stat.S_ISDIR(status.st_mode):
        if not linked:
            return None
        faults.add(_at(root, name), "E102", "a link to a folder; packs link files only")
    elif stat.S_ISREG(status.st_mode):
        return status.st_size
    else:
        faults.add(_at(root, name), "E101", "not a regular file")
    return -1


def _may_enter(root: Path, name: str, faults: Faults) -> bool:
    if name.split("/", 1)[0] != CARDS:
        faults.add(
            _at(root, name), "W108", f"nothing in the pack uses this folder ({CARDS} is read)"
        )
        return False
    if name.count("/") >= MAX_DEPTH:
        faults.add(_at(root, name), "E103", f"more than {MAX_DEPTH} folders deep")
        return False
    return True
