"""Practice after the forecast: the reveal, the steps, the answer, undo, and the sitting's end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from banktrainer.study.session import Stage
from banktrainer.tui.keys.keybar import KeyRow, entries
from banktrainer.words import Words
from tests.study import desk
from tests.tui import workbench as wb
from tests.tui.workbench import press, settle, sitting, stage, trainer


async def test_a_key_just_after_the_reveal_does_not_go_on(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.stepped()).run_test() as pilot:
        await press(pilot, "enter", "2", "enter")
        await pilot.press("enter", "enter")
        await settle(pilot)
        assert stage(pilot) is Stage.REVEAL
        await press(pilot, "enter")
        assert stage(pilot) is Stage.STEP


async def test_steps_then_the_answer_then_the_next_card(tmp_path: Path) -> None:
    cards = wb.stepped(answer=desk.prose("Two."), check=desk.prose("Indeed.")), wb.coded("next")
    async with trainer(tmp_path, *cards).run_test() as pilot:
        await press(pilot, "enter", "2", "enter")
        told = wb.practice(pilot).told
        assert "right: 2 cycles, ideal 1" in told.text
        assert "saved · think: +2 marks" in told.text
        assert "Step" not in told.text
        await press(pilot, "enter")
        assert "Step 1 of 2: find the stride" in told.text
        assert "Step 2" not in told.text
        await press(pilot, "enter")
        assert "Step 2 of 2: count" in told.text
        assert "Two." not in told.text
        await press(pilot, "enter")
        assert "Two." in told.text
        assert "Indeed." in told.text
        await press(pilot, "enter")
        assert sitting(pilot).view.key == "core/next"
        assert stage(pilot) is Stage.ASK


async def test_without_steps_the_answer_follows_at_once(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded(answer=desk.prose("Two."))).run_test() as pilot:
        await press(pilot, "enter", "1", "enter")
        assert stage(pilot) is Stage.ANSWER
        assert "Two." in wb.painted(pilot)


async def test_a_trap_says_why_this_answer_is_wrong(tmp_path: Path) -> None:
    card = wb.coded(traps=(desk.trap("1", "The offset adds nothing."),))
    async with trainer(tmp_path, card).run_test() as pilot:
        await press(pilot, "enter", "1", "s")
        assert "1 is wrong: 2 cycles" in wb.painted(pilot)
        assert "The offset adds nothing." in wb.painted(pilot)
        assert "−6 marks" in wb.painted(pilot)


async def test_tab_swaps_the_bodies_after_the_reveal_only(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.stepped()).run_test() as pilot:
        await press(pilot, "enter", "tab")
        assert wb.practice(pilot).board is None
        await press(pilot, "2", "enter")
        screen = wb.practice(pilot)
        assert screen.board is not None
        assert (screen.board.display, screen.card.display, screen.mode) == (True, False, "board")
        await press(pilot, "tab")
        assert (screen.board.display, screen.card.display, screen.mode) == (False, True, "card")
        assert "right: 2 cycles" in screen.card.text
        await press(pilot, "tab")
        assert (screen.board.display, screen.card.display) == (True, False)


async def test_a_step_with_code_of_its_own_shows_it_on_the_board(tmp_path: Path) -> None:
    from banktrainer.packs.model import Fence, Step

    fixed = Fence("fix", wb.CODE.replace("* 6", "* 7"), desk.PLACE)
    step = Step("pad", desk.prose("Pad."), desk.prose("Odd."), "fix")
    card = wb.coded()
    card = wb.coded(fences=(*card.fences, fixed), steps=(step,))
    async with trainer(tmp_path, card).run_test() as pilot:
        await press(pilot, "enter", "2", "enter")
        assert "* 6 + 5" in wb.painted(pilot)
        await press(pilot, "enter")
        assert "* 7 + 5" in wb.painted(pilot)


async def test_the_fall_is_skipped_by_enter_and_then_there_is_room_for_words(
    tmp_path: Path,
) -> None:
    async with trainer(tmp_path, wb.stepped(), moving=True).run_test() as pilot:
        await press(pilot, "enter", "2", "enter")
        screen = wb.practice(pilot)
        assert (screen.mode, screen.told.display) == ("fall", False)
        await pilot.press("enter")
        await press(pilot)
        await press(pilot, "enter")
        assert (screen.mode, screen.told.display) == ("board", True)
        assert stage(pilot) is Stage.REVEAL


async def test_undo_brings_the_card_back_later(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    cards = wb.stepped("one"), wb.stepped("two")
    async with trainer(tmp_path, *cards, records=records).run_test() as pilot:
        await press(pilot, "enter", "2", "enter", "u")
        assert [row.asked for row in records.kept] == ["cycles", "void"]
        assert sitting(pilot).view.key == "core/two"
        assert sitting(pilot).results == []
        assert "Taken back: One" in wb.painted(pilot)
        await press(pilot, "u")
        assert "nothing to take back" in wb.painted(pilot)
        assert len(records.kept) == 2
        assert stage(pilot) is Stage.ASK


async def test_an_undo_that_is_not_stored_changes_nothing(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    async with trainer(tmp_path, wb.stepped(), records=records).run_test() as pilot:
        await press(pilot, "enter", "2", "enter")
        records.full = True
        await press(pilot, "u")
        assert stage(pilot) is Stage.REVEAL
        assert "NOT SAVED" in wb.painted(pilot)


async def test_progress_is_always_in_sight(tmp_path: Path) -> None:
    cards = [wb.stepped(f"card{n}") for n in range(3)]
    async with trainer(tmp_path, *cards).run_test(size=(60, 18)) as pilot:
        await press(pilot, "enter")
        assert "1 of 3 · about 4 minutes" in wb.painted(pilot).splitlines()[0]
        await press(pilot, "2", "enter")
        assert "1 of 3 · about" in wb.painted(pilot).splitlines()[0]
        await press(pilot, "tab")
        assert "1 of 3 · about" in wb.painted(pilot).splitlines()[0]


async def test_the_end_of_a_sitting_counts_it(tmp_path: Path) -> None:
    cards = wb.coded("one", title="First"), wb.coded("two", title="Second")
    app = trainer(tmp_path, *cards)
    async with app.run_test() as pilot:
        await press(pilot, "enter", "2", "s", "enter", "1", "s", "enter", "2", "g", "enter")
        assert wb.on_screen(pilot) == "Ending"
        shown = wb.painted(pilot)
        assert "2 of 3 answers right" in shown
        assert "−3 marks" in shown or "-3 marks" in shown
        assert "Second" in shown
        assert "/somewhere/records.sqlite3" in shown
        assert app.stored == 3
        assert app.next_due is not None
        await press(pilot, "enter")
        assert wb.on_screen(pilot) == "Home"


async def test_esc_goes_home_and_enter_goes_on_where_one_stopped(tmp_path: Path) -> None:
    cards = wb.coded("one"), wb.coded("two")
    async with trainer(tmp_path, *cards).run_test() as pilot:
        await press(pilot, "enter", "2", "enter", "enter", "escape")
        assert wb.on_screen(pilot) == "Home"
        assert "where you stopped: Two" in wb.painted(pilot)
        await press(pilot, "enter")
        assert sitting(pilot).view.key == "core/two"


async def test_nothing_to_practise_is_said(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded()).run_test() as pilot:
        await press(pilot, "a")
        assert wb.on_screen(pilot) == "Practice"
        assert "no card" in wb.painted(pilot)
        await press(pilot, "enter")
        assert wb.on_screen(pilot) == "Home"


async def test_a_card_whose_code_cannot_be_read_is_said_and_left(tmp_path: Path) -> None:
    records = wb.MemoryRecords()
    card = wb.coded(code="__shared__ float s[32];\nfloat v = s[nobody];")
    async with trainer(tmp_path, card, records=records).run_test() as pilot:
        await press(pilot, "enter")
        assert "gives no numbers" in wb.painted(pilot)
        assert "nobody" in wb.painted(pilot)
        await press(pilot, "1", "n")
        assert records.kept == []
        await press(pilot, "enter")
        assert wb.on_screen(pilot) == "Home"


async def test_sure_and_wrong_comes_back_in_the_same_sitting(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.coded("one"), wb.coded("two")).run_test() as pilot:
        await press(pilot, "enter", "1", "s")
        assert "it comes back at the end of this sitting" in wb.painted(pilot)
        assert "Lanes 0 and 16 both want bank 5" in wb.painted(pilot)
        await press(pilot, "enter", "2", "s", "enter")
        assert sitting(pilot).view.key == "core/one"
        assert "Once more: you were sure of it before, and wrong." in wb.painted(pilot)


async def test_a_wrong_answer_is_told_by_what_one_must_have_believed(tmp_path: Path) -> None:
    card = wb.coded(code="__shared__ float s[128];\nfloat v = s[7];")
    async with trainer(tmp_path, card).run_test() as pilot:
        await press(pilot, "enter", "3", "2", "enter")
        told = wb.practice(pilot).told.text
        assert wb.believed(pilot) in " ".join(told.split())


async def test_after_the_answer_each_choice_tells_what_it_was(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.choice()).run_test() as pilot:
        await press(pilot, "enter")
        assert "✓" not in wb.painted(pilot)
        right = sitting(pilot).session.item.truth.text
        wrong = next(letter for letter in "abc" if letter != right)
        await press(pilot, wrong, "enter")
        lines = [line.split() for line in wb.painted(pilot).splitlines()]
        signs = {line[0]: line[1] for line in lines if line and line[0] in tuple("abc")}
        assert (signs[right], signs[wrong]) == ("✓", "✗")
        assert list(signs.values()).count("✗") == 1


async def test_the_footer_offers_no_next_cycle_where_there_is_one(tmp_path: Path) -> None:
    one = wb.coded("one", code="__shared__ float s[32];\nfloat v = s[threadIdx.x];")
    async with trainer(tmp_path, one, wb.coded("two")).run_test() as pilot:
        await press(pilot, "enter")
        assert "undo" not in wb.painted(pilot)
        await press(pilot, "1", "enter")
        assert "space cycle" not in wb.painted(pilot)
        assert "u undo" in wb.painted(pilot)
        await press(pilot, "enter", "2", "enter")
        assert "space cycle" in wb.painted(pilot)


async def test_enter_says_that_it_shows_why_until_it_has(tmp_path: Path) -> None:
    async with trainer(tmp_path, wb.stepped()).run_test() as pilot:
        await press(pilot, "enter", "1", "enter")
        assert "Enter shows why, in 2 steps." in wb.painted(pilot)
        await press(pilot, "enter")
        assert "shows why" not in wb.painted(pilot)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize("answer", ["1", "2"])
async def test_who_meets_in_which_bank_is_said_once(
    tmp_path: Path, size: tuple[int, int], answer: str
) -> None:
    async with trainer(tmp_path, wb.stepped()).run_test(size=size) as pilot:
        await press(pilot, "enter", answer, "enter")
        said = " ".join(wb.painted(pilot).split())
        assert len(re.findall("Lanes 0 and 16 (both want|meet in) bank 5", said)) == 1
        await press(pilot, "tab")
        said = " ".join(wb.painted(pilot).split())
        assert said.count("Lanes 0 and 16 both want bank 5") == (answer == "1")


REPAIR = """\
__shared__ float M[32][32];
float a = M[0][threadIdx.x];
float b = M[threadIdx.x][0];
float c = M[threadIdx.x][1];"""


async def test_the_board_of_a_repair_shows_the_access_that_conflicts_cost_the_most(
    tmp_path: Path,
) -> None:
    card = wb.coded(code=REPAIR, ask="repair")
    async with trainer(tmp_path, card).run_test() as pilot:
        await press(pilot, "enter")
        assert "▸" not in wb.practice(pilot).card.text, "all accesses are asked about"
        await press(pilot, "3", "2", "enter")
        assert "float b = M[threadIdx.x][0];" in wb.painted(pilot).splitlines()[1]
        board = sitting(pilot).board
        assert board is not None
        assert board.timeline.cycles == 32
        assert "All 32 lanes want bank 0" in " ".join(wb.painted(pilot).split())


@pytest.mark.parametrize(
    ("width", "answer", "named"),
    [
        (58, "2", {"step", "swap"}),
        (58, "1", {"believed", "swap"}),
        (78, "2", {"step", "replay", "ledger", "swap", "undo"}),
        (78, "1", {"believed", "step", "ledger", "swap"}),
        (98, "2", {"step", "replay", "ledger", "lane", "swap", "undo", "back"}),
    ],
)
async def test_after_the_fall_the_footer_names_the_keys_of_the_board(
    tmp_path: Path, width: int, answer: str, named: set[str]
) -> None:
    async with trainer(tmp_path, wb.stepped()).run_test(size=(width + 2, 24)) as pilot:
        await press(pilot, "enter", answer, "enter")
        w, screen = Words(), wb.practice(pilot)
        row = KeyRow(entries(w, screen.mode, idle=screen.idle))
        assert {each.action.id for each in row.fitting(width)[1]} == {
            *named,
            *("go_on", "help", "quit"),
        }
        assert "tab card" in wb.painted(pilot).splitlines()[-1]
        await press(pilot, "tab")
        assert "tab board" in wb.painted(pilot).splitlines()[-1]


@pytest.mark.parametrize(("size", "seen"), [((80, 24), False), ((120, 40), True)])
async def test_where_there_is_room_the_code_stays_in_sight(
    tmp_path: Path, size: tuple[int, int], seen: bool
) -> None:
    """Below that one turns to the card for it."""
    declared = "__shared__ float s[512];"
    async with trainer(tmp_path, wb.stepped()).run_test(size=size) as pilot:
        await press(pilot, "enter", "4", "enter", "enter")
        assert (declared in wb.painted(pilot)) is seen
        assert "find the stride" in wb.painted(pilot)
        await press(pilot, "tab")
        assert wb.painted(pilot).count(declared) == 1
