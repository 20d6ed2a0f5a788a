"""Each wrong model: registered whole, fast, honest about its example, and borne out by cases."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from banktrainer.engine import Access, Origin, Verdict, serve
from banktrainer.study.models.every import MODELS, model_timeline
from banktrainer.study.models.model import WrongModel, wrong
from banktrainer.study.models.picture import documented
from banktrainer.study.models.tally import tally
from banktrainer.words import Words, catalogue
from tests.engine.strategies import Case, cases
from tests.study.models.cases import rows

ALL = list(MODELS.values())
BAR = 0.85
W = Words()


def machine_of(access: Access) -> str:
    return "gfx942" if access.lanes == 64 else "nvidia"


def verdict(model: str, access: Access) -> tuple[int, int, int] | None:
    found = MODELS[model].judge(access)
    return None if found is None else (found.cycles, found.ideal, found.degree)


def test_public_wrong_answers_are_yielded(capsys: pytest.CaptureFixture[str]) -> None:
    yielded = 0
    with capsys.disabled():
        print("\nmisconception, asked, answered: models of that number (other models alike)")
        for row in rows():
            names = row.yielding()
            own = [name for name in names if MODELS[name].number == row.number]
            yielded += bool(own)
            told = ", ".join(own) or "-"
            print(f"  {row.number:2} {row.asks:6} {row.value:3}: {told} ({len(names) - len(own)})")
        print(f"  {yielded} of {len(rows())}: {yielded / len(rows()):.1%}")
    assert len(rows()) == 83
    assert yielded / len(rows()) >= BAR


def test_twenty_two_of_the_twenty_four_misconceptions_have_a_model() -> None:
    assert {model.number for model in ALL} == set(range(1, 25)) - {5, 11}


@pytest.mark.parametrize("model", ALL, ids=lambda model: model.id)
class TestEach:
    def test_differs_from_the_hardware_on_its_example(self, model: WrongModel) -> None:
        true = serve(model.example, machine_of(model.example)).verdict
        assert model.judge(model.example) not in (None, true)

    def test_is_in_the_catalogue(self, model: WrongModel) -> None:
        for part in ("name", "believed", "true"):
            text = W(f"models.{model.id}.{part}")
            assert text == text.strip(" .")
            assert text[:1].islower() or not text[0].isalpha() or text[:2].isupper(), text

    def test_its_picture_gives_its_verdict(self, model: WrongModel) -> None:
        seen = model_timeline(model.id, model.example)
        if model.draw is not None:
            assert seen is not None
            assert seen.verdict == model.judge(model.example)
        else:
            assert seen is None

    def test_says_nothing_of_an_access_that_nobody_makes(self, model: WrongModel) -> None:
        none = Access.strided(1, active=[False] * 32)
        assert model.judge(none) is None
        assert model.timeline(none) is None


@settings(max_examples=60, deadline=None)
@given(case=cases(("nvidia",)))
def test_any_access_is_judged_without_fault(case: Case) -> None:
    access = case.access
    for model in ALL:
        found = model.judge(access)
        seen = model.timeline(access)
        if seen is not None:
            assert seen.verdict == found
            words = {w for lane in seen.active_lanes for w in access.words(lane)}
            if model.id in ("no-wrap", "bank-is-chunk", "bytes-conflict"):
                assert {s.word for p in seen.phases for c in p.cycles for s in c.served} <= words


@settings(max_examples=100, deadline=None)
@given(case=cases(("nvidia",)))
def test_tally_is_serve(case: Case) -> None:
    access = case.access
    assert tally(access, documented(access)) == serve(access, "nvidia").verdict


def test_the_catalogue_holds_no_model_that_is_not_there() -> None:
    tables = {key.split(".")[1] for key in catalogue("models") if key.count(".") > 1}
    assert tables == {*MODELS, "seen"}, "`seen` is how pictures are told, for all models"


def test_two_models_of_one_name_are_refused() -> None:
    def ways_stride(access: Access) -> Verdict | None:
        return None

    with pytest.raises(ValueError, match="ways-stride"):
        wrong(7, example=Access.strided(1))(ways_stride)


TILE = Origin("tile", (16, 17), 4)
BY_16 = [(i % 16, i // 16) for i in range(32)]


@pytest.mark.parametrize(
    ("model", "access", "expected"),
    [
        ("ways-stride", Access.strided(24), (24, 1, 24)),
        ("ways-32-over-gcd", Access.strided(24), (4, 1, 4)),
        ("odd-conflicts", Access.strided(6), (1, 1, 1)),
        ("only-32-conflicts", Access.strided(64), (32, 1, 32)),
        ("whole-warp", Access.strided(1, width=16), (4, 1, 4)),
        ("whole-warp", Access.strided(1), None),
        ("bytes-conflict", Access.strided(1, width=1), (4, 1, 4)),
        ("bytes-conflict", Access.strided(0, width=1), (1, 1, 1)),
        ("old-chip", Access.strided(16), (32, 2, 16)),
        ("offset-cures", Access.strided(6), None),
        ("atomics-queue", Access.strided(1, op="atomic", active=[i < 5 for i in range(32)]),
         (5, 1, 5)),
        ("guard-ignored", Access.strided(64, active=[i < 4 for i in range(32)]), (32, 1, 32)),
        ("one-row-warp", Access([4 * (y * 4 + x * 8) for x in range(8) for y in range(4)]),  # type: ignore[arg-type]
         (4, 1, 4)),
        ("pad-cures", Access([4 * (17 * x + y) for x, y in BY_16], origin=TILE), (1, 1, 1)),  # type: ignore[arg-type]
        ("pad-cures", Access.strided(32), None),
        ("any-swizzle", Access([4 * (32 * i + (i & 3)) for i in range(32)]), (1, 1, 1)),  # type: ignore[arg-type]
        ("any-swizzle", Access.strided(33), None),
        ("element-index", Access.strided(2, width=2), (2, 1, 2)),
        ("replays", Access.strided(1), None),
        ("lines-touched", Access.strided(33), (32, 1, 32)),
    ],
)  # fmt: skip
def test_what_it_believes(
    model: str, access: Access, expected: tuple[int, int, int] | None
) -> None:
    assert verdict(model, access) == expected
