"""The summary: derived from the rows alone, and as if undone answers had never been."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.engine.cells import CELLS as ENGINE_CELLS
from banktrainer.study.clock import utc_text
from banktrainer.study.game.days import Days
from banktrainer.study.journal import Answer, Journal
from banktrainer.study.progress import summarize
from banktrainer.study.session import Session, Stage
from banktrainer.study.summary import CELLS, Calibration, CellProgress, Summary
from tests.study.desk import NOON, ManualClock, MemoryJournal, card, finish, pack, recall, row, sit

CARDS = (
    card("a", cell="A"), card("b", cell="B"), card("c", cell="C"), recall("d", cell="D"),
)  # fmt: skip
PACK = pack(*CARDS)


def summary(*rows: Answer, now: datetime = NOON) -> Summary:
    return summarize([PACK], rows, now)


def days_ago(days: int) -> str:
    return (NOON - timedelta(days=days)).date().isoformat()


def test_an_empty_journal() -> None:
    assert summary() == Summary(new=4, next_key="core/a", next_title="A", next_due_at=NOON.date())
    assert summarize([], [], NOON) == Summary()


def test_the_score() -> None:
    found = summary(
        row("a", confidence="sure"),
        row("b", verdict="wrong", confidence="sure"),
        row("c", forecast=None, confidence="none", verdict="none"),
        row("d", asked="recall", verdict="none"),
        row("b", seen=True, confidence="sure"),
    )
    assert (found.answers, found.right, found.marks) == (3, 1, -3)


def test_calibration_counts_by_confidence_without_no_idea_and_repeats() -> None:
    found = summary(
        row("a", confidence="sure"),
        row("b", confidence="sure", verdict="wrong"),
        row("c", confidence="guess"),
        row("c", confidence="guess", seen=True),
        row("d", forecast=None, confidence="none", verdict="none"),
    )
    assert found.calibration == (
        Calibration("guess", 1, 1),
        Calibration("think", 0, 0),
        Calibration("sure", 2, 1),
    )


def test_mastery_is_a_quarter_for_each_study_day_with_a_right_answer() -> None:
    rows = [row("a", cell="A", study_day=days_ago(9 - n)) for n in range(3)]
    rows += [row("a", cell="A", study_day=days_ago(9)), row("a", cell="A", verdict="wrong")]
    assert summary(*rows).cells["A"] == CellProgress(5, 4, 0.75)
    rows += [row("a", cell="A", study_day=days_ago(5 - n)) for n in range(3)]
    assert summary(*rows).cells["A"].mastery == 1.0
    assert summary(*rows).cells["B"] == CellProgress()
    assert summary(row("a", cell="A", seen=True)).cells["A"] == CellProgress()


def test_a_card_without_a_cell_counts_in_none() -> None:
    found = summary(row("a", cell=None))
    assert found.answers == 1
    assert set(found.cells.values()) == {CellProgress()}


def test_there_are_the_cells_that_the_engine_knows() -> None:
    assert tuple(CELLS) == tuple(ENGINE_CELLS)


def test_wrong_models_are_counted() -> None:
    rows = [row("a", model="stride"), row("b", model="stride"), row("c", model="row-is-warp")]
    assert summary(*rows).models == {"stride": 2, "row-is-warp": 1}


def test_what_is_due() -> None:
    found = summary(row("a", study_day=days_ago(5)), row("b", study_day=days_ago(5)))
    assert (found.due_now, found.due_today, found.new) == (2, 2, 2)
    found = summary(row("a", study_day=days_ago(5)), row("b", study_day=days_ago(5)), row("a"))
    assert (found.due_now, found.due_today) == (1, 2)
    found = summary(row("a"), row("b"), row("c"), row("d", asked="recall"))
    assert (found.due_now, found.new, found.next_key) == (0, 0, "core/a")
    assert found.next_due_at == date(2026, 12, 2)
    assert not found.resume


def test_what_a_sitting_left_unfinished_is_due_now() -> None:
    found = summary(row("a", verdict="wrong", confidence="sure"))
    assert found.due_now == 1
    assert found.resume


@pytest.mark.parametrize("pack_id", ["placement", "drill"])
def test_a_placement_or_a_drill_leaves_no_card_to_go_on_with(pack_id: str) -> None:
    found = summary(row("cell-a", pack=pack_id))
    assert found.new
    assert not found.resume


def spaced(names: str, seconds: int, days: int) -> list[Answer]:
    """Answers of one day, each thought over for `seconds` and read for as long."""
    start = NOON - timedelta(days=days)
    return [
        row(
            name,
            at=utc_text(start + timedelta(seconds=2 * seconds * n)),
            study_day=days_ago(days),
            duration_ms=seconds * 1000,
        )
        for n, name in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("due", "seconds", "minutes"), [("", 30, 0), ("a", 5, 1), ("abcdef", 60, 12), ("abcdef", 2, 1)]
)
def test_minutes_at_the_learners_pace(due: str, seconds: int, minutes: int) -> None:
    """What a card takes is what lies between it and the next one, the reading included."""
    examples = [pack(*(card(name) for name in "abcdefx"))]
    rows = spaced("xxxxxx", seconds, 9) + spaced(f"{due}x" if due else "", seconds, 8)
    recent = [row("x", study_day=days_ago(0))]
    assert summarize(examples, [*rows, *recent], NOON).due_minutes == minutes


def test_minutes_without_history_are_those_of_the_kinds() -> None:
    old = [row(name, study_day=days_ago(9)) for name in "abcd"]
    assert summary(*old).due_minutes == round((3 * 80 + 30) / 60)


def test_sure_and_wrong_is_listed_until_it_is_right_the_latest_first() -> None:
    wrong = {"verdict": "wrong", "confidence": "sure"}
    rows = [row("a", **wrong), row("b", **wrong), row("gone", **wrong)]
    assert summary(*rows).sure_wrong == (("core/b", "B"), ("core/a", "A"))
    seen_right = row("b", seen=True)
    assert summary(*rows, seen_right).sure_wrong[0] == ("core/b", "B"), "it was just shown"
    assert summary(*rows, row("b", study_day=days_ago(-1))).sure_wrong == (("core/a", "A"),)


@pytest.mark.parametrize(
    ("days", "length"),
    [
        ([], 0),
        ([0], 1),
        ([1], 1),
        ([2], 0),
        ([0, 1, 2], 3),
        ([1, 2, 3], 3),
        ([0, 2, 3], 1),
        ([0, 0, 1, 1], 2),
        ([-1], 1),
        ([-2], 0),
    ],
)
def test_the_streak(days: list[int], length: int) -> None:
    assert Days.of(map(days_ago, days)).streak(NOON.date()).length == length


def test_a_streak_counts_days_with_an_answer_not_voids() -> None:
    undone = row("a", study_day=days_ago(0))
    yesterday = row("a", study_day=days_ago(1))
    void = row("a", asked="void", voids=undone.id, study_day=days_ago(0))
    assert summary(yesterday, undone).streak == 2
    assert summary(yesterday, undone, void).streak == 1


ROUTE = ["Asia/Tokyo", "Asia/Kolkata", "Europe/Berlin", "America/New_York", "Pacific/Honolulu"]


@pytest.mark.parametrize("route", [ROUTE, ROUTE[::-1]], ids=["west", "east"])
def test_flying_breaks_no_streak_that_had_an_answer_each_day(route: list[str]) -> None:
    """One answer each local evening, one zone a day: no day is lost and none moves later."""
    clock, journal = ManualClock(), MemoryJournal()
    for day, zone in enumerate(route):
        clock.time = datetime(2026, 10, 23 + day, 20, tzinfo=ZoneInfo(zone))
        sit(card("a"), journal=journal, clock=clock).forecast("2")
        assert summarize([PACK], journal.rows(), clock.now()).streak == day + 1
    before = summarize([PACK], journal.rows(), clock.now())
    for zone in ROUTE:
        elsewhere = clock.now().astimezone(ZoneInfo(zone))
        after = summarize([PACK], journal.rows(), elsewhere)
        assert (after.marks, after.cells, after.calibration) == (
            before.marks, before.cells, before.calibration,
        )  # fmt: skip


def test_a_summary_survives_json() -> None:
    found = summary(
        row("a", study_day=days_ago(5), model="stride"),
        row("b", verdict="wrong", confidence="sure"),
    )
    assert Summary.from_json(found.to_json()) == found
    assert Summary.from_json(Summary().to_json()) == Summary()


@pytest.mark.parametrize(
    "change",
    [
        {"format": 1},
        {"answers": "3"},
        {"answers": 1.5},
        {"answers": None},
        {"streak": True},
        {"cells": {}},
        {"cells": []},
        {"cells": {cell: {"answers": 1, "right": 1, "mastery": 7.0} for cell in CELLS}},
        {"calibration": []},
        {"models": {"stride": "often"}},
        {"sure_wrong": [["core/a"]]},
        {"sure_wrong": 5},
        {"next_key": 5},
        {"next_due_at": "tomorrow"},
        {"more": 1},
    ],
)
def test_another_text_is_no_summary(change: dict[str, object]) -> None:
    text = json.dumps({**json.loads(Summary().to_json()), **change})
    with pytest.raises(ValueError, match=r"."):
        Summary.from_json(text)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "5", "{", "\x00", "[" * 100_000, '"a"'])
def test_broken_text_is_no_summary(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Summary.from_json(text)


DEEDS = st.lists(st.sampled_from(["right", "wrong", "sure", "sure-wrong", "idk"]), max_size=8)


def answer(session: Session, deed: str) -> None:
    """Answer the item on the table; of a recall, grade it too."""
    text = {"right": "2", "sure": "2", "idk": None}.get(deed, "1")
    session.forecast(text, "sure" if deed.startswith("sure") else "think")
    if session.stage is Stage.GRADE:
        session.grade(deed in ("right", "sure"))


def practise(journal: Journal, clock: ManualClock, deeds: list[str], undone: int) -> None:
    """Answer cards in turn, then take the last `undone` answers back, at some later moments."""
    rows = tuple(journal.rows())
    session = sit(*CARDS, *CARDS, journal=journal, clock=clock)  # type: ignore[arg-type]
    assert tuple(journal.rows()) == rows
    for deed in deeds:
        clock.tick(20)
        answer(session, deed)
        finish(session)
    for _ in range(undone):
        clock.tick(3)
        session.undo()


@settings(deadline=None, max_examples=150)
@given(before=DEEDS, days=st.integers(0, 3), after=DEEDS)
def test_answers_that_were_undone_leave_no_trace(
    before: list[str], days: int, after: list[str]
) -> None:
    """Due, next, marks, calibration, streak, cells: all as if they had never been given."""
    clock, journal = ManualClock(), MemoryJournal()
    practise(journal, clock, before, 0)
    clock.next_day(days)
    kept = list(journal.rows())
    practise(journal, clock, after, len(after))
    assert len(journal.kept) >= len(kept) + 2 * len(after)
    assert summarize([PACK], journal.rows(), clock.now()) == summarize([PACK], kept, clock.now())


@settings(deadline=None, max_examples=60)
@given(deeds=DEEDS, undone=st.integers(0, 8))
def test_undoing_some_answers_leaves_what_the_others_alone_would(
    deeds: list[str], undone: int
) -> None:
    undone = min(undone, len(deeds))
    clock, journal = ManualClock(), MemoryJournal()
    practise(journal, clock, deeds, undone)
    other, alone = ManualClock(), MemoryJournal()
    practise(alone, other, deeds[: len(deeds) - undone], 0)
    found = summarize([PACK], journal.rows(), clock.now())
    assert found == summarize([PACK], alone.rows(), clock.now())


@given(st.permutations(range(6)))
def test_the_order_of_voiding_rows_does_not_matter(order: list[int]) -> None:
    rows = [row("a", id=f"x{n}", verdict="wrong") for n in range(6)]
    voids = [replace(rows[n], id=f"v{n}", asked="void", voids=f"x{n}") for n in order]
    assert summary(*rows, *voids[:3], *voids[3:]) == summary()
