"""A results file from a stranger: read line by line, checked before anything of it is used."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from banktrainer.classroom.chain import FORMAT, KIND, Chain
from banktrainer.records import RecordsError
from banktrainer.records.examine import require_regular, unreadable

LONGEST_LINE = 64 << 10
MOST_ROWS = 5_000_000
_LONGEST_NAME = 100
_END = b'{"rows":'


class ResultsError(Exception):
    """Why a file is left out: `kind` (a key of the words) with its facts, the file and the line."""

    def __init__(self, path: Path, kind: str, line: int = 0, **facts: object) -> None:
        super().__init__(f"{path}:{line}: {kind}")
        self.path = path
        self.kind = kind
        self.line = line
        self.facts: Mapping[str, object] = facts


@dataclass(slots=True)
class Learner:
    """Whose file it is; `made` is its moment (UTC), `seal` and `rows` hold once it is read."""

    path: Path
    learner: str
    name: str | None
    made: str
    seal: str = ""
    rows: int = 0


@dataclass(slots=True)
class ResultsFile:
    """A results file that is read once, from its beginning to its end."""

    path: Path
    who: Learner = field(init=False)
    _chain: Chain = field(default_factory=Chain)

    def lines(self) -> Iterator[bytes]:
        """Each answer's line, in its place in the chain; raises ResultsError where one is not.

        `who` is known from the first line on. A file without an end raises after its last line.
        """
        try:
            require_regular(self.path)
            with self.path.open("rb") as file:
                yield from self._lines(file)
        except RecordsError as error:
            raise ResultsError(self.path, "unreadable", what=error.what) from error
        except OSError as error:
            what = unreadable(self.path, error).what
            raise ResultsError(self.path, "unreadable", what=what) from error

    def _lines(self, file: BinaryIO) -> Iterator[bytes]:
        number = 1
        # A shell that writes the file may begin it with a mark, which is no line's text.
        line = file.readline(LONGEST_LINE).removeprefix(BOM_UTF8)
        self.who = self._head(line)
        while line := file.readline(LONGEST_LINE):
            number += 1
            text = self._next(line, number)
            if text.startswith(_END):
                self._end(text, number, file.readline(LONGEST_LINE))
                return
            self.who.rows += 1
            yield text
        raise ResultsError(self.path, "cut", number)

    def _head(self, line: bytes) -> Learner:
        try:
            fields: Any = json.loads(line)
            known = isinstance(fields, dict) and fields.get("kind") == KIND
        except (ValueError, RecursionError):
            known = False
        if not known:
            raise ResultsError(self.path, "foreign", 1)
        if fields.get("format") != FORMAT:
            raise ResultsError(self.path, "format", 1, format=FORMAT)
        self._next(line, 1)
        who, name, made = (fields.get(key) for key in ("learner", "name", "made"))
        if not (_is_name(who) and _is_name(made) and (name is None or _is_name(name))):
            raise ResultsError(self.path, "head", 1)
        return Learner(self.path, str(who), name, str(made))

    def _next(self, line: bytes, number: int) -> bytes:
        if len(line) >= LONGEST_LINE:
            raise ResultsError(self.path, "too_long", number, kib=LONGEST_LINE >> 10)
        if number > MOST_ROWS:
            raise ResultsError(self.path, "too_many", number, most=MOST_ROWS)
        text = line.rstrip(b"\r\n")
        if not self._chain.holds(text):
            raise ResultsError(self.path, "broken" if line.endswith(b"\n") else "cut", number)
        return text

    def _end(self, text: bytes, number: int, more: bytes) -> None:
        if json.loads(text).get("rows") != self.who.rows or more.strip():
            raise ResultsError(self.path, "broken", number + bool(more.strip()))
        self.who.seal = self._chain.seal


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= _LONGEST_NAME
