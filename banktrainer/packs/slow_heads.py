"""What the index wants of a file, by the real reader: for files that are not written plainly."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from banktrainer.packs.faults import Faults
from banktrainer.packs.heads import Head, title_of
from banktrainer.packs.schema import CardKeys, PackKeys, TranslationKeys
from banktrainer.packs.sections import cut
from banktrainer.packs.source import read_source
from banktrainer.packs.validate import validate
from banktrainer.packs.yaml_text import read_yaml

Keys = TypeVar("Keys", bound=BaseModel)


def heads_of(file: Path, name: str) -> list[Head] | None:
    """The heads of the cards in `file`; None where they can't be read without a fault."""
    found = _keys_in(file, name, CardKeys)
    if found is None or any(keys.kind == "example" and keys.title is None for keys in found):
        return None
    return [
        Head(
            id=keys.id,
            kind=keys.kind,
            title=keys.title or title_of(keys.id),
            cell=keys.cell,
            difficulty=keys.difficulty,
            requires=keys.requires,
            aliases=keys.aliases,
            tags=keys.tags,
        )
        for keys in found
    ]


def titles_of(file: Path, name: str) -> dict[str, str] | None:
    """The titles of a translation by id, as `heads.titles_in`."""
    found = _keys_in(file, name, TranslationKeys)
    return None if found is None else {keys.id: keys.title or "" for keys in found}


def about_of(file: Path, name: str) -> dict[str, Any] | None:
    """What `pack.yaml` says; None where it has a fault."""
    faults = Faults()
    source = read_source(file, name, faults)
    yaml = read_yaml(source, 1, len(source.lines), faults) if source else None
    keys = validate(PackKeys, yaml, faults) if yaml else None
    return (
        None if keys is None or faults.errors else keys.model_dump(mode="json", exclude={"format"})
    )


def _keys_in(file: Path, name: str, model: type[Keys]) -> list[Keys] | None:
    faults = Faults()
    source = read_source(file, name, faults)
    found = [validate(model, raw.keys, faults) for raw in cut(source, faults)] if source else []
    kept = [keys for keys in found if keys is not None]
    return kept if kept and len(kept) == len(found) and not faults.errors else None
