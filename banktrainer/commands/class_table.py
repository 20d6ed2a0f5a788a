"""A class report as lines of text for a terminal, and as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from banktrainer.classroom.report import ClassReport, ItemRow
from banktrainer.plain.text import cells, cut, pad
from banktrainer.printable import printable
from banktrainer.words import Words
from banktrainer.words.answers import confidence_word
from banktrainer.words.models import model_name

SHOWN = 15
"""So many items and models are shown; CSV and HTML have them all."""
_WIDEST = 36
_NONE = "-"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table(w: Words, told: ClassReport, _notes: Sequence[str], _names: bool) -> str:
    """Three tables and the calibration, each with what its figures mean."""
    lines = [summary(w, told), ""]
    for part, rows in (
        ("cells", _cell_rows(w, told)),
        ("models", _model_rows(w, told)),
        ("items", _item_rows(told)),
        ("levels", _level_rows(w, told)),
    ):
        told_rows = list(rows)
        lines.append(w(f"classroom.head.{part}"))
        if told_rows:
            lines += [*_laid(w, COLUMNS[part], told_rows), ""]
        else:
            lines += [f"  {w(f'classroom.none.{part}')}", ""]
    return "\n".join(lines[:-1])


COLUMNS = {
    "cells": ("cell", "what", "learners", "answers", "right", "mastery"),
    "models": ("model", "learners", "times"),
    "items": ("item", "learners", "right", "discrimination", "seconds"),
    "levels": ("said", "answers", "right"),
    "learners": ("learner", "answers", "right", "marks", "mastery", "seal"),
}


def summary(w: Words, told: ClassReport) -> str:
    """How many learners and answers, and how many were right."""
    right = sum(each.right for each in told.learners)
    return w(
        "classroom.made",
        learners=w.count("classroom.learners", len(told.learners)),
        answers=w.count("classroom.answers", told.answers),
        share=percent(right, told.answers),
    )


def percent(part: float, whole: float = 1) -> str:
    return f"{100 * part / whole:.0f} %" if whole else _NONE


def hardest(told: ClassReport) -> tuple[ItemRow, ...]:
    """Items that enough of the class have met to say something, the hardest first."""
    enough = min(5, -(-len(told.learners) // 2))
    return tuple(each for each in told.items if each.learners >= enough)


def discrimination(item: ItemRow) -> str:
    """Two digits with their sign; a dash where there is none to tell."""
    told = item.discrimination
    return _NONE if told is None else f"{told:+.2f}".replace("-", "−")


def _cell_rows(w: Words, told: ClassReport) -> Iterator[tuple[str, ...]]:
    for each in told.cells:
        share, mastery = percent(each.right, each.answers), percent(each.mastery)
        title = w(f"cli.cell.{each.cell}")
        yield each.cell, title, str(each.learners), str(each.answers), share, mastery


def _model_rows(w: Words, told: ClassReport) -> Iterator[tuple[str, ...]]:
    for each in told.models[:SHOWN]:
        yield model_name(w, each.model), str(each.learners), str(each.times)


def _item_rows(told: ClassReport) -> Iterator[tuple[str, ...]]:
    for each in hardest(told)[:SHOWN]:
        seconds = f"{each.seconds:.0f}"
        yield each.item, str(each.learners), percent(each.right), discrimination(each), seconds


def _level_rows(w: Words, told: ClassReport) -> Iterator[tuple[str, ...]]:
    for each in told.levels:
        said = confidence_word(w, each.confidence)
        yield said, str(each.answers), percent(each.right, each.answers)


def _laid(w: Words, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows under their heads: text to the left, numbers to the right."""
    heads = [w(f"classroom.column.{name}") for name in columns]
    shown = [heads, *([cut(printable(each), _WIDEST) for each in row] for row in rows)]
    widths = [max(cells(each) for each in column) for column in zip(*shown, strict=True)]
    left = {0, 1} if columns[1] == "what" else {0}
    for row in shown:
        parts = (
            pad(text, width) if at in left else " " * (width - cells(text)) + text
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"  {'  '.join(parts)}".rstrip()


_CSV = (
    *("section", "id", "learners", "answers", "right", "mastery", "discrimination"),
    *("seconds", "marks", "seal"),
)


def csv_text(_w: Words, told: ClassReport, _notes: Sequence[str], names: bool) -> str:
    """All rows of all tables, one a line, told apart by `section`; shares from 0 to 1."""
    out = io.StringIO()
    sheet = csv.DictWriter(out, _CSV, restval="", lineterminator="\n")
    sheet.writeheader()
    for row in _records(told, names):
        sheet.writerow({key: _safe(value) for key, value in row.items()})
    return out.getvalue()


def _records(told: ClassReport, names: bool) -> Iterator[dict[str, object]]:
    for cell in told.cells:
        counts = {"learners": cell.learners, "answers": cell.answers}
        share = _share(cell.right, cell.answers)
        yield {"section": "cell", "id": cell.cell, **counts, "right": share,
               "mastery": round(cell.mastery, 4)}  # fmt: skip
    for model in told.models:
        yield {"section": "model", "id": model.model, "learners": model.learners,
               "answers": model.times}  # fmt: skip
    for item in told.items:
        found = "" if item.discrimination is None else round(item.discrimination, 4)
        yield {"section": "item", "id": item.item, "learners": item.learners,
               "right": round(item.right, 4), "discrimination": found,
               "seconds": round(item.seconds, 1)}  # fmt: skip
    for level in told.levels:
        yield {"section": "confidence", "id": level.confidence, "answers": level.answers,
               "right": _share(level.right, level.answers)}  # fmt: skip
    for who in told.learners:
        yield {"section": "learner", "id": (names and who.name) or who.learner,
               "answers": who.answers, "right": _share(who.right, who.answers),
               "mastery": round(who.mastery, 4), "marks": who.marks, "seal": who.seal}  # fmt: skip


def _share(part: int, whole: int) -> float | str:
    return round(part / whole, 4) if whole else ""


def _safe(value: object) -> object:
    """Text that no spreadsheet takes for a formula and no terminal for a command."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
