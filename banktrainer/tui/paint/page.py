"""Page: a scrolling page of blocks on the Line API; all text of the app is painted by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from banktrainer.tui.paint.blocks import Block, Line, lay_out, looks_like
from banktrainer.tui.paint.strips import strip_of

WIDEST = 96
"""How wide text may get before it is hard to read."""

_SPARE = 2
"""Cells kept free for the scrollbar, there or not, so that no line moves when it comes."""


class Page(ScrollView, can_focus=False):
    """Blocks laid out for its width, and repainted from cached strips."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._blocks: tuple[Block, ...] = ()
        self._lines: tuple[Line, ...] = ()
        self._starts: tuple[int, ...] = ()
        self._laid_out_for = -1
        self._strips: dict[int, Strip] = {}
        self._strips_width = -1

    @property
    def text(self) -> str:
        """What the page says, scrolled out of sight or not."""
        return "\n".join(line.content.plain for line in self._lines)

    def show(
        self, blocks: Iterable[Block], *, at: int | None = None, seen: int | None = None
    ) -> None:
        """Replace the blocks; `at` is the block to scroll to, None goes to the top.

        With `seen` the page scrolls only as far as that block needs to be in sight.
        """
        before = len(self._lines)
        self._blocks = tuple(blocks)
        self._lay_out(self._laid_out_for)
        if len(self._lines) != before and self.styles.height and self.styles.height.is_auto:
            self.refresh(layout=True)
        if seen is not None:
            self.call_after_refresh(self._bring_in_sight, seen)
            return
        last = len(self._starts) - 1
        start = self._starts[min(at, last)] if at is not None and self._starts else 0
        self.call_after_refresh(self.scroll_to, y=start, animate=False)

    def _bring_in_sight(self, block: int) -> None:
        """Scroll as little as shows the block; the first one shows what stands above it too."""
        if block >= len(self._starts):
            return
        first = self._starts[block]
        following = self._starts[block + 1 : block + 2]
        last = (following[0] if following else len(self._lines)) - 1
        top, rows = self.scroll_target_y, self.size.height
        if first < top:
            self.scroll_to(y=first, animate=False)
        elif last >= top + rows:
            self.scroll_to(y=last - rows + 1, animate=False)

    def page_down(self) -> bool:
        """Scroll on where more stands below; whether there was more."""
        more = self.scroll_target_y < self.max_scroll_y
        if more:
            self.scroll_to(y=self.scroll_target_y + max(1, self.size.height - 1), animate=False)
        return more

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._fit(width - _SPARE)
        return len(self._lines)

    @property
    def text_width(self) -> int:
        """The cells that a line of a block may take now; 0 before the page has a size."""
        return min(max(self._laid_out_for, 0), WIDEST)

    def rows_in(self, outer_width: int) -> int:
        """How many rows the blocks take where the page, its padding included, is so wide."""
        self._fit(outer_width - self.styles.gutter.width - _SPARE)
        return len(self._lines)

    def on_resize(self) -> None:
        self.rows_in(self.outer_size.width)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        row, width = y + self.scroll_offset.y, self.size.width
        if width != self._strips_width:
            self._strips.clear()
            self._strips_width = width
        strip = self._strips.get(row)
        if strip is None:
            strip = self._strips[row] = self._strip(row, width)
        return strip

    async def on_click(self, event: events.Click) -> None:
        """Run the action of what was clicked, as its key would."""
        offset = event.get_content_offset(self)
        row = offset.y + self.scroll_offset.y if offset else -1
        if offset and 0 <= row < len(self._lines):
            call = self._lines[row].call_at(offset.x - left_of(self.size.width))
            if call:
                await self.screen.run_action(call)

    def _fit(self, width: int) -> None:
        if width != self._laid_out_for:
            self._lay_out(width)

    def _lay_out(self, width: int) -> None:
        before = self._lines if width == self._laid_out_for else ()
        self._laid_out_for = width
        if width > 0:
            self._lines, self._starts = lay_out(self._blocks, min(width, WIDEST))
        if before and len(before) == len(self._lines):
            self._repaint(before)
            return
        self._strips.clear()
        self.virtual_size = Size(max(width, 0), len(self._lines))
        self.refresh()

    def _repaint(self, before: Sequence[Line]) -> None:
        """Paint the lines that are not as they were before; their number is the same.

        A page that is hidden has no width now, and what it was painted with is still kept.
        """
        for row, (was, line) in enumerate(zip(before, self._lines, strict=True)):
            if not looks_like(was, line):
                self._strips.pop(row, None)
                self.refresh_line(row)

    def _strip(self, row: int, width: int) -> Strip:
        line = self._lines[row] if row < len(self._lines) else Line(Content())
        theme, left = self.app.theme, left_of(width)
        strip = strip_of(line, width - left, self.visual_style, theme=theme, fill=WIDEST)
        return Strip.join([Strip.blank(left, self.visual_style.rich_style), strip])


def left_of(width: int) -> int:
    """How far text starts from the left, so that in a wide terminal it stands in the middle."""
    return max(0, (width - WIDEST) // 2)
