"""Placement: cells that a short round passes are known, by the journal's rows alone."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from banktrainer.packs import builtin
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import study_day
from banktrainer.study.drills.skilled import SkillItem
from banktrainer.study.journal import Answer
from banktrainer.study.placement import placed_cells, placement_items
from banktrainer.study.progress import summarize
from banktrainer.study.queue import agenda, placement_round, plan
from banktrainer.study.session import Session, Stage
from banktrainer.study.skills import PLACEMENT, with_skills
from tests.study.desk import NOON, ManualClock, MemoryJournal, card, finish, numbered, pack, row

ALL = with_skills(builtin())
TODAY = NOON.date()
SMALL = with_skills([pack(card("a", cell="A"), card("b", cell="B"), card("r", kind="recall",
                          cell="A", fences=()))])  # fmt: skip


def placing(cell: str = "a", days_ago: int = 0, **facts: Any) -> Answer:
    day = (TODAY - timedelta(days=days_ago)).isoformat()
    given = {"pack": PLACEMENT, "template": "walk", "study_day": day, **facts}
    return row(f"cell-{cell}", **given)


def round_of(journal: MemoryJournal, clock: ManualClock | None = None) -> Session:
    return Session(
        placement_round(journal.kept), journal, clock or ManualClock(), version="1",
        packs=ALL, retries=False, ids=numbered(f"p{len(journal.kept)}-"),
    )  # fmt: skip


def test_a_round_asks_each_cell_once_mixed_and_without_steps() -> None:
    session = round_of(MemoryJournal())
    assert session.total == 10
    cells = []
    while session.stage is not Stage.DONE:
        cells.append(session.item.card.id[-1].upper())
        assert session.item.cell == cells[-1]
        assert session.item.card.steps == ()
        session.forecast("999", "sure")
        finish(session)
    assert sorted(cells) == list("ABCDEFGHIJ") != cells
    assert session.total == 10, "sure and wrong does not come again here"


def test_luck_and_one_answer_for_all_pass_next_to_nothing() -> None:
    """Who always says 1 passes the one cell in which that is all there is to say."""
    for asked in range(5):
        items = placement_items({f"{PLACEMENT}/cell-{letter}": asked for letter in "abcdefghij"})
        assert all(item.answer_kind == "number" for item in items)
        right = [item.key for item in items if item.grade("1")]
        assert set(right) <= {"placement/cell-a", "placement/cell-b"}


def test_another_round_has_other_numbers() -> None:
    first, second = (placement_items({f"{PLACEMENT}/cell-c": n}) for n in (0, 1))
    codes = [next(i.code for i in some if i.key.endswith("-c")) for some in (first, second)]
    assert codes[0] != codes[1]


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        ([], ""),
        ([placing("a")], "A"),
        ([placing("a", confidence="guess")], ""),
        ([placing("a", confidence="sure")], "A"),
        ([placing("a", verdict="wrong")], ""),
        ([placing("a"), placing("j")], "AJ"),
        ([placing("a", days_ago=9), placing("a", verdict="wrong")], ""),
        ([placing("a", verdict="wrong", days_ago=9), placing("a")], "A"),
        ([placing("a"), placing("a", verdict="wrong", seen=True)], "A"),
        ([placing("z")], ""),
        ([placing("a", days_ago=-1)], "A"),
        ([placing("a", days_ago=-2)], ""),
        ([row("a", cell="A")], ""),
    ],
)
def test_which_cells_are_passed(rows: list[Answer], cells: str) -> None:
    assert "".join(sorted(placed_cells(rows, TODAY))) == cells
    assert summarize(ALL, rows, NOON).placed == cells


def test_cards_of_a_passed_cell_start_with_a_long_interval() -> None:
    found = agenda(Catalogue.of(SMALL), [placing("a")], TODAY)
    later = {memory.key: memory.due for memory in found.later}
    assert set(later) == {"core/a", "core/r", "skill/cell-a"}
    assert set(later.values()) == {TODAY + timedelta(days=11)}
    assert "core/b" in found.new
    assert "skill/masked" in found.new, "what is of no one cell is not passed"
    due = agenda(Catalogue.of(SMALL), [placing("a", days_ago=11)], TODAY).due
    assert set(due) == set(later)


def test_what_was_passed_is_then_scheduled_as_if_known_for_long() -> None:
    placed, rows = placing("a", days_ago=11), [row("a", cell="A")]
    [known] = [m for m in agenda(Catalogue.of(SMALL), [placed, *rows], TODAY).later
               if m.key == "core/a"]  # fmt: skip
    assert known.due == TODAY + timedelta(days=46)
    [wrong] = [m for m in agenda(Catalogue.of(SMALL), [placed, row("a", cell="A", verdict="wrong")],
               TODAY).later if m.key == "core/a"]  # fmt: skip
    assert wrong.due < TODAY + timedelta(days=11)


def test_a_card_met_before_the_placement_keeps_its_own_schedule() -> None:
    rows = [row("a", cell="A", study_day=(TODAY - timedelta(days=2)).isoformat()), placing("a")]
    assert "core/a" in agenda(Catalogue.of(SMALL), rows, TODAY).due


def test_a_placement_is_undone_like_any_answer() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    session = round_of(journal, clock)
    before = summarize(ALL, journal.kept, NOON)
    for _ in range(3):
        session.forecast(session.item.truth.text)
        finish(session)
    assert len(session.placed) == 3
    assert isinstance(session.item, SkillItem)
    while session.undo() is not None:
        pass
    assert session.placed == ""
    assert summarize(ALL, journal.kept, NOON) == before
    assert session.total == 10, "each cell is asked still"
    assert plan(ALL, journal.kept, NOON)[0].key == "core/unit-stride"


def test_after_a_round_the_next_sitting_skips_what_was_passed() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    session = round_of(journal, clock)
    while session.stage is not Stage.DONE:
        right = session.item.cell in set("ABC")
        session.forecast(session.item.truth.text if right else None)
        finish(session)
    assert session.placed == "ABC"
    planned = plan(ALL, journal.kept, clock.now(), minutes=10)
    assert planned[0].key == "core/multiple-of-32"
    assert not {item.cell for item in planned if item.card.pack == "core"} & set("ABC")


def test_a_placement_of_a_day_stays_on_that_day() -> None:
    assert placed_cells([placing("a", days_ago=5)], TODAY) == {"A": TODAY - timedelta(days=5)}
    assert study_day(NOON) == TODAY == date(2026, 11, 30)
