"""The modes of drills: what each asks, when it ends, and that undo leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.engine import cell_of
from banktrainer.study import live
from banktrainer.study.drilling import DrillSession
from banktrainer.study.drills.draw import drawn
from banktrainer.study.drills.item import DrillItem
from banktrainer.study.drills.modes import daily_seeds
from banktrainer.study.drills.pool import ASKED
from banktrainer.study.game.blitz import LIVES, Blitz
from banktrainer.study.game.daily import SLOTS, Daily
from banktrainer.study.game.games import games
from banktrainer.study.game.ladder import STEPS, Ladder
from banktrainer.study.game.order import Order
from banktrainer.study.game.play import Mode
from banktrainer.study.journal import Answer
from banktrainer.study.session import Stage
from tests.study.desk import NOON, ManualClock, MemoryJournal, finish, numbered

DAYS = [NOON.date() + timedelta(days=n) for n in range(12)]


def sit(
    mode: Mode, journal: MemoryJournal | None = None, clock: ManualClock | None = None, **more: int
) -> DrillSession:
    kept = journal if journal is not None else MemoryJournal()
    ids = numbered(f"r{len(kept.kept)}-")
    order = Order(mode, **more)  # type: ignore[arg-type]
    return DrillSession(order, kept, clock or ManualClock(), version="1", ids=ids)


def answer(session: DrillSession, right: bool = True) -> None:
    """Answer what is asked, rightly or not ("no idea"), and go on."""
    session.forecast(session.item.truth.text if right else None)
    finish(session)


def drill(session: DrillSession) -> DrillItem:
    assert isinstance(session.item, DrillItem)
    return session.item


def blitz(session: DrillSession) -> Blitz:
    assert isinstance(session.state, Blitz)
    return session.state


def puzzle(session: DrillSession) -> Daily:
    assert isinstance(session.state, Daily)
    return session.state


def test_a_blitz_ends_with_the_last_life() -> None:
    session = sit("blitz")
    for right in (True, True, False, False):
        answer(session, right)
    assert session.endless
    assert blitz(session).lives == LIVES - 2
    answer(session, False)
    assert session.stage is Stage.DONE
    assert (blitz(session).points, blitz(session).right) == (30, 2)


def test_a_blitz_asks_quick_questions_and_no_cell_twice_in_a_row() -> None:
    session = sit("blitz")
    cells = []
    for _ in range(20):
        assert drill(session).kind in ASKED
        cells.append(session.item.cell)
        answer(session)
    assert all(one != other for one, other in pairwise(cells))
    assert len(set(cells)) > 5


def test_the_time_runs_only_while_a_question_stands() -> None:
    clock = ManualClock()
    session = sit("blitz", clock=clock, seconds=60)
    clock.tick(10)
    assert session.seconds_left == 50
    session.forecast(session.item.truth.text)
    clock.tick(500)
    assert session.seconds_left == 50
    finish(session)
    clock.tick(5.5)
    assert session.seconds_left == 44.5
    clock.tick(60)
    assert session.seconds_left == 0


def test_what_comes_too_late_is_stored_and_scores_nothing() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    session = sit("blitz", journal, clock, seconds=60)
    answer(session)
    clock.tick(61)
    answer(session)
    assert session.stage is Stage.DONE
    assert [row.verdict for row in journal.kept] == ["right", "right"]
    assert (blitz(session).points, blitz(session).late) == (10, 1)


def test_sure_and_wrong_is_asked_once_more_after_the_game_without_the_clock() -> None:
    session = sit("blitz")
    wrong = 0
    while wrong < LIVES:
        if drill(session).kind == "cycles":
            session.forecast("999", "sure")
            wrong += 1
            finish(session)
        else:
            answer(session)
    before = blitz(session)
    for _ in range(LIVES):
        assert (session.stage, session.turn.retry, session.counts) == (Stage.ASK, True, False)
        answer(session)
    assert (session.stage, blitz(session)) == (Stage.DONE, before)


def test_undo_gives_time_points_and_lives_back() -> None:
    clock = ManualClock()
    session = sit("blitz", clock=clock, seconds=60)
    answer(session)
    for _ in range(LIVES):
        clock.tick(7)
        answer(session, False)
    assert session.stage is Stage.DONE
    session.undo()
    assert (session.stage.name, session.counts) == ("ASK", True)
    assert (blitz(session).lives, session.seconds_left) == (1, 46)


def test_the_ladder_goes_on_in_the_next_sitting() -> None:
    journal = MemoryJournal()
    session = sit("ladder", journal, count=STEPS + 1)
    assert session.item.cell == "A"
    for _ in range(STEPS + 1):
        answer(session)
    again = sit("ladder", journal, count=2)
    assert again.item.cell == "B"
    assert isinstance(again.state, Ladder)
    assert (again.state.steps, again.bests.height) == (1, 1)


def test_a_seeded_ladder_begins_at_the_bottom_and_leaves_the_other_alone() -> None:
    journal = MemoryJournal()
    session = sit("ladder", journal, count=STEPS)
    for _ in range(STEPS):
        answer(session)
    seeded = sit("ladder", journal, count=1, seed=5)
    assert seeded.item.cell == "A"
    answer(seeded)
    assert sit("ladder", journal, count=1).item.cell == "B"


def test_the_puzzle_is_the_same_for_all_on_a_day_and_another_one_on_the_next() -> None:
    seeds = [daily_seeds(day) for day in DAYS]
    assert len({seed for each in seeds for seed in each}) == len(DAYS) * SLOTS
    daily_seeds.cache_clear()
    assert [daily_seeds(day) for day in DAYS] == seeds
    assert daily_seeds(date(2026, 11, 30)) == FIRST, "of this generator; another one may differ"


FIRST = (735701906, 831957140, 1144906499, 2050848793, 785159529)


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_no_puzzle_has_a_cell_a_template_or_a_kind_twice(day: date) -> None:
    draws = [drawn(seed) for seed in daily_seeds(day)]
    for told in (
        {cell_of(draw.access) for draw in draws},
        {draw.template for draw in draws},
        {draw.kind for draw in draws},
    ):
        assert len(told) == SLOTS


def test_a_puzzle_broken_off_goes_on_and_is_not_given_twice() -> None:
    journal = MemoryJournal()
    session = sit("daily", journal)
    assert (session.total, drill(session).seed) == (SLOTS, daily_seeds(NOON.date())[0])
    answer(session)
    answer(session, False)
    later = sit("daily", journal)
    assert (later.total, drill(later).seed) == (SLOTS - 2, daily_seeds(NOON.date())[2])
    for _ in range(SLOTS - 2):
        answer(later)
    assert (later.stage, puzzle(later).right) == (Stage.DONE, SLOTS - 1)
    done = sit("daily", journal)
    assert (done.stage, done.total, done.daily_done) == (Stage.DONE, 0, puzzle(later))


def test_a_question_taken_back_comes_last_with_fresh_numbers() -> None:
    session = sit("daily")
    first = drill(session)
    session.forecast(session.item.truth.text)
    session.undo()
    assert session.total == SLOTS
    for _ in range(SLOTS - 1):
        answer(session)
    last = drill(session)
    assert (last.template, last.kind) == (first.template, first.kind)
    assert last.drawn.params != first.drawn.params
    answer(session)
    assert (session.stage, puzzle(session).right) == (Stage.DONE, SLOTS)


def test_over_midnight_the_puzzle_stays_that_of_its_beginning() -> None:
    clock = ManualClock()
    session = sit("daily", clock=clock)
    for _ in range(SLOTS):
        answer(session)
        clock.next_day()
    assert puzzle(session).finished is False, "a game is over two days after it began"
    journal, clock = MemoryJournal(), ManualClock(NOON.replace(hour=23))
    session = sit("daily", journal, clock)
    for _ in range(SLOTS):
        answer(session)
        clock.tick(3600 * 2)
    assert puzzle(session).finished
    assert sit("daily", journal, clock).total == SLOTS, "the next day's"


@pytest.mark.parametrize("mode", ["adaptive", "blitz", "ladder", "random"])
def test_a_seed_begins_with_its_item_and_repeats_the_sitting(mode: Mode) -> None:
    journal = MemoryJournal()

    def seeds() -> list[int]:
        session = sit(mode, journal, count=4, seed=8)
        found: list[int] = []
        while len(found) < 4:
            found.append(drill(session).seed)
            answer(session)
        return found

    first = seeds()
    assert first == seeds()
    assert mode == "ladder" or first[0] == 8


def test_next_due_is_never_a_generated_item() -> None:
    session = sit("adaptive", count=2)
    assert session.next_due is None


DO = st.lists(st.sampled_from(["right", "wrong", "sure", "undo", "wait"]), max_size=14)


def do(session: DrillSession, clock: ManualClock, acts: Iterable[str]) -> int:
    """Do `acts`; how many answers stand at the end."""
    for act in acts:
        if act == "undo":
            session.undo()
        elif act == "wait":
            clock.tick(9)
        elif session.stage is Stage.ASK:
            text = None if act == "wrong" else session.item.truth.text
            session.forecast(text, "sure" if act == "sure" else "think")
            finish(session)
    return len(session.results)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["blitz", "ladder", "daily"]), DO, DO)
def test_answers_and_as_many_undos_leave_all_games_as_they_were(
    mode: Mode, before: list[str], acts: list[str]
) -> None:
    journal, clock = MemoryJournal(), ManualClock()
    session = sit(mode, journal, clock, **({"count": 6} if mode == "ladder" else {}))
    stand = do(session, clock, before)
    rows = live.live(journal.kept)
    games_before, left = games(rows), session.seconds_left
    do(session, clock, [act for act in acts if act not in ("undo", "wait")])
    while len(session.results) > stand:
        session.undo()
    assert live.live(journal.kept) == rows
    assert session.games == games_before == games(live.live(journal.kept))
    if session.stage is Stage.ASK and session.counts:
        assert session.seconds_left is None or session.seconds_left >= (left or 0)


def test_what_an_import_says_of_games_changes_no_other() -> None:
    journal = MemoryJournal()
    session = sit("blitz", journal)
    answer(session)
    odd: Answer = replace(journal.kept[0], id="x", params={"mode": "blitz", "game": "y"})
    assert games([*journal.kept, odd]).bests == games(journal.kept).bests
