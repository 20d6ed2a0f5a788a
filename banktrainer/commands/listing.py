"""The listing of `explain`: source lines, and beside each shared access what it costs.

Left the line's number and its text, right the figures in columns. Where a line is too long for
that, or has several accesses, each access has a row of its own below it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from banktrainer.plain.paint import Piece, Row
from banktrainer.plain.text import cells, cut, pad
from banktrainer.printable import printable
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.cuda import AccessRow, Report, Trace

_WHOLE = 60
_LONGEST = 400
_AROUND = 3
_LEAST_SOURCE = 16
_GAP = "  "
_COLUMNS = ("op", "bytes", "runs", "cycles", "ideal", "degree")


def listing(w: Words, trace: Trace, report: Report, width: int, *, whole: bool) -> Iterator[Row]:
    """The rows of the listing, at most `width` cells wide but for source that is longer.

    `whole` shows all of a short source; else only what lies around accesses is shown.
    """
    lines = printable(trace.source).rstrip().split("\n")
    by_line: defaultdict[int, list[_Entry]] = defaultdict(list)
    for row in report.rows:
        by_line[row.line].append(_Entry(_flat(row.text), _figures(row), row.excess > 0))
    for unread in trace.unread:
        by_line[unread.line].append(_Entry(_flat(unread.text), None))
    table = _Table(w, report.rows, len(str(len(lines))), width)
    yield table.head()
    last = 0
    for number in _shown(len(lines), by_line, whole):
        if number > last + 1:
            yield table.gap()
        yield from table.line(number, lines[number - 1], by_line[number])
        last = number
    if last < len(lines):
        yield table.gap()


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is said of one place: its figures in the order of the columns; None: not read."""

    text: str
    figures: Sequence[str] | None
    costly: bool = False


def _shown(count: int, marked: Iterable[int], whole: bool) -> list[int]:
    """The numbers of the lines to show: all of a short source, else what lies around the marks."""
    if whole and count <= _WHOLE:
        return list(range(1, count + 1))
    near = {n for line in marked for n in range(line - _AROUND, line + _AROUND + 1)}
    return sorted(n for n in near if 1 <= n <= count)


class _Table:
    """The widths of the columns, and rows set in them."""

    def __init__(self, w: Words, rows: Sequence[AccessRow], digits: int, width: int) -> None:
        self._w = w
        self._digits = digits
        titles = [w(f"cli.listing.{name}") for name in _COLUMNS]
        body = [_figures(row) for row in rows]
        self._titles = titles
        self._widths = [max(map(cells, column)) for column in zip(titles, *body, strict=True)]
        right = sum(self._widths) + len(_GAP) * len(self._widths)
        self._left = max(_LEAST_SOURCE, width - digits - len(_GAP) - right)

    def head(self) -> Row:
        blank = " " * (self._digits + len(_GAP) + self._left)
        return (Piece(blank), Piece(self._set(self._titles), "soft"))

    def gap(self) -> Row:
        return (Piece(f"{'':>{self._digits}}{_GAP}"), Piece("⋮", "faint"))

    def line(self, number: int, source: str, entries: Sequence[_Entry]) -> Iterator[Row]:
        """One source line, with what is said of it beside or below."""
        mark = Piece(f"{number:>{self._digits}}{_GAP}", "faint")
        if len(entries) == 1 and cells(source) <= self._left:
            yield (mark, Piece(pad(source, self._left)), self._beside(entries[0]))
            return
        yield (mark, Piece(cut(source, max(_LONGEST, self._left))))
        for entry in entries:
            name = cut(self._w("cli.listing.access", text=entry.text), self._left)
            lead = Piece(" " * (self._digits + len(_GAP)))
            yield (lead, Piece(pad(name, self._left), "soft"), self._beside(entry))

    def _beside(self, entry: _Entry) -> Piece:
        if entry.figures is None:
            return Piece(_GAP + self._w("cli.listing.unread"), "waits")
        return Piece(self._set(entry.figures), "decides" if entry.costly else "plain")

    def _set(self, texts: Sequence[str]) -> str:
        """The columns: the operation to the left, numbers to the right."""
        pairs = list(zip(texts, self._widths, strict=True))
        first, *rest = pairs
        return "".join((_GAP, pad(*first), *(f"{_GAP}{text:>{width}}" for text, width in rest)))


def _figures(row: AccessRow) -> list[str]:
    numbers = (row.width, row.executions, row.cycles, row.ideal, row.degree)
    return [row.op, *map(str, numbers)]


def _flat(text: str) -> str:
    return " ".join(printable(text).split())
