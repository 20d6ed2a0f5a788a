"""Leafing: the preview's screen; one card a page, read anew whenever a file of the pack changes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Text
from banktrainer.tui.paint.text import styled
from banktrainer.tui.preview.leaf_view import leaf_blocks
from banktrainer.tui.request import Request
from banktrainer.tui.sheets.sheet import PageSheet

if TYPE_CHECKING:
    from banktrainer.packs.model import Fault
    from banktrainer.packs.previewing import Look
    from banktrainer.tui.desk.card_view import CardView
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.tui.preview.written import PreviewBackend
    from banktrainer.words import Words

Watch = Callable[[Path], AsyncIterator[None]]
Check = Callable[[Path], Awaitable["tuple[Fault, ...] | None"]]


class Leafing(PageSheet):
    """Arrows leaf, Enter tries a card as a learner; nothing that is answered is stored."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["preview"])

    def __init__(
        self, words: Words, desk: Desk, backend: PreviewBackend, watch: Watch, check: Check
    ) -> None:
        super().__init__(words)
        self._desk, self._backend = desk, backend
        self._watch, self._check = watch, check
        self._checked = False
        self._look: Look | None = None
        self._views: dict[str, CardView | None] = {}
        self._at = 0
        self._key = ""
        self._own = ""

    @property
    def mode(self) -> Mode:
        return "preview"

    @property
    def idle(self) -> frozenset[str]:
        leaf = self._look.leaves[self._at] if self._look and self._look.leaves else None
        none = {"attempt"} if leaf is None or leaf.card is None else set()
        return frozenset(none if len(self._languages) > 1 else {*none, "tongue"})

    @property
    def _languages(self) -> tuple[str, ...]:
        """The languages that the cards can be shown in: the pack's own, then the others."""
        return (self._own, *self._look.pack.translations) if self._look is not None else ()

    def on_mount(self) -> None:
        super().on_mount()
        self.page.show((Text(styled(self.words("home.reading"), "soft")),))
        self.show_bars(self.words("preview.title"))
        self.work(self._read, group="read")
        self.work(self._follow, group="watch")

    async def _follow(self) -> None:
        """Read the pack anew after each change, as long as the preview is open."""
        async for _ in self._watch(self._backend.root):
            await self._read()

    async def _read(self) -> None:
        """The cards at once; what a check of the whole pack finds comes when it is done."""
        self._look, self._views = await self._desk.read(self._backend.look), {}
        self._checked = False
        if self._look.pack.language not in self._look.pack.translations:
            self._own = self._look.pack.language
        self._at = self._look.place_of(self._key, self._at)
        await self._show(keep=True)
        self.work(self._examine, group="check", exclusive=True)

    async def _examine(self) -> None:
        from banktrainer.packs.previewing import looked

        look = self._look
        faults = await self._check(self._backend.root)
        if look is None or faults is None or self._look is not look:
            return
        self._look, self._checked = looked(look.pack, faults), True
        self._at = self._look.place_of(self._key, self._at)
        await self._show(keep=True)

    async def _show(self, *, keep: bool = False) -> None:
        """Paint the present leaf; `keep` leaves the page scrolled as it is."""
        look = self._look
        if look is None or not look.leaves:
            return
        leaf = look.leaves[self._at]
        self._key = leaf.key
        if leaf.card is not None and leaf.key not in self._views:
            self._views[leaf.key] = await self._desk.read(lambda: self._backend.shown(leaf))
        if self._look is not look or look.leaves[self._at] is not leaf:
            return  # something newer is on its way
        top = self.page.scroll_target_y if keep else 0
        shown = self._views.get(leaf.key)
        self.page.show(leaf_blocks(self.words, leaf, shown, checked=self._checked))
        self.page.call_after_refresh(self.page.scroll_to, y=top, animate=False)
        number = self.words("preview.number", n=self._at + 1, of=len(look.leaves))
        counts = self.words("preview.counts", errors=look.errors, warnings=look.warnings)
        counts = counts if self._checked else self.words("shelf.checking")
        parts = (self.words("preview.title"), look.pack.title, look.pack.language, number)
        self.show_bars(" · ".join(filter(None, parts)), counts)

    async def action_leaf(self, key: str) -> None:
        if self._look is not None and self._look.leaves:
            step = 1 if key == "right" else -1
            self._at = max(0, min(self._at + step, len(self._look.leaves) - 1))
            await self._show()

    def action_tongue(self) -> None:
        """The cards in the next of the pack's languages."""
        known = self._languages
        at = known.index(self._backend.language) if self._backend.language in known else 0
        if len(known) > 1:
            self._backend.language = known[(at + 1) % len(known)]
            self.work(self._read, group="read")

    def action_reload(self) -> None:
        self.work(self._read, group="read")

    def action_attempt(self) -> None:
        leaf = self._look.leaves[self._at] if self._look and self._look.leaves else None
        if leaf is not None and leaf.card is not None:
            self.trainer.practise(Request(card=leaf.card.key))

    def action_back(self) -> None:
        self.trainer.leave()
