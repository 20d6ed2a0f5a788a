"""A sitting of drills: chosen one by one, undone without a trace, mixed in what is asked."""

from __future__ import annotations

import pytest

from banktrainer.study import live
from banktrainer.study.drilling import DrillSession
from banktrainer.study.drills.adaptive import DIAGNOSTIC, LEAST, believed
from banktrainer.study.drills.draw import drawn
from banktrainer.study.drills.item import DrillItem
from banktrainer.study.drills.lot import Lot
from banktrainer.study.drills.pool import shipped
from banktrainer.study.drills.template import Kind
from banktrainer.study.game.order import Order
from banktrainer.study.session import Session, Stage
from tests.study.desk import ManualClock, MemoryJournal, finish, numbered


def sit(journal: MemoryJournal, count: int, seed: int | None = 7) -> DrillSession:
    ids = numbered(f"r{len(journal.kept)}-")
    order = Order(count=count, seed=seed)
    return DrillSession(order, journal, ManualClock(), version="1", ids=ids)


def drill(session: DrillSession) -> DrillItem:
    assert isinstance(session.item, DrillItem)
    return session.item


def test_so_many_items_as_asked_for_and_none_twice() -> None:
    session = sit(MemoryJournal(), 12)
    seeds: list[int] = []
    kinds: list[str] = []
    while session.stage is not Stage.DONE:
        assert (session.number, session.total) == (len(seeds) + 1, 12)
        seeds.append(drill(session).seed)
        kinds.append(drill(session).kind)
        session.forecast(session.item.truth.text)
        finish(session)
    assert len(set(seeds)) == len(seeds) == 12
    assert set(kinds[1:DIAGNOSTIC]) <= {"cycles", "degree", "conflict"}
    assert set(kinds[DIAGNOSTIC:]) - {"cycles", "degree", "conflict"}


def test_a_sure_and_wrong_item_comes_back_last_with_fresh_numbers() -> None:
    session = sit(MemoryJournal(), 2, seed=0)
    first = drill(session)
    session.forecast("999", "sure")
    finish(session)
    assert session.total == 3
    session.forecast(session.item.truth.text)
    finish(session)
    assert session.turn.retry
    assert drill(session).template == first.template
    assert drill(session).drawn.params != first.drawn.params


def test_an_undone_answer_tells_nothing() -> None:
    journal = MemoryJournal()
    session = sit(journal, 2, seed=None)
    before = believed(session.rows).weights.tolist()
    entry = shipped().entries[shipped().place(drill(session).seed) or 0]
    session.forecast(entry.answers[1])
    assert believed(session.rows).weights.tolist() != before
    session.undo()
    assert believed(session.rows).weights.tolist() == before
    assert live.live(journal.kept) == ()
    assert session.stage is Stage.ASK


def test_a_seeded_sitting_leaves_out_what_was_before() -> None:
    journal = MemoryJournal()

    def seeds() -> list[int]:
        session = sit(journal, 3)
        found = []
        while session.stage is not Stage.DONE:
            found.append(drill(session).seed)
            session.forecast(None)
            finish(session)
        return found

    assert seeds() == seeds()


@pytest.mark.parametrize("cell", "ABCDEFGHIJ")
def test_a_drill_of_a_cell_never_asks_for_the_cell_nor_shows_numbers_twice(cell: str) -> None:
    journal = MemoryJournal()
    session = DrillSession(Order(cell=cell, count=12, seed=3), journal, ManualClock(), version="1")
    while session.stage is not Stage.DONE:
        assert (session.item.cell, drill(session).kind == "cell") == (cell, False)
        assert not session.forecast(None).answer.seen
        finish(session)


KINDS: tuple[Kind, ...] = (
    *("cycles", "degree", "conflict", "bank", "lanes", "rank", "cell", "repair", "choose"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_answered_and_stored_and_is_seen_the_second_time(kind: Kind) -> None:
    seed = next(seed for seed in range(2000) if drawn(seed).kind == kind)
    journal = MemoryJournal()
    for seen in (False, True):
        session = Session([DrillItem(drawn(seed))], journal, ManualClock(), version="1")
        result = session.forecast(session.item.truth.text)
        assert (result.right, result.answer.seen) == (True, seen)


def test_what_is_asked_once_more_has_numbers_that_nobody_saw_that_day() -> None:
    journal = MemoryJournal()
    first = DrillItem(drawn(421))
    other = first.again()

    def ask(item: DrillItem) -> Session:
        ids = numbered(f"r{len(journal.kept)}-")
        return Session([item], journal, ManualClock(), version="1", ids=ids)

    ask(other).forecast(other.truth.text)
    session = ask(first)
    session.forecast(None)
    finish(session)
    session.undo()
    back = session.item
    assert isinstance(back, DrillItem)
    assert back.template == first.template
    assert back.drawn.params not in (first.drawn.params, other.drawn.params)
    assert not session.forecast(None).answer.seen


def test_a_seeded_sitting_asks_once_more_the_same_whatever_the_day_has_shown() -> None:
    journal = MemoryJournal()
    asked: list[list[int]] = []
    for _ in range(2):
        session = sit(journal, 1, seed=421)
        seeds = [drill(session).seed]
        session.forecast("999", "sure")
        finish(session)
        seeds.append(drill(session).seed)
        session.forecast(None)
        asked.append(seeds)
    assert asked[0] == asked[1]


def test_one_or_two_wrong_answers_are_called_no_belief() -> None:
    session = sit(MemoryJournal(), LEAST, seed=None)
    for _ in range(1, LEAST):
        entry = shipped().entries[shipped().place(drill(session).seed) or 0]
        session.forecast(entry.answers[1])
        assert session.wrong_models is None
        finish(session)


def test_a_cell_with_few_numbers_begins_anew_and_never_hangs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("banktrainer.study.drills.lot.TRIES", 200)
    lot = Lot(0, seed=5)
    draws = [lot.take(lot.some((), "A")) for _ in range(60)]
    assert {draw.cell for draw in draws} == {"A"}
    assert len({draw.seed for draw in draws}) < len(draws)
