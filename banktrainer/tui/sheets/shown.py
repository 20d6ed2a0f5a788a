"""Shown: a text that was just copied, to be seen and marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textual.binding import BindingType
from textual.content import Content

from banktrainer.printable import printable
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import NARROWEST, Line, Text
from banktrainer.tui.paint.text import styled
from banktrainer.tui.sheets.sheet import PageSheet
from banktrainer.words import Words


class Raw(NamedTuple):
    """A text line by line with nothing beside it, so that it can be marked with the mouse."""

    text: str
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        for row in self.text.split("\n"):
            yield from (Line(part) for part in Content(row).fold(max(NARROWEST, width)))


class Shown(PageSheet):
    """Over the screen that copied it; Enter or Esc goes back there."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["shown"])

    def __init__(self, words: Words, title: str, text: str, note: str) -> None:
        super().__init__(words)
        self._title, self.text, self._note = title, text, note

    @property
    def mode(self) -> Mode:
        return "shown"

    def on_mount(self) -> None:
        self.page.show((Text(styled(self._note, "soft")), Raw(printable(self.text))))
        self.show_bars(self._title)

    def action_go_on(self) -> None:
        self.dismiss()

    def action_back(self) -> None:
        self.dismiss()
