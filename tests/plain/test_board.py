"""The board as still text, as it stands on the screen."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.engine import MACHINES, Access, serve
from banktrainer.plain.board import still
from banktrainer.plain.paint import painted, row_text
from banktrainer.plain.text import cells
from banktrainer.words import Words

W = Words()
MIXED = [5] * 8 + [37, 69, 101] + [6] * 3 + [38, *range(20, 28)] + [7] * 3
MIXED += [12, 44, 76, 108, 140, 172]


def picture(access: Access, machine: str = "nvidia", *, ascii_only: bool = False) -> str:
    rows = still(W, serve(access, machine), ascii_only=ascii_only)
    return "\n".join(map(row_text, rows))


def test_a_two_way_conflict() -> None:
    assert picture(Access.strided(6, 5)) == (
        "      2   26  21   16  27   22  17   28  23   18  29   24  19   30  25   20  31\n"
        "cycle 1 ··10··05 ··00··11 ··06··01 ··12··07 ··02··13 ··08··03 ··14··09 ··04··15\n"
        "        ──▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀───▀▀──▀▀\n"
        "   bank 00010203 04050607 08091011 12131415 16171819 20212223 24252627 28293031\n"
        "  words    2   2    2   2    2   2    2   2    2   2    2   2    2   2    2   2"
    )


def test_a_tall_stack_leaves_its_middle_out() -> None:
    assert picture(Access.strided(32)) == (
        "     32 31\n"
        "         ⋮\n"
        "      6 05\n"
        "      5 04\n"
        "      4 03\n"
        "      3 02\n"
        "      2 01\n"
        "cycle 1 00······ ········ ········ ········ ········ ········ ········ ········\n"
        "        ▀▀─────────────────────────────────────────────────────────────────────\n"
        "   bank 00010203 04050607 08091011 12131415 16171819 20212223 24252627 28293031\n"
        "  words 32"
    )


def test_shared_words_and_a_conflict_in_ascii() -> None:
    assert picture(Access(np.array(MIXED) * 4), ascii_only=True) == (
        "      6                            31\n"
        "      5                            30\n"
        "      4            10              29\n"
        "      3            09              28\n"
        "      2            0814            27\n"
        "cycle 1 ........ ..=8=3=3 ........ 26...... ........ 15161718 19202122 ........\n"
        "        ---------------------------^^------------------------------------------\n"
        "   bank 00010203 04050607 08091011 12131415 16171819 20212223 24252627 28293031\n"
        "  words             4 2 1           6                 1 1 1 1  1 1 1 1"
    )


def test_wide_lanes_stand_over_all_their_banks() -> None:
    assert picture(Access.strided(2, width=8)) == (
        "        phase 1 of 2, lanes 0–15\n"
        "      2 ▐08▌     ▐09▌     ▐10▌     ▐11▌     ▐12▌     ▐13▌     ▐14▌     ▐15▌\n"
        "cycle 1 ▐00▌···· ▐01▌···· ▐02▌···· ▐03▌···· ▐04▌···· ▐05▌···· ▐06▌···· ▐07▌····\n"
        "        ▀▀▀▀─────▀▀▀▀─────▀▀▀▀─────▀▀▀▀─────▀▀▀▀─────▀▀▀▀─────▀▀▀▀─────▀▀▀▀────\n"
        "   bank 00010203 04050607 08091011 12131415 16171819 20212223 24252627 28293031\n"
        "  words  2 2      2 2      2 2      2 2      2 2      2 2      2 2      2 2"
    )


def test_atomics_count_lanes_and_a_clean_access_counts_nothing() -> None:
    assert picture(Access.strided(16, op="atomic")).splitlines()[-1].startswith("  lanes 16")
    assert picture(Access.strided(1)).splitlines()[-1].startswith("   bank 00")


def test_no_active_lane_draws_nothing() -> None:
    assert still(W, serve(Access.strided(1, active=np.zeros(32, bool)))) == ()


def test_colour_changes_no_character() -> None:
    rows = still(W, serve(Access.strided(6, 5)))
    assert any("\x1b[" in painted(row) for row in rows)
    for row in rows:
        assert re.sub(r"\x1b\[[0-9;]*m", "", painted(row)) == row_text(row)


@given(
    machine=st.sampled_from(sorted(MACHINES)),
    width=st.sampled_from([1, 2, 4, 8, 16]),
    op=st.sampled_from(["load", "store", "atomic"]),
    seed=st.integers(0, 1000),
)
def test_any_access_fits_eighty_columns_and_shows_every_lane_of_cycle_one(
    machine: str, width: int, op: str, seed: int
) -> None:
    if width in MACHINES[machine].refused:
        return
    lanes = MACHINES[machine].lanes
    rng = np.random.default_rng(seed)
    access = Access(rng.integers(0, 128, lanes) * width, width, op)  # type: ignore[arg-type]
    timeline = serve(access, machine)
    rows = [row_text(row) for row in still(W, timeline)]
    assert all(cells(row) <= 79 for row in rows)
    ascii_rows = [row_text(row) for row in still(W, timeline, ascii_only=True)]
    assert all(row.replace("–", "-").isascii() for row in ascii_rows)
    phase = max((p for p in timeline.phases if p.cycles), key=lambda p: p.degree)
    ground = " ".join(row[8:] for row in rows if row.startswith("cycle 1"))
    alone = [s.lanes[0] for s in phase.cycles[0].served if len(s.lanes) == 1]
    if timeline.bank_bytes == 4:
        assert all(f"{lane:02}" in ground or "≡" in ground for lane in alone)


def test_the_rows_are_bounded() -> None:
    with_all = still(W, serve(Access.strided(32)), most_rows=32)
    assert len(with_all) == 32 + 3
    assert len(still(W, serve(Access.strided(32)), most_rows=5)) == 5 + 3


@pytest.mark.parametrize(("n", "sign"), [(2, "≡2"), (9, "≡9"), (10, "≡+"), (32, "≡+")])
def test_a_shared_word_shows_how_many_share_it(n: int, sign: str) -> None:
    words = np.where(np.arange(32) < n, 0, np.arange(32))
    assert picture(Access(words * 4)).splitlines()[0].startswith(f"cycle 1 {sign}")
