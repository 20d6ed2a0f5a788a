"""Packs: what is there to practise, in what version and language, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.library.packs_view import fault_blocks, pack_rows, pack_text
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.request import Request
from banktrainer.tui.sheets.listing import ListSheet
from banktrainer.tui.sheets.searching import Searching

if TYPE_CHECKING:
    from banktrainer.packs import Fault, Pack
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.words import Words


class Shelf(Searching, ListSheet):
    """One row a pack: Enter practises it, a key checks it; a search looks at its cards, too."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["packs", "filter"])

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self._desk = desk
        self._packs: Sequence[Pack] | None = None
        self._broken: tuple[Fault, ...] = ()
        self._faults: dict[str, tuple[Fault, ...] | None] = {}

    @property
    def mode(self) -> Mode:
        return "filter" if self.typing else "packs"

    def on_mount(self) -> None:
        self._bars = self.words("shelf.title"), ""
        self.lay()
        self.work(self._read, group="packs")

    async def _read(self) -> None:
        from banktrainer.packs import PackError
        from banktrainer.study.skills import PACK

        try:
            # Skills are made by the program: nobody wrote them, so there is nothing to check.
            self._packs = [pack for pack in await self._desk.packs() if pack.id != PACK]
            self._broken = self._desk.broken
        except PackError as error:
            self._packs, self._broken = (), error.faults
        self.lay()

    def rows(self) -> Sequence[Sequence[Block]]:
        if self._packs is None:
            return [[Text(styled(self.words("home.reading"), "soft"))]]
        listed = self._listed
        rows = pack_rows(self.words, listed, self.chosen, self._faults, self.wanted)
        if not listed and self.wanted:
            rows.append([Text(foreign(self.words("keys.help.none", wanted=self.wanted), "soft"))])
        if self._broken:
            rows.append([*fault_blocks(self.words, self._broken)])
        return rows

    def told(self) -> tuple[str, str]:
        return (self.words("shelf.note") if self._pack else ""), "soft"

    def found(self) -> None:
        self.choose(0)

    @property
    def _listed(self) -> Sequence[Pack]:
        return [pack for pack in self._packs or () if self.wanted in pack_text(pack)]

    @property
    def _pack(self) -> Pack | None:
        packs = self._listed
        return packs[self.chosen] if self.chosen < len(packs) else None

    def action_take(self) -> None:
        if self._pack is not None:
            self.trainer.practise(Request(pack=self._pack.id))

    def action_check(self) -> None:
        pack = self._pack
        if pack is not None and self._faults.get(pack.id, ()) is not None:
            self._faults[pack.id] = None
            self.lay()
            self.work(partial(self._check, pack), group="packs")

    async def _check(self, pack: Pack) -> None:
        self._faults[pack.id] = await self._desk.check(pack)
        self.lay()
