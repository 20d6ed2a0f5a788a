"""Any answers that were undone leave everything as if they had never been given."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.packs.model import Pack
from banktrainer.study import live
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import study_day
from banktrainer.study.fading import faded_steps
from banktrainer.study.game.games import games
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer
from banktrainer.study.past import Past
from banktrainer.study.placement import placed_cells
from banktrainer.study.progress import summarize
from banktrainer.study.queue import agenda
from banktrainer.study.schedule import memories
from banktrainer.study.score import score
from banktrainer.study.session import Session, Stage
from banktrainer.study.skills import PLACEMENT, with_skills
from tests.study.desk import (
    ManualClock,
    MemoryJournal,
    card,
    item,
    numbered,
    pack,
    recall,
    steps,
)

EXAMPLE = card("a", cell="A", steps=steps("one", "two", "three"))
NEXT = card("b", cell="B", steps=steps("four", "five"), requires=("a",))
RECALL = recall("c", cell="A", requires=("b",))
PACKS: tuple[Pack, ...] = with_skills([pack(EXAMPLE, NEXT, RECALL)])


class Stub(Item):
    """An item that answers 2, in a skill's or a placement's place, without the engine."""

    def __init__(self, pack: str, name: str, draw: int = 0) -> None:
        of = card(name, pack=pack, cell=name[-1].upper(), kind="template")
        super().__init__(of, draw=draw, solver=item(of)._solver)

    @property
    def template(self) -> str:
        return "walk"

    @property
    def seed(self) -> int:
        return self.draw

    @property
    def params(self) -> dict[str, object]:
        return {"s": self.draw}

    def again(self) -> Stub:
        return Stub(self.card.pack, self.card.id, self.draw + 1)


def items() -> list[Item]:
    placed = [Stub(PLACEMENT, f"cell-{letter}") for letter in "ab"]
    return [
        *placed,
        item(EXAMPLE),
        item(NEXT),
        item(RECALL),
        Stub("skill", "cell-c"),
        item(EXAMPLE),
    ]


class Standing(NamedTuple):
    """All that is derived from a journal."""

    summary: object
    schedule: object
    agenda: object
    score: object
    games: object
    placed: object
    faded: object


def standing(rows: Sequence[Answer], now: datetime) -> Standing:
    """Everything at `now`, from the rows that count, without what a voided one has left."""
    catalogue, today = Catalogue.of(PACKS), study_day(now)
    kept = live.live(rows)
    told = [(each, catalogue.present(each)) for each in kept]
    counts = score(told).to_data()
    return Standing(
        summarize(PACKS, rows, now),
        memories(kept, today),
        agenda(catalogue, kept, today),
        counts,
        games(kept).to_data(),
        placed_cells(kept, today),
        {key: faded_steps(told, key) for key in catalogue.cards},
    )


def past_of(rows: Sequence[Answer], now: datetime) -> dict[str, Any]:
    """A Past of all rows, without how often each card was asked: that counts undone ones too."""
    past, catalogue = Past(), Catalogue.of(PACKS)
    voided = {each.voids for each in rows if each.voids}
    for each in rows:
        past.add(each, catalogue.present(each), voided=each.id in voided, today=study_day(now))
    data = Past.of_data(past.to_data()).to_data()
    del data["asked"]
    return data


DEEDS = st.lists(
    st.sampled_from(["right", "wrong", "sure", "sure-wrong", "guess", "idk"]), max_size=9
)


def answer(session: Session, deed: str) -> int:
    """Answer the item on the table with all its steps, and go on; how many answers that were."""
    text = None if deed == "idk" else "2" if deed in ("right", "sure", "guess") else "1"
    level: Any = "sure" if deed.startswith("sure") else "guess" if deed == "guess" else "think"
    session.forecast(text, level)
    if session.stage is Stage.GRADE:
        session.grade(text == "2")
    given = 1
    while session.advance() not in (Stage.ASK, Stage.DONE):
        if session.stage is Stage.ASK_STEP:
            question = session.step_question
            right = question.answer if question and text == "2" else None
            session.answer_step(right)
    return given


def practise(journal: MemoryJournal, clock: ManualClock, deeds: list[str], undone: int) -> None:
    """Answer in turn, then take the last `undone` items back, at later moments."""
    ids = numbered(f"r{len(journal.kept)}-")
    session = Session(items(), journal, clock, version="1", packs=PACKS, ids=ids)
    for deed in deeds:
        clock.tick(20)
        if session.stage is Stage.ASK:
            answer(session, deed)
    for _ in range(undone):
        clock.tick(3)
        session.undo()


@settings(deadline=None, max_examples=120)
@given(st.lists(DEEDS, min_size=1, max_size=4), DEEDS)
def test_answers_that_were_undone_leave_no_trace(days: list[list[str]], undone: list[str]) -> None:
    """Summary, schedule, agenda, calibration, mastery, streak, games, placement and fading."""
    clock, journal = ManualClock(), MemoryJournal()
    for deeds in days:
        practise(journal, clock, deeds, 0)
        clock.next_day()
    kept = list(journal.kept)
    practise(journal, clock, undone, len(undone) + 1)
    now = clock.now()
    assert live.live(journal.kept) == live.live(kept)
    assert standing(journal.kept, now) == standing(kept, now)
    assert past_of(journal.kept, now) == past_of(kept, now)


@settings(deadline=None, max_examples=80)
@given(st.lists(DEEDS, min_size=1, max_size=4))
def test_a_past_of_all_rows_says_what_the_rows_say(days: list[list[str]]) -> None:
    clock, journal = ManualClock(), MemoryJournal()
    for deeds in days:
        practise(journal, clock, deeds, len(deeds) // 3)
        clock.next_day()
    now, catalogue = clock.now(), Catalogue.of(PACKS)
    past = Past()
    voided = {each.voids for each in journal.kept if each.voids}
    for each in journal.kept:
        key = catalogue.present(each)
        past.add(each, key, voided=each.id in voided, today=study_day(now))
    past = Past.of_data(past.to_data())
    assert summarize(PACKS, (), now, past=past) == summarize(PACKS, journal.kept, now)
    found = standing(journal.kept, now)
    assert dict(past.placed) == found.placed
    assert {key: past.faded.get(key, 0) for key in catalogue.cards} == found.faded
    assert agenda(catalogue, (), study_day(now), past) == found.agenda


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(["right", "idk", "undo", "go"]), max_size=40))
def test_undo_at_any_stage_is_answered_and_every_sitting_ends(deeds: list[str]) -> None:
    journal, clock = MemoryJournal(), ManualClock()
    for _ in range(2):
        practise(journal, clock, ["right"] * 3, 0)
        clock.next_day()
    session = Session(items(), journal, clock, version="1", packs=PACKS, ids=numbered("z"))
    kept = list(journal.kept)
    for deed in deeds:
        clock.tick(1)
        if deed == "undo":
            session.undo()
        elif deed == "go":
            session.advance()
        elif session.stage is Stage.ASK:
            session.forecast("2" if deed == "right" else None)
        elif session.stage is Stage.ASK_STEP:
            question = session.step_question
            session.answer_step(question.answer if question and deed == "right" else None)
        elif session.stage is Stage.GRADE:
            session.grade(deed == "right")
    while session.undo() is not None:
        pass
    now = clock.now()
    assert standing(journal.kept, now) == standing(kept, now)
