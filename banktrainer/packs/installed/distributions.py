"""Packs that came as Python distributions: entry points of the group `banktrainer.packs`.

`name = package.folder` names a folder inside a package. It is looked up, never imported: nothing
of a pack is executed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

GROUP = "banktrainer.packs"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A pack's folder, and the name of the distribution that it came with."""

    root: Path
    distribution: str


def shipped() -> tuple[Shipped, ...]:
    """The folders that installed distributions name as packs, by name, there or not."""
    if not _any_named(sys.path):
        return ()
    from importlib.metadata import entry_points

    found = {}
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        whose = point.dist.name if point.dist is not None else point.name
        found[_folder(point.module)] = whose
    return tuple(Shipped(root, whose) for root, whose in found.items())


def _folder(module: str) -> Path:
    """Where the folder `package.sub.folder` lies, without importing anything."""
    from importlib.machinery import PathFinder

    top, *below = module.split(".")
    try:
        spec = PathFinder.find_spec(top)
    except (ImportError, ValueError):
        spec = None
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    roots = [Path(place, *below) for place in places]
    return next((root for root in roots if root.is_dir()), Path(*(roots[:1] or [Path(module)])))


def _any_named(places: Iterable[str]) -> bool:
    """Whether a distribution in `places` has an entry point of the group at all.

    A look at small files, which most often spares the work of reading what is installed.
    """
    for place in (Path(each or ".") for each in dict.fromkeys(places)):
        for info in _infos(place):
            try:
                if GROUP.encode() in (info / "entry_points.txt").read_bytes():
                    return True
            except OSError:
                continue
    return False


def _infos(place: Path) -> list[Path]:
    """What distributions say of themselves in `place`; nothing where it may not be entered."""
    try:
        return [*place.glob("*.dist-info"), *place.glob("*.egg-info")]
    except OSError:
        return []
