"""Whatever keys are pressed in whatever order: no reveal without a forecast, and no dead end."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.study.parse import NotAnAnswer
from banktrainer.study.session import Session, Stage
from tests.study.desk import MemoryJournal, card, recall, sit, steps

ACTS = st.lists(
    st.sampled_from(["right", "wrong", "sure", "idk", "yes", "no", "go", "undo", "bad", "fail"]),
    max_size=60,
)


def act(session: Session, journal: MemoryJournal, name: str) -> None:
    """One key press of any kind; what the session refuses there is refused."""
    deeds: dict[str, Callable[[], object]] = {
        "right": lambda: session.forecast("2"),
        "wrong": lambda: session.forecast("1"),
        "sure": lambda: session.forecast("1", "sure"),
        "idk": lambda: session.forecast(None),
        "yes": lambda: session.grade(True),
        "no": lambda: session.grade(False),
        "go": session.advance,
        "undo": session.undo,
        "bad": lambda: session.forecast("\ud800"),
        "fail": lambda: session.forecast("2"),
    }
    journal.broken = name == "fail"
    try:
        deeds[name]()
    except (ValueError, NotAnAnswer, OSError):
        pass
    finally:
        journal.broken = False


@settings(deadline=None, max_examples=150)
@given(ACTS)
def test_no_sequence_of_keys_reveals_without_a_stored_forecast(names: list[str]) -> None:
    journal = MemoryJournal()
    session = sit(card("a", steps=steps("one")), recall("b"), card("c"), journal=journal)
    for name in names:
        act(session, journal, name)
        stored = {kept.id for kept in journal.kept}
        voided = {kept.voids for kept in journal.kept}
        assert 1 <= session.number <= session.total
        if session.stage in (Stage.ASK, Stage.DONE):
            continue
        assert session.result is not None
        assert session.result.answer.id in stored - voided


@settings(deadline=None, max_examples=100)
@given(ACTS)
def test_every_sitting_can_be_finished(names: list[str]) -> None:
    journal = MemoryJournal()
    session = sit(card("a"), recall("b"), card("c"), journal=journal)
    for name in names:
        act(session, journal, name)
    asked = []
    while session.stage is not Stage.DONE:
        if session.stage is Stage.ASK:
            asked.append(session.item.key)
            session.forecast(None)
        elif session.stage is Stage.GRADE:
            session.grade(True)
        session.advance()
    assert len(asked) <= 7
    voided = {kept.voids for kept in journal.kept}
    answered = {
        kept.card for kept in journal.kept if kept.id not in voided and kept.asked != "void"
    }
    assert answered == {"a", "b", "c"}
