"""The glossary as blocks: the list of terms, and one term with its neighbours; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from banktrainer.printable import printable
from banktrainer.tui.paint.blocks import Block, Choice, Flow, Hit, Line, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.listing import mark
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs.terms import Found

_NAME = 26
MOST_LINKS = 9


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
