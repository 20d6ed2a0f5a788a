"""Fading: steps are left out from the end as the learner gets an example right, and asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from banktrainer.packs import builtin
from banktrainer.packs.model import CodeBlock, Paragraph
from banktrainer.study import live
from banktrainer.study.fading import MOST, faded_steps
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer
from banktrainer.study.parse import NotAnAnswer
from banktrainer.study.progress import summarize
from banktrainer.study.session import Session, Stage
from banktrainer.study.steps import BLANK, CHOICES, StepQuestion, left_out
from tests.study.desk import NOON, ManualClock, MemoryJournal, card, numbered, row

CORE = builtin()
EXAMPLES = [each for each in CORE[0].cards if each.steps]


def step(verdict: str = "right") -> Answer:
    given = None if verdict == "none" else "2"
    return row(asked="step", forecast=given, verdict=verdict, confidence="none")


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        ([], 0),
        ([row()], 1),
        ([row(), row()], 2),
        ([row(), row(), row(verdict="wrong")], 1),
        ([row(verdict="wrong"), row()], 1),
        ([row(), row(seen=True)], 1),
        ([row(), row(forecast=None, verdict="none", confidence="none")], 0),
        ([row(), row(), step()], 2),
        ([row(), row(), step("wrong")], 1),
        ([row(), row(), step("none")], 1),
        ([row()] * 20, MOST),
        ([row("other")], 0),
    ],
)
def test_how_many_steps_are_left_out(rows: list[Answer], left: int) -> None:
    told = [(each, live.key_of(each)) for each in rows]
    assert faded_steps(told, "core/stride") == left


def questions() -> Iterator[tuple[Item, StepQuestion]]:
    for of in EXAMPLES:
        item = Item(of)
        neighbours = [other for other in EXAMPLES if other is not of]
        for question in left_out(item, len(of.steps), neighbours).values():
            yield item, question


def test_every_step_of_the_core_pack_makes_a_question() -> None:
    assert len(list(questions())) == sum(len(of.steps) for of in EXAMPLES)
    kinds = {question.kind for _, question in questions()}
    assert kinds == {"number", "choice"}


def text_of(question: StepQuestion) -> str:
    spans = (s for block in question.text if isinstance(block, Paragraph) for s in block.spans)
    return "".join(span.text for span in spans)


def test_a_number_comes_from_the_engine_and_is_not_given_away() -> None:
    for _, question in questions():
        if question.kind == "number":
            text = text_of(question)
            assert BLANK in text
            assert "{{" not in text
            assert question.answer not in "".join(c if c.isdigit() else " " for c in text).split()
            assert question.canonical(f" {question.answer} ") == question.answer


def test_a_rule_is_chosen_among_different_headings_one_of_them_right() -> None:
    places = set()
    for item, question in questions():
        if question.kind == "choice":
            texts = [option.text.casefold() for option in question.options]
            assert len(set(texts)) == len(texts) == CHOICES
            right = next(o for o in question.options if o.letter == question.answer)
            assert right.text == item.card.steps[question.number].title
            shown = {each.title for each in item.card.steps[: question.number]}
            assert not shown.intersection(option.text for option in question.options)
            places.add(question.answer)
    assert len(places) > 2


def test_the_code_that_a_number_is_about_stands_above_it() -> None:
    found = left_out(Item(next(c for c in EXAMPLES if c.id == "column-walk")), 3, EXAMPLES)
    assert isinstance(found[1].text[0], CodeBlock)
    assert found[1].answer == "33"


def test_a_step_that_makes_no_question_is_shown() -> None:
    from tests.study.desk import item, steps

    assert left_out(item(card(steps=steps("alone"))), 1, ()) == {}


def faded(rights: int, journal: MemoryJournal, clock: ManualClock) -> Session:
    """A sitting over the column walk after so many days with a right answer."""
    of = next(each for each in EXAMPLES if each.id == "column-walk")
    ids = numbered("f")
    for _ in range(rights):
        Session([Item(of)], journal, clock, version="1", ids=ids).forecast("32")
        clock.next_day()
    return Session([Item(of)], journal, clock, version="1", packs=CORE, ids=ids)


def test_the_last_steps_are_asked_and_then_shown() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    session = faded(2, journal, clock)
    session.forecast("32")
    stages = []
    while session.advance() is not Stage.ANSWER:
        stages.append((session.stage, session.step))
        if session.stage is Stage.ASK_STEP:
            assert session.advance() is Stage.ASK_STEP, "an answer is wanted"
            question = session.step_question
            assert question is not None
            clock.tick(4)
            assert session.answer_step(question.answer).right
            assert session.step_result is not None
    assert stages == [
        (Stage.STEP, 0), (Stage.STEP, 1), (Stage.ASK_STEP, 2), (Stage.ASK_STEP, 3),
    ]  # fmt: skip
    kept = journal.kept[-1]
    assert (kept.asked, kept.verdict, kept.confidence, kept.duration_ms) == (
        "step", "right", "none", 4000,
    )  # fmt: skip
    assert kept.params["step"] == 4


def test_a_wrong_forecast_shows_the_steps_again() -> None:
    session = faded(1, MemoryJournal(), ManualClock())
    session.forecast("1")
    stages = set()
    while session.advance() is not Stage.ANSWER:
        stages.add(session.stage)
    assert stages == {Stage.STEP}


def test_what_is_no_answer_to_a_step_changes_nothing() -> None:
    journal = MemoryJournal()
    session = faded(1, journal, ManualClock())
    session.forecast("32")
    while session.advance() is not Stage.ASK_STEP:
        pass
    before = list(journal.kept)
    with pytest.raises(NotAnAnswer):
        session.answer_step("f")
    journal.broken = True
    with pytest.raises(OSError, match="disk full"):
        session.answer_step("a")
    assert (session.stage, journal.kept) == (Stage.ASK_STEP, before)
    journal.broken = False
    assert not session.answer_step(None).right
    with pytest.raises(ValueError, match="STEP"):
        session.answer_step("a")


def undone(session: Session) -> Stage:
    session.undo()
    return session.stage


def test_undo_takes_a_step_back_and_then_the_card() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    session = faded(1, journal, clock)
    before = summarize(CORE, journal.rows(), clock.now())
    session.forecast("32")
    while session.advance() is not Stage.ASK_STEP:
        pass
    session.answer_step(None)
    assert undone(session) is Stage.STEP, "it was shown: it is not asked again"
    assert session.step_result is None
    assert undone(session) is Stage.ASK
    assert summarize(CORE, journal.rows(), clock.now()) == before
    assert len(live.live(journal.kept)) == 1


def test_undo_after_the_card_takes_its_steps_with_it() -> None:
    journal = MemoryJournal()
    session = faded(1, journal, ManualClock())
    session.forecast("32")
    while session.advance() is not Stage.DONE:
        if session.step_question is not None and session.step_result is None:
            session.answer_step("a")
    assert undone(session) is Stage.ASK
    assert len(live.live(journal.kept)) == 1


def test_a_step_counts_in_no_figure_but_fading() -> None:
    rows = [row(id="x"), row(id="y", asked="step", verdict="wrong", cell="C")]
    with_step, without = (summarize(CORE, some, NOON) for some in (rows, rows[:1]))
    assert with_step == without
