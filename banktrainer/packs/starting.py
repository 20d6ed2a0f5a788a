"""start_pack: a first pack for a new author, an example of everything that packs have."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

from banktrainer.packs.ids import id_from
from banktrainer.packs.marks import MANIFEST
from banktrainer.packs.roots import content_root

_NAMED = re.compile(r"^(id|title): .*$", re.MULTILINE)
_OTHERWISE = "my-pack"
_LONGEST_TITLE = 80


class NotEmptyError(Exception):
    """The folder for a new pack holds something already."""


def start_pack(folder: Path) -> tuple[str, ...]:
    """Put a small pack, named after the folder, into `folder`; the names of its files.

    The folder must be empty or not there: NotEmptyError, and OSError where it can't be written.
    Nothing is left half-made.
    """
    if os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise NotEmptyError
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = folder.with_name(f".{folder.name}.{os.urandom(8).hex()}")
    try:
        shutil.copytree(content_root() / "starters" / "first", draft, copy_function=_copy)
        manifest = draft / MANIFEST
        manifest.write_text(_named(manifest.read_text("utf-8"), folder.name), "utf-8")
        draft.replace(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return tuple(sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()))


def _copy(source: str, target: str) -> None:
    Path(target).write_bytes(Path(source).read_bytes())


def _named(manifest: str, name: str) -> str:
    """The manifest with an id and a title that come from the folder's name."""
    told = " ".join(re.findall(r"\w+", name)).strip()[:_LONGEST_TITLE]
    title = told[:1].upper() + told[1:] or "My pack"
    chosen = {"id": id_from(name, _OTHERWISE), "title": json.dumps(title, ensure_ascii=False)}
    return _NAMED.sub(lambda found: f"{found[1]}: {chosen[found[1]]}", manifest)
