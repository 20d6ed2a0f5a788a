"""Own code in the playground: nothing of it is lost, left out unsaid, or out of sight."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.play.found import with_fields
from banktrainer.tui.play.reading import MOST_KERNELS, read
from banktrainer.words import Words
from tests.tui import workbench as wb
from tests.tui.play.test_playground import COLUMN, app, opened, playground, take
from tests.tui.workbench import press

W = Words()
KERNEL = "__global__ void k{n}() {{ __shared__ int s[32]; s[threadIdx.x % 32] = 0; }}\n"
FAR = (
    "__shared__ float a[32], b[32];\na[threadIdx.x] = 0;\n"
    + "\n" * 40
    + "b[threadIdx.x / 2 * 2 % 32] = 0;\n"
)


async def left(pilot: Pilot[None], key: str) -> str:
    """The code after a key that puts another in its place, and one that brings it back."""
    await press(pilot, key, *(["enter"] if key == "f" else ["down", "enter"]))
    assert playground(pilot).editor.text != COLUMN
    await press(pilot, "u")
    return playground(pilot).editor.text


@pytest.mark.parametrize("key", ["o", "f"])
async def test_code_that_a_snippet_or_a_remedy_replaced_comes_back(
    tmp_path: Path, key: str
) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        assert await left(pilot, key) == COLUMN
        await press(pilot, "u")
        assert playground(pilot).editor.text != COLUMN
        await press(pilot, "escape", "p", "u")
        assert playground(pilot).editor.text == COLUMN


async def test_where_nothing_was_replaced_nothing_comes_back(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await press(pilot, "u")
        assert playground(pilot).editor.text == COLUMN
        assert W("play.no_before") in wb.painted(pilot)


@pytest.mark.parametrize(("kernels", "said"), [(MOST_KERNELS, ""), (MOST_KERNELS + 3, "3")])
def test_kernels_that_are_left_out_are_told(kernels: int, said: str) -> None:
    reading = read(Draft("".join(KERNEL.format(n=n) for n in range(kernels))))
    assert len(reading.found) == MOST_KERNELS
    assert [(f.message, f.why, f.warning) for f in reading.faults] == (
        [(said, "kernels", True)] if said else []
    )


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("a guess, give the kernel's own with `--block`", "own with the field “block”"),
        ("line 12: give it with `--set in=…`", "give it with `in=…` in the field “values”"),
        ("use `--set T=… --set U=…`", "use `T=… U=…` in the field “values”"),
        ("fewer warps, as with `--warp 0`, or", "as with `0` in the field “warp”, or"),
        ("at least `--shared 640`", "`--shared 640`, which `explain` alone takes"),
        ("`s--` and `--x` stay", "`s--` and `--x` stay"),
    ],
)
def test_options_of_explain_are_told_as_fields(message: str, told: str) -> None:
    assert told in with_fields(W, message)


def test_what_the_reader_says_names_no_option_of_explain_that_is_a_field() -> None:
    reading = read(Draft("__shared__ int s[n]; s[m] = 0;"))
    assert reading.faults
    for fault in reading.faults:
        assert "--set" not in with_fields(W, fault.message)


async def test_the_picked_access_is_in_sight_in_the_list_and_in_the_code(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await take(pilot, Draft(FAR + "a[m] = 0;\nb[n] = 0;\n"))
        for line in (43, 2, 43):
            while screen.found is None or screen.found.row.line != line:
                await press(pilot, "down")
            text = wb.painted(pilot)
            assert f"▸ line {line}:" in text
            assert any(row.strip().startswith(f"{line}  ") for row in text.splitlines()), text


async def test_a_click_on_a_fault_leads_to_its_place(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await take(pilot, Draft(FAR + "a[m] = 0;"))
        assert screen.reading is not None
        row = next(y for y, one in enumerate(wb.painted(pilot).splitlines()) if "✗ line" in one)
        await pilot.click(offset=(10, row))
        await wb.settle(pilot)
        assert screen.mode == "code"
        fault = screen.reading.faults[0]
        assert screen.editor.cursor_location == ((fault.line or 0) - 1, fault.column - 1)
