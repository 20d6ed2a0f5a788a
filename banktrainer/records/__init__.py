"""The learner's records: a journal of answers in one SQLite file, and a cache beside it.

Names load on first use, so that reading the cache does not load SQLite.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banktrainer.records.errors import RecordsError
    from banktrainer.records.export import export_lines
    from banktrainer.records.home import HomeCache, home_dir
    from banktrainer.records.journal import SqliteJournal, open_journal
    from banktrainer.records.reading import read_journal

_HOMES = {
    "HomeCache": "home",
    "RecordsError": "errors",
    "SqliteJournal": "journal",
    "export_lines": "export",
    "home_dir": "home",
    "open_journal": "journal",
    "read_journal": "reading",
}

__all__ = [
    "HomeCache",
    "RecordsError",
    "SqliteJournal",
    "export_lines",
    "home_dir",
    "open_journal",
    "read_journal",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
