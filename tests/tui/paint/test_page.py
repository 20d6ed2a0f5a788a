"""A page shown anew: what differs is painted, and nothing that differs is missed."""

from __future__ import annotations

from textual.app import App, ComposeResult

from banktrainer.tui.paint.blocks import Text
from banktrainer.tui.paint.page import Page
from banktrainer.tui.paint.text import styled
from banktrainer.tui.paint.themes import DARK


class OnePage(App[None]):
    """A page alone."""

    def compose(self) -> ComposeResult:
        yield Page(id="body")

    def on_mount(self) -> None:
        self.register_theme(DARK)
        self.theme = DARK.name

    @property
    def page(self) -> Page:
        return self.query_one(Page)

    def show(self, *lines: tuple[str, str]) -> None:
        self.page.show([Text(styled(text, role), close=True) for text, role in lines])

    def looks(self) -> list[tuple[str, str]]:
        """The text of each row on the terminal, and the colour that it begins with."""
        strips = self.screen._compositor.render_strips()
        found = []
        for strip in strips:
            first = next(iter(strip))
            colour = first.style.color.name if first.style and first.style.color else ""
            found.append((strip.text.rstrip(), colour))
        return [look for look in found if look[0]]


async def test_another_role_of_the_same_text_is_painted() -> None:
    """Textual's contents are equal where their text is."""
    app = OnePage()
    async with app.run_test(size=(40, 10)) as pilot:
        app.show(("one", "good"), ("two", "bad"))
        await pilot.pause()
        before = app.looks()
        app.show(("one", "bad"), ("two", "bad"))
        await pilot.pause()
        after = app.looks()
    assert [text for text, _ in after] == ["one", "two"]
    assert after[0][1] == after[1][1] == before[1][1] != before[0][1]


async def test_lines_that_stay_are_not_made_again() -> None:
    app = OnePage()
    async with app.run_test(size=(40, 10)) as pilot:
        app.show(("one", ""), ("two", ""), ("three", ""))
        await pilot.pause()
        before = dict(app.page._strips)
        app.show(("one", ""), ("2", ""), ("three", ""))
        await pilot.pause()
        after = app.page._strips
        assert [row for row in before if after[row] is not before[row]] == [1]
        app.show(("one", ""), ("2", ""))
        await pilot.pause()
        assert [text for text, _ in app.looks()] == ["one", "2"]


async def test_rows_out_of_sight_are_right_when_scrolled_to() -> None:
    app = OnePage()
    async with app.run_test(size=(40, 5)) as pilot:
        for last in ("old", "new"):
            app.show(*[(f"row {n}", "") for n in range(20)], (last, ""))
            await pilot.pause()
        app.page.scroll_to(y=20, animate=False)
        await pilot.pause()
        assert app.looks()[-1][0] == "new"


async def test_what_is_shown_while_the_page_is_hidden_is_painted_when_it_comes_back() -> None:
    """A hidden page has no size, yet the rows that it was painted with."""
    app = OnePage()
    async with app.run_test(size=(40, 10)) as pilot:
        app.show(("old", ""))
        await pilot.pause()
        app.page.display = False
        await pilot.pause()
        app.page.display = True
        app.show(("new", ""))
        await pilot.pause()
        assert [text for text, _ in app.looks()] == ["new"]
