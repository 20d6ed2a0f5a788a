"""The stamp of a summary: it changes with whatever the summary is made from."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from banktrainer.records import SqliteJournal, open_journal
from banktrainer.records.stamp import stamp_of
from banktrainer.study.journal import Answer
from tests.study.desk import MemoryJournal

TODAY = date(2026, 11, 30)
ROW = Answer(
    id="r1",
    pack="core",
    card="offset",
    asked="cycles",
    forecast="2",
    confidence="sure",
    verdict="right",
    at="2026-11-30T12:00:00.000000Z",
    utc_offset=0,
    study_day="2026-11-30",
    version="1",
)
Change = Callable[[SqliteJournal, Path], object]


def test_nothing_changed_nothing_new(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "home")
    assert stamp_of(journal, [tmp_path], TODAY) == stamp_of(journal, [tmp_path], TODAY) != ""
    journal.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda journal, _: journal.append(ROW),
        lambda _, packs: (packs / "new.md").write_text("new"),
        lambda _, packs: (packs / "card.md").write_text("longer than before"),
        lambda _, packs: (packs / "card.md").rename(packs / "other.md"),
        lambda _, packs: (packs / "card.md").unlink(),
    ],
)
def test_an_answer_or_a_changed_pack_makes_a_new_stamp(tmp_path: Path, change: Change) -> None:
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "card.md").write_text("a card")
    journal = open_journal(tmp_path / "home")
    before = stamp_of(journal, [packs], TODAY)
    change(journal, packs)
    assert stamp_of(journal, [packs], TODAY) != before
    journal.close()


def test_a_new_study_day_makes_a_new_stamp(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "home")
    assert stamp_of(journal, [], TODAY) != stamp_of(journal, [], date(2026, 12, 1))
    assert stamp_of(journal, [], TODAY, "hi-Latn") != stamp_of(journal, [], TODAY)
    journal.close()


def test_a_journal_in_memory_has_no_stamp(tmp_path: Path) -> None:
    assert stamp_of(MemoryJournal(), [tmp_path], TODAY) == ""
