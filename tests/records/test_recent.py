"""The Past beside a large journal: with the rows after it, it gives what all the rows give."""

from __future__ import annotations

import json
import random
import stat
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from banktrainer.records import SqliteJournal, open_journal, recent
from banktrainer.records.recent import recent_of
from banktrainer.study import live
from banktrainer.study.game.daily import SLOTS
from banktrainer.study.game.games import LADDER, games
from banktrainer.study.game.play import Play
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer
from banktrainer.study.progress import summarize
from banktrainer.study.queue import plan
from banktrainer.study.report import report
from banktrainer.study.session import Session
from banktrainer.study.skills import with_skills
from banktrainer.study.summary import Summary
from tests.records.answers import tree
from tests.study.desk import ManualClock, card, pack, row, steps

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
CARDS = (
    card(name, cell=letter, steps=steps("one", "two"))
    for name, letter in zip("abcd", "ABCC", strict=True)
)
PACKS = with_skills([pack(*CARDS)])


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals of a few rows are treated as a million would be."""
    monkeypatch.setattr(recent, "SMALL_ROWS", 4)
    monkeypatch.setattr(recent, "RECENT_ROWS", 3)
    monkeypatch.setattr(recent, "GROWN_ROWS", 8)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    opened = open_journal(tmp_path)
    yield opened
    opened.close()


def answers(chance: random.Random, now: datetime, known: list[Answer], count: int) -> list[Answer]:
    """Rows of a sitting at `now`: right and wrong ones, undone ones, a graded recall."""
    made: list[Answer] = []
    for n in range(count):
        at = (now + timedelta(seconds=n)).isoformat(timespec="microseconds")
        target = chance.choice(made) if made and chance.random() < 0.2 else None
        graded = target is not None and chance.random() < 0.5
        made.append(
            row(
                chance.choice("abcd"),
                id=f"{chance.getrandbits(64):016x}",
                at=at.replace("+00:00", "Z"),
                study_day=now.date().isoformat(),
                verdict="none" if target and not graded else chance.choice(["right", "wrong"]),
                confidence="none" if target and not graded else chance.choice(["sure", "think"]),
                asked="void" if target and not graded else "cycles",
                voids=target.id if target else None,
                seen=chance.random() < 0.1,
                model=chance.choice([None, "ways-stride", "no-wrap"]),
                duration_ms=chance.randrange(90_000),
                cell=chance.choice("ABC"),
                params=chance.choice([{}, {"s": 3}, *map(dict, games_of(now))]),
            )
        )
    made = [_of_a_kind(chance, each) for each in made]
    if known and chance.random() < 0.1:  # an answer of long ago is taken back
        old = chance.choice(known)
        made.append(replace(made[-1], id=f"{old.id}-v{len(known)}", asked="void", voids=old.id))
    return made


def games_of(now: datetime) -> list[Mapping[str, object]]:
    """Games that go on over some sittings, or over all."""
    week = f"{now.isocalendar().week}"
    return [
        Play("blitz", f"b{week}", 200).params,
        Play("blitz", "old", 900).params,
        Play("ladder", LADDER).params,
        Play("ladder", f"l{week}").params,
        *(Play("daily", f"d{now.date()}", slot=slot).params for slot in range(SLOTS)),
    ]


def _of_a_kind(chance: random.Random, made: Answer) -> Answer:
    """Some answers are those of a skill, of a placement round, or of a step left out."""
    if made.voids is not None or made.asked == "void":
        return made
    match chance.random():
        case lot if lot < 0.15:
            name = f"cell-{chance.choice('abc')}"
            return replace(made, pack="placement", card=name, template="walk")
        case lot if lot < 0.3:
            numbers = {"s": chance.choice([1, 2, 3, 4, 6]), "b": 0, "op": "load"}
            skill = replace(made, pack="skill", card="cell-c", template="walk", generator="1")
            return replace(skill, params=chance.choice([made.params, numbers]))
        case lot if lot < 0.4:
            return replace(made, asked="step", confidence="none", seen=False, model=None)
    return made


def both(journal: SqliteJournal, now: datetime) -> tuple[Summary, Summary]:
    """The summary with a Past and the one of all rows; what is planned agrees too."""
    found = recent_of(journal, journal.path.parent, PACKS, now)
    rows = tuple(journal.rows())
    sittings = [
        Session((), journal, ManualClock(now), version="1", rows=some, past=before, packs=PACKS)
        for some, before in ((found.rows, found.past), (rows, None))
    ]
    assert len({sitting.placed for sitting in sittings}) == 1
    for each in PACKS[0].cards:
        assert len({sitting.left_out_of(Item(each)) for sitting in sittings}) == 1
    for ahead in (False, True):
        planned = plan(PACKS, found.rows, now, past=found.past, ahead=ahead)
        assert [(item.key, item.draw) for item in planned] == [
            (item.key, item.draw) for item in plan(PACKS, rows, now, ahead=ahead)
        ]
    before = found.past.games if found.past else None
    with_past, of_all = games(live.live(found.rows), before), games(live.live(rows))
    assert (with_past.bests, with_past.ladder) == (of_all.bests, of_all.ladder)
    assert {game: of_all.opened[game] for game in with_past.opened} == with_past.opened
    told = report(PACKS, found.rows, now, past=found.past)
    assert told == report(PACKS, rows, now)
    return told.summary, summarize(PACKS, rows, now)


@pytest.mark.parametrize("seed", range(12))
def test_with_the_recent_rows_it_gives_what_all_rows_give(
    journal: SqliteJournal, seed: int
) -> None:
    """Whatever the days bring: gaps, undo, late imports, a clock set back or far ahead."""
    chance = random.Random(seed)
    now, known = NOON, list[Answer]()
    for _ in range(25):
        now += timedelta(days=chance.choice([0, 0, 1, 1, 1, 5]), hours=chance.randrange(-3, 4))
        if chance.random() < 0.06:
            now += timedelta(days=chance.choice([-2, -9, 400]))
        came = answers(chance, now, known, chance.randrange(1, 7))
        if chance.random() < 0.1:  # another machine's, of a week ago
            came += answers(chance, now - timedelta(days=7), [], 2)
        for each in came:
            journal.append(each)
        known += came
        with_past, of_all = both(journal, now)
        assert with_past == of_all


def fill(journal: SqliteJournal, days: int = 10) -> None:
    chance = random.Random(1)
    for day in range(days):
        for each in answers(chance, NOON - timedelta(days=days - day), [], 4):
            journal.append(each)


def test_only_the_recent_rows_are_read_the_second_time(journal: SqliteJournal) -> None:
    fill(journal)
    recent_of(journal, journal.path.parent, PACKS, NOON)
    found = recent_of(journal, journal.path.parent, PACKS, NOON)
    assert found.past is not None
    assert len(found.rows) <= 8
    cache = journal.path.with_name("past.json")
    assert stat.S_IMODE(cache.stat().st_mode) == 0o600


def test_it_moves_on_with_the_answers(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(journal)
    recent_of(journal, journal.path.parent, PACKS, NOON)

    def never(*_: object) -> None:
        raise AssertionError("rebuilt")

    monkeypatch.setattr(recent, "rebuilt", never)
    chance = random.Random(2)
    for day in range(1, 20):
        now = NOON + timedelta(days=day)
        for each in answers(chance, now, [], 3):
            journal.append(each)
        found = recent_of(journal, journal.path.parent, PACKS, now)
        assert len(found.rows) < 15
        with_past, of_all = both(journal, now)
        assert with_past == of_all


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b'{"key": 1}', b"\xff", b"[" * 100_000, b"{}"]
)
def test_a_broken_cache_is_made_anew(journal: SqliteJournal, data: bytes) -> None:
    fill(journal)
    cache = journal.path.with_name("past.json")
    cache.write_bytes(data)
    with_past, of_all = both(journal, NOON)
    assert with_past == of_all
    assert json.loads(cache.read_text())["upto"] == 40


@pytest.mark.parametrize("field", ["upto_id", "past", "moment", "open", "names", "fsrs"])
def test_a_cache_of_another_journal_is_made_anew(journal: SqliteJournal, field: str) -> None:
    fill(journal)
    both(journal, NOON)
    cache = journal.path.with_name("past.json")
    data = json.loads(cache.read_text())
    cache.write_text(json.dumps({**data, field: "x"}))
    with_past, of_all = both(journal, NOON)
    assert with_past == of_all
    assert json.loads(cache.read_text()) == data


def test_a_cache_that_cannot_be_written_costs_time_alone(journal: SqliteJournal) -> None:
    fill(journal)
    journal.path.with_name("past.json").mkdir()
    with_past, of_all = both(journal, NOON)
    assert with_past == of_all
    assert not [name for name in tree(journal.path.parent) if name.startswith(".")]


def test_a_renamed_card_makes_it_anew(journal: SqliteJournal) -> None:
    fill(journal)
    both(journal, NOON)
    renamed = [pack(card("e", cell="A", aliases=("a",)), *PACKS[0].cards[1:])]
    found = recent_of(journal, journal.path.parent, renamed, NOON)
    assert summarize(renamed, found.rows, NOON, past=found.past) == summarize(
        renamed, journal.rows(), NOON
    )


def test_a_new_name_for_a_card_not_yet_met_leaves_it(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(journal)
    both(journal, NOON)
    monkeypatch.setattr(recent, "rebuilt", None)
    more = [pack(card("z", aliases=("y",)), *PACKS[0].cards)]
    found = recent_of(journal, journal.path.parent, more, NOON)
    assert summarize(more, found.rows, NOON, past=found.past) == summarize(
        more, journal.rows(), NOON
    )


def test_a_small_journal_needs_none(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "home")
    journal.append(row("a"))
    found = recent_of(journal, tmp_path / "home", PACKS, NOON)
    assert found.past is None
    assert not (tmp_path / "home" / "past.json").exists()
    journal.close()


def test_no_row_of_today_or_yesterday_is_sealed(journal: SqliteJournal) -> None:
    chance = random.Random(3)
    for day in (date(2026, 11, 29), date(2026, 11, 30)):
        for each in answers(chance, datetime.combine(day, NOON.timetz()), [], 20):
            journal.append(each)
    assert len(recent_of(journal, journal.path.parent, PACKS, NOON).rows) == journal.count()
