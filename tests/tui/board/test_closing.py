"""What the board says at the end: the cost, who meets, who shares; never a part of a sentence."""

from __future__ import annotations

import numpy as np
import pytest

from banktrainer.engine import Access, serve
from banktrainer.tui.board.telling import closing
from banktrainer.words import Words
from banktrainer.words.explain import lane_line, meeting_line
from tests.tui.board.makers import (
    COLUMN,
    DOUBLE,
    MIXED,
    NARROW,
    NORMAL,
    ONE_BIN,
    ONE_WORD,
    STRIDE_8,
    at_cycle,
    picture,
)

W = Words()
PAIRS = Access(np.arange(32) // 4 * 4)
STORED = Access(np.full(32, 28), op="store")
STRIDE_6 = Access.strided(6)


def _said(access: Access, size: tuple[int, int] = NORMAL, lane: int | None = None) -> str:
    """The closing words, on one line."""
    shown = picture(access, at_cycle(access, 0), size, lane=lane)
    rows = min(2, size[1] // 4)
    first = shown.layout.sentence if shown.layout.mode != "ledger" else size[1] - rows
    return " ".join(line.strip() for line in shown.lines[first:]).strip()


CLEAN = "1 cycle, ideal 1: no bank conflict."


@pytest.mark.parametrize(
    ("access", "shared"),
    [
        (ONE_WORD, "≡32: 32 lanes share one word, read once."),
        (Access(np.minimum(np.arange(32), 28) * 4), "≡4: 4 lanes share one word, read once."),
        (PAIRS, "≡4: one read serves 4 lanes."),
        (Access(np.minimum(np.arange(32) // 2, 12) * 4), "≡: one read serves all lanes of a word."),
        (STORED, "≡32: one write serves 32 lanes."),
    ],
)
def test_a_broadcast_is_named(access: Access, shared: str) -> None:
    assert _said(access) == f"{CLEAN} {shared}"


@pytest.mark.parametrize("access", [ONE_BIN, Access.strided(1), DOUBLE])
def test_nothing_is_said_to_be_shared_where_nothing_is(access: Access) -> None:
    assert "≡" not in " ".join(closing(W, serve(access)))


def test_a_conflict_names_who_meets_as_far_as_there_is_room() -> None:
    full = meeting_line(W, serve(STRIDE_6))
    assert full == "Lanes 0 and 16 both want bank 0, words 0 and 96."
    verdict = "2 cycles, ideal 1: 2-way bank conflict."
    assert _said(STRIDE_6, (120, 39)) == f"{verdict} {full}"
    assert _said(STRIDE_6) == f"{verdict} Lanes 0 and 16 meet in bank 0."
    assert _said(STRIDE_6, (40, 12)) == f"{verdict} Lanes 0 and 16 meet in bank 0."
    assert _said(STRIDE_6, (30, 9)) == verdict


def test_a_conflict_with_a_broadcast_names_both_where_there_is_room() -> None:
    said = _said(MIXED, (160, 39))
    assert said.startswith("6 cycles, ideal 1: 6-way bank conflict. Lanes 26–31 ")
    assert said.endswith(" ≡: one read serves all lanes of a word.")


@pytest.mark.parametrize("access", [STRIDE_8, COLUMN, MIXED, ONE_WORD, ONE_BIN, DOUBLE])
def test_no_sentence_is_ever_cut(access: Access) -> None:
    whole = closing(W, serve(access))
    lane = lane_line(W, access, serve(access), 5)
    for size in (NARROW, (47, 13), (40, 12), (30, 9), (30, 6), (16, 8), (12, 5)):
        assert _said(access, size) in (*whole, "")
        assert _said(access, size, lane=5) in (lane, *_short(access), "")


def _short(access: Access) -> tuple[str, ...]:
    banks = sorted(
        {s.bank for p in serve(access).phases for c in p.cycles for s in c.served if 5 in s.lanes}
    )
    form = "banks" if len(banks) > 1 else "bank"
    return (f"lane 5 → {form} {' and '.join(map(str, banks))}",)


def test_a_small_region_still_says_where_the_chosen_lane_goes() -> None:
    assert _said(STRIDE_8, (20, 6), lane=5) == "lane 5 → bank 8"
    assert _said(DOUBLE, (27, 6), lane=5) == "lane 5 → banks 10 and 11"
