"""Picker: a list to choose one thing from, over the screen that asked; its letters are searched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from textual.binding import BindingType
from textual.content import Content

from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block, Hit, Line, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.listing import ListSheet, mark
from banktrainer.tui.sheets.searching import Searching
from banktrainer.words import Words

T = TypeVar("T")


class Option(NamedTuple):
    """One line of the list: its name, a soft word about it, and what is told once it is chosen."""

    name: str
    about: str = ""
    told: str = ""

    def has(self, wanted: str) -> bool:
        """Whether those letters (small ones) stand in it."""
        return wanted in " ".join(self).lower()


class OptionRow(NamedTuple):
    """One option, cut where the line ends."""

    option: Option
    number: int
    widest: int
    chosen: bool
    close: bool = True

    def lines(self, width: int) -> Iterator[Line]:
        name = foreign(self.option.name, "strong" if self.chosen else "")
        gap = Content(" " * (self.widest - name.cell_length + 2))
        line = mark(self.chosen) + name + gap + foreign(self.option.about, "soft")
        hit = Hit(0, width, f"point({self.number})")
        yield Line(line.truncate(width, ellipsis=True), hits=(hit,))


def option_rows(
    w: Words, intro: str, options: Sequence[Option], chosen: int, wanted: str = ""
) -> Iterator[tuple[Block, ...]]:
    """A row for each option, the chosen one marked; the first stands under `intro`."""
    lead = Text(styled(intro, "note"))
    widest = max((foreign(option.name).cell_length for option in options), default=0)
    for n, option in enumerate(options):
        row = OptionRow(option, n, widest, n == chosen, close=n > 0)
        yield (row,) if n else (lead, row)
    if not options:
        yield lead, Text(foreign(w("keys.help.none", wanted=wanted), "soft"))


class Picker(Searching, ListSheet, Generic[T]):
    """Gives the chosen value to `take` and leaves; Esc leaves without."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["list", "filter"])

    def __init__(
        self,
        words: Words,
        title: str,
        intro: str,
        options: Sequence[tuple[Option, T]],
        take: Callable[[T], None],
        *,
        chosen: int = 0,
    ) -> None:
        super().__init__(words)
        self._bars = title, ""
        self._intro, self._options, self._take = intro, options, take
        self.chosen = chosen

    @property
    def mode(self) -> Mode:
        return "filter" if self.typing else "list"

    def on_mount(self) -> None:
        self.lay()

    @property
    def _found(self) -> list[tuple[Option, T]]:
        return [one for one in self._options if one[0].has(self.wanted)]

    def rows(self) -> Sequence[Sequence[Block]]:
        names = [option for option, _ in self._found]
        return list(option_rows(self.words, self._intro, names, self.chosen, self.wanted))

    def told(self) -> tuple[str, str]:
        found = self._found
        return (found[min(self.chosen, len(found) - 1)][0].told if found else ""), "soft"

    def found(self) -> None:
        self.chosen = 0
        self.lay()

    def on_input_submitted(self) -> None:
        """Enter in the field takes what is marked."""
        super().on_input_submitted()
        self.action_take()

    def action_take(self) -> None:
        found = self._found
        if found:
            self.dismiss()
            self._take(found[min(self.chosen, len(found) - 1)][1])
