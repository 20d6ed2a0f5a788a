"""Drawn items: the same for a seed, fair, with one right answer, and choices that mislead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

import pytest

from banktrainer.engine import Access, Origin, cell_of, serve
from banktrainer.study.drills.choices import COUNT, choices_of
from banktrainer.study.drills.draw import GENERATOR, Draw, answers, drawn, smallest_pitch
from banktrainer.study.drills.item import DrillItem, fresh
from banktrainer.study.drills.template import Kind
from banktrainer.words import Words
from tests.study.desk import ManualClock, MemoryJournal, numbered
from tests.study.drills.desk import every_scene

SEEDS = range(120)
KINDS = {"cycles", "degree", "conflict", "bank", "lanes", "rank", "cell", "repair", "choose"}


def with_choices(most: int) -> Iterator[Draw]:
    """Draws of the two kinds with choices, evenly over the whole domain."""
    for number, (template, params, scene) in enumerate(every_scene(most)):
        kind: Kind = "rank" if "rank" in template.kinds else "choose"
        if "repair" not in template.kinds:
            yield Draw(number, template.id, params, kind, scene)


def test_a_seed_gives_one_item_for_ever() -> None:
    """These may only change together with GENERATOR: journals hold the seeds."""
    first = drawn(0)
    assert (first.template, first.kind) == ("spread-column", "cycles")
    assert first.scene.code == "__shared__ float tile[96][24];\nfloat v = tile[threadIdx.x * 3][2];"
    digest = sha256()
    for seed in (*range(60), 2**31 - 1):
        item = DrillItem(drawn(seed))
        shown = (item.kind, item.drawn.lane, item.code or "", [o.text for o in item.options])
        digest.update(repr(shown).encode())
    assert (GENERATOR, digest.hexdigest()[:16]) == ("1", "7966607eb89059b2")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_replays_its_item_exactly(seed: int) -> None:
    first = drawn(seed)
    drawn.cache_clear()
    again = drawn(seed)
    assert (first.template, first.params, first.kind, first.lane, first.scene.code) == (
        again.template, again.params, again.kind, again.lane, again.scene.code,
    )  # fmt: skip
    assert DrillItem(first).options == DrillItem(again).options
    for access in again.scene.accesses:
        assert serve(access, "nvidia").verdict == serve(access, "nvidia-merge").verdict


@pytest.mark.parametrize("seed", SEEDS)
def test_an_item_has_one_right_answer_which_the_traced_code_confirms(seed: int) -> None:
    item = DrillItem(drawn(seed))
    truth = item.truth.text
    assert item.grade(truth)
    match item.kind:
        case "cycles" | "degree" | "conflict":
            found = answers(item.drawn.access, item.kind)
            assert truth == found[None]
            assert any(not item.grade(each) for each in found.values())
        case "choose" | "rank":
            assert [item.grade(option.letter) for option in item.options].count(True) == 1
        case "repair":
            assert int(truth) == smallest_pitch(item.drawn.scene)
            assert not item.grade("1")
        case "bank":
            assert [item.grade(str(bank)) for bank in range(32)].count(True) == 1
        case "cell":
            assert [item.grade(letter) for letter in "ABCDEFGHIJ"].count(True) == 1
        case "lanes":
            assert not item.grade("none")


def test_every_kind_is_drawn() -> None:
    assert {drawn(seed).kind for seed in SEEDS} == KINDS


def test_choices_differ_and_only_one_is_right() -> None:
    for draw in with_choices(12):
        choices = choices_of(draw)
        assert len({choice.text for choice in choices}) == len(choices) == COUNT, draw
        assert [choice.right for choice in choices] == [True, False, False, False]


def test_choices_come_from_wrong_models_first() -> None:
    draw = drawn(next(seed for seed in range(500) if drawn(seed).kind == "choose"))
    found = set(answers(draw.access, "cycles").values())
    offered = [choice.text for choice in choices_of(draw)]
    assert len(found.intersection(offered)) == min(len(found - {"0"}), COUNT)


def test_the_place_of_the_right_choice_is_uniform() -> None:
    """Chi-square with three degrees of freedom; 16.3 is passed once in a thousand."""
    places = Counter(DrillItem(draw).truth.text for draw in with_choices(40))
    expected = places.total() / COUNT
    assert places.total() > 900
    assert sum((n - expected) ** 2 / expected for n in places.values()) < 16.3, places


def test_the_same_template_comes_back_with_fresh_numbers() -> None:
    item = DrillItem(drawn(3))
    other = item.again()
    assert (other.key, other.kind) == (item.key, item.kind)
    assert other.drawn.params != item.drawn.params
    assert fresh(item.drawn).seed == other.seed


def test_an_answer_keeps_what_replays_it() -> None:
    from banktrainer.study.session import Session

    journal = MemoryJournal()
    item = DrillItem(drawn(5))
    Session([item], journal, ManualClock(), version="1", ids=numbered()).forecast(None)
    row = journal.kept[0]
    assert (row.pack, row.template, row.generator) == ("drill", item.template, "1")
    assert row.seed == 5
    assert dict(row.params).items() >= dict(item.drawn.params).items()


def test_a_wrong_choice_among_cycles_is_put_down_to_a_model() -> None:
    draw = drawn(next(seed for seed in range(500) if drawn(seed).kind == "choose"))
    item = DrillItem(draw)
    wrong = next(o for o in item.options if o.letter != item.truth.text)
    assert item.diagnose(wrong.letter) is not None
    assert item.diagnose(item.truth.text) is None


def test_an_item_of_several_cells_counts_for_none_of_them() -> None:
    """Ordering three lines says nothing of the first one's cell, nor does a repair of a store's."""
    seen: dict[str | None, int] = {}
    for seed in range(300):
        draw = drawn(seed)
        cells = {cell_of(access) for access in draw.scene.accesses}
        cell = DrillItem(draw).cell
        assert cell == (cells.pop() if len(cells) == 1 else None)
        if len(draw.scene.accesses) > 1:
            seen[cell] = seen.get(cell, 0) + 1
    assert seen[None] > 5


def test_a_repair_tells_what_all_accesses_cost_now() -> None:
    """The first of a row and a column is free: its cycles alone would say that nothing is wrong."""
    draw = next(d for d in map(drawn, range(999)) if d.template == "row-and-column")
    values = DrillItem(draw).truth.values
    served = [serve(access, "nvidia") for access in draw.scene.accesses]
    assert values["cycles"] == sum(each.cycles for each in served)
    assert values["ideal"] == sum(each.ideal for each in served)
    assert values["degree"] == max(each.degree for each in served)
    assert values["cycles"] != values["ideal"]


def test_the_board_of_a_repair_shows_its_worst_access() -> None:
    for seed in range(400):
        draw = drawn(seed)
        if draw.kind != "repair":
            continue
        shown = DrillItem(draw).shown
        served = [serve(access, "nvidia") for access in draw.scene.accesses]
        worst = max(served, key=lambda each: each.cycles)
        assert shown is not None
        assert shown.timeline == worst
        assert shown.timeline.degree > 1
        line = (draw.scene.code.splitlines()[shown.traced.line - 1]).strip()
        assert line


def test_the_pair_that_is_told_is_the_first_one() -> None:
    """Lanes 14 and 30 share bank 0, and 0 and 16 bank 4: the lower lanes are told of."""
    assert DrillItem(drawn(7)).truth.text == "0,16"


def test_the_question_for_a_cell_tells_the_order_in_which_cells_go() -> None:
    told = Words()("drill.ask.cell", lane=None)
    order = re.findall(r"(?<![-\w])([A-J]) (?=[a-z0-9])", told)
    assert "".join(order) == "IJHGFAEBDC"
    later = {
        "I": Access.strided(3, 5, width=8, op="atomic"),
        "J": Access.strided(0, width=8),
        "H": replace(Access.strided(1, 2, width=2), origin=Origin("s", (9, 9), 8, "x")),
        "G": replace(Access.strided(6, 5), origin=Origin("s", (32, 2), 24, "x")),
        "F": replace(Access.strided(6, 5), origin=Origin("s", (32, 6), 4)),
        "A": Access.strided(1),
        "E": Access.strided(6, 5),
        "B": Access.strided(3),
        "D": Access.strided(32),
        "C": Access.strided(6),
    }
    assert [cell_of(access) for access in later.values()] == list(later)
    assert list(later) == order
