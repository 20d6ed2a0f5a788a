"""The widget: it keeps the time, paints what changed, and tells."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.pilot import Pilot
from textual.strip import Strip

from banktrainer.engine import Access, serve
from banktrainer.tui.board import Board
from banktrainer.tui.board.rows import Row
from tests.tui.board.makers import COLUMN, DOUBLE, MIXED, STRIDE_8


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


class Stage(App[None]):
    """A board alone, with the keys that a screen would give it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "step"),
        Binding("backspace", "step_back"),
        Binding("r", "replay"),
        Binding("full_stop", "lane(1)"),
        Binding("comma", "lane(-1)"),
        Binding("l", "ledger"),
    ]

    def __init__(self, access: Access = STRIDE_8, *, play: bool = True) -> None:
        super().__init__()
        self.clock = Clock()
        self.access = access
        self.play = play
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield Board(clock=self.clock)

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    def on_mount(self) -> None:
        self.show(self.access, play=self.play)

    def show(self, access: Access, *, play: bool = True) -> None:
        self.board.show(access, serve(access), "float v = s[i];", "a title", play=play)

    async def pass_time(self, pilot: Pilot[None], seconds: float) -> None:
        self.clock.now += seconds
        self.board.tick()
        await pilot.pause()

    def lines(self) -> list[str]:
        """What the terminal shows of the board."""
        region = self.board.region
        strips = self.screen._compositor.render_strips()[region.y : region.bottom]
        return [strip.text.rstrip() for strip in strips]

    def action_step(self) -> None:
        self.board.step()

    def action_step_back(self) -> None:
        self.board.back()

    def action_replay(self) -> None:
        self.board.replay()

    def action_lane(self, by: int) -> None:
        self.board.pick_lane(by)

    def action_ledger(self) -> None:
        self.board.toggle_ledger()

    def on_board_finished(self) -> None:
        self.told.append("finished")

    def on_board_moved(self, message: Board.Moved) -> None:
        self.told.append(f"{message.phase}.{message.cycle}={message.number}")


SIZE = (80, 23)


async def test_it_falls_plays_and_ends_by_the_clock() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        assert app.lines()[0].endswith("falling")
        await app.pass_time(pilot, 0.95)
        assert app.lines()[0].endswith("cycle 1 of 8")
        await app.pass_time(pilot, 0.24)
        assert app.lines()[0].endswith("cycle 2 of 8")
        await app.pass_time(pilot, 60)
        assert app.lines()[0].endswith("8 cycles")
        assert app.told == ["0.0=1", "0.1=2", "finished"]
        assert not app.board.moving


async def test_the_timer_rests_when_nothing_moves() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        assert _ticking(app)
        await app.pass_time(pilot, 60)
        assert not _ticking(app)
        app.board.replay()
        assert _ticking(app)


def _ticking(app: Stage) -> bool:
    timer = app.board._timer
    return timer is not None and timer._active.is_set()


async def test_steps_go_forward_and_back() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.pass_time(pilot, 60)
        app.board.blur()
        await pilot.press("space", "space", "space")
        assert app.lines()[0].endswith("cycle 3 of 8")
        await pilot.press("backspace")
        assert app.lines()[0].endswith("cycle 2 of 8")
        await pilot.press("r")
        assert app.lines()[0].endswith("falling")
        await pilot.press("space")
        assert app.lines()[0].endswith("8 cycles")
        assert app.told.count("finished") == 2


@pytest.mark.parametrize("key", ["x", "space", "enter", "l", "r", "full_stop"])
async def test_any_key_goes_to_the_end(key: str) -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        app.board.focus()
        await app.pass_time(pilot, 0.3)
        await pilot.press(key)
        assert app.lines()[0].endswith("8 cycles")
        assert app.board.view == "stack"
        assert app.board.lane is None


@pytest.mark.parametrize("seconds", [0.2, 0.6, 1.3])
async def test_a_resize_in_the_middle_loses_nothing(seconds: float) -> None:
    app = Stage(DOUBLE)
    async with app.run_test(size=SIZE) as pilot:
        await app.pass_time(pilot, seconds)
        before = app.lines()
        for size in ((60, 17), (20, 4), (120, 39), (1, 1), (200, 59), SIZE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert app.lines() == before
        await app.pass_time(pilot, 0.1)
        await app.pass_time(pilot, 60)
        assert app.lines()[0].endswith("2 cycles")
        assert app.told[-1] == "finished"


async def test_the_changed_rows_are_painted_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Stage(MIXED)
    async with app.run_test(size=SIZE):
        board = app.board
        painted: list[int] = []
        monkeypatch.setattr(
            board,
            "refresh",
            lambda *where, **_: painted.extend(y for r in where for y in r.line_range),
        )
        moves = [board.tick] * 40 + [board.step] * 8 + [lambda: board.pick_lane(1)] * 3
        for move in (*moves, board.toggle_ledger, board.back, board.replay):
            before = _rows(board)
            app.clock.now += 0.05
            move()
            pairs = zip(before, _rows(board), strict=True)
            assert painted == [y for y, (was, row) in enumerate(pairs) if was != row]
            painted.clear()


def _rows(board: Board) -> tuple[Row, ...]:
    shown = board.picture
    assert shown is not None
    return shown.rows


async def test_the_terminal_shows_the_picture() -> None:
    app = Stage(MIXED)
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(12):
            await app.pass_time(pilot, 0.15)
            shown = app.board.picture
            assert shown is not None
            assert app.lines() == [line.rstrip() for line in shown.lines]


async def test_lanes_are_picked_round() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.pass_time(pilot, 60)
        app.board.blur()
        picked: list[int | None] = []
        for key in ("comma", "full_stop", "full_stop", "full_stop"):
            await pilot.press(key)
            picked.append(app.board.lane)
        assert picked == [31, None, 0, 1]
        assert app.lines()[22] == "        lane 1: 1·8 = word 8 → 8 mod 32 = bank 8"


async def test_a_click_picks_a_lane() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.pass_time(pilot, 60)
        await pilot.click(Board, offset=(8 + 2 * 19, 2))
        assert app.board.lane == 19
        await pilot.click(Board, offset=(8 + 2 * 19, 2))
        assert app.board.lane is None


async def test_the_ledger_is_a_key_away() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.pass_time(pilot, 60)
        app.board.blur()
        await pilot.press("l", "space")
        assert app.lines()[4].startswith("   ►  1 00")
        await pilot.press("l")
        assert app.lines()[19].startswith("   now  00")


async def test_a_poised_board_waits() -> None:
    app = Stage(play=False)
    async with app.run_test(size=SIZE) as pilot:
        assert app.lines()[0].endswith("ready")
        await app.pass_time(pilot, 60)
        assert app.lines()[0].endswith("ready")
        app.board.replay()
        await app.pass_time(pilot, 60)
        assert app.lines()[0].endswith("8 cycles")


async def test_without_animations_the_end_is_shown_at_once() -> None:
    app = Stage(play=False)
    app.animation_level = "none"
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(2):
            app.board.replay()
            await pilot.pause()
            assert app.lines()[0].endswith("8 cycles")
            assert not app.board.moving
        assert app.told == ["finished", "finished"]


async def test_a_compact_board_shrinks_to_its_worst_stack() -> None:
    app = Stage(Access.strided(6, 5))
    async with app.run_test(size=SIZE) as pilot:
        await app.pass_time(pilot, 60)
        assert app.board.size.height == 23
        app.board.compact = True
        await pilot.pause()
        assert app.board.size.height == 10
        lines = app.lines()
        assert lines[6].startswith("        ··10··05")
        assert lines[9].startswith("        2 cycles, ideal 1: 2-way bank conflict.")
        app.show(COLUMN)
        await pilot.pause()
        assert app.board.size.height == 16
        app.board.compact = False
        await pilot.pause()
        assert app.board.size.height == 23


async def test_a_compact_ledger_takes_a_row_for_each_cycle() -> None:
    app = Stage(COLUMN)
    async with app.run_test(size=(80, 45)) as pilot:
        await app.pass_time(pilot, 60)
        app.board.compact = True
        app.board.toggle_ledger()
        await pilot.pause()
        assert any(line.startswith("   ✓ 32 31") for line in app.lines())
        app.board.styles.max_height = 30
        await pilot.pause()
        assert app.board.size.height == 30
        assert sum(line.startswith("   ✓") for line in app.lines()) == 24
        app.board.toggle_ledger()
        await pilot.pause()
        assert app.board.size.height == 16


async def test_a_compact_board_of_text_has_a_row_for_each_cycle_and_its_sentence() -> None:
    for cycles in (1, 2, 5, 6, 8):
        app = Stage(Access.strided(32, active=np.arange(32) < cycles))
        async with app.run_test(size=(46, 30)) as pilot:
            await app.pass_time(pilot, 60)
            app.board.compact = True
            await pilot.pause()
            assert sum(line.startswith("✓") for line in app.lines()) == cycles
            assert any("ideal 1" in line for line in app.lines())


async def test_the_ascii_look() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.pass_time(pilot, 60)
        app.board.ascii = True
        await pilot.pause()
        assert all(line.isascii() for line in app.lines())


async def test_a_theme_brings_its_palette() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        await app.pass_time(pilot, 60)
        dark = app.board.render_line(5)
        app.theme = "textual-light"
        await pilot.pause()
        await pilot.pause()
        app.board.render_lines(app.board.size.region)
        assert _grounds(dark).isdisjoint(_grounds(app.board.render_line(5)))


def _grounds(strip: Strip) -> set[str]:
    return {str(segment.style.bgcolor) for segment in strip if segment.style}


async def test_a_board_in_a_frame_is_painted_too() -> None:
    app = Stage()
    async with app.run_test(size=(84, 27)) as pilot:
        app.board.styles.border = ("solid", "white")
        await app.pass_time(pilot, 60)
        await pilot.pause()
        lines = app.lines()
        assert "8 cycles" in lines[1]
        assert lines[0].startswith("┌")
        await pilot.click(Board, offset=(1 + 9 + 2 * 2, 1 + 2))
        assert app.board.lane == 2


async def test_nothing_to_show_is_no_trouble() -> None:
    app = Stage()
    async with app.run_test(size=SIZE) as pilot:
        app.board.clear()
        for call in ("step", "back", "replay", "skip", "toggle_ledger", "tick"):
            getattr(app.board, call)()
        app.board.pick_lane(1)
        await pilot.pause()
        assert app.lines() == [""] * 23
        assert app.told == []
