"""The playground in the app: the board follows what is typed, faults stand at their place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from banktrainer.packs.model import Fence
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.play.playground import Playground
from banktrainer.tui.sheets.picker import Picker
from banktrainer.tui.sheets.shown import Shown
from tests.study.desk import PLACE
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, trainer

COLUMN = "__shared__ float M[32][32];\nfloat v = M[tid][col];"
VALUES = {"tid": "threadIdx.x", "col": "3"}
SIZES = [(80, 24), (60, 18), (120, 40)]


def app(tmp_path: Path) -> BanktrainerApp:
    column = wb.coded(
        "column", COLUMN, cell="F", title="A column", fences=(Fence("", COLUMN, PLACE, VALUES),)
    )
    return trainer(tmp_path, column, wb.coded("walk"))


def playground(pilot: Pilot[None]) -> Playground:
    screen = pilot.app.screen
    assert isinstance(screen, Playground)
    return screen


def mode(pilot: Pilot[None]) -> str:
    return playground(pilot).mode


async def opened(pilot: Pilot[None]) -> Playground:
    await settle(pilot)
    await press(pilot, "p")
    screen = playground(pilot)
    screen._patience = 0
    return screen


async def take(pilot: Pilot[None], draft: Draft) -> None:
    playground(pilot).take(draft)
    await settle(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_it_opens_on_an_example_with_its_board(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app(tmp_path).run_test(size=size) as pilot:
        screen = await opened(pilot)
        text = wb.painted(pilot)
        assert screen.editor.text == COLUMN
        for part in ("M[32][32];", "1 access: 32 cycles, ideal 1, excess 31", "line 2", "bank"):
            assert part in text
        assert screen.board.moment.stage == "done"


async def test_the_board_follows_what_is_typed(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await press(pilot, "enter")
        assert mode(pilot) == "code"
        screen.editor.move_cursor((0, 25))
        await press(pilot, "backspace", "3")
        assert screen.editor.text.startswith("__shared__ float M[32][33];")
        assert screen.reading is not None
        assert screen.reading.cycles == 1
        assert "1 cycle, ideal 1" in wb.painted(pilot)
        await press(pilot, "q", "escape")
        assert mode(pilot) == "play"
        assert "q" in screen.editor.text
        assert "✗ line 1" in wb.painted(pilot)


async def test_an_unreadable_code_leaves_the_last_board_marked_as_old(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        before = screen.board.picture
        assert before is not None
        await press(pilot, "enter")
        screen.editor.move_cursor((1, 15))
        await press(pilot, "left_square_bracket")
        text = wb.painted(pilot)
        assert "✗ line 2" in text
        assert "old: 32 cycles" in text
        assert screen.board.picture is not None
        assert {row for row in screen.board.picture.lines if "old" not in row} < set(before.lines)
        await press(pilot, "escape", "f")
        assert "Not yet: the code can't be read as it stands." in wb.painted(pilot)
        await press(pilot, "full_stop")
        assert screen.board.lane == 0
        await press(pilot, "enter", "backspace", "escape")
        assert "old" not in wb.painted(pilot)
        assert screen.found is not None


@pytest.mark.parametrize("field", [{"block": "x"}, {"values": "tid="}, {"warp": "one"}])
async def test_an_unreadable_field_leaves_the_last_board(
    tmp_path: Path, field: dict[str, str]
) -> None:
    async with app(tmp_path).run_test(size=(60, 18)) as pilot:
        screen = await opened(pilot)
        await take(pilot, replace(screen.draft, **field))
        assert "old: 32 cycles" in wb.painted(pilot)


async def test_an_old_board_names_its_machine_where_another_is_chosen(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await take(pilot, replace(screen.draft, block="x"))
        await take(pilot, replace(screen.draft, machine="gfx906"))
        assert "old (nvidia): 32 cycles" in wb.painted(pilot)
        await take(pilot, replace(screen.draft, block=""))
        assert "old" not in wb.painted(pilot)
        assert screen.found is not None
        assert screen.found.trace.machine == "gfx906"


async def test_no_old_board_where_it_would_be_of_another_code(tmp_path: Path) -> None:
    """Code without an access is read; another snippet is no change of the last one."""
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        for code in ("int a = 3;", "__shared__ float s[32];\nfloat v = s[in[0]];"):
            await take(pilot, Draft(COLUMN, "tid=threadIdx.x, col=3"))
            await take(pilot, Draft(code))
            assert (screen.board.picture, screen.old, screen.found) == (None, False, None)


async def test_the_board_stays_with_the_picked_access_while_lines_come_and_go(
    tmp_path: Path,
) -> None:
    def code(first: str) -> str:
        return f"__shared__ float s[99];\n{first}float v = s[threadIdx.x];"

    def picked() -> str:
        return screen.found.row.text if screen.found else "old" if screen.old else ""

    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await take(pilot, Draft(code("s[threadIdx.x * 2] = 0;\n")))
        await press(pilot, "down")
        last = "s[threadIdx.x]"
        assert picked() == last
        for first in ("s[x] = 0;\n", "s[threadIdx.x * 2] = 0;\n", "", "s[threadIdx.x * 3] = 0;\n"):
            screen.editor.load_text(code(first))
            await settle(pilot)
            assert picked() == last, first
        screen.editor.load_text(code("s[threadIdx.x * 3] = 0;\n").replace(last, "s[x]"))
        await settle(pilot)
        assert picked() == "old"
        await press(pilot, "up")
        assert picked() == "s[threadIdx.x * 3]"


async def test_a_fault_is_marked_where_it_stands(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await take(pilot, Draft("__shared__ float s[32];\nfloat v = s[in[0]];"))
        marked = screen.editor.get_line(1)
        assert [span.start for span in marked.spans if "underline" in str(span.style)] == [10]
        assert not [s for s in screen.editor.get_line(0).spans if "underline" in str(s.style)]
        assert "✗ line 2, column 11:" in wb.painted(pilot)


async def test_accesses_are_picked_with_keys_and_mouse(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        code = "__shared__ float s[99];\ns[threadIdx.x] = 0;\nfloat v = s[threadIdx.x * 2];"
        await take(pilot, Draft(code))
        assert (screen.picked, len(screen.reading.found if screen.reading else ())) == (1, 2)
        await press(pilot, "down")
        assert screen.picked == 0
        await pilot.click("#found", offset=(6, 2))
        await settle(pilot)
        assert screen.picked == 1
        assert "▸ line 3: reads s[threadIdx.x * 2]" in wb.painted(pilot)


async def test_values_block_and_warp_are_fields(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await take(pilot, Draft(COLUMN))
        assert "✗ line 2" in wb.painted(pilot)
        await press(pilot, "v", *"tid=0 col=3", "enter")
        assert mode(pilot) == "play"
        assert "1 cycle, ideal 1" in wb.painted(pilot)
        await press(pilot, "b", *"64", "tab", "1", "escape")
        assert "nvidia · block 64 · warp 1" in wb.painted(pilot)
        await press(pilot, "b", "x", "enter")
        assert "is no block" in wb.painted(pilot)


async def test_tab_goes_round_and_in_the_code_it_indents(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await press(pilot, "tab", "tab")
        assert screen.editor.text.startswith("    __shared__")
        await press(pilot, "escape", "v", "tab", "tab", "tab")
        assert mode(pilot) == "play"


async def test_another_machine(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await press(pilot, "m")
        assert isinstance(pilot.app.screen, Picker)
        assert "▸ nvidia" in wb.painted(pilot)
        for _ in range(6):
            await press(pilot, "down")
        await press(pilot, "enter")
        assert screen.draft.machine == "gfx906"
        assert screen.found is not None
        assert screen.found.timeline.lanes == 64


async def test_snippets_are_picked_from_a_list(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await press(pilot, "o")
        assert "A column" in wb.painted(pilot)
        await press(pilot, "down", "enter")
        assert screen.editor.text == wb.CODE
        assert screen.found is not None
        assert screen.found.row.cycles == 2


async def test_what_was_typed_is_there_when_one_comes_back(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await press(pilot, "enter", "x", "escape", "v", *" n=5", "escape", "escape")
        assert wb.on_screen(pilot) == "Home"
        again = await opened(pilot)
        assert again is not screen
        assert again.editor.text == "x" + COLUMN
        assert again.fields["values"].value.endswith(" n=5")


@pytest.mark.parametrize(("key", "part"), [("y", "banktrainer explain -c"), ("k", "kind: example")])
async def test_copies_go_to_the_clipboard_and_are_shown(
    tmp_path: Path, key: str, part: str
) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await press(pilot, key)
        assert isinstance(pilot.app.screen, Shown)
        assert pilot.app.clipboard == pilot.app.screen.text
        assert part in wb.painted(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Playground)


async def test_what_no_card_can_ask_is_said(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await take(
            pilot, Draft("__shared__ int s[99]; s[threadIdx.x] = 0; s[threadIdx.x * 2] = 0;")
        )
        await press(pilot, "k")
        assert "the first access on a line" in wb.painted(pilot)
        assert pilot.app.clipboard == ""


async def test_hostile_text_is_painted_harmless(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await press(pilot, "enter")
        screen.editor.post_message(Paste("[bold]x[/]\n\x1b[31m\u202e s[i][j] [/] [b\n"))
        await settle(pilot)
        await take(pilot, Draft(screen.editor.text, "\x1b[31m=1"))
        text = wb.painted(pilot)
        assert "[bold]x[/]" in text
        assert "s[i][j] [/] [b" in text
        assert "\x1b" not in text
        assert "\u202e" not in text
