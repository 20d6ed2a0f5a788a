"""Cured: the remedies for one access's array, each with that access as it is afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from banktrainer.tui.desk.draft import Draft

if TYPE_CHECKING:
    from banktrainer.cuda.curing import Cure
    from banktrainer.engine import Access, Timeline
    from banktrainer.tui.play.reading import Found


@dataclass(frozen=True, slots=True)
class Cured:
    """One remedy, and the access that was looked at served in the new layout."""

    cure: Cure
    access: Access
    timeline: Timeline


def cured(draft: Draft, found: Found) -> tuple[Cured, ...]:
    """Every remedy of the array that `found` touches; blocks for up to some seconds."""
    return tuple(_cured(draft, found))


def _cured(draft: Draft, found: Found) -> Iterator[Cured]:
    from banktrainer.cuda.curing import cures
    from banktrainer.engine import serve
    from banktrainer.tui.play.reading import retracer

    trace, origin = found.trace, found.access.origin
    if origin is None:
        return
    for cure in cures(trace, found.row.array, retracer(draft, trace.kernel)):
        access = cure.remedy.relaid(found.access, origin.dims, origin.element_bytes)
        yield Cured(cure, access, serve(access, trace.machine))
