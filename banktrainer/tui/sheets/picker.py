"""Picker: a list to choose one thing from, over the screen that asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from textual.binding import BindingType
from textual.content import Content

from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.listing import ListSheet, mark
from banktrainer.words import Words

T = TypeVar("T")


class Option(NamedTuple):
    """One line of the list: its name, and a soft word about it."""

    name: str
    about: str = ""


def option_rows(intro: str, options: Sequence[Option], chosen: int) -> Iterator[tuple[Block, ...]]:
    """A row for each option, the chosen one marked; the first stands under `intro`."""
    names = [
        foreign(option.name, "strong" if n == chosen else "") for n, option in enumerate(options)
    ]
    widest = max((name.cell_length for name in names), default=0)
    for number, (name, option) in enumerate(zip(names, options, strict=True)):
        gap = Content(" " * (widest - name.cell_length + 2))
        content = name + gap + foreign(option.about, "soft")
        line = Text(content, mark(number == chosen), number > 0, call=f"point({number})")
        yield (Text(styled(intro, "note")), line) if number == 0 else (line,)


class Picker(ListSheet, Generic[T]):
    """Gives the chosen value to `take` and leaves; Esc leaves without."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["list"])

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
        return "list"

    def on_mount(self) -> None:
        self.lay()

    def rows(self) -> Sequence[Sequence[Block]]:
        names = [option for option, _ in self._options]
        return list(option_rows(self._intro, names, self.chosen))

    def action_take(self) -> None:
        self.dismiss()
        if self._options:
            self._take(self._options[self.chosen][1])
