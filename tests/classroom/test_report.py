"""The report of a class against the same figures worked out by hand and in plain Python."""

from __future__ import annotations

import random
import statistics
from pathlib import Path
from typing import Any

import pytest

from banktrainer.classroom.chain import FIELDS
from banktrainer.classroom.loading import loaded
from banktrainer.classroom.report import ClassReport, report_of
from banktrainer.study.journal import Answer
from banktrainer.study.score import score
from tests.classroom.files import NOON, hand_in
from tests.classroom.test_chain import HEAD, forged
from tests.study.desk import row

pytest.importorskip("duckdb")


def of(*paths: Path) -> tuple[ClassReport, list[tuple[str, str, int]]]:
    """The report, and (file, kind, line) of what was left out."""
    with loaded(paths) as found:
        faults = [(each.path.name, each.kind, each.line) for each in found.faults]
        return report_of(found), faults


def a_class(folder: Path, learners: int = 12, answers: int = 60) -> dict[str, list[Answer]]:
    """Learners of differing skill over eight items; their files by name."""
    chance = random.Random(7)
    made: dict[str, list[Answer]] = {}
    for n in range(learners):
        rows = []
        for k in range(answers):
            item = chance.randrange(8)
            right = chance.random() < (n + 1) / (learners + 1) * (1 - item / 12)
            rows.append(
                row(
                    f"item-{item}",
                    id=f"{n}-{k}",
                    at=f"2026-11-{k // 4 + 1:02}T12:00:{k % 60:02}.000000Z",
                    study_day=f"2026-11-{k // 4 + 1:02}",
                    verdict="right" if right else "wrong",
                    confidence=chance.choice(["guess", "think", "sure"]),
                    model=None if right else f"m{item % 3}",
                    cell="ABCDEFGH"[item],
                    seen=chance.random() < 0.1,
                    duration_ms=chance.randrange(60_000),
                )
            )
        made[f"{n}.jsonl"] = rows
        hand_in(folder / f"{n}.jsonl", rows)
    return made


def test_the_figures_are_those_of_plain_python(tmp_path: Path) -> None:
    files = a_class(tmp_path)
    told, faults = of(*(tmp_path / name for name in files))
    assert faults == []
    scores = [score((each, each.card) for each in rows) for rows in files.values()]
    assert told.answers == sum(each.answers for each in scores)
    for cell in told.cells:
        mine = [each.cell(cell.cell) for each in scores]
        assert cell.answers == sum(each.answers for each in mine)
        assert cell.right == sum(each.right for each in mine)
        assert cell.mastery == pytest.approx(statistics.fmean(each.mastery for each in mine))
        assert sum(cell.days) == 12
        assert cell.days[4] == sum(each.mastery == 1 for each in mine)
    assert sorted(each.marks for each in told.learners) == sorted(each.marks for each in scores)
    for level in told.levels:
        assert level.answers == sum(each.said[level.confidence] for each in scores)
        assert level.right == sum(each.said_right[level.confidence] for each in scores)
    times = {each.model: each.times for each in told.models}
    assert times == {f"m{n}": sum(each.models[f"m{n}"] for each in scores) for n in range(3)}


def first_answers(files: dict[str, list[Answer]]) -> dict[str, dict[str, bool]]:
    """By learner and item: whether the first answer that was not seen before was right."""
    found: dict[str, dict[str, bool]] = {}
    for name, rows in files.items():
        for each in rows:
            if not each.seen:
                mine = found.setdefault(name, {})
                mine.setdefault(f"core/{each.card}", each.verdict == "right")
    return found


def test_discrimination_is_the_point_biserial_of_the_rest(tmp_path: Path) -> None:
    files = a_class(tmp_path)
    told, _ = of(*(tmp_path / name for name in files))
    firsts = first_answers(files)
    assert len(told.items) == 8
    for item in told.items:
        pairs = [
            (mine[item.item], statistics.fmean(v for k, v in mine.items() if k != item.item))
            for mine in firsts.values()
            if item.item in mine
        ]
        assert item.learners == len(pairs)
        assert item.right == pytest.approx(statistics.fmean(good for good, _ in pairs))
        rest = [other for _, other in pairs]
        apart = statistics.fmean(o for good, o in pairs if good) - statistics.fmean(
            o for good, o in pairs if not good
        )
        p = item.right
        by_hand = apart / statistics.pstdev(rest) * (p * (1 - p)) ** 0.5
        assert item.discrimination == pytest.approx(by_hand, abs=1e-6)
    assert [each.right for each in told.items] == sorted(each.right for each in told.items)


@pytest.mark.parametrize(
    "rows",
    [
        [[row("a")], [row("a", verdict="wrong")]],  # one item alone: no others
        [[row("a"), row("b")], [row("a"), row("b", verdict="wrong")]],  # all right
        [[row("a"), row("b")]],  # one learner
    ],
)
def test_where_discrimination_cannot_be_told(tmp_path: Path, rows: list[list[Answer]]) -> None:
    paths = [
        hand_in(
            tmp_path / f"{n}", [row(e.card, id=f"{n}{e.card}", verdict=e.verdict) for e in mine]
        )
        for n, mine in enumerate(rows)
    ]
    told, faults = of(*paths)
    assert faults == []
    assert told.items[0].discrimination is None or len(told.items) > 1
    assert all(each.discrimination is None for each in told.items if each.item == "core/a")


def test_a_class_without_an_answer_that_counts(tmp_path: Path) -> None:
    told, faults = of(hand_in(tmp_path / "a", [row("a", seen=True)]))
    assert (faults, told.answers, told.items, told.models) == ([], 0, (), ())
    assert [each.days for each in told.cells] == [(1, 0, 0, 0, 0)] * 10


def test_a_broken_file_leaves_nothing_behind(tmp_path: Path) -> None:
    good = hand_in(tmp_path / "good", [row("a", id="x")])
    bad = hand_in(tmp_path / "bad", [row(f"c{n}", id=f"y{n}") for n in range(50)])
    bad.write_bytes(bad.read_bytes()[:-200])
    told, faults = of(bad, good)
    assert [each[:2] for each in faults] == [("bad", "cut")]
    assert [each.item for each in told.items] == ["core/a"]


def test_of_several_files_of_one_learner_the_newest_counts(tmp_path: Path) -> None:
    first = hand_in(tmp_path / "first", [row("a", id="x")])
    later = NOON.replace(hour=13)
    second = hand_in(tmp_path / "second", [row("a", id="x"), row("b", id="z")], now=later)
    for order in ((first, second), (second, first)):
        told, faults = of(*order)
        assert faults == [("first", "twice", 0)]
        assert told.answers == 2


def test_answers_in_common_are_told(tmp_path: Path) -> None:
    mine = hand_in(tmp_path / "mine", [row("a", id="1"), row("b", id="2")])
    theirs = hand_in(tmp_path / "theirs", [row("c", id="0"), row("b", id="2")])
    with loaded([mine, theirs]) as found:
        assert [times for _, _, times in found.shared] == [1]
        assert len(found.learners) == 2


ANSWER: dict[str, Any] = {
    "n": 1,
    **dict.fromkeys(FIELDS),
    "id": "1",
    "pack": "core",
    "card": "a",
    "confidence": "think",
    "verdict": "right",
    "seen": False,
    "study_day": "2026-11-30",
    "duration_ms": 5,
}


def test_the_forged_answer_would_be_taken_as_it_stands(tmp_path: Path) -> None:
    told, faults = of(forged(tmp_path / "a", HEAD, ANSWER, {"rows": 1}))
    assert (faults, told.answers) == ([], 1)


@pytest.mark.parametrize(
    "change",
    [
        {"id": None},
        {"pack": None},
        {"card": "x" * 300},
        {"verdict": "maybe"},
        {"confidence": None},
        {"seen": "perhaps"},
        {"study_day": "2026-13-40"},
        {"duration_ms": -1},
        {"duration_ms": 10**30},
        {"duration_ms": "soon"},
        {"cell": "K"},
        {"cell": "<script>"},
        {"model": "x" * 101},
        {"n": 7},
        {"n": None},
        {"n": 1.5},
        {"n": -(2**40)},
        {"card": "\ud800"},
    ],
    ids=str,
)
def test_a_chain_that_holds_over_what_is_no_answer(
    tmp_path: Path, change: dict[str, object]
) -> None:
    good = hand_in(tmp_path / "good", [row("a", id="x")])
    bad = forged(tmp_path / "bad", HEAD, {**ANSWER, **change}, {"rows": 1})
    told, faults = of(bad, good)
    assert (faults, told.answers) == ([("bad", "row", 2)], 1)


def test_another_learners_place_cannot_be_taken(tmp_path: Path) -> None:
    """A line's own `f` does not say whose answer it is."""
    good = hand_in(tmp_path / "good", [row("a", id="x", verdict="wrong")])
    bad = forged(tmp_path / "bad", HEAD, {**ANSWER, "f": 0}, {"rows": 1})
    told, faults = of(good, bad)
    assert faults == []
    assert sorted((each.answers, each.right) for each in told.learners) == [(1, 0), (1, 1)]


def test_a_file_name_is_no_pattern(tmp_path: Path) -> None:
    told, faults = of(hand_in(tmp_path / "a*[x]?.jsonl", [row("a", id="x")]))
    assert (faults, told.answers) == ([], 1)


def test_many_parts_give_what_one_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = a_class(tmp_path)
    paths = [tmp_path / name for name in files]
    whole = of(*paths)
    monkeypatch.setattr("banktrainer.classroom.parts.PART_BYTES", 1000)
    assert of(*paths) == whole
