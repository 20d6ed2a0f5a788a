"""Tally: what a sitting came to, as both faces tell it at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from banktrainer.study.placement import is_placement, placed_cells

if TYPE_CHECKING:
    from banktrainer.study.journal import Answer
    from banktrainer.study.session import Result


@dataclass(frozen=True, slots=True)
class Tally:
    """What a sitting came to; `sure_wrong` are titles, `kept` says whether it was all stored.

    `placed` are the cells that a placement round has passed; None where there was none.
    """

    answers: int
    right: int
    marks: int
    sure_wrong: tuple[str, ...]
    kept: bool
    placed: str | None = None


def tally(results: Sequence[tuple[str, Result]]) -> Tally:
    """Count results, each with its card's title."""
    wrong = {
        title: None
        for title, result in results
        if result.answer.confidence == "sure" and result.right is False
        if not is_placement(result.answer)
    }
    return Tally(
        answers=len(results),
        right=sum(result.right is True for _, result in results),
        marks=sum(result.marks for _, result in results),
        sure_wrong=tuple(wrong),
        kept=all(result.kept for _, result in results),
        placed=_placed([result.answer for _, result in results]),
    )


def _placed(rows: Sequence[Answer]) -> str | None:
    placing = [row for row in rows if is_placement(row)]
    if not placing:
        return None
    last = date.fromisoformat(max(row.study_day for row in placing))
    return "".join(sorted(placed_cells(placing, last)))
