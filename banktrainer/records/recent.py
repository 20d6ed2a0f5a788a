"""The rows that must be read each time, and a Past for the others, kept in `past.json`.

The file is a cache: whatever does not fit the journal is rebuilt from its rows and written anew.
It is sealed well behind the last answer, so that what is still undone, imported late or answered
with the clock set back touches the rows after it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from banktrainer.packs.model import Pack
from banktrainer.records import placing
from banktrainer.records.errors import RecordsError
from banktrainer.records.journal import SqliteJournal
from banktrainer.study import live
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import ROLLOVER_HOUR, study_day
from banktrainer.study.journal import Answer, Journal
from banktrainer.study.past import Past

CACHE_NAME = "past.json"
SMALL_ROWS = 3000
"""A journal of so many rows is read whole."""
RECENT_ROWS = 500
"""So many of the last rows are never sealed."""
GROWN_ROWS = 2000
"""With so many rows after it a Past is worth moving on."""

Numbered = list[tuple[int, Answer]]


@dataclass(frozen=True, slots=True)
class Recent:
    """`rows` by their moments, voided ones included, after `past` (None: these are all)."""

    rows: tuple[Answer, ...]
    past: Past | None = None


@dataclass(frozen=True, slots=True)
class Sealed:
    """A Past and what it holds: every row up to number `upto` (called `upto_id`) but `open`, the
    last of them at `moment` and none of a study day after `last_day`. `names` has, of each key
    that its rows name, the card that was meant."""

    past: Past
    upto: int
    upto_id: str
    open: tuple[int, ...]
    moment: tuple[str, str]
    last_day: str
    lost: frozenset[str]
    names: Mapping[str, str]

    def fits(self, journal: SqliteJournal, new: Numbered, today: date) -> bool:
        """Whether the rows `new` since then leave what was sealed as it is."""
        if self.last_day >= today.isoformat() or journal.id_of(self.upto) != self.upto_id:
            return False
        return all(self._after(journal, row) for _, row in new)

    def _after(self, journal: SqliteJournal, row: Answer) -> bool:
        if moment_of(row) <= self.moment or row.id in self.lost:
            return False
        target = journal.number_of(row.voids) if row.voids else None
        return target is None or target > self.upto or target in self.open


def recent_of(
    journal: Journal,
    home: Path,
    packs: Sequence[Pack],
    now: datetime,
    rollover: int = ROLLOVER_HOUR,
) -> Recent:
    """What study needs of `journal` at `now`. Raises RecordsError."""
    if not isinstance(journal, SqliteJournal):
        return Recent(tuple(journal.rows()))
    return recent(journal, home, Catalogue.of(packs).renamed, study_day(now, rollover))


def recent(journal: SqliteJournal, home: Path, renamed: Mapping[str, str], today: date) -> Recent:
    """What study needs of `journal`; `renamed` maps cards' old keys to those of today.

    A Past holds no row of today or yesterday. Raises RecordsError.
    """
    newest = journal.newest()
    if newest <= SMALL_ROWS:
        return Recent(tuple(journal.rows()))
    path = home / CACHE_NAME
    sealed = read(path, renamed)
    if sealed is not None and sealed.upto <= newest:
        new = journal.since(sealed.upto)
        if sealed.fits(journal, new, today):
            rows = sorted(journal.picked(sealed.open) + new, key=lambda each: moment_of(each[1]))
            if len(rows) > GROWN_ROWS:
                sealed, rows = _moved_on(sealed, rows, renamed, today)
                write(path, sealed)
            return Recent(tuple(row for _, row in rows), sealed.past)
    sealed, rows = rebuilt(journal, renamed, today)
    write(path, sealed)
    return Recent(tuple(row for _, row in rows), sealed.past)


def rebuilt(
    journal: SqliteJournal, renamed: Mapping[str, str], today: date
) -> tuple[Sealed, Numbered]:
    """A Past made from the rows alone, and the rows after it."""
    numbers, cut = journal.sealable((today - timedelta(days=1)).isoformat(), RECENT_ROWS)
    rows = journal.picked(numbers[cut:])
    open_ids = {row.id for _, row in rows}
    voided = journal.voided()
    sealing = _Sealing(Past(), renamed, today)
    for row in journal.plain_rows(numbers[:cut]):
        sealing.add(row, voided)
    if sealing.targets & open_ids:  # a void dated before what it takes back: nothing is sealed
        rows = journal.picked(numbers)
        sealing = _Sealing(Past(), renamed, today)
    newest = max(numbers)
    upto_id = journal.id_of(newest) or ""
    return sealing.sealed(newest, upto_id, rows, journal), rows


def again(sealed: Sealed, journal: SqliteJournal, today: date) -> Past:
    """The Past of just those rows that `sealed` holds, made from the rows alone."""
    numbers, _ = journal.sealable(today.isoformat(), 0)
    left = set(sealed.open)
    sealing = _Sealing(Past(), sealed.names, today)
    voided = journal.voided()
    held = [number for number in numbers if number <= sealed.upto and number not in left]
    for row in journal.plain_rows(held):
        sealing.add(row, voided)
    sealing.past.games.forget(sealed.moment[0])
    return sealing.past


def _moved_on(
    sealed: Sealed, rows: Numbered, renamed: Mapping[str, str], today: date
) -> tuple[Sealed, Numbered]:
    """Seal the older ones of `rows`, those after `sealed`, too."""
    yesterday = (today - timedelta(days=1)).isoformat()
    young = (n for n, (_, row) in enumerate(rows) if row.study_day >= yesterday)
    cut = max(min(next(young, len(rows)), len(rows) - RECENT_ROWS), 0)
    voided = {row.voids for _, row in rows if row.voids}
    inside = {row.id for _, row in rows[:cut]}
    if any(row.voids and row.voids not in inside for _, row in rows[:cut]):
        return sealed, rows
    sealing = _Sealing(
        sealed.past, renamed, today, sealed.moment, sealed.last_day, names=dict(sealed.names)
    )
    for _, row in rows[:cut]:
        sealing.add(row, voided)
    sealing.past.games.forget(sealing.moment[0])
    upto, upto_id = max((number, row.id) for number, row in rows)
    if upto < sealed.upto:
        upto, upto_id = sealed.upto, sealed.upto_id
    left = rows[cut:]
    return (
        Sealed(
            sealing.past, upto, upto_id, tuple(n for n, _ in left), sealing.moment,
            sealing.last_day, sealed.lost, sealing.names,
        ),
        left,
    )  # fmt: skip


@dataclass(slots=True)
class _Sealing:
    """Rows on their way into a Past."""

    past: Past
    renamed: Mapping[str, str]
    today: date
    moment: tuple[str, str] = ("", "")
    last_day: str = ""
    targets: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, row: Answer, voided: set[str]) -> None:
        name = live.key_of(row)
        key = self.names[name] = self.renamed.get(name, name)
        self.past.add(row, key, voided=row.id in voided, today=self.today)
        self.moment = moment_of(row)
        self.last_day = max(self.last_day, row.study_day)
        if row.voids:
            self.targets.add(row.voids)

    def sealed(self, upto: int, upto_id: str, rows: Numbered, journal: SqliteJournal) -> Sealed:
        lost = frozenset(each for each in self.targets if journal.number_of(each) is None)
        self.past.games.forget(self.moment[0])
        numbers = tuple(number for number, _ in rows)
        return Sealed(
            self.past, upto, upto_id, numbers, self.moment, self.last_day, lost, self.names
        )


def moment_of(row: Answer) -> tuple[str, str]:
    """By what rows are ordered."""
    return row.at, row.id


def read(path: Path, renamed: Mapping[str, str]) -> Sealed | None:
    """The Past kept at `path`, None where there is none that can be used with today's names."""
    sealed = kept(path)
    names = sealed.names.items() if sealed else ()
    return sealed if all(renamed.get(name, name) == key for name, key in names) else None


def kept(path: Path) -> Sealed | None:
    """The Past kept at `path` under whatever names, None where there is none that can be used."""
    try:
        data = json.loads(path.read_bytes())
        return _of_data(data) if data["fsrs"] == _fsrs() else None
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None


def _fsrs() -> str:
    """The version of the library that counts when cards are due."""
    from importlib.metadata import version  # brings e-mail and zip: not before a Past is kept

    return version("fsrs")


def _of_data(data: Mapping[str, Any]) -> Sealed:
    at, row_id = data["moment"]
    return Sealed(
        past=Past.of_data(data["past"]),
        upto=int(data["upto"]),
        upto_id=str(data["upto_id"]),
        open=tuple(map(int, data["open"])),
        moment=(str(at), str(row_id)),
        last_day=str(data["last_day"]),
        lost=frozenset(map(str, data["lost"])),
        names={str(name): str(key) for name, key in data["names"].items()},
    )


def write(path: Path, sealed: Sealed) -> None:
    """Keep a Past at `path`, whole or not at all; where that can't be, it is made again."""
    data = {
        "fsrs": _fsrs(),
        "upto": sealed.upto,
        "upto_id": sealed.upto_id,
        "open": sealed.open,
        "moment": sealed.moment,
        "last_day": sealed.last_day,
        "lost": sorted(sealed.lost),
        "names": dict(sealed.names),
        "past": sealed.past.to_data(),
    }
    with suppress(OSError, RecordsError), placing.draft(path) as made:
        made.write_text(json.dumps(data), encoding="ascii")
        made.replace(path)
