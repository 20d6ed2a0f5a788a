"""load: a pack's folder -> Pack, read whole."""

from __future__ import annotations

from pathlib import Path

from banktrainer.packs.faults import Faults
from banktrainer.packs.model import Pack, PackError
from banktrainer.packs.reading import read_pack


def load(path: Path, language: str | None = None) -> Pack:
    """The pack in the folder `path`, its prose in `language` as far as it is translated.

    Raises PackError with every fault (warnings too) where there is an error among them.
    """
    faults = Faults()
    reading = read_pack(path, faults, () if language is None else (language,))
    if faults.errors:
        raise PackError(faults.sorted())
    return reading.pack(language)
