"""The shipped cards as items: solved by the real reader and engine, graded by their own truth."""

from __future__ import annotations

import pytest

from banktrainer.packs import builtin
from banktrainer.study.item import Item
from banktrainer.study.queue import plan
from banktrainer.study.session import Session, Stage
from tests.study.desk import NOON, ManualClock, MemoryJournal

ITEMS = plan(builtin(), (), NOON)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.key)
def test_a_card_accepts_its_truth_and_each_trap_is_wrong(item: Item) -> None:
    if item.answer_kind != "self":
        assert item.grade(item.truth.text)
    for trap in item.card.traps:
        assert not item.grade(trap.answer)
        assert item.trap(trap.answer) is trap


def test_the_whole_course_can_be_gone_through() -> None:
    journal = MemoryJournal()
    session = Session(ITEMS, journal, ManualClock(), version="1")
    while session.stage is not Stage.DONE:
        if session.stage is Stage.ASK:
            session.forecast(session.item.truth.text, "sure")
        elif session.stage is Stage.GRADE:
            session.grade(True)
        session.advance()
    graded = [row for row in journal.kept if row.verdict != "none"]
    assert [row.verdict for row in graded] == ["right"] * len(ITEMS)
    assert {row.cell for row in graded} >= set("ABCDEFGHIJ")
