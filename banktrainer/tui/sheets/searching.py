"""Searching: a field that comes on a key, and a screen that shows only what has its letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.tui.sheets.sheet import PageSheet
from banktrainer.words import Words

if TYPE_CHECKING:
    from textual.widgets import Input


class Searching(PageSheet):
    """`wanted` is what is looked for, in small letters; `found` shows what there is of it."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.field: Input | None = None
        self.wanted = ""

    def found(self) -> None:
        """Show what has the letters that are wanted."""
        raise NotImplementedError

    @property
    def typing(self) -> bool:
        return self.field is not None and self.field.has_focus

    async def action_find(self) -> None:
        if self.field is None:
            from textual.widgets import Input

            self.field = Input(id="field", compact=True, select_on_focus=False)
            self.field.placeholder = self.words("keys.do.find")
            await self.mount(self.field, before=self.key_bar)
        self.field.display = True
        self.field.focus()

    def on_input_changed(self) -> None:
        self.wanted = self.field.value.strip().lower() if self.field is not None else ""
        self.found()

    def on_input_submitted(self) -> None:
        self.set_focus(None)

    def action_see(self) -> None:
        """What Enter does in the field."""
        self.on_input_submitted()

    def action_leave_field(self) -> None:
        """Esc in the field: show everything again."""
        if self.field is not None:
            self.field.value = ""
            self.field.display = False
        self.set_focus(None)

    def on_descendant_focus(self) -> None:
        self.show_bars(*self._bars)

    def on_descendant_blur(self) -> None:
        self.show_bars(*self._bars)
