"""Cards in tables (CSV, TSV): two columns, or columns that a first row names."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from banktrainer.packs.incoming.harvest import Draft, Harvest, Left, beginning
from banktrainer.packs.incoming.plain_markdown import as_markdown

_NAMES = {
    "question": ("question", "front", "prompt", "term", "q"),
    "answer": ("answer", "back", "definition", "a"),
    "id": ("id", "guid"),
    "title": ("title", "name"),
    "tags": ("tags",),
}
_SIGNS = ",;\t|"
_SAMPLE = 50
_DIRECTIVE = re.compile(r"#[a-z ]+:")
_GUARD = re.compile(r"^'(?=[=+\-@])")
Row = tuple[int, Sequence[str]]


def read_table(text: str, *, tabs: bool = False) -> Harvest:
    """The cards in a table; `tabs` says that tabs stand between its columns."""
    return Harvest.of(_found(text, "\t" if tabs else _sign(text)))


def _sign(text: str) -> str:
    """What stands between the columns: the sign that most often makes rows of one width."""

    def fit(sign: str) -> tuple[float, int]:
        reader = csv.reader(text.splitlines(keepends=True), delimiter=sign)
        widths: Counter[int] = Counter()
        with suppress(csv.Error):
            widths.update(len(row) for row in islice(reader, _SAMPLE) if row)
        wide = [(n / widths.total(), -width) for width, n in widths.items() if width > 1]
        return max(wide, default=(0.0, 0))

    return max(_SIGNS, key=fit)


def _found(text: str, sign: str) -> Iterator[Draft | Left]:
    columns: dict[str, int] | None = None
    rows = _rows(text, sign)
    for row in rows:
        if isinstance(row, Left):
            yield row
            continue
        line, cells = row
        if columns is None:
            columns = _columns(cells)
            if columns:
                yield from _unknown(line, cells, columns)
                continue
            columns = {"question": 0, "answer": 1}
        yield _card(line, cells, columns)


def _rows(text: str, sign: str) -> Iterator[Row | Left]:
    """Each row with the line on which it begins; one that can't be read ends the table."""
    lines = text.splitlines(keepends=True)
    start = 0
    while start < len(lines) and _DIRECTIVE.match(lines[start]):
        yield Left(start + 1, "directive", beginning(lines[start]))
        start += 1
    reader = csv.reader(lines[start:], delimiter=sign, strict=True)
    while True:
        line = start + reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield Left(line, "quotes", beginning("".join(lines[line - 1 : line])))
            return
        if any(cell.strip() for cell in cells):
            yield line, cells


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """The columns that a first row names; none unless question and answer are among them."""
    told = [cell.strip().casefold() for cell in cells]
    found = {
        name: next(told.index(each) for each in ways if each in told)
        for name, ways in _NAMES.items()
        if any(each in told for each in ways)
    }
    return found if {"question", "answer"} <= found.keys() else {}


def _unknown(line: int, cells: Sequence[str], columns: dict[str, int]) -> Iterator[Left]:
    for at, cell in enumerate(cells):
        if at not in columns.values() and cell.strip():
            yield Left(line, "column", beginning(cell))


def _card(line: int, cells: Sequence[str], columns: dict[str, int]) -> Draft | Left:
    told = {name: cells[at].strip() if at < len(cells) else "" for name, at in columns.items()}
    question, answer = (_GUARD.sub("", told[name]) for name in ("question", "answer"))
    whole = beginning(" | ".join(cells))
    if not question or not answer:
        return Left(line, "no_answer" if question else "no_question", whole)
    if len(columns) == 2 and max(columns.values()) == 1 and any(c.strip() for c in cells[2:]):
        return Left(line, "columns", whole)
    tags = tuple(dict.fromkeys(re.split(r"[\s,;]+", told.get("tags", "").strip())))
    return Draft(
        line,
        as_markdown(question),
        as_markdown(answer),
        told.get("id", "").rpartition("/")[2] or question,
        title=told.get("title") or None,
        tags=tuple(tag for tag in tags if tag),
    )
