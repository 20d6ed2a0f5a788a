"""CSV: a row for each question, in the columns that `packs import` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from banktrainer.packs.model import CHOICE_LETTERS, Choice
from banktrainer.packs.outgoing.prose import to_text
from banktrainer.packs.outgoing.questions import Question

COLUMNS = ("id", "title", "question", "answer", "tags")
_FORMULA = ("=", "+", "-", "@")


def as_csv(found: Iterable[Question]) -> str:
    """The table; a cell that a spreadsheet would run as a formula begins with `'`."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in found:
        row = (each.key, each.title, _asked(each), _answer(each), " ".join(_tags(each)))
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row])
    return made.getvalue()


def lettered(choices: Iterable[Choice]) -> Iterator[str]:
    """Choices with their letters, a line each."""
    for letter, choice in zip(CHOICE_LETTERS, choices, strict=False):
        yield f"{letter}) {choice.text}"


def right_of(question: Question) -> str:
    """The right answer in few words, "" where learners judge themselves."""
    return next((choice.text for choice in question.choices if choice.right), question.right or "")


def _asked(question: Question) -> str:
    return "\n".join([to_text(question.asked), *lettered(question.choices)])


def _answer(question: Question) -> str:
    return "\n".join(filter(None, (right_of(question), to_text(question.answer))))


def _tags(question: Question) -> Iterator[str]:
    return ("-".join(tag.split()) for tag in question.tags)
