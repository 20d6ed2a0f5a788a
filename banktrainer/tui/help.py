"""Help: the keys of the screen one came from, made from the table, and the signs on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from banktrainer.tui.blocks import Block, Text
from banktrainer.tui.keybar import face
from banktrainer.tui.keys import Mode, active, bindings
from banktrainer.tui.sheet import PageSheet
from banktrainer.tui.text import styled
from banktrainer.words import Words

_SIGNS = (
    ("served", "19", "sign-served"),
    ("waits", "19", "sign-waits"),
    ("shared", "≡8", "sign-shared"),
    ("height", "×8", "bad"),
    ("decides", "▀▀", "bad"),
    ("idle", "··", "faint"),
    ("done", "✓", "own"),
    ("phase", "╰─╯", "directive"),
    ("chosen", "19", "sign-chosen"),
)
_FACE_CELLS = 10


def help_blocks(w: Words, mode: Mode) -> Iterator[Block]:
    """One line for each key that acts in `mode`, then one for each sign."""
    yield Text(styled(w("keys.help.keys"), "note"))
    for action in active(mode):
        lead = _column(styled(face(w, action.keys), "key"))
        yield Text(styled(w(action.tooltip)), lead=lead, close=True)
    yield Text(styled(w("keys.help.signs"), "note"))
    for name, sign, role in _SIGNS:
        yield Text(styled(w(f"keys.sign.{name}")), lead=_column(styled(sign, role)), close=True)
    yield Text(styled(w("keys.help.words"), "note"))
    for name in ("cycles", "ideal", "degree", "marks"):
        lead = _column(styled(w(f"keys.term.{name}"), "key"))
        yield Text(styled(w(f"keys.meaning.{name}")), lead=lead, close=True)


def _column(sign: Content) -> Content:
    return sign + Content(" " * max(1, _FACE_CELLS - sign.cell_length))


class Help(PageSheet):
    """Over the screen it explains; Esc goes back there."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["help"])

    def __init__(self, words: Words, about: Mode) -> None:
        super().__init__(words)
        self._about: Mode = about

    @property
    def mode(self) -> Mode:
        return "help"

    def on_mount(self) -> None:
        self.page.show(help_blocks(self.words, self._about))
        self.show_bars(self.words("keys.help.title"))

    def action_go_on(self) -> None:
        self.dismiss()

    def action_back(self) -> None:
        self.dismiss()
