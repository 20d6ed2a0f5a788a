"""PreviewBackend: a pack that is being written, and a journal that keeps nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from banktrainer.records.settings import Settings
from banktrainer.tui.desk.backend import Backend

if TYPE_CHECKING:
    from banktrainer.packs import Pack
    from banktrainer.packs.previewing import Leaf, Look
    from banktrainer.records.unsaved import UnsavedJournal
    from banktrainer.study.clock import Clock
    from banktrainer.tui.desk.card_view import CardView

_USUAL = Settings()


class PreviewBackend(Backend):
    """The pack in `root` as it was at the last look, and a journal that keeps nothing."""

    def __init__(self, root: Path, home: Path, clock: Clock, settings: Settings = _USUAL) -> None:
        super().__init__(home, clock, records=self._unkept, packs=self._present, settings=settings)
        self.root = root
        self.language = settings.language
        self._pack: Pack | None = None

    def look(self) -> Look:
        """Read the pack anew, its code not run yet."""
        from banktrainer.packs.previewing import first_look

        found = first_look(self.root, self.language)
        with self._lock:
            self._pack, self._packs = found.pack, None
        return found

    def shown(self, leaf: Leaf) -> CardView | None:
        """A card as learners see it; with gaps where its figures can't be had."""
        from banktrainer.packs import ExpressionError, SolveError
        from banktrainer.study.item import Item
        from banktrainer.study.queue import item_of
        from banktrainer.tui.desk.card_view import outline

        if leaf.card is None:
            return None
        try:
            item = item_of(self.packs(), (), leaf.card.key) or Item(leaf.card)
        except (ExpressionError, ValueError, LookupError):  # a template that can't be drawn
            item = Item(leaf.card)
        try:
            return self.view(item)
        except (ExpressionError, SolveError):
            return outline(item)

    def _present(self) -> Iterable[Pack]:
        return (self._pack,) if self._pack is not None else ()

    def _unkept(self) -> UnsavedJournal:
        from banktrainer.records.schema import FILE_NAME
        from banktrainer.records.unsaved import UnsavedJournal

        return UnsavedJournal(self.home / FILE_NAME)
