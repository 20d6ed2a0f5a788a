"""Two programs on one journal: the second answer to one draw on one day is `seen`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from banktrainer.packs.model import Card
from banktrainer.records import SqliteJournal, open_journal
from banktrainer.study import live
from banktrainer.study.journal import Answer
from banktrainer.study.session import Session
from tests.records.answers import PLAIN, answer
from tests.study.desk import ManualClock, card, finish, item, recall, row

Pair = tuple[SqliteJournal, SqliteJournal]


def sit(*cards: Card, journal: SqliteJournal, clock: ManualClock | None = None) -> Session:
    """A sitting of another program on the same file."""
    return Session([item(each) for each in cards], journal, clock or ManualClock(), version="1")


@pytest.fixture
def journals(tmp_path: Path) -> Iterator[Pair]:
    """One file, opened by two programs before either has stored anything."""
    first, second = open_journal(tmp_path), open_journal(tmp_path)
    yield first, second
    first.close()
    second.close()


def test_the_second_answer_to_a_card_earns_nothing(journals: Pair) -> None:
    first, second = (sit(card("a"), journal=journal) for journal in journals)
    assert first.forecast("2", "sure").marks == 3  # stride 6: two cycles
    later = second.forecast("2", "sure")
    assert (later.right, later.marks, later.answer.seen) == (True, 0, True)
    assert sorted(row.seen for row in journals[0].rows()) == [False, True]


def test_a_recall_graded_in_both_is_seen_in_the_second_also_by_its_grade(journals: Pair) -> None:
    first, second = (sit(recall("r"), journal=journal) for journal in journals)
    first.forecast("x")
    second.forecast("x")
    assert first.grade(True).marks == 2
    assert second.grade(True).marks == 0


ANOTHER = answer(2)


@pytest.mark.parametrize(
    ("before", "after", "seen"),
    [
        (PLAIN, ANOTHER, True),
        (PLAIN, replace(ANOTHER, card="offset"), False),
        (PLAIN, replace(ANOTHER, pack="kernels"), False),
        (PLAIN, replace(ANOTHER, study_day="2026-12-01"), False),
        (replace(PLAIN, study_day="2026-12-01"), ANOTHER, False),
        (row("s", template="s", params={"s": 6}), row("s", template="s", params={"s": 6}), True),
        (row("s", template="s", params={"s": 6}), row("s", template="s", params={"s": 7}), False),
        (row("c", params={"order": [0, 1]}), row("c", params={"order": [1, 0]}), True),
        (replace(PLAIN, asked="void", voids="z"), ANOTHER, False),
        (PLAIN, replace(ANOTHER, voids="z"), False),
        (PLAIN, replace(ANOTHER, asked="void", voids="z"), False),
    ],
    ids=[
        *("the same card", "another card", "another pack", "the next day", "the day before"),
        *("the same draw", "another draw", "choices in another order"),
        *("a taking back reveals nothing", "a grade keeps what its question had", "a taking back"),
    ],
)
def test_what_is_seen(journals: Pair, before: Answer, after: Answer, seen: bool) -> None:
    journals[0].append(replace(before, id="before"))
    assert journals[1].append(replace(after, id="after")).seen is seen


def test_an_answer_taken_back_in_the_other_program_was_seen_all_the_same(journals: Pair) -> None:
    first, second = (sit(card("a"), journal=journal) for journal in journals)
    first.forecast("3")
    first.undo()
    assert second.forecast("2").answer.seen


def test_its_own_rows_are_left_to_the_sitting(journals: Pair) -> None:
    """What this program has shown, its sitting knows; a journal marks only what it can't know."""
    journals[0].append(PLAIN)
    assert not journals[0].append(ANOTHER).seen


def test_what_was_imported_keeps_its_own_word(journals: Pair) -> None:
    journals[0].append(PLAIN)
    journals[1].add_missing([ANOTHER])
    assert not list(journals[1].rows())[1].seen


def test_every_pair_of_programs_marks_each_draw_once_a_day(journals: Pair) -> None:
    """Turn about over several cards and days: of each card and day one answer counts."""
    clock = ManualClock()
    for _ in range(3):
        sittings = [sit(card("a"), card("b"), journal=each, clock=clock) for each in journals]
        for place in range(2):
            for session in sittings if place else reversed(sittings):
                session.forecast("2")
                finish(session)
        clock.next_day()
    counted = [live.reveal_of(kept) for kept in journals[0].rows() if not kept.seen]
    assert len(counted) == len(set(counted)) == 6
