"""Undo: the answer is taken back, its item comes back later and earns nothing that day."""

from __future__ import annotations

from banktrainer.study.journal import Answer
from banktrainer.study.session import Stage
from tests.study.desk import MemoryJournal, card, finish, recall, sit


def last(journal: MemoryJournal) -> Answer:
    return journal.kept[-1]


def test_undo_takes_the_answer_on_the_table_back_and_asks_the_next_item() -> None:
    journal = MemoryJournal()
    session = sit(card("a"), card("b"), journal=journal)
    session.forecast("1")
    undone = session.undo()
    assert undone is not None
    assert undone.key == "core/a"
    assert (session.stage, session.item.key, session.total) == (Stage.ASK, "core/b", 2)
    assert (last(journal).asked, last(journal).voids) == ("void", journal.kept[0].id)
    session.forecast("2")
    finish(session)
    assert session.item.key == "core/a"
    again = session.forecast("2", "sure")
    assert (again.right, again.answer.seen, again.marks) == (True, True, 0)


def test_undo_before_the_next_answer_leaves_that_question_on_the_table() -> None:
    session = sit(card("a"), card("b"), card("c"))
    session.forecast("2")
    finish(session)
    undone = session.undo()
    assert undone is not None
    assert undone.key == "core/a"
    assert (session.stage, session.item.key, session.number, session.total) == (
        Stage.ASK, "core/b", 1, 3,
    )  # fmt: skip
    assert session.undo() is None


def test_undo_after_the_end_asks_again() -> None:
    session = sit(card("a"), card("b"))
    for _ in range(2):
        session.forecast("2")
        finish(session)
    assert session.stage is Stage.DONE
    session.undo()
    assert (session.stage, session.item.key, session.number) == (Stage.ASK, "core/b", 2)


def test_undo_goes_back_answer_by_answer() -> None:
    session = sit(card("a"), card("b"), card("c"))
    for _ in range(2):
        session.forecast("2")
        finish(session)
    assert [undone.key for undone in (session.undo(), session.undo()) if undone] == [
        "core/b", "core/a",
    ]  # fmt: skip
    assert session.undo() is None
    order = []
    while session.stage is not Stage.DONE:
        order.append(session.item.key)
        session.forecast("2")
        finish(session)
    assert order == ["core/c", "core/b", "core/a"]


def test_undo_of_sure_and_wrong_takes_the_second_asking_as_its_return() -> None:
    session = sit(card("a"), card("b"))
    session.forecast("1", "sure")
    session.undo()
    assert session.total == 2
    session.forecast("2")
    finish(session)
    assert (session.item.key, session.turn.retry) == ("core/a", False)


def test_undo_while_a_recall_waits_for_its_grade() -> None:
    journal = MemoryJournal()
    session = sit(recall("a"), card("b"), journal=journal)
    session.forecast("x")
    session.undo()
    assert (session.stage, session.item.key) == (Stage.ASK, "core/b")
    session.forecast("2")
    finish(session)
    session.forecast("x")
    graded = session.grade(True)
    assert (graded.answer.seen, graded.marks) == (True, 0)
