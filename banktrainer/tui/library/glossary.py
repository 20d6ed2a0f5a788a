"""Glossary: the terms of all packs, searched by their letters; a term leads to its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.packs.terms import Found, searched, terms_of
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.library.glossary_view import list_rows, term_blocks
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.listing import ListSheet
from banktrainer.tui.sheets.searching import Searching
from banktrainer.tui.sheets.trouble import trouble_line

if TYPE_CHECKING:
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.words import Words


class Glossary(Searching, ListSheet):
    """A list, and over it the terms that were opened, the last one shown; Esc goes back by one."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["glossary", "term", "filter"])
    CLICKED: ClassVar[tuple[str, ...]] = ("point",)

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self._desk = desk
        self._terms: tuple[Found, ...] | None = None
        self._trail: list[Found] = []
        self._trouble = ""

    @property
    def mode(self) -> Mode:
        if self.typing:
            return "filter"
        return "term" if self._trail else "glossary"

    def on_mount(self) -> None:
        self.lay()
        self.work(self._read, group="glossary")

    async def _read(self) -> None:
        try:
            packs = await self._desk.packs()
        except Exception as error:
            self._trouble = trouble_line(self.words, error)
        else:
            self._terms = terms_of(packs)
        self.lay()

    def lay(self) -> None:
        self._bars = self.words("glossary.title"), ""
        if self._trail:
            self.page.show(term_blocks(self.words, self._trail[-1], self._links))
            self.show_bars(*self._bars)
        else:
            super().lay()

    def rows(self) -> Sequence[Sequence[Block]]:
        if self._trouble:
            return [[Text(foreign(self._trouble, "bad"))]]
        if self._terms is None:
            return [[Text(styled(self.words("home.reading"), "soft"))]]
        return list_rows(self.words, self._found, self.chosen, self.wanted)

    @property
    def _found(self) -> tuple[Found, ...]:
        return searched(self._terms or (), self.wanted)

    @property
    def _links(self) -> list[tuple[str, str]]:
        """Ids and titles of the neighbours of the term that is shown."""
        by_id = {found.term.id: found for found in self._terms or ()}
        see = self._trail[-1].see if self._trail else ()
        return [(id, by_id[id].term.title) for id in see if id in by_id]

    def found(self) -> None:
        self._trail.clear()
        self.chosen = 0
        self.lay()

    def action_take(self) -> None:
        found = self._found
        if found:
            self._trail = [found[min(self.chosen, len(found) - 1)]]
            self.lay()

    def on_input_submitted(self) -> None:
        """Enter in the field opens what is found first."""
        super().on_input_submitted()
        self.action_take()

    def action_link(self, key: str) -> None:
        links, at = self._links, int(key) - 1
        if at < len(links):
            by_id = {found.term.id: found for found in self._terms or ()}
            self._trail.append(by_id[links[at][0]])
            self.lay()

    def action_scroll(self, key: str) -> None:
        if self._trail:
            self._scroll(-1 if key == "up" else 1)
        else:
            super().action_scroll(key)

    def action_page(self, key: str) -> None:
        rows = max(1, self.page.size.height - 2)
        if self._trail:
            self._scroll(-rows if key == "pageup" else rows)
        else:
            super().action_page(key)

    def action_back(self) -> None:
        if self._trail:
            self._trail.pop()
            self.lay()
        else:
            self.dismiss()


class Search(Glossary):
    """The glossary with its field already open."""

    async def on_show(self) -> None:
        if self.field is None:
            await self.action_find()
