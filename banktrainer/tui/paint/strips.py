"""A line of a page to the strip that Textual paints."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip
from textual.style import Style

from banktrainer.tui.paint.blocks import Line
from banktrainer.tui.paint.roles import style_of


def strip_of(line: Line, width: int, base: Style, *, theme: str, fill: int = 0) -> Strip:
    """`line` in `width` cells over `base`; the line's own ground goes `fill` cells far."""

    def styled(role: str | Style) -> Style:
        return role if isinstance(role, Style) else style_of(role, theme)

    ground = base + styled(line.fill)
    pieces = line.content.render(ground, end="", parse_style=styled)
    strip = Strip([Segment(text, style.rich_style) for text, style in pieces if text])
    if line.fill:
        strip = strip.adjust_cell_length(min(fill, width), ground.rich_style)
    return strip.adjust_cell_length(width, base.rich_style)
