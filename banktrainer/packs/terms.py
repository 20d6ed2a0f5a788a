"""Terms: the glossaries of all packs as one, and what a search finds in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from banktrainer.packs.figures import plain_text

if TYPE_CHECKING:
    from banktrainer.packs.model import Pack, Term


class Found(NamedTuple):
    """A term with the terms that it points to, and the text that a search looks through."""

    term: Term
    see: tuple[str, ...]
    text: str


def terms_of(packs: Iterable[Pack]) -> tuple[Found, ...]:
    """The terms of all packs by title; of two with one id the first pack's is kept."""
    kept: dict[str, Found] = {}
    for pack in packs:
        for term in pack.glossary:
            text = " ".join(plain_text(term.body).split())
            kept.setdefault(term.id, Found(term, term.see, text))
    return tuple(sorted(kept.values(), key=lambda found: found.term.title.casefold()))


def searched(terms: Sequence[Found], wanted: str) -> tuple[Found, ...]:
    """The terms that have `wanted` (in small letters): in their names first, then in their text."""

    def names(found: Found) -> str:
        return "\n".join((found.term.title, found.term.id, *found.term.aliases)).lower()

    by_name = [found for found in terms if wanted in names(found)]
    by_text = [f for f in terms if wanted in f.text.lower() and f not in by_name]
    return (*by_name, *by_text)


def named(terms: Iterable[Found], name: str) -> Found | None:
    """The term of that id, title or alias, in whatever case."""
    wanted = name.casefold()
    for found in terms:
        names = (found.term.id, found.term.title, *found.term.aliases)
        if wanted in map(str.casefold, names):
            return found
    return None
