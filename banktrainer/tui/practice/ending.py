"""The end of a sitting: how it went, what comes back, and where the records lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.study.placement import is_placement, placed_cells
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.sheets.sheet import PageSheet
from banktrainer.words import Words
from banktrainer.words.answers import next_line
from banktrainer.words.skills import placed_line, title_of

if TYPE_CHECKING:
    from banktrainer.study.journal import Answer
    from banktrainer.study.queue import NextDue
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


def ending_blocks(
    w: Words, told: Tally, next_due: NextDue | None, records: Path | None
) -> Iterator[Block]:
    """The summary of a sitting."""
    yield Text(styled(w("practice.end.title"), "note"))
    score = w.count("practice.end.score", told.answers, right=told.right)
    marks = w.count("home.marks", told.marks)
    yield Text(styled(f"{score} · {marks}", "strong"), close=True)
    if told.placed is not None:
        yield Text(styled(placed_line(w, told.placed)))
    if told.sure_wrong:
        yield Text(styled(w("practice.end.sure_wrong"), "bad"))
        for title in told.sure_wrong:
            yield Text(foreign(title_of(w, title)), lead=styled("• ", "soft"), close=True)
    if next_due is not None:
        title = title_of(w, next_due.title)
        yield Text(foreign(next_line(w, title, next_due.days, new=next_due.new)))
    if not told.kept:
        yield Text(styled(w("practice.end.unsaved"), "wait"))
    elif records is not None:
        lead = styled(w("practice.end.records") + " ", "soft")
        yield Text(foreign(str(records), "soft"), lead=lead)
    yield Text(styled(w("practice.end.on")), lead=styled("▸ ", "note") + styled("Enter ", "key"))


class Ending(PageSheet):
    """Shown once, after the last card of a sitting."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["summary"])

    def __init__(
        self, words: Words, told: Tally, next_due: NextDue | None, records: Path | None
    ) -> None:
        super().__init__(words)
        self._blocks = tuple(ending_blocks(words, told, next_due, records))

    @property
    def mode(self) -> Mode:
        return "summary"

    def on_mount(self) -> None:
        self.page.show(self._blocks)
        self.show_bars(self.words("practice.end.bar"))

    def action_go_on(self) -> None:
        self.trainer.go_home()

    def action_back(self) -> None:
        self.trainer.go_home()
