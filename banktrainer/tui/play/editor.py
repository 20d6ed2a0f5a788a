"""Editor: CUDA being typed, coloured by the grammar, with the faults marked at their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.style import Style as RichStyle
from rich.text import Text
from textual.events import Key
from textual.geometry import Region
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import TextArea

from banktrainer.printable import is_hostile
from banktrainer.tui.paint.cuda_paint import spans
from banktrainer.tui.paint.roles import style_of

if TYPE_CHECKING:
    from banktrainer.cuda.colours import Colour
    from banktrainer.tui.play.reading import Fault

MOST_CHARS = 1 << 16

_Part = tuple[int, int, str]
_MARK = RichStyle(underline=True, bold=True)


class Editor(TextArea, inherit_bindings=True):
    """A TextArea whose colours are computed elsewhere.

    The grammar can take a tenth of a second over a few odd lines, so it runs in the reader's
    thread; a line that was changed since then is coloured by its words alone.
    """

    def __init__(self, text: str, *, id: str) -> None:
        super().__init__(
            text,
            id=id,
            compact=True,
            soft_wrap=False,
            show_line_numbers=True,
            tab_behavior="indent",
            highlight_cursor_line=False,
        )
        self.cursor_blink = False
        self._look: tuple[object, ...] = ()
        self._told: tuple[str, ...] = ()
        self._colours: Mapping[int, Sequence[Colour]] = {}
        self._faults: Sequence[Fault] = ()

    def tell(
        self, code: str, colours: Mapping[int, Sequence[Colour]], faults: Sequence[Fault]
    ) -> None:
        """Take the colours and faults of `code`; lines that differ from it by now ignore them."""
        self._told = tuple(code.split("\n"))
        self._colours, self._faults = colours, faults
        self.notify_style_update()
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of a region; the stylesheet is only asked again where the look may have changed.

        A TextArea asks it before every paint, which takes longer than the paint.
        """
        look = self.app.theme, self.has_focus, self.app.app_focus
        if look == self._look:
            return ScrollView.render_lines(self, crop)
        self._look = look
        return super().render_lines(crop)

    def on_key(self, event: Key) -> None:
        """Leave Esc to the screen: a TextArea would go on to the next field."""
        if event.key == "escape":
            event.prevent_default()

    def get_line(self, line_index: int) -> Text:
        """The line as it is painted, none of its characters one that a terminal acts on."""
        line = super().get_line(line_index)
        if any(map(is_hostile, line.plain)):
            # One sign for one character: the cursor's columns stay what they are.
            line = Text("".join(map(_harmless, line.plain)), end="", no_wrap=True)
        theme = self.app.theme
        told = line_index < len(self._told) and self._told[line_index] == line.plain
        parts = self._colours.get(line_index, ()) if told else spans(line.plain)
        for start, end, role in parts:
            line.stylize(style_of(role, theme).rich_style, start, end)
        if told:
            for start, end, role in self._marks(line_index, len(line.plain)):
                line.stylize(style_of(role, theme).rich_style + _MARK, start, end)
        return line

    def _marks(self, line_index: int, length: int) -> Iterator[_Part]:
        """From the place of each fault of the line to the line's end."""
        for fault in self._faults:
            if fault.line == line_index + 1:
                start = min(fault.column - 1, max(0, length - 1))
                yield start, length, "wait" if fault.warning else "bad"


def _harmless(char: str) -> str:
    return "�" if is_hostile(char) else char
