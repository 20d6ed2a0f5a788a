"""A wrong model is cured by a right answer, no guess, where the model answers otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from banktrainer.study.cures import Drawn, tells
from banktrainer.study.history import History, cured_models, history
from banktrainer.study.journal import Answer
from banktrainer.study.live import key_of, live
from tests.study.desk import row

MODEL = "ways-stride"  # as many ways as the stride: right for 2 and 4, wrong for 3 and 6


def drill(stride: object, **facts: Any) -> Answer:
    """A right answer to a generated walk."""
    numbers = {"s": stride, "b": 0, "op": "load"}
    basis: dict[str, Any] = {"pack": "drill", "template": "walk", "generator": "1"}
    return row("walk", **{**basis, "params": numbers, **facts})


def told(*rows: Answer) -> History:
    return history((each, key_of(each)) for each in live(rows))


def cured(*rows: Answer) -> bool:
    return MODEL in cured_models(told(*rows).met)


MET = drill(3, verdict="wrong", model=MODEL)


@pytest.mark.parametrize(
    ("since", "is_cured"),
    [
        ([], False),
        ([drill(6)], True),
        ([drill(2)], False),  # the model is right there too
        ([drill(2), drill(4), drill(2), drill(6)], False),  # two right ones of a sort are kept
        ([drill(6, confidence="guess")], False),
        ([drill(6, verdict="wrong", confidence="sure")], False),
        ([drill(6, forecast=None, confidence="none", verdict="none")], False),
        ([drill(6, seen=True)], False),
        ([drill(6, generator="0")], False),
        ([drill(1000)], False),  # never drawn: a row of somebody's own making
        ([drill("6")], False),
        ([drill(6, params={})], False),
        ([drill(6, template="nobody's")], False),
        ([drill(6, pack="core")], False),  # an author's template of that name
        ([drill(6, asked="bank")], False),
        ([drill(3)], True),  # the very draw in which it was met
        ([drill(3, asked="degree")], True),
        ([drill(6), MET], False),  # met again
        ([drill(6), MET, drill(6)], True),
    ],
)
def test_what_was_right_since_cures(since: list[Answer], is_cured: bool) -> None:
    assert cured(MET, *since) is is_cured


def test_a_card_of_an_author_is_cured_by_itself_alone() -> None:
    met = row("offset", verdict="wrong", model=MODEL)
    assert not cured(met, row("double"))
    assert cured(met, row("double"), row("offset"))


def test_an_answer_taken_back_cures_nothing() -> None:
    right = drill(6)
    assert not cured(MET, right, row(asked="void", verdict="none", voids=right.id))


def test_the_history_is_bounded_and_reads_back() -> None:
    rows = [drill(s, model=MODEL, verdict="wrong", card=f"c{s}") for s in range(1, 60)]
    found = told(*rows, *(drill(s) for s in range(1, 65)))
    assert len(found.met[MODEL].places) == 8
    assert sum(len(kept) for kept in found.met[MODEL].since.values()) == 2
    assert History.of_data(found.to_data()) == found


def test_it_counts_each_study_day() -> None:
    found = told(row(), row(verdict="wrong"), row(study_day="2026-12-01"), row(seen=True))
    assert found.days == {"2026-11-30": (1, 2), "2026-12-01": (1, 1)}


def test_a_model_that_is_none_tells_nothing() -> None:
    drawn = Drawn("1", "walk", "cycles", (("b", 0), ("op", "load"), ("s", 6)))
    assert tells(drawn, MODEL)
    assert not tells(drawn, "no such model")
