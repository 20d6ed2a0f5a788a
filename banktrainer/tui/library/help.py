"""Help: the keys of the screen one came from, made from the table, and the signs on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from banktrainer.tui.keys.keybar import face
from banktrainer.tui.keys.remap import NONE, Remap, keys_of
from banktrainer.tui.keys.table import Mode, active, bindings
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.searching import Searching
from banktrainer.words import Words
from banktrainer.words.confidence import pays_line

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
_WORDS = ("cycles", "ideal", "degree")
_FACE_CELLS = 10


def help_blocks(w: Words, mode: Mode, remap: Remap = NONE, wanted: str = "") -> Iterator[Block]:
    """One line for each key that acts in `mode`, then one for each sign and each word.

    `wanted` keeps the lines that have those letters.
    """
    keys = ((styled(face(w, keys_of(a, remap)), "key"), w(a.tooltip)) for a in active(mode))
    signs = ((styled(sign, role), w(f"keys.sign.{name}")) for name, sign, role in _SIGNS)
    words = ((styled(w(f"keys.term.{n}"), "key"), w(f"keys.meaning.{n}")) for n in _WORDS)
    pays = ((styled(w("keys.term.marks"), "key"), pays_line(w)),)
    found = [
        *_section(w("keys.help.keys"), keys, wanted),
        *_section(w("keys.help.signs"), signs, wanted),
        *_section(w("keys.help.words"), (*words, *pays), wanted),
    ]
    yield from found or [Text(foreign(w("keys.help.none", wanted=wanted), "soft"))]


def _section(title: str, entries: Iterable[tuple[Content, str]], wanted: str) -> Iterator[Block]:
    kept = [(lead, text) for lead, text in entries if wanted in f"{lead.plain} {text}".lower()]
    if kept:
        yield Text(styled(title, "note"))
    for lead, text in kept:
        yield Text(styled(text), lead=_column(lead), close=True)


def _column(sign: Content) -> Content:
    return sign + Content(" " * max(1, _FACE_CELLS - sign.cell_length))


class Help(Searching):
    """Over the screen it explains; Esc goes back there."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["help", "filter"])

    def __init__(self, words: Words, about: Mode) -> None:
        super().__init__(words)
        self._about: Mode = about

    @property
    def mode(self) -> Mode:
        return "filter" if self.typing else "help"

    def on_mount(self) -> None:
        self.found()

    def renew(self) -> None:
        super().renew()
        self.found()

    def found(self) -> None:
        remap = self.trainer.remap
        self.page.show(help_blocks(self.words, self._about, remap, self.wanted))
        self.show_bars(self.words("keys.help.title"))

    def action_go_on(self) -> None:
        self.dismiss()

    def action_back(self) -> None:
        self.dismiss()
