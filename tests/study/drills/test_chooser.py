"""The pool is what drawing gives, and the chooser names what a learner believes."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import median

import numpy as np
import pytest

from banktrainer.study.drills.chooser import Asked, Beliefs, choose
from banktrainer.study.drills.draw import GENERATOR, drawn
from banktrainer.study.drills.pool import FILE, SEEDS, entries, entry_of, shipped, written
from tests.bench.drills import MOST, choosing_seconds, shares
from tests.study.desk import row

POOL = shipped()
FIVE, SEVEN = 4, 6


def place_of(model: str) -> int:
    return next(n for n, names in enumerate(POOL.hypotheses) if model in names)


def test_the_shipped_pool_is_what_drawing_gives() -> None:
    for entry in POOL.entries[::40]:
        assert entry_of(drawn(entry.seed)) == entry


@pytest.mark.long
def test_the_shipped_pool_is_made_anew_to_the_letter() -> None:
    assert FILE.read_text("utf-8") == written(entries(range(SEEDS)))


def test_only_models_that_no_fair_item_shows_are_left_out() -> None:
    assert POOL.hypotheses[0] == ("all-is-excess", "nvidia-phases", "nvidia-warp")
    assert all(len(names) == 1 for names in POOL.hypotheses[1:])


def test_planted_models_are_named_within_five_answers() -> None:
    assert shares(0.0, 1)[FIVE] >= 0.95


def test_planted_models_are_named_within_seven_answers_with_slips() -> None:
    assert shares(0.05, 3)[SEVEN] >= 0.90


def test_random_items_are_far_behind() -> None:
    assert shares(0.0, 1, adaptive=False)[FIVE] < 0.7


def test_choosing_takes_less_than_50_ms() -> None:
    assert median(choosing_seconds(40)) < 0.05


def test_no_item_comes_twice_and_cells_are_mixed() -> None:
    beliefs, asked, random = Beliefs.even(POOL), Asked(), Random(3)
    cells = []
    for _ in range(3 * MOST):
        entry = POOL.entries[choose(beliefs, asked, random)]
        assert entry.seed not in asked.seeds
        cells.append(entry.cell)
        asked = Asked((*asked.seeds, entry.seed), entry.cell)
    assert all(a is None or a != b for a, b in pairwise(cells))


def test_a_cell_can_be_asked_for_until_it_is_used_up() -> None:
    every = [entry.seed for entry in POOL.entries if entry.cell == "A"]
    beliefs = Beliefs.even(POOL)
    asked = Asked(every[1:], "A")
    assert POOL.entries[choose(beliefs, asked, Random(1), "A")].seed == every[0]
    with pytest.raises(LookupError):
        choose(beliefs, Asked(every, "A"), Random(1), "A")


def test_an_answer_that_nobody_gives_changes_nothing() -> None:
    beliefs = Beliefs.even(POOL)
    assert np.array_equal(beliefs.after(0, "999").weights, beliefs.weights)
    assert beliefs.named() is None


def test_beliefs_are_rebuilt_from_the_journals_rows() -> None:
    believer = place_of("ways-stride")
    shown = [n for n, e in enumerate(POOL.entries) if e.codes[believer] and e.kind == "cycles"][:6]
    says = [int(POOL.says[place, :, believer].argmax()) for place in shown]
    rows = [
        row(seed=POOL.entries[n].seed, generator=GENERATOR, forecast=POOL.entries[n].answers[a])
        for n, a in zip(shown, says, strict=True)
    ]
    other = [row(seed=3, generator="0", forecast="1"), row(forecast="1"), row(seed=3)]
    known = Beliefs.even(POOL).after_rows([*rows, *other], GENERATOR)
    assert known.weights[believer] > 1 / len(POOL.hypotheses)
    assert np.array_equal(known.weights, Beliefs.even(POOL).after_rows(rows, GENERATOR).weights)
