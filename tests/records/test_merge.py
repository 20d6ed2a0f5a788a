"""Importing: each row once, in whichever order machines take each other's rows in."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.records import RecordsError, SqliteJournal, backups, export_lines, open_journal
from banktrainer.records.lines import line_of, row_of
from banktrainer.records.merge import Merged, merge
from banktrainer.study.journal import Answer
from banktrainer.study.progress import summarize
from tests.records.answers import FULL, NO_IDEA, PLAIN, answer, sql, tree
from tests.records.test_opening import BROKEN, filled, newer
from tests.study.desk import NOON, card, pack

NOW = datetime(2026, 11, 30, 12, 34, 56, tzinfo=UTC)
PACKS = [pack(card("column-walk", cell="F"), card("b"))]


def export(home: Path) -> str:
    journal = open_journal(home)
    lines = "".join(f"{line}\n" for line in export_lines(journal))
    journal.close()
    return lines


def store(home: Path, *rows: Answer) -> Path:
    journal = open_journal(home)
    for row in rows:
        journal.append(row)
    journal.close()
    return home


def bring(home: Path, source: Path) -> Merged:
    journal = open_journal(home)
    try:
        return merge(home, journal, source, NOW)
    finally:
        journal.close()


def exported(home: Path) -> Path:
    path = home.with_suffix(".jsonl")
    path.write_text(export(home))
    return path


def as_it_lies(home: Path) -> Path:
    return home / "records.sqlite3"


@pytest.mark.parametrize("form", [exported, as_it_lies])
def test_twice_is_as_good_as_once(tmp_path: Path, form: Callable[[Path], Path]) -> None:
    source = form(store(tmp_path / "a", PLAIN, FULL, NO_IDEA))
    home = store(tmp_path / "b", PLAIN, answer(1))
    done = bring(home, source)
    assert (done.added, done.known) == (2, 1)
    assert done.backup
    assert sql(done.backup, "SELECT count(*) FROM answers") == [(2,)]
    once = export(home)
    assert bring(home, source) == Merged(0, 3, None)
    assert export(home) == once
    assert len(backups.listed(home)) == 1


def test_ids_that_no_program_of_ours_makes_come_in_once_too(tmp_path: Path) -> None:
    odd = [answer(n, id=each) for n, each in enumerate(("a\0b", "a", "\x1b[31m", "'", "ü\n"))]
    source = exported(store(tmp_path / "a", *odd))
    home = store(tmp_path / "b", PLAIN)
    assert bring(home, source).added == len(odd)
    assert bring(home, source) == Merged(0, len(odd), None)


def test_a_line_without_measure_is_named_as_one(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(line_of(answer(1, forecast="x" * (1 << 20))) + "\n")
    with pytest.raises(RecordsError, match="line 1: this line is longer than 1048576 bytes"):
        bring(store(tmp_path / "home", PLAIN), source)


def test_a_fresh_home_takes_all_and_needs_no_backup(tmp_path: Path) -> None:
    source = exported(store(tmp_path / "a", PLAIN, FULL))
    assert bring(tmp_path / "new", source) == Merged(2, 0, None)
    assert export(tmp_path / "new") == source.read_text()


MOMENTS = st.integers(0, 5).map(lambda second: f"2026-11-30T12:00:0{second}.000000Z")
ROWS = st.lists(
    st.tuples(st.integers(0, 12), MOMENTS, st.sampled_from(["right", "wrong"]), st.booleans()),
    max_size=10,
)


def rows_of(drawn: list[tuple[int, str, str, bool]], machine: str) -> list[Answer]:
    made = []
    for n, (target, at, verdict, undo) in enumerate(drawn):
        row = answer(n, id=f"{machine}{n}", at=at, verdict=verdict, voids=None)
        if undo:  # of this machine's, of the other's, or of none that is known
            voids = f"{'ab'[target % 2]}{target // 2}"
            if voids != row.id:
                row = replace(row, asked="void", voids=voids)
        made.append(row)
    return made


@settings(max_examples=25, deadline=None)
@given(a=ROWS, b=ROWS, shared=ROWS)
def test_two_machines_agree_whichever_takes_the_others_first(
    tmp_path_factory: pytest.TempPathFactory,
    a: list[tuple[int, str, str, bool]],
    b: list[tuple[int, str, str, bool]],
    shared: list[tuple[int, str, str, bool]],
) -> None:
    tmp_path = tmp_path_factory.mktemp("machines")
    both = rows_of(shared, "s")
    one = store(tmp_path / "one", *both, *rows_of(a, "a"))
    two = store(tmp_path / "two", *rows_of(b, "b"), *reversed(both))
    first, second = exported(one), exported(two)
    bring(one, second)
    bring(two, first)
    assert export(one) == export(two)
    assert len(export(one).splitlines()) == len(a) + len(b) + len(shared)
    summaries = []
    for home in (one, two):
        journal = open_journal(home)
        summaries.append(summarize(PACKS, journal.rows(), NOON))
        journal.close()
    assert summaries[0] == summaries[1]


GOOD = json.loads(line_of(PLAIN))


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "null",
        "[" * 100_000,
        json.dumps({**GOOD, "schema": 2}),
        json.dumps({key: value for key, value in GOOD.items() if key != "schema"}),
        json.dumps({key: value for key, value in GOOD.items() if key != "at"}),
        json.dumps({**GOOD, "mood": "good"}),
        json.dumps({**GOOD, "id": ""}),
        json.dumps({**GOOD, "id": None}),
        json.dumps({**GOOD, "at": "yesterday"}),
        json.dumps({**GOOD, "at": "2026-13-30T12:00:00Z"}),
        json.dumps({**GOOD, "at": "2026-11-30T12:00:00+01:00"}),
        json.dumps({**GOOD, "study_day": "2026-02-30"}),
        json.dumps({**GOOD, "study_day": "20261130"}),
        json.dumps({**GOOD, "study_day": "2026-W49-1"}),
        json.dumps({**GOOD, "confidence": "maybe"}),
        json.dumps({**GOOD, "verdict": True}),
        json.dumps({**GOOD, "duration_ms": -1}),
        json.dumps({**GOOD, "duration_ms": 1.5}),
        json.dumps({**GOOD, "utc_offset": 5000}),
        json.dumps({**GOOD, "seed": 1 << 70}),
        json.dumps({**GOOD, "seen": 1}),
        json.dumps({**GOOD, "truth": []}),
        json.dumps({**GOOD, "truth": {"cycles": float("nan")}}),
        json.dumps({**GOOD, "forecast": "\ud800"}),
        json.dumps({**GOOD, "voids": GOOD["id"]}),
    ],
)
def test_what_is_no_row_is_named_with_its_line_and_nothing_is_imported(
    tmp_path: Path, line: str
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(f"{line_of(FULL)}\n\n{line}\n")
    home = store(tmp_path / "home", NO_IDEA)
    before = export(home)
    with pytest.raises(RecordsError, match="line 3: ") as error:
        bring(home, source)
    assert error.value.path == source
    assert "nothing was imported" in str(error.value)
    assert export(home) == before
    assert backups.listed(home) == ()


@pytest.mark.parametrize("inside", [True, False])
def test_two_rows_of_one_id_are_not_merged(tmp_path: Path, inside: bool) -> None:
    other = replace(PLAIN, verdict="right")
    source = tmp_path / "in.jsonl"
    lines = [line_of(PLAIN), line_of(other)] if inside else [line_of(other)]
    source.write_text("\n".join(lines))
    home = store(tmp_path / "home", *([] if inside else [PLAIN]))
    with pytest.raises(RecordsError, match="row a1 is not the same"):
        bring(home, source)
    assert export(home).count("\n") == (0 if inside else 1)


def test_a_broken_backup_is_no_reason_to_call_an_import_failed(tmp_path: Path) -> None:
    source = exported(store(tmp_path / "a", PLAIN))
    home = store(tmp_path / "b", NO_IDEA)
    for day in range(1, 6):
        backups.back_up(home, "import", datetime(2026, 11, day, tzinfo=UTC))
    backups.back_up(home, "hand", datetime(2027, 1, 1, tzinfo=UTC)).write_bytes(b"broken")
    assert bring(home, source).added == 1
    assert len(backups.listed(home)) == 7, "and none goes"


def test_a_row_twice_in_a_file_comes_in_once(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(f"{line_of(PLAIN)}\n{line_of(PLAIN)}\n")
    assert bring(tmp_path / "home", source) == Merged(1, 1, None)


@pytest.mark.parametrize(("damage", "problem"), BROKEN)
def test_a_damaged_journal_is_not_imported(
    tmp_path: Path, damage: Callable[[Path], object], problem: str
) -> None:
    source = filled(tmp_path / "other")
    damage(source)
    home = store(tmp_path / "home", PLAIN)
    before = tree(home)
    if problem == "empty":
        assert bring(home, source) == Merged(0, 0, None)
    else:
        with pytest.raises(RecordsError):
            bring(home, source)
    assert tree(home)["records.sqlite3"] == before["records.sqlite3"]


def test_a_newer_journal_is_neither_imported_nor_imported_into(tmp_path: Path) -> None:
    source = filled(tmp_path / "other", rows=2)
    newer(source)
    for home, file in ((tmp_path / "home", source), (tmp_path / "other", source)):
        with pytest.raises(RecordsError) as error:
            bring(home, file)
        assert error.value.problem == "newer"


@pytest.mark.parametrize("place", ["nothing", "."])
def test_what_cannot_be_read_is_named(tmp_path: Path, place: str) -> None:
    with pytest.raises(RecordsError) as error:
        bring(tmp_path / "home", tmp_path / place)
    assert error.value.path == tmp_path / place


def test_an_import_that_dies_midway_is_finished_by_doing_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banktrainer.records.merge._ROWS_AT_A_TIME", 10)
    rows = [answer(n) for n in range(45)]
    source = exported(store(tmp_path / "a", *rows))
    add, left = SqliteJournal.add_missing, iter(range(3))

    def die_at_last(self: SqliteJournal, part: list[Answer]) -> int:
        if next(left, None) is None:
            raise SystemExit
        return add(self, part)

    with monkeypatch.context() as patched:
        patched.setattr(SqliteJournal, "add_missing", die_at_last)
        with pytest.raises(SystemExit):
            bring(tmp_path / "b", source)
    assert export(tmp_path / "b").count("\n") == 30
    assert bring(tmp_path / "b", source).added == 15
    assert export(tmp_path / "b") == source.read_text()


def test_a_line_reads_back_to_its_row() -> None:
    for row in (PLAIN, FULL, NO_IDEA):
        assert row_of(line_of(row)) == row
    without_cell = {key: value for key, value in GOOD.items() if key != "cell"}
    assert row_of(json.dumps(without_cell)) == replace(PLAIN, cell=None)
