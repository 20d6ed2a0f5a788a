"""One show after another: what differs is painted, and an old board is told from a new one."""

from __future__ import annotations

import pytest

from banktrainer.engine import Access, serve
from banktrainer.tui.board import Board
from banktrainer.tui.board.rows import Row
from tests.tui.board.makers import STRIDE_8
from tests.tui.board.test_widget import SIZE, Stage


def rows(board: Board) -> tuple[Row, ...]:
    shown = board.picture
    assert shown is not None
    return shown.rows


async def test_another_show_that_lies_alike_paints_only_what_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Stage(play=False)
    async with app.run_test(size=SIZE):
        board, access = app.board, Access.strided(4)
        board.show(STRIDE_8, serve(STRIDE_8), "float v = s[i];", "a title", done=True)
        before, painted = rows(board), list[int]()
        monkeypatch.setattr(
            board,
            "refresh",
            lambda *where, **_: painted.extend(y for r in where for y in r.line_range),
        )
        board.show(access, serve(access), "float v = s[i];", "a title", done=True)
        pairs = list(zip(before, rows(board), strict=True))
        assert painted == [y for y, (was, row) in enumerate(pairs) if was != row]
        assert 0 < len(painted) < len(pairs)


async def test_a_show_that_is_done_is_as_one_that_was_skipped() -> None:
    app = Stage(play=False)
    async with app.run_test(size=SIZE) as pilot:
        app.board.skip()
        await pilot.pause()
        skipped = app.lines()
        app.board.show(STRIDE_8, serve(STRIDE_8), "float v = s[i];", "a title", done=True)
        await pilot.pause()
        assert app.lines() == skipped
        assert app.board.moment.stage == "done"


async def test_an_old_board_says_so_until_another_is_shown() -> None:
    app = Stage(play=False)
    async with app.run_test(size=SIZE) as pilot:
        app.board.skip()
        assert _coloured(app.board)
        app.board.old = "old:"
        await pilot.pause()
        assert app.lines()[0].endswith("old: 8 cycles")
        assert not _coloured(app.board)
        app.board.show(STRIDE_8, serve(STRIDE_8), "float v = s[i];", "a title", done=True)
        await pilot.pause()
        assert app.lines()[0].endswith("  8 cycles")


def _coloured(board: Board) -> bool:
    """Whether anything on the board has a colour that is no grey."""
    styles = [part.style for y in range(board.size.height) for part in board.render_line(y)]
    colours = [one for style in styles if style for one in (style.color, style.bgcolor) if one]
    return any(len({*colour.get_truecolor()}) > 1 for colour in colours)
