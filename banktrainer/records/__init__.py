"""The learner's records: a journal of answers in one SQLite file, and a cache beside it."""

from banktrainer.records.errors import RecordsError
from banktrainer.records.export import export_lines
from banktrainer.records.home import HomeCache, home_dir
from banktrainer.records.journal import SqliteJournal, open_journal

__all__ = [
    "HomeCache",
    "RecordsError",
    "SqliteJournal",
    "export_lines",
    "home_dir",
    "open_journal",
]
