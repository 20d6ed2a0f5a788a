"""The sitting: its stages, what it stores and when, and the item asked once more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from banktrainer.study.journal import Answer
from banktrainer.study.parse import NotAnAnswer
from banktrainer.study.session import Session, Stage
from tests.study.desk import (
    ManualClock,
    MemoryJournal,
    card,
    choices,
    finish,
    pack,
    recall,
    row,
    sit,
    steps,
    trap,
)


def last(journal: MemoryJournal) -> Answer:
    return journal.kept[-1]


def test_an_item_goes_from_its_question_to_its_answer_step_by_step() -> None:
    session = sit(card("a", steps=steps("one", "two")), card("b"))
    assert (session.stage, session.number, session.total) == (Stage.ASK, 1, 2)
    session.forecast("2")
    seen = [(session.stage, session.step)]
    while session.stage is not Stage.DONE:
        session.advance()
        seen.append((session.stage, session.step))
        if session.stage is Stage.ASK:
            session.forecast("2")
    assert seen == [
        (Stage.REVEAL, 0),
        (Stage.STEP, 0),
        (Stage.STEP, 1),
        (Stage.ANSWER, 0),
        (Stage.ASK, 0),
        (Stage.ANSWER, 0),
        (Stage.DONE, 0),
    ]
    assert (session.number, session.total) == (2, 2)
    assert session.item.key == "core/b"


@pytest.mark.parametrize("times", [1, 5])
def test_going_on_leads_nowhere_before_a_forecast(times: int) -> None:
    journal = MemoryJournal()
    session = sit(card(steps=steps("one")), journal=journal)
    for _ in range(times):
        assert session.advance() is Stage.ASK
    assert session.result is None
    assert journal.kept == []


def test_a_sitting_without_items_is_over() -> None:
    session = sit()
    assert session.stage is Stage.DONE
    assert session.advance() is Stage.DONE
    assert session.undo() is None
    assert session.result is None
    assert session.next_due is None
    with pytest.raises(LookupError):
        _ = session.item


def test_the_row_of_a_forecast() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    session = sit(card("offset"), journal=journal, clock=clock)
    clock.tick(7.25)
    result = session.forecast("002", "sure")
    stored = last(journal)
    assert stored is result.answer
    assert (stored.id, stored.pack, stored.card, stored.asked) == (
        "r0-1",
        "core",
        "offset",
        "cycles",
    )
    assert (stored.forecast, stored.confidence, stored.verdict) == ("2", "sure", "right")
    assert stored.truth == {"cycles": 2, "ideal": 1, "degree": 2}
    assert (stored.at, stored.utc_offset) == ("2026-11-30T12:00:07.250000Z", 0)
    assert (stored.study_day, stored.duration_ms) == ("2026-11-30", 7250)
    assert (stored.cell, stored.machine, stored.version) == ("C", "nvidia", "1")
    assert (stored.seen, stored.voids) == (False, None)
    assert (result.right, result.marks, result.trap) == (True, 3, None)


@pytest.mark.parametrize(
    ("text", "confidence", "right", "marks"),
    [
        ("2", "guess", True, 1),
        ("2", "think", True, 2),
        ("2", "sure", True, 3),
        ("1", "guess", False, 0),
        ("1", "think", False, -2),
        ("1", "sure", False, -6),
        (None, "none", False, 0),
        (None, "sure", False, 0),
    ],
)
def test_marks(text: str | None, confidence: str, right: bool, marks: int) -> None:
    result = sit(card()).forecast(text, confidence)  # type: ignore[arg-type]
    assert (result.right, result.marks) == (right, marks)


def test_no_idea_is_stored_and_reveals_without_a_trap() -> None:
    journal = MemoryJournal()
    session = sit(card(traps=(trap("1"),)), journal=journal)
    result = session.forecast(None)
    stored = last(journal)
    assert (stored.forecast, stored.confidence, stored.verdict) == (None, "none", "none")
    assert session.stage is Stage.REVEAL
    assert result.trap is None


def test_a_forecast_without_a_confidence_is_refused() -> None:
    session = sit(card())
    with pytest.raises(ValueError, match="confidence"):
        session.forecast("2", "none")
    assert session.stage is Stage.ASK


def test_a_wrong_forecast_brings_the_authors_word() -> None:
    result = sit(card(traps=(trap("1", "not one"),))).forecast("01")
    assert result.trap is not None
    assert result.trap.answer == "1"


def test_what_is_no_answer_changes_nothing() -> None:
    journal = MemoryJournal()
    session = sit(card(), journal=journal)
    with pytest.raises(NotAnAnswer):
        session.forecast("two")
    assert (session.stage, session.result, journal.kept) == (Stage.ASK, None, [])


def test_a_journal_that_fails_changes_nothing() -> None:
    journal = MemoryJournal()
    session = sit(card("a"), card("b"), journal=journal)
    journal.broken = True
    with pytest.raises(OSError, match="disk full"):
        session.forecast("2")
    assert (session.stage, session.result, session.settled()) == (Stage.ASK, None, True)
    journal.broken = False
    assert session.forecast("1", "sure").answer.seen is False, "it was not revealed before"
    journal.broken = True
    with pytest.raises(OSError, match="disk full"):
        session.undo()
    assert (session.stage, session.total) == (Stage.REVEAL, 3)
    assert session.result is not None


def test_a_grade_that_fails_to_be_stored_changes_nothing() -> None:
    journal = MemoryJournal()
    session = sit(recall(), journal=journal)
    session.forecast("the stride")
    journal.broken = True
    with pytest.raises(OSError, match="disk full"):
        session.grade(True)
    assert session.stage is Stage.GRADE
    assert session.result is not None
    assert session.result.right is None


def test_the_stage_changes_only_after_the_row_is_kept() -> None:
    class Watching(MemoryJournal):
        stages: list[Stage] = []  # noqa: RUF012

        def append(self, answer: Answer) -> Answer:
            self.stages.append(session.stage)
            return super().append(answer)

    journal = Watching()
    session = sit(recall(), journal=journal)
    session.forecast("x")
    session.grade(False)
    session.undo()
    assert journal.stages == [Stage.ASK, Stage.GRADE, Stage.REVEAL]


@pytest.mark.parametrize("action", [lambda s: s.forecast("2"), lambda s: s.grade(True)])
def test_a_second_forecast_or_an_unasked_grade_is_refused(
    action: Callable[[Session], object],
) -> None:
    journal = MemoryJournal()
    session = sit(card(), journal=journal)
    session.forecast("2")
    with pytest.raises(ValueError, match="REVEAL"):
        action(session)
    assert len(journal.kept) == 1


def test_a_recall_is_stored_before_its_answer_is_shown_then_graded() -> None:
    journal = MemoryJournal()
    session = sit(recall("law"), journal=journal)
    first = session.forecast("", "sure")
    assert (first.right, first.marks, session.stage) == (None, 0, Stage.GRADE)
    assert (last(journal).verdict, last(journal).forecast) == ("none", "")
    assert session.advance() is Stage.GRADE
    second = session.grade(True)
    assert (second.right, second.marks, session.stage) == (True, 3, Stage.REVEAL)
    assert (last(journal).voids, last(journal).verdict) == (first.answer.id, "right")
    assert last(journal).seen is False
    assert len({kept.id for kept in journal.kept}) == 2


def test_no_idea_of_a_recall_needs_no_grade() -> None:
    session = sit(recall())
    assert session.forecast(None).right is False
    assert session.stage is Stage.REVEAL


def test_keys_do_nothing_for_a_quarter_of_a_second_after_a_reveal() -> None:
    clock = ManualClock()
    session = sit(recall(), card(), clock=clock)
    assert session.settled()
    session.forecast("x")
    assert not session.settled()
    clock.tick(0.24)
    assert not session.settled()
    clock.tick(0.02)
    assert session.settled()
    session.grade(True)
    assert not session.settled()
    finish(session)
    assert session.settled()


def test_sure_and_wrong_is_asked_once_more_at_the_end() -> None:
    journal = MemoryJournal()
    session = sit(card("a"), card("b"), journal=journal)
    session.forecast("1", "sure")
    assert session.total == 3
    finish(session)
    session.forecast("2")
    finish(session)
    assert (session.item.key, session.number, session.turn.retry) == ("core/a", 3, True)
    again = session.forecast("9", "sure")
    assert again.answer.seen
    assert again.marks == 0
    finish(session)
    assert session.stage is Stage.DONE, "not a third time"


@pytest.mark.parametrize("confidence", ["guess", "think"])
def test_wrong_but_not_sure_is_not_asked_again_today(confidence: str) -> None:
    session = sit(card("a"))
    session.forecast("1", confidence)  # type: ignore[arg-type]
    assert session.total == 1


def test_choices_change_places_when_asked_again() -> None:
    session = sit(card("a", choices=choices("1", "2", "3", "4", "5", "6")))
    wrong = next(o.letter for o in session.item.options if o.text != "1")
    first = session.item.options
    session.forecast(wrong, "sure")
    finish(session)
    assert session.item.options != first
    assert session.forecast("a").answer.seed == 1


def test_what_was_revealed_today_is_seen_also_in_a_later_sitting() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    sit(card("a"), journal=journal, clock=clock).forecast("1")
    assert sit(card("a"), journal=journal, clock=clock).forecast("2").answer.seen
    clock.next_day()
    assert not sit(card("a"), journal=journal, clock=clock).forecast("2").answer.seen


def test_a_template_with_other_numbers_is_another_draw() -> None:
    """Rows of a template tell its draws apart; `seen` looks at the numbers."""
    drawn = row("stride", template="stride", params={"s": 6})
    journal = MemoryJournal([drawn])
    assert not sit(card("stride"), journal=journal).forecast("2").answer.seen


def test_a_sitting_over_midnight_changes_its_study_day_at_the_rollover_hour() -> None:
    clock = ManualClock()
    clock.time = clock.time.replace(hour=3, minute=59)
    journal = MemoryJournal()
    session = sit(card("a"), card("b"), journal=journal, clock=clock)
    session.forecast("2")
    clock.tick(120)
    finish(session)
    session.forecast("2")
    assert [kept.study_day for kept in journal.kept] == ["2026-11-29", "2026-11-30"]


def test_the_rollover_hour_can_be_another() -> None:
    clock = ManualClock()
    clock.time = clock.time.replace(hour=1)
    journal = MemoryJournal()
    sit(card(), journal=journal, clock=clock, rollover=0).forecast("2")
    assert last(journal).study_day == "2026-11-30"


def test_a_clock_set_back_never_makes_a_duration_negative() -> None:
    clock, journal = ManualClock(), MemoryJournal()
    session = sit(card(), journal=journal, clock=clock)
    clock.tick(-3600)
    session.forecast("2")
    assert last(journal).duration_ms == 0


def test_the_next_due_is_what_is_left_then_what_the_journal_says() -> None:
    a, b, c = card("a"), card("b"), card("c")
    session = sit(a, b, packs=(pack(a, b, c),))
    due = session.next_due
    assert due is not None
    assert (due.key, due.title, due.days, due.new) == ("core/a", "A", 0, True)
    session.forecast("2")
    due = session.next_due
    assert due is not None
    assert due.key == "core/b"
    finish(session)
    session.forecast("2")
    due = session.next_due
    assert due is not None
    assert (due.key, due.days) == ("core/c", 0), "a new card of the pack, beyond this sitting"


def test_what_is_due_is_told_before_what_is_new() -> None:
    """As home counts it: a new card is not due."""
    a, b, c = card("a"), card("b"), card("c")
    session = sit(a, b, c)
    session.forecast("1", "sure")
    due = session.next_due
    assert due is not None
    assert (due.key, due.days, due.new) == ("core/a", 0, False)


def test_a_card_taken_ahead_of_time_is_not_said_to_be_due_now() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    sit(card("a"), journal=journal, clock=clock).forecast("2")
    due = sit(card("a"), journal=journal, clock=clock).next_due
    assert due is not None
    assert (due.key, due.days > 0, due.new) == ("core/a", True, False)


def test_the_next_due_of_a_finished_sitting_is_days_away() -> None:
    session = sit(card("a"), card("b"))
    session.forecast("2")
    finish(session)
    session.forecast("1")
    due = session.next_due
    assert due is not None
    assert (due.key, due.days) == ("core/b", 1)
    assert due.when.isoformat() == "2026-12-01"
