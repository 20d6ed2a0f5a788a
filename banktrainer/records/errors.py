"""RecordsError: whatever is wrong with the records, said with the path and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Problem = Literal[
    "no_folder",  # the home folder can't be made or used
    "not_a_file",
    "unreadable",
    "read_only",
    "empty",
    "foreign",  # a file of some other program
    "damaged",
    "damaged_log",  # the write-ahead log has lost what was in it; the file itself may be sound
    "stray_log",  # SQLite's write-ahead log without its file
    "newer",  # written by a later version of the program
    "old_sqlite",
    "full",
    "busy",
    "moved",  # another file, or none, is in its place since it was opened
    "refused",  # a row that breaks the table's rules
    "failed",  # anything else that SQLite reports
]


class RecordsError(Exception):
    """What is wrong (`what`), where (`path`) and what to do (`todo`), in plain English.

    `problem` is the same as a code, for a face that says it in another language. The file has
    been neither replaced nor altered.
    """

    def __init__(self, path: Path, what: str, todo: str, problem: Problem = "failed") -> None:
        super().__init__(f"{path}: {what}; {todo}")
        self.path = path
        self.what = what
        self.todo = todo
        self.problem: Problem = problem
