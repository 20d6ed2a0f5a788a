"""Skills: cards whose numbers are drawn afresh each time, planned, replayed and brought back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from banktrainer.engine import cell_of
from banktrainer.packs import builtin
from banktrainer.packs.model import Card, Fence
from banktrainer.study import live
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.drawn_card import TemplateItem, values_of
from banktrainer.study.drills.draw import TEMPLATES
from banktrainer.study.drills.draw import drawn as drawn_by
from banktrainer.study.drills.item import DrillItem
from banktrainer.study.drills.skilled import SEEDS_EACH, TOLD, SkillItem, skilled
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer
from banktrainer.study.making import item_of_card, replayed
from banktrainer.study.progress import summarize
from banktrainer.study.queue import agenda, item_of, plan
from banktrainer.study.session import Session, Stage
from banktrainer.study.skills import PACK, SKILLS, with_skills
from banktrainer.words import Words
from banktrainer.words.skills import title_of, told_key
from tests.study.desk import (
    NOON,
    PLACE,
    ManualClock,
    MemoryJournal,
    card,
    finish,
    numbered,
    pack,
    row,
    sit,
    solver,
)

ALL = with_skills(builtin())
LETTERS = "ABCDEFGHIJ"


def skill(name: str, seed: int = 0) -> SkillItem:
    return SkillItem(name, seed)


def session(*items: Item, journal: MemoryJournal, clock: ManualClock | None = None) -> Session:
    ids = numbered(f"s{len(journal.kept)}-")
    return Session(items, journal, clock or ManualClock(), version="1", packs=ALL, ids=ids)


def test_there_is_one_of_each_cell_and_of_what_cells_leave_out() -> None:
    assert "".join(found.cell for found in SKILLS.values() if found.cell) == LETTERS
    assert set(SKILLS) >= {"wide", "masked", "blocks", "swizzled", "padded", "atomics"}


@pytest.mark.parametrize("name", SKILLS)
def test_a_skill_is_made_of_templates_that_there_are(name: str) -> None:
    for part in SKILLS[name].parts:
        domain = TEMPLATES[part.template].domain
        assert all(set(values) <= set(domain[key]) for key, values in part.only.items())
    assert title_of(Words(), f"skill/{name}") != f"skill/{name}"


@pytest.mark.parametrize("name", SKILLS)
def test_its_items_are_of_its_cell_have_fresh_numbers_and_one_right_answer(name: str) -> None:
    draws = [skilled(name, n * SEEDS_EACH) for n in range(12)]
    assert {cell_of(draw.access) for draw in draws if SKILLS[name].cell} <= {SKILLS[name].cell}
    assert len({(draw.template, str(draw.params)) for draw in draws}) >= 6
    assert not {draw.kind for draw in draws} & TOLD
    item = skill(name)
    assert item.grade(item.truth.text)
    assert item.again().drawn.params != item.drawn.params


@pytest.mark.parametrize("name", SKILLS)
def test_a_row_replays_its_item_exactly(name: str) -> None:
    journal = MemoryJournal()
    asked = skill(name, 3 * SEEDS_EACH)
    session(asked, journal=journal).forecast(None)
    kept = journal.kept[0]
    assert (kept.pack, kept.card, kept.template) == (PACK, name, asked.template)
    assert kept.generator is not None
    assert kept.seed is not None
    skilled.cache_clear()
    again = item_of(ALL, (), f"skill/{name}", seed=kept.seed)
    assert isinstance(again, SkillItem)
    assert dict(kept.params) == dict(again.params)
    assert (again.code, again.kind, again.options, again.drawn.lane) == (
        asked.code, asked.kind, asked.options, asked.drawn.lane,
    )  # fmt: skip
    assert isinstance(replayed(SKILLS[name].card, kept.seed), SkillItem)


def test_a_skill_comes_behind_the_example_that_follows_its_own() -> None:
    keys = list(Catalogue.of(ALL).cards)
    examples = [each.key for each in builtin()[0].cards if each.kind == "example"]
    for letter, (own, after) in zip(LETTERS, pairwise([*examples, examples[-1]]), strict=True):
        at = keys.index(f"skill/cell-{letter.lower()}")
        assert at > keys.index(own)
        assert at > keys.index(after)
    assert keys.index("skill/cell-a") == keys.index(examples[1]) + 1


def test_without_examples_skills_come_last() -> None:
    packs = with_skills([pack(card("a", kind="recall"))])
    assert [item.key for item in plan(packs, [], NOON)][:2] == ["core/a", "skill/cell-a"]


def test_a_sitting_mixes_examples_and_skills_and_lasts_ten_minutes() -> None:
    items = plan(ALL, [], NOON, minutes=10)
    keys = [item.key for item in items]
    assert keys[:4] == ["core/unit-stride", "core/odd-stride", "skill/cell-a", "core/even-stride"]
    assert 7 <= len(keys) <= 12


def test_each_asking_has_numbers_of_its_own() -> None:
    asked = row("cell-c", pack=PACK, template="walk", study_day="2026-10-01")
    first, second = (
        next(item for item in plan(ALL, rows, NOON) if item.key == "skill/cell-c")
        for rows in ([], [asked])
    )
    assert first.params != second.params


def test_fsrs_plans_a_skill_like_any_card() -> None:
    day = (NOON - timedelta(days=2)).date().isoformat()
    rows = [row("cell-c", pack=PACK, template="walk", study_day=day)]
    assert plan(ALL, rows, NOON)[0].key == "skill/cell-c"


def test_undo_brings_the_same_skill_back_with_fresh_numbers() -> None:
    journal = MemoryJournal()
    first, other = skill("cell-c"), skill("cell-b")
    sitting = session(first, other, journal=journal)
    sitting.forecast(None)
    sitting.undo()
    assert sitting.item is other
    sitting.forecast(None)
    finish(sitting)
    back = sitting.item
    assert isinstance(back, SkillItem)
    assert back.key == first.key
    assert back.drawn.params != first.drawn.params
    assert not sitting.forecast(None).answer.seen, "other numbers were not revealed"


def test_sure_and_wrong_comes_back_with_fresh_numbers() -> None:
    first = SkillItem("cell-c", next(s for s in range(99) if skilled("cell-c", s).kind == "cycles"))
    sitting = session(first, journal=MemoryJournal())
    sitting.forecast("31" if first.truth.text != "31" else "30", "sure")
    finish(sitting)
    assert (sitting.item.key, sitting.turn.retry) == (first.key, True)
    assert sitting.item.params != first.params


@pytest.mark.parametrize("seed", range(0, 60, 7))
def test_titles_give_no_answer_away(seed: int) -> None:
    """`unused-pad` would tell a pad that is not used, `struct-field` the cell that is asked for."""
    item = DrillItem(drawn_by(seed))
    told = title_of(Words(), item.title) + told_key(item.key)
    assert item.template not in told
    placing = SkillItem("cell-d", seed, placing=True)
    placing_told = title_of(Words(), placing.title) + told_key("placement/cell-d")
    assert "cell" not in placing_told
    assert told_key("skill/cell-d") == "skill/cell-d"


def due(rows: list[Answer], days: int) -> tuple[str, ...]:
    catalogue = Catalogue.of(ALL)
    return agenda(catalogue, live.live(rows), (NOON + timedelta(days=days)).date()).due


@pytest.mark.parametrize(
    ("pack_id", "name", "cell", "skill"),
    [
        ("drill", "walk", "C", "skill/cell-c"),
        ("drill", "guarded", "B", "skill/cell-b"),
        ("drill", "swizzle", None, "skill/swizzled"),
        ("drill", "block-row", "F", "skill/cell-f"),
        ("placement", "cell-h", "H", "skill/cell-h"),
    ],
)
def test_sure_and_wrong_in_a_drill_comes_back_the_next_day_as_its_skill(
    pack_id: str, name: str, cell: str | None, skill: str
) -> None:
    wrong = row(name, pack=pack_id, cell=cell, template="walk", verdict="wrong", confidence="sure")
    assert due([wrong], 0) == ()
    assert due([wrong], 1) == (skill,)
    assert summarize(ALL, [wrong], NOON).sure_wrong[0][0] == skill
    back = row(skill.removeprefix("skill/"), pack=PACK, cell=cell, template="walk")
    assert due([wrong, back], 1) == (skill,), "right on the same day is not enough"
    undone = row(name, pack=pack_id, cell=cell, asked="void", voids=wrong.id)
    assert due([wrong, undone], 1) == ()
    for fine in ({"confidence": "think"}, {"verdict": "right"}, {"seen": True}):
        assert due([replace(wrong, **fine)], 1) == ()


def test_mastery_of_a_skill_is_right_on_four_days() -> None:
    days = [(NOON - timedelta(days=n)).date().isoformat() for n in (9, 7, 7, 3)]
    rows: list[Answer] = [row("cell-c", pack=PACK, template="walk", study_day=day) for day in days]
    found = summarize(ALL, rows, NOON).skills["cell-c"]
    assert (found.answers, found.right, found.mastery) == (4, 4, 0.75)
    rows.append(row("cell-c", pack=PACK, template="walk"))
    assert summarize(ALL, rows, NOON).skills["cell-c"].mastery == 1.0


def drawn(**facts: object) -> Card:
    fence = Fence("", "float v = s[threadIdx.x * $s + $b];", PLACE)
    given = {"params": {"s": (2, 4, 6), "b": (0, 1, 2)}, "where": "s > b", **facts}
    return card("walk", kind="template", fences=(fence,), **given)


def test_an_authors_template_is_drawn_afresh_and_stays_within_its_bounds() -> None:
    found = [TemplateItem(drawn(), draw=n, solver=solver()) for n in range(30)]
    assert len({item.code for item in found}) == 8
    assert all(item.values["s"] > item.values["b"] for item in found)
    assert all("$" not in (item.code or "$") for item in found)
    for item in found:
        assert item.again().values != item.values


def test_a_row_of_a_template_holds_its_numbers() -> None:
    journal = MemoryJournal()
    assert isinstance(item_of_card(drawn(), 5), TemplateItem)
    item = TemplateItem(drawn(), draw=5, solver=solver())
    session(item, journal=journal).forecast(None)
    kept = journal.kept[0]
    assert (kept.template, kept.seed, dict(kept.params)) == ("walk", 5, values_of(drawn(), 5))
    assert kept.generator == "1"


def test_a_template_with_one_draw_is_asked_again_all_the_same() -> None:
    only = TemplateItem(drawn(params={"s": (4,), "b": (1,)}), solver=solver())
    assert only.again().values == only.values


REQUIRING = [card("a"), card("b", requires=("a",)), card("c", requires=("b",)), card("d")]


def test_what_was_undone_comes_before_what_requires_it() -> None:
    sitting = sit(*REQUIRING)
    sitting.forecast("2")
    sitting.undo()
    order = []
    while sitting.stage is not Stage.DONE:
        order.append(sitting.item.card.id)
        sitting.forecast("2")
        finish(sitting)
    assert order == ["d", "a", "b", "c"]


def test_what_was_just_read_is_not_asked_at_once_even_where_all_else_requires_it() -> None:
    sitting = sit(*REQUIRING[:3])
    sitting.forecast("2")
    sitting.undo()
    assert [turn.item.card.id for turn in sitting._turns] == ["b", "a", "c"]


def test_the_card_on_the_table_stays_there() -> None:
    sitting = sit(*REQUIRING)
    sitting.forecast("2")
    finish(sitting)
    sitting.undo()
    assert [turn.item.card.id for turn in sitting._turns] == ["b", "d", "a", "c"]
