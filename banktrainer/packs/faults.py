"""Where faults are collected while a pack is read, so that all are told at once."""

from __future__ import annotations

from collections import Counter

from banktrainer.packs.codes import CODES
from banktrainer.packs.model import Fault, Place
from banktrainer.printable import printable

MAX_PER_FILE = 100
MAX_FAULTS = 2_000
_QUOTED = 60


class Faults:
    """Faults of one pack, each once; a file with more than `MAX_PER_FILE` is cut short."""

    def __init__(self) -> None:
        self._faults: dict[Fault, None] = {}
        self._per_file: Counter[str] = Counter()

    def add(self, place: Place, code: str, message: str) -> None:
        if code not in CODES:
            raise KeyError(code)
        fault = Fault(place, code, message)
        if fault in self._faults:
            return
        self._per_file[place.path] += 1
        seen = self._per_file[place.path]
        if seen <= MAX_PER_FILE:
            self._faults[fault] = None
        elif seen == MAX_PER_FILE + 1:
            cut = Fault(place, "E103", "more faults follow in this file; mend these first")
            self._faults[cut] = None

    def sorted(self) -> tuple[Fault, ...]:
        """All faults, by file, line and column."""
        return tuple(sorted(self._faults, key=_in_file_order))

    @property
    def full(self) -> bool:
        """Whether there are so many that nobody is served by looking for more."""
        return len(self._faults) >= MAX_FAULTS

    @property
    def errors(self) -> bool:
        return any(fault.code.startswith("E") for fault in self._faults)


def quoted(text: str) -> str:
    """`text` as a message may show it: one line, in backquotes, cut where it is long."""
    line = printable(" ".join(text.split()))
    return f"`{line if len(line) <= _QUOTED else line[: _QUOTED - 1] + '…'}`"


def _in_file_order(fault: Fault) -> tuple[str, int, int, str, str]:
    at = fault.place
    return at.path, at.line, at.column, fault.code, fault.message
