"""Results format 1: JSON Lines, each ending in a hash of itself and of the line before.

A line is a JSON object whose last member is `"hash"`: SHA-256, in hexadecimal, of the former
line's hash (nothing before the first line) followed by this line's own text up to `,"hash"`.
So a change, a line left out, put in or moved shows at the first line that no longer fits.

- the head: `kind` "banktrainer-results", `format` 1, `learner` (a pseudonym, the same in each
  export of one journal), `name` (null unless the learner gave one), `made` (UTC), `version`;
- one line for each answer that counts, the oldest first: `n` from 1, `id` of the row, `pack`,
  `card`, `template`, `machine`, `cell`, `asked`, `forecast`, `confidence`, `verdict`, `model`,
  `seen`, `study_day`, `duration_ms`, as in `data export`. Answers taken back, times of day and
  what was typed in free words are left out;
- the end: `rows`, how many answers there were.

Whoever can compute SHA-256 can make another chain: it tells of accidents and of careless hands.
The last hash, the file's seal, is printed when the file is made; where it matters, have learners
tell it by another way, and compare it with the one in the report.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from banktrainer.study import live
from banktrainer.study.journal import Answer

KIND = "banktrainer-results"
FORMAT = 1
FIELDS = (
    *("id", "pack", "card", "template", "machine", "cell", "asked", "forecast", "confidence"),
    *("verdict", "model", "seen", "study_day", "duration_ms"),
)
FREE_TEXT = frozenset({"recall", "expect"})
"""What is asked where learners type words of their own, which stay with them."""

HASH_DIGITS = 64
_MARK = b',"hash":"'
_CLOSE = b'"}'
_TAIL = len(_MARK) + HASH_DIGITS + len(_CLOSE)


class Chain:
    """Makes and checks the lines of one file; `seal` is the hash of the last one."""

    def __init__(self) -> None:
        self.seal = ""

    def link(self, fields: Mapping[str, object]) -> str:
        """The next line, pure ASCII, without its end."""
        body = json.dumps(dict(fields), separators=(",", ":"))[:-1]
        self.seal = sha256(f"{self.seal}{body}".encode("ascii")).hexdigest()
        return f'{body},"hash":"{self.seal}"}}'

    def holds(self, line: bytes) -> bool:
        """Whether `line` (without its end) comes next in the chain; then it is the last one."""
        body, tail = line[:-_TAIL], line[-_TAIL:]
        found = sha256(self.seal.encode("ascii") + body).hexdigest()
        if tail != _MARK + found.encode("ascii") + _CLOSE:
            return False
        self.seal = found
        return True


def pseudonym(first_id: str) -> str:
    """What a learner goes by, made from the id of the oldest row: the same in each export."""
    return f"learner-{sha256(f'{KIND} {first_id}'.encode()).hexdigest()[:10]}"


def head(learner: str, name: str | None, made: str, version: str) -> dict[str, object]:
    """The fields of a file's first line."""
    who = {"learner": learner, "name": name}
    return {"kind": KIND, "format": FORMAT, **who, "made": made, "version": version}


def counted(rows: Iterable[Answer], voided: set[str]) -> Iterator[Mapping[str, Any]]:
    """The fields of each answer that counts, of the journal's `rows` less those `voided`."""
    number = 0
    for row in rows:
        if live.graded(row) and not live.is_step(row) and row.id not in voided:
            number += 1
            fields = {name: getattr(row, name) for name in FIELDS}
            if row.asked in FREE_TEXT:
                fields["forecast"] = None
            yield {"n": number, **fields}
