"""The glossary as blocks: the list of terms, and one term with its neighbours; pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from banktrainer.printable import printable
from banktrainer.tui.paint.blocks import Block, Choice, Flow, Hit, Line, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.listing import mark
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Pack, Term

_NAME = 26
MOST_LINKS = 9


class Found(NamedTuple):
    """A term with the terms that it points to, and the text that a search looks through."""

    term: Term
    see: tuple[str, ...]
    text: str


def terms_of(packs: Iterable[Pack]) -> tuple[Found, ...]:
    """The terms of all packs by title; of two with one id the first pack's is kept."""
    from banktrainer.packs import plain_text

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


class TermRow(NamedTuple):
    """One term of the list: its name, and how its text begins."""

    number: int
    name: str
    text: str
    chosen: bool
    close: bool = True

    def lines(self, width: int) -> Iterator[Line]:
        name = foreign(self.name, "strong" if self.chosen else "own")
        name = name.truncate(_NAME - 1, ellipsis=True)
        gap = Content(" " * (_NAME - name.cell_length))
        line = mark(self.chosen) + name + gap + foreign(self.text, "soft")
        hit = Hit(0, width, f"point({self.number})")
        fill = "code-fill" if self.chosen else ""
        yield Line(line.truncate(width, ellipsis=True), fill, (hit,))


def list_rows(w: Words, found: Sequence[Found], chosen: int, wanted: str) -> list[list[Block]]:
    """A row for each term, or the one line that says why there is none."""
    if not found:
        why = w("glossary.nothing", wanted=wanted) if wanted else w("glossary.empty")
        return [[Text(foreign(why, "soft"))]]
    return [
        [TermRow(number, each.term.title, each.text, number == chosen)]
        for number, each in enumerate(found)
    ]


def term_blocks(w: Words, found: Found, titles: Sequence[tuple[str, str]]) -> Iterator[Block]:
    """One term; `titles` are ids and titles of the neighbours that a digit follows to."""
    from banktrainer.tui.paint.prose import blocks

    yield Text(foreign(found.term.title, "note"))
    if found.term.aliases:
        also = w("glossary.also", names=", ".join(map(printable, found.term.aliases)))
        yield Text(styled(also, "soft"), close=True)
    yield from blocks(found.term.body)
    if titles:
        links = [
            Choice(styled(f"{n} ", "key") + foreign(title, "own"), f"link('{n}')")
            for n, (_, title) in enumerate(titles[:MOST_LINKS], 1)
        ]
        yield Flow(links, lead=styled(w("glossary.see") + "  ", "soft"))
