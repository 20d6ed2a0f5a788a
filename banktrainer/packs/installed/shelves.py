"""Everything: all packs there are to practise, and what is wrong with those that can't be used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from banktrainer.packs.installed import folders
from banktrainer.packs.installed.distributions import shipped
from banktrainer.packs.marks import MANIFEST
from banktrainer.packs.model import Fault, Pack, PackError, Place
from banktrainer.packs.roots import content_root

Origin = Literal["builtin", "added", "shipped"]


@dataclass(frozen=True, slots=True)
class Found:
    """A pack and where it is from; `distribution` where it came as one."""

    pack: Pack
    origin: Origin
    distribution: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A pack that can't be used, and why."""

    root: Path
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Everything:
    """The built-in packs, those added to the home, then those of distributions."""

    found: tuple[Found, ...]
    broken: tuple[Broken, ...] = ()

    @property
    def packs(self) -> tuple[Pack, ...]:
        return tuple(each.pack for each in self.found)


def everything(
    builtin: Iterable[Pack], home: Path, language: str | None = None, cache: Path | None = None
) -> Everything:
    """All packs beside the `builtin` ones, prose in `language`; `cache` is for their indices.

    What is wrong with one keeps no other from being used. An id that is taken goes to the first.
    """
    from banktrainer.packs.opening import open_pack

    found = [Found(pack, "builtin") for pack in builtin]
    broken: list[Broken] = []
    taken = {each.pack.id for each in found}
    for root, origin, whose in _others(home, broken):
        try:
            pack = open_pack(root, language, cache)
        except PackError as error:
            broken.append(Broken(root, error.faults))
            continue
        if pack.id in taken:
            why = f"another pack has the id `{pack.id}`; this one is not used"
            broken.append(Broken(root, (Fault(Place(str(root / MANIFEST), 1), "E401", why),)))
            continue
        taken.add(pack.id)
        found.append(Found(pack, origin, whose))
    return Everything(tuple(found), tuple(broken))


def roots(home: Path) -> list[Path]:
    """The folders whose files decide what there is to practise."""
    return [content_root(), folders.folder_of(home), *(each.root for each in shipped())]


def _others(home: Path, broken: list[Broken]) -> Iterator[tuple[Path, Origin, str]]:
    try:
        for root in folders.added(home).values():
            yield root, "added", ""
    except OSError as error:
        place = Place(str(folders.folder_of(home)), 1)
        why = f"can't be read: {error.strerror or error}"
        broken.append(Broken(folders.folder_of(home), (Fault(place, "E101", why),)))
    for each in shipped():
        yield each.root, "shipped", each.distribution
