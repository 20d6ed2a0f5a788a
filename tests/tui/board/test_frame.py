"""The pictures, as text: what is told without any colour."""

from __future__ import annotations

import numpy as np
import pytest

from banktrainer.engine import Access
from banktrainer.tui.board.timing import POISED
from tests.tui.board.makers import (
    COLUMN,
    DOUBLE,
    FLOAT4,
    MIXED,
    NARROW,
    OFF,
    ONE_BIN,
    ONE_WORD,
    STRIDE_8,
    WIDE,
    at_cycle,
    picture,
    stripped,
)

NUMBERS = "".join(f"{n:02d}" for n in range(32))
RULE = "▔" * 64


def test_stride_8_lands_in_four_stacks_of_eight() -> None:
    lines = stripped(picture(STRIDE_8, at_cycle(STRIDE_8, 1), title="stride 8"))
    gap = " " * 14
    dots = "·" * 14
    assert lines[0].startswith(" banktrainer  stride 8")
    assert lines[0].endswith("cycle 1 of 8")
    assert lines[1] == "        float v = s[i];"
    assert lines[2] == f"  lane  {NUMBERS}"
    assert lines[3:11] == [""] * 8
    assert lines[11:] == [
        f"        ×8{gap}×8{gap}×8{gap}×8",
        f"        28{gap}29{gap}30{gap}31",
        f"        24{gap}25{gap}26{gap}27",
        f"        20{gap}21{gap}22{gap}23",
        f"        16{gap}17{gap}18{gap}19",
        f"        12{gap}13{gap}14{gap}15",
        f"        08{gap}09{gap}10{gap}11",
        f"        04{gap}05{gap}06{gap}07",
        f"   now  00{dots}01{dots}02{dots}03{dots}",
        f"        ▀▀{'▔' * 14}▀▀{'▔' * 14}▀▀{'▔' * 14}▀▀{'▔' * 14}",
        f"  bank  {NUMBERS}",
        "        Banks 0, 8, 16 and 24 decide: 8 words each.",
    ]


def test_each_cycle_takes_one_off_every_stack() -> None:
    lines = stripped(picture(STRIDE_8, at_cycle(STRIDE_8, 7)))
    assert [line[:10] for line in lines[17:21]] == [
        "        ×2",
        "        28",
        "   now  24",
        "        ▀▀",
    ]


def test_a_column_at_80_columns_is_a_stack_of_halves() -> None:
    lines = stripped(picture(COLUMN, at_cycle(COLUMN, 1)))
    assert lines[3] == "        ×32"
    assert lines[4:19] == ["        ▄▄"] * 15
    assert lines[19] == "   now  ▄▄" + "·" * 62
    assert lines[22] == "        Bank 0 decides: 32 words, one a cycle."


def test_a_column_at_120_columns_shows_32_numbers() -> None:
    lines = stripped(picture(COLUMN, at_cycle(COLUMN, 1), WIDE))
    assert lines[3] == " " * 12 + "×32"
    assert [line[12:14] for line in lines[4:36]] == [f"{lane:02d}" for lane in range(31, -1, -1)]
    assert lines[35].startswith("       now  00 ·· ··")


def test_broadcast_and_conflict() -> None:
    lines = stripped(picture(MIXED, at_cycle(MIXED, 1)))
    assert lines[2] == "  lane  " + NUMBERS.replace("232425", "······")
    assert lines[13] == " " * 32 + "×6"
    assert lines[15] == " " * 18 + "×4" + " " * 12 + "30"
    assert lines[17] == " " * 18 + "09×2" + " " * 10 + "28"
    bottom = "··" * 5 + "≡8≡3" + "··" * 5 + "26" + "··" * 7 + "1516171819202122" + "··" * 4
    assert lines[19] == "   now  " + bottom
    assert lines[20] == "        " + "▔" * 24 + "▀▀" + "▔" * 38
    assert lines[22] == "        ≡8: 8 lanes share a word. Bank 12 decides: 6 words, one a cycle."


def test_banks_that_are_done_are_ticked() -> None:
    lines = stripped(picture(MIXED, at_cycle(MIXED, 3)))
    bottom = "··" * 5 + "09✓ " + "··" * 5 + "28" + "··" * 7 + "✓ " * 8 + "··" * 4
    assert lines[19] == "   now  " + bottom
    assert lines[22] == "        ✓: done. Bank 12 still holds 4."


def test_a_double_takes_four_cells_and_its_phases_are_bracketed() -> None:
    lines = stripped(picture(DOUBLE, at_cycle(DOUBLE, 1)))
    first, second = "╰──── phase 1: lanes 0–15 ─────╯", "╰╌ phase 2: lanes 16–31 wait ╌╌╯"
    assert lines[0].endswith("phase 1 of 2  cycle 1 of 2")
    assert lines[3] == f"        {first}{second}"
    assert lines[19] == "   now  " + "".join(f"▐{lane:02d}▌" for lane in range(16))
    assert lines[20] == f"        {RULE}"
    assert lines[22] == "        8 bytes a lane, 2 banks each: 16 lanes fill all 32 banks."


def test_the_end_of_two_phases_shows_both() -> None:
    lines = stripped(picture(DOUBLE, at_cycle(DOUBLE, 0)))
    assert lines[0].endswith("2 cycles")
    assert "phase 1: 1 cycle" in lines[3]
    assert "phase 2: 1 cycle" in lines[3]
    assert lines[18] == "phase 2 " + "".join(f"▐{lane:02d}▌" for lane in range(16, 32))
    assert lines[19] == "phase 1 " + "".join(f"▐{lane:02d}▌" for lane in range(16))
    assert lines[22] == "        2 cycles, ideal 2: no bank conflict."


def test_a_float4_has_four_phases() -> None:
    lines = stripped(picture(FLOAT4, at_cycle(FLOAT4, 2)))
    assert lines[3] == "        ╰── phase 1 ───╯╰── phase 2 ───╯╰╌╌ phase 3 ╌╌╌╯╰╌╌ phase 4 ╌╌╌╯"
    assert lines[19] == "   now  " + "".join(f"▐  {lane:02d}  ▌" for lane in range(8, 16))


def test_lanes_of_one_bin_take_turns() -> None:
    lines = stripped(picture(ONE_BIN, at_cycle(ONE_BIN, 1)))
    assert lines[3] == " " * 18 + "×32"
    assert lines[22] == "        Bank 5 decides: 32 lanes take turns."


def test_more_sharers_than_a_token_can_say_are_counted_beside() -> None:
    lines = stripped(picture(ONE_WORD, at_cycle(ONE_WORD, 1)))
    assert lines[19] == "   now  " + "··" * 7 + "≡+" + "··" * 24 + " ≡32"


def test_nothing_to_do() -> None:
    lines = stripped(picture(OFF, at_cycle(OFF, 0)))
    assert lines[0].endswith("0 cycles")
    assert lines[2] == "  lane  " + "··" * 32
    assert lines[22] == "        0 cycles, ideal 0: no lane is active."


@pytest.mark.parametrize("access", [STRIDE_8, COLUMN, DOUBLE, FLOAT4, ONE_BIN, ONE_WORD])
@pytest.mark.parametrize("view", ["stack", "ledger"])
def test_a_poised_board_gives_nothing_away(access: Access, view: str) -> None:
    shown = picture(access, POISED, view="ledger" if view == "ledger" else "stack")
    lines = stripped(shown)
    assert lines[0].endswith("ready")
    floor = shown.layout.floor
    assert lines[3:floor] == [""] * (floor - 3)
    assert lines[floor] == f"        {RULE}"


def test_lanes_in_the_air_trail_and_do_not_name_the_deciding_banks() -> None:
    lines = stripped(picture(STRIDE_8, 0.5))
    assert lines[0].endswith("falling")
    assert lines[20] == f"        {RULE}"
    above = [line[8:10] for line in lines[3:20]]
    token = above.index("12")
    assert above[token - 2 : token] == ["··", "▀▀"]


def test_a_falling_broadcast_grows_as_its_lanes_land() -> None:
    early = stripped(picture(ONE_WORD, 0.320 + 0.05))[19]
    late = stripped(picture(ONE_WORD, 0.320 + 0.15))[19]
    assert early.strip() == "≡3"
    assert late.strip() == "≡8"


def test_the_chosen_lane_has_a_route_and_a_formula() -> None:
    lines = stripped(picture(STRIDE_8, at_cycle(STRIDE_8, 1), lane=5))
    assert lines[3] == " " * 18 + "╰─────╮"
    assert lines[4:11] == [" " * 24 + "│"] * 7
    assert lines[22] == "        lane 5: 5·8 = word 40 → 40 mod 32 = bank 8"


def test_a_route_may_run_to_the_left_or_straight_down() -> None:
    access = Access.strided(6, 5)
    right = stripped(picture(access, at_cycle(access, 1), lane=19))
    assert right[3] == " " * (8 + 2 * 19) + "╰───────╮"
    assert right[22] == "        lane 19: 19·6 + 5 = word 119 → 119 mod 32 = bank 23"
    left = stripped(picture(access, at_cycle(access, 1), lane=5))
    assert left[3] == " " * (8 + 2 * 3) + "╭───╯"
    straight = stripped(picture(STRIDE_8, at_cycle(STRIDE_8, 1), lane=0))
    assert straight[3] == "        │"


def test_an_inactive_lane_has_no_route() -> None:
    lines = stripped(picture(MIXED, at_cycle(MIXED, 1), lane=24))
    assert lines[3] == ""
    assert lines[22] == "        lane 24 is off: it asks for nothing"


def test_the_ledger_has_a_row_for_each_cycle() -> None:
    lines = stripped(picture(STRIDE_8, at_cycle(STRIDE_8, 3), view="ledger"))
    idle = "· " * 7
    assert lines[4] == f"   ✓  1 00{idle}01{idle}02{idle}03{idle}".rstrip()
    assert lines[6].startswith("   ►  3 08")
    assert lines[7].startswith("      4 12")
    assert lines[11].startswith("      8 28")


def test_a_long_ledger_keeps_the_present_cycle_in_sight() -> None:
    lines = stripped(picture(COLUMN, at_cycle(COLUMN, 20), view="ledger"))
    assert any(line.startswith("   ► 20 19") for line in lines)
    assert lines[3].endswith("11 more")
    assert lines[19].endswith("4 more")


def test_one_cell_a_column() -> None:
    access = Access.strided(4)
    lines = stripped(picture(access, at_cycle(access, 1), NARROW, lane=13))
    left, dots = " " * 14, "·" * 3
    assert lines[2] == f"{left}0         1         2         3"
    assert lines[3] == "        lane  " + "0123456789" * 3 + "01"
    assert lines[7] == left + "  ".join(["×4"] * 8)
    assert lines[10] == f"          13  {'   '.join('▒▒▒▒▒◆▒▒')}"
    assert lines[11] == f"         now  {f'█{dots}' * 8}"
    assert lines[15] == f"{left}lane 13: 13·4 = word 52 → 52 mod 32 = bank 20"


def test_a_stack_too_tall_for_halves_is_a_bar_of_eighths() -> None:
    lines = stripped(picture(COLUMN, at_cycle(COLUMN, 2), NARROW))
    assert [line[14:17].rstrip() for line in lines[6:12]] == ["×31", "▆", "█", "█", "█", "█··"]
    lines = stripped(picture(COLUMN, at_cycle(COLUMN, 31), NARROW))
    assert [line[14:17].rstrip() for line in lines[9:12]] == ["×2", "▁", "█··"]


def test_a_small_region_has_a_line_a_cycle() -> None:
    lines = stripped(picture(STRIDE_8, at_cycle(STRIDE_8, 2), (40, 12)))
    assert lines[0] == "lane→bank  a title" + " " * 10 + "cycle 2 of 8"
    assert lines[1] == "✓ 1  0→0 1→8 2→16 3→24"
    assert lines[2] == "► 2  4→0 5→8 6→16 7→24"
    assert lines[8] == "  8  28→0 29→8 30→16 31→24"
    assert lines[10:] == ["Banks 0, 8, 16 and 24 still hold 7 each.", ""]


def test_lanes_left_out_of_a_line_are_counted() -> None:
    access = Access.strided(1)
    lines = stripped(picture(access, at_cycle(access, 1), (24, 5), title=""))
    assert lines[:2] == ["lane→bank   cycle 1 of 1", "► 1  0→0 1→1 +30 lanes"]
    lines = stripped(picture(access, 1e9, (46, 12), title=""))
    assert lines[1] == "✓ 1  0→0 1→1 2→2 3→3 4→4 5→5 6→6 7→7 +24 lanes"
    tiny = stripped(picture(access, at_cycle(access, 1), (14, 5)))
    assert tiny[:2] == ["lane→bank  1/1", "► 1  0→0 +31"]


def test_cycles_left_out_of_a_small_region_are_counted() -> None:
    lines = stripped(picture(COLUMN, at_cycle(COLUMN, 20), (40, 9), title=""))
    assert lines[1] == "✓ 17  16→0" + " " * 15 + "16 more cycles".rjust(15)
    assert lines[6] == "  22  21→0" + " " * 15 + "10 more cycles".rjust(15)
    narrow = stripped(picture(COLUMN, 1e9, (20, 9), title=""))
    assert narrow[0] == "lane→bank  32 cycles"
    assert narrow[6] == "✓  6  5→0    26 more"
    one = stripped(picture(COLUMN, at_cycle(COLUMN, 20), (40, 3), title=""))
    assert one[2].endswith("more cycles")


@pytest.mark.parametrize("access", [STRIDE_8, COLUMN, MIXED, DOUBLE, FLOAT4, ONE_WORD])
@pytest.mark.parametrize("size", [(80, 23), NARROW, (40, 12)])
def test_ascii_has_no_other_sign(access: Access, size: tuple[int, int]) -> None:
    for number in (1, 2, 0):
        t = at_cycle(access, number)
        shown = picture(access, t, size, ascii=True, lane=5, title="ü", code="→ 漢")
        assert "".join(shown.lines).isascii()


def test_ascii_signs() -> None:
    lines = stripped(picture(MIXED, at_cycle(MIXED, 3), ascii=True))
    bottom = ".." * 5 + "09v " + ".." * 5 + "28" + ".." * 7 + "v " * 8 + ".." * 4
    assert lines[19] == "   now  " + bottom
    assert lines[20] == "        " + "-" * 24 + "^^" + "-" * 38
    double = stripped(picture(DOUBLE, at_cycle(DOUBLE, 1), ascii=True))
    assert double[19].startswith("   now  [00][01]")


@pytest.mark.parametrize("text", ["tile[i][j] = x[/y];", "[bold]", "[b", "[/]", r"a\[b]"])
def test_code_and_title_are_painted_as_they_stand(text: str) -> None:
    lines = stripped(picture(STRIDE_8, 0, title=text, code=text))
    assert lines[0].startswith(f" banktrainer  {text} ")
    assert lines[1] == f"        {text}"


def test_foreign_text_cannot_act_on_the_terminal() -> None:
    lines = stripped(picture(STRIDE_8, 0, title="a\x1b[31mb", code="x\n\u202ey"))
    assert lines[0].startswith(" banktrainer  a\\x1b[31mb ")
    assert lines[1] == "        x \\u202ey"


def test_wide_letters_are_measured_in_cells() -> None:
    shown = picture(STRIDE_8, 0, title="漢字" * 40, code="漢字" * 40)
    from rich.cells import cell_len

    assert all(cell_len(line) == 80 for line in shown.lines)
    assert shown.lines[0].rstrip().endswith("falling")


@pytest.mark.parametrize(
    ("machine", "lanes", "width"),
    [("gfx942", 64, 4), ("gfx942", 64, 16), ("gfx950", 64, 4), ("cc1", 32, 8), ("cc3-64", 32, 8)],
)
def test_other_machines_show_all_their_lanes(machine: str, lanes: int, width: int) -> None:
    access = Access.strided(1, width=width, lanes=lanes)
    shown = picture(access, at_cycle(access, 1, machine), (144, 40), machine=machine)
    layout = shown.layout
    rows = shown.lines[layout.lanes : layout.lanes + layout.lane_rows]
    numbers = " ".join(row[layout.left : layout.right] for row in rows)
    assert all(f"{lane:02d}" in numbers for lane in range(lanes))


def test_two_words_that_share_a_pass_share_a_token() -> None:
    access = Access(np.arange(32) // 16 * 32 * 4)
    lines = stripped(picture(access, at_cycle(access, 1, "cc3-32"), machine="cc3-32"))
    assert lines[19] == "   now  ≡+" + "··" * 31 + " ≡32"


def test_a_mouse_finds_lanes_and_tokens() -> None:
    shown = picture(STRIDE_8, at_cycle(STRIDE_8, 1))
    assert shown.lane_at(8 + 2 * 7, 2) == 7
    assert shown.lane_at(8 + 2 * 8 + 1, 18) == 5
    assert shown.lane_at(0, 0) is None
    assert shown.lane_at(3, 99) is None
