"""What a Summary was made from: while its stamp stays the same, so does the summary."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from banktrainer import __version__
from banktrainer.packs import fingerprint
from banktrainer.records.journal import SqliteJournal
from banktrainer.study.journal import Journal
from banktrainer.study.summary import FORMAT


def stamp_of(journal: Journal, packs: Iterable[Path], today: date, language: str = "en") -> str:
    """The stamp of a summary of `journal` and of the packs in the folders `packs`, read in
    `language`, on a study day.

    "" for a journal that is no file: it has no history to be recognised by.
    """
    if not isinstance(journal, SqliteJournal):
        return ""
    newest = journal.newest()
    row = journal.id_of(newest) if newest else ""
    found = " ".join(fingerprint(folder) for folder in packs)
    return f"{FORMAT} {__version__} {today.isoformat()} {newest} {row} {found} {language}"
