"""load: a pack's folder -> Pack; and the built-in packs."""

from __future__ import annotations

from pathlib import Path

from banktrainer.packs.faults import Faults
from banktrainer.packs.files import MANIFEST
from banktrainer.packs.model import Pack, PackError
from banktrainer.packs.reading import read_pack
from banktrainer.packs.roots import content_root


def load(path: Path, language: str | None = None) -> Pack:
    """The pack in the folder `path`, its prose in `language` as far as it is translated.

    Raises PackError with every fault (warnings too) where there is an error among them.
    """
    faults = Faults()
    reading = read_pack(path, faults, () if language is None else (language,))
    if faults.errors:
        raise PackError(faults.sorted())
    return reading.pack(language)


def builtin(language: str | None = None) -> tuple[Pack, ...]:
    """The built-in packs, `core` first. Raises PackError as `load` does."""
    folders = [folder for folder in content_root().iterdir() if (folder / MANIFEST).is_file()]
    folders.sort(key=lambda folder: (folder.name != "core", folder.name))
    return tuple(load(folder, language) for folder in folders)
