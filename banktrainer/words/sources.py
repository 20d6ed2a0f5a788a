"""What stands behind a card's claims about silicon, as prose for both faces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Evidence
    from banktrainer.packs.model import Prose


def source_line(w: Words, evidence: Evidence) -> str:
    """A claim, whether it was measured, is documented or only claimed, and who says so."""
    how = w(f"answer.how.{evidence.how}")
    return w("answer.source", claim=evidence.claim, how=how, source=evidence.source)


def sources(w: Words, cited: Iterable[Evidence]) -> Prose:
    """A point for each of a card's claims; nothing where it cites none."""
    from banktrainer.packs.model import Bullets, Span

    points = tuple((Span(source_line(w, each)),) for each in cited)
    return (Bullets(points),) if points else ()
