"""Picker: a list to choose one thing from, over the screen that asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from textual.binding import BindingType
from textual.content import Content

from banktrainer.tui.blocks import Block, Text
from banktrainer.tui.keys import Mode, bindings
from banktrainer.tui.sheet import PageSheet
from banktrainer.tui.text import foreign, styled
from banktrainer.words import Words

T = TypeVar("T")


class Option(NamedTuple):
    """One line of the list: its name, and a soft word about it."""

    name: str
    about: str = ""


def option_blocks(intro: str, options: Sequence[Option], chosen: int) -> Iterator[Block]:
    """The list, the chosen option marked."""
    yield Text(styled(intro, "note"))
    widest = max((foreign(one.name).cell_length for one in options), default=0)
    for number, option in enumerate(options):
        here = number == chosen
        name = foreign(option.name, "strong" if here else "")
        gap = Content(" " * (widest - name.cell_length + 2))
        content = name + gap + foreign(option.about, "soft")
        sign = styled("▸ " if here else "  ", "mark")
        yield Text(content, lead=sign, close=number > 0, call=f"take({number})")


class Picker(PageSheet, Generic[T]):
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
        self._title, self._intro = title, intro
        self._options = options
        self._take = take
        self.chosen = chosen

    @property
    def mode(self) -> Mode:
        return "list"

    def on_mount(self) -> None:
        self._paint()
        self.show_bars(self._title)

    def _paint(self) -> None:
        names = [option for option, _ in self._options]
        self.page.show(option_blocks(self._intro, names, self.chosen), at=None)
        self.call_after_refresh(self._into_view)

    def _into_view(self) -> None:
        """Keep the chosen line in sight, with the one before it."""
        row, height = self.chosen + 2, max(1, self.page.size.height)
        top = self.page.scroll_target_y
        self.page.scroll_to(y=max(0, min(max(top, row - height + 2), row - 1)), animate=False)

    def action_choose(self, key: str) -> None:
        if self._options:
            step = -1 if key == "up" else 1
            self.chosen = (self.chosen + step) % len(self._options)
            self._paint()

    def action_take(self, number: int | None = None) -> None:
        number = self.chosen if number is None else number
        self.dismiss()
        if 0 <= number < len(self._options):
            self._take(self._options[number][1])

    def action_back(self) -> None:
        self.dismiss()
