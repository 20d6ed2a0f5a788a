"""A wrong answer is put down to the likeliest wrong model that gives it."""

from __future__ import annotations

from typing import Any

import pytest

from banktrainer.engine import Access, Origin
from banktrainer.study.diagnosis import Diagnosis, diagnose
from banktrainer.study.models.every import MODELS
from banktrainer.study.models.rare import RARE
from banktrainer.study.progress import summarize
from banktrainer.study.session import Session, Stage
from tests.study.desk import (
    NOON,
    ManualClock,
    MemoryJournal,
    card,
    finish,
    item,
    numbered,
    row,
    sit,
    trap,
)

FLOAT4 = Access.strided(1, width=16)
OFFSET = Access.strided(6, 5)
COLUMN = Access.strided(32)


def named(access: Access, asked: str, forecast: str, **more: Any) -> str | None:
    found = diagnose(access, "nvidia", asked, forecast, **more)
    return found.model if found else None


@pytest.mark.parametrize(
    ("access", "asked", "forecast", "model"),
    [
        (Access.strided(3), "cycles", "3", "ways-stride"),
        (Access.strided(24), "cycles", "4", "ways-32-over-gcd"),
        (FLOAT4, "degree", "4", "whole-warp"),
        (FLOAT4, "conflict", "yes", "whole-warp"),
        (Access.strided(64, active=[i < 4 for i in range(32)]), "cycles", "32", "guard-ignored"),
        (Access.strided(0, op="atomic"), "cycles", "1", "atomics-broadcast"),
        (COLUMN, "cycles", "31", "replays"),
        (COLUMN, "cycles", "77", None),
        (OFFSET, "cycles", "2", None),
        (Access.strided(1, width=8), "conflict", "no", None),
        (COLUMN, "repair", "40", None),
    ],
)
def test_the_model_of_an_answer(
    access: Access, asked: str, forecast: str, model: str | None
) -> None:
    assert named(access, asked, forecast) == model


def test_a_bank_and_a_pair_of_lanes_have_models_too() -> None:
    double = Access.strided(1, width=8)
    assert named(double, "bank", "3", lane=3) == "element-index"
    assert named(double, "bank", "6", lane=3) is None
    assert named(double, "lanes", "0,16") == "whole-warp"
    assert named(Access.strided(1), "lanes", "0,1") == "bank-is-chunk"
    assert named(Access.strided(1, width=2), "lanes", "0,1") == "bytes-conflict"


def test_history_goes_before_how_often_a_model_is_met() -> None:
    tile = Origin("tile", (16, 17), 4)
    addresses = [4 * (17 * (i % 16) + i // 16) for i in range(32)]
    access = Access(addresses, origin=tile)  # type: ignore[arg-type]
    assert named(access, "cycles", "1") == "pad-cures"
    assert named(access, "cycles", "1", history=["no-wrap", "ways-stride"]) == "no-wrap"
    often = ["no-wrap", "one-row-warp", "one-row-warp"]
    assert named(access, "cycles", "1", history=often) == "one-row-warp"


def test_others_that_give_the_answer_are_told_likeliest_first() -> None:
    found = diagnose(COLUMN, "nvidia", "cycles", "1")
    assert found is not None
    names = (found.model, *found.others)
    assert {"no-wrap", "bank-is-chunk"} <= set(names)
    assert [MODELS[name].met for name in names] == sorted(
        (MODELS[name].met for name in names), reverse=True
    )


def test_a_diagnosis_shows_the_access_as_the_believer_sees_it() -> None:
    found = diagnose(FLOAT4, "nvidia", "degree", "4")
    assert found is not None
    assert found.timeline is not None
    assert (len(found.timeline.phases), found.timeline.degree) == (1, 4)
    assert Diagnosis("ways-stride", COLUMN).timeline is None


def session(access: Access, journal: MemoryJournal, **facts: Any) -> Session:
    items = [item(card("stride", **facts), access)]
    return Session(items, journal, ManualClock(), version="1", ids=numbered("new"))


def test_a_sitting_stores_and_tells_the_model() -> None:
    journal = MemoryJournal()
    result = session(FLOAT4, journal, ask="degree").forecast("4", "sure")
    assert result.model is not None
    assert result.model.model == "whole-warp"
    assert journal.kept[-1].model == "whole-warp"


def test_right_answers_and_no_idea_have_no_model() -> None:
    journal = MemoryJournal()
    assert session(OFFSET, journal).forecast("2").model is None
    assert session(OFFSET, journal).forecast(None).model is None
    assert [kept.model for kept in journal.kept] == [None, None]


def test_the_learners_history_breaks_ties_and_voided_rows_are_no_history() -> None:
    before = [row(model="bank-is-chunk"), row(model="bank-is-chunk")]
    known = session(COLUMN, MemoryJournal(before)).forecast("1")
    assert known.model is not None
    assert known.model.model == "bank-is-chunk"
    voids = [row(asked="void", voids=each.id) for each in before]
    new = session(COLUMN, MemoryJournal([*before, *voids])).forecast("1")
    assert new.model is not None
    assert new.model.model != "bank-is-chunk"


def test_an_authors_trap_is_kept_beside_the_model() -> None:
    result = session(COLUMN, MemoryJournal(), traps=(trap("1"),)).forecast("1")
    assert result.trap is not None
    assert result.model is not None


def test_a_card_without_code_has_no_model() -> None:
    from tests.study.desk import recall

    sitting = sit(recall(expect="4"))
    assert sitting.forecast("5").model is None
    finish(sitting)
    assert sitting.stage is Stage.DONE


def test_far_fetched_models_are_rare_in_the_evidence() -> None:
    assert set(MODELS) >= RARE
    assert all(MODELS[name].met <= 3 for name in RARE)


def test_a_far_fetched_model_alone_is_kept_and_not_told() -> None:
    found = diagnose(COLUMN, "nvidia", "cycles", "64")
    assert found is not None
    assert found.model in RARE
    assert not found.told


def test_it_is_told_once_the_history_supports_it() -> None:
    found = diagnose(COLUMN, "nvidia", "cycles", "64", ["other-warps"])
    assert found is not None
    assert (found.model, found.told) == ("other-warps", True)


@pytest.mark.parametrize("name", sorted(set(MODELS) - RARE))
def test_a_likely_model_is_told_at_once_and_goes_before_rare_ones(name: str) -> None:
    access = MODELS[name].example
    verdict = MODELS[name].judge(access)
    assert verdict is not None
    for asked, answer in (("cycles", verdict.cycles), ("degree", verdict.degree)):
        found = diagnose(access, "nvidia", asked, str(answer))
        if found is not None:
            assert found.told
            assert found.model not in RARE


def test_a_sitting_stores_a_far_fetched_model_and_names_it_the_second_time() -> None:
    journal = MemoryJournal()
    first = session(COLUMN, journal).forecast("64")
    assert first.model is None
    assert journal.kept[-1].model in RARE
    assert summarize([], journal.kept, NOON).models == {}
    second = session(COLUMN, journal).forecast("64")
    assert second.model is not None
    assert second.model.model == journal.kept[0].model
    assert summarize([], [*journal.kept[:1], *journal.kept[:1]], NOON).models
