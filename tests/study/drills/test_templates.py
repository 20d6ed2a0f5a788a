"""Templates over their domains: the code makes the access that was built, and something to ask."""

from __future__ import annotations

from collections import Counter

import pytest

from banktrainer.engine import CELLS, cell_of, serve
from banktrainer.study.drills.draw import TEMPLATES, fair, fits, smallest_pitch
from banktrainer.study.drills.scene import Array, Line, scene
from banktrainer.study.drills.template import Template
from banktrainer.study.drills.terms import Term, number, tx, ty
from tests.study.drills.desk import every_scene, facts, spread, traced

ALL = list(TEMPLATES.values())


@pytest.mark.parametrize("template", ALL, ids=lambda template: template.id)
class TestEach:
    def test_its_code_makes_the_access_that_was_built(self, template: Template) -> None:
        for params in spread(template, 5):
            built = template.build(**params)
            assert list(map(facts, traced(built))) == list(map(facts, built.accesses)), built.code

    def test_some_of_its_draws_can_be_asked_each_of_its_kinds(self, template: Template) -> None:
        scenes = [template.build(**params) for params in spread(template, 40)]
        fairly = [each for each in scenes if fair(each)]
        assert fairly
        able = {kind for kind in template.kinds if any(fits(kind, each) for each in fairly)}
        assert able >= set(template.kinds) & {"cycles", "degree", "conflict", "rank", "repair"}


@pytest.mark.long
def test_the_code_of_the_whole_domain_makes_the_access_that_was_built() -> None:
    for _template, _params, built in every_scene(100_000):
        assert list(map(facts, traced(built))) == list(map(facts, built.accesses)), built.code


def test_there_are_many_thousands_of_different_items() -> None:
    draws = sum(1 for template in ALL for _ in template.draws())
    codes = {(t.id, built.code, built.block) for t, _params, built in every_scene(300)}
    assert draws > 30_000
    assert len(codes) > 0.8 * sum(min(300, len(list(t.draws()))) for t in ALL)


def test_every_cell_and_every_family_has_items() -> None:
    cells = Counter(cell_of(built.access) for _t, _params, built in every_scene(60))
    assert all(cells[letter] >= 5 for letter in CELLS), cells
    seen = [built for _t, _params, built in every_scene(20)]
    assert any(built.block != (32, 1) for built in seen)
    assert any(built.access.active is not None for built in seen)
    assert any("^" in built.code for built in seen)
    assert {built.access.width for built in seen} >= {1, 2, 4, 8, 16}
    assert {built.access.op for built in seen} == {"load", "store", "atomic"}


def test_unfair_scenes_are_told_from_fair_ones() -> None:
    paired = scene(Line(Array("float4"), (tx // 2,)))
    assert serve(paired.access, "nvidia").verdict != serve(paired.access, "nvidia-merge").verdict
    assert not fair(paired)
    assert fair(scene(Line(Array("float4"), (tx,))))


def test_a_repair_needs_a_conflict_that_a_pitch_cures() -> None:
    tile = Array(dims=(32, 32), name="tile")
    column, row = Line(tile, (tx, number(0))), Line(tile, (number(0), tx))
    assert smallest_pitch(scene(row, column)) == 33
    assert smallest_pitch(scene(row)) is None
    assert smallest_pitch(scene(Line(Array(), (tx * 32,)))) is None


def test_an_index_that_leaves_its_array_is_refused() -> None:
    with pytest.raises(ValueError, match="leaves"):
        scene(Line(Array(dims=(32, 8)), (tx, tx)), Line(Array(dims=(32, 8)), (tx * 2, number(0))))


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (tx * 1 + 0, "threadIdx.x"),
        (tx * 6 + 5, "threadIdx.x * 6 + 5"),
        ((tx + 1) * 4, "(threadIdx.x + 1) * 4"),
        (number(9) - (tx + 1), "9 - (threadIdx.x + 1)"),
        (tx * 8 + ((tx & 7) ^ 2), "threadIdx.x * 8 + ((threadIdx.x & 7) ^ 2)"),
        ((tx * 4 + 1) >> 5, "(threadIdx.x * 4 + 1) >> 5"),
        ((tx % 4) * 3, "threadIdx.x % 4 * 3"),
        (tx % 4 < 2, "threadIdx.x % 4 < 2"),
        (ty + tx // 2, "threadIdx.y + threadIdx.x / 2"),
    ],
)
def test_terms_are_written_as_c(term: Term, text: str) -> None:
    assert term.text == text
