"""The caches beside the journal, `past.json` and `home.json`, against the rows they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Literal

from banktrainer import __version__
from banktrainer.records import recent
from banktrainer.records.home import CACHE_NAME, HomeCache
from banktrainer.records.journal import SqliteJournal
from banktrainer.study import live
from banktrainer.study.models.rare import told_models
from banktrainer.study.score import Score
from banktrainer.study.summary import CELLS, FORMAT, Calibration, Summary

State = Literal["well", "old", "wrong"]
"""`old`: it is not used and will be made anew. `wrong`: it would be used, and tells otherwise."""


def examined(journal: SqliteJournal, home: Path, today: date) -> Iterator[tuple[str, State]]:
    """Of each cache that is there, its name and state. Reads every row where one is there."""
    if (home / recent.CACHE_NAME).is_file():
        yield recent.CACHE_NAME, _past(journal, home / recent.CACHE_NAME, today)
    if (home / CACHE_NAME).is_file():
        yield CACHE_NAME, _summary(journal, HomeCache(home), today)


def _past(journal: SqliteJournal, path: Path, today: date) -> State:
    sealed = recent.kept(path)
    if sealed is None or sealed.upto > journal.newest():
        return "old"
    if not sealed.fits(journal, journal.since(sealed.upto), today):
        return "old"
    anew = recent.again(sealed, journal, today)
    return "well" if anew.to_data() == sealed.past.to_data() else "wrong"


def _summary(journal: SqliteJournal, cache: HomeCache, today: date) -> State:
    """Only a summary of today and of the newest row is held against the rows."""
    told = cache.read()
    if told is None:
        return "old"
    newest = journal.newest()
    made_from = (str(FORMAT), __version__, today.isoformat(), str(newest), journal.id_of(newest))
    if tuple(cache.stamp().split(" ")[:5]) != made_from:
        return "well"
    return "well" if _same(told, _score(journal)) else "wrong"


def _score(journal: SqliteJournal) -> Score:
    """What all rows come to, read some at a time."""
    score, voided = Score(), journal.voided()
    for row in journal.plain_rows(journal.sealable("", 0)[0]):
        if row.asked != live.VOID and row.id not in voided:
            score.add(row, live.key_of(row))
    return score


def _same(told: Summary, score: Score) -> bool:
    """Whether a summary agrees in what comes from the answers alone, whatever packs there are."""
    counts = (told.answers, told.right, told.marks) == (score.answers, score.right, score.marks)
    cells = all(told.cells[cell] == score.cell(cell) for cell in CELLS)
    said = _said(told.calibration) == _said(score.calibration)
    return counts and cells and said and dict(told.models) == dict(told_models(score.models))


def _said(levels: Iterable[Calibration]) -> list[tuple[str, int, int]]:
    """What was counted; how it is judged comes after."""
    return [(each.confidence, each.answers, each.right) for each in levels]
