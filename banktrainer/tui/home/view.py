"""What the home screen says, as blocks made from a Summary: pure, so that it is tested as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from banktrainer.tui.keys.keybar import face_of
from banktrainer.tui.keys.remap import NONE, Remap
from banktrainer.tui.keys.table import active
from banktrainer.tui.paint.blocks import Block, Choice, Flow, Hit, Line, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.words import Words
from banktrainer.words.skills import title_of

if TYPE_CHECKING:
    from banktrainer.study.summary import Calibration, Summary

CELLS = "ABCDEFGHIJ"
_DAYS = 4  # right on four different days is mastery 1.0
_TWO_COLUMNS = 54
_WITH_COUNT = 30
_GAP = 2
_ROOMY = 70
MOST_WRONG = 4


class CellRow(NamedTuple):
    """A row of the matrix: its cell's letter (" " for what is none of the ten), name, mastery from
    0 to 1, and answers."""

    letter: str
    name: str
    mastery: float = 0.0
    answers: int = 0
    right: int = 0

    def content(self, width: int) -> Content:
        """The row in `width` cells; the count is left out where the name needs its room."""
        days = round(self.mastery * _DAYS)
        tail = styled("■" * days, "mastered") + styled("·" * (_DAYS - days), "bar-left")
        if width >= _WITH_COUNT:
            count = f"{self.right}/{self.answers}" if self.answers else ""
            tail += styled(f" {count:>5}", "soft")
        room = width - tail.cell_length - len("A  ")
        name = styled(self.name, "" if self.answers else "soft").truncate(room - 1, ellipsis=True)
        gap = Content(" " * (room - name.cell_length))
        return styled(self.letter, "key") + "  " + name + gap + tail

    def hit(self, start: int, width: int) -> Hit:
        """A click on the row practises the cell, as its letter does."""
        if not self.letter.strip():
            return Hit(start, start, "")
        return Hit(start, start + width, f"cell({self.letter.lower()!r})")


class Matrix(NamedTuple):
    """The cells A–J, in two columns where there is room."""

    rows: Sequence[CellRow]
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        if width < _TWO_COLUMNS:
            yield from (_row(row.content(width), row.hit(0, width)) for row in self.rows)
            return
        gap = _GAP if width < _ROOMY else 2 * _GAP
        column = min((width - gap) // 2, 40)
        half = (len(self.rows) + 1) // 2
        for left, right in zip_longest(self.rows[:half], self.rows[half:]):
            line, hits = left.content(column), [left.hit(0, column)]
            if right is not None:
                line += " " * gap + right.content(column)
                hits.append(right.hit(column + gap, column))
            yield _row(line, *hits)


def _row(content: Content, *hits: Hit) -> Line:
    return Line(content, hits=hits)


def home_blocks(
    w: Words,
    summary: Summary | None,
    trouble: str = "",
    notes: Sequence[str] = (),
    remap: Remap = NONE,
) -> Iterator[Block]:
    """The home screen; None is a first start, or a journal that was not read yet."""
    if trouble:
        yield Text(foreign(trouble, "bad"), lead=styled("! ", "bad"))
        yield _enter(w, w("home.enter.retry"))
    elif summary is None or not summary.answers:
        yield Text(styled(w("home.greeting"), "strong"))
        yield _enter(w, w("home.enter.first"))
    else:
        yield _enter(w, _next_step(w, summary))
        yield Text(styled(_due(w, summary), "soft"), close=True)
    if not trouble and offers_placement(summary):
        yield _placement(w, remap)
    for note in notes:
        yield Text(foreign(note, "wait"), lead=styled("! ", "wait"))
    yield Matrix(tuple(_cells(w, summary)))
    if summary is not None and summary.answers:
        yield from _sure_wrong(w, summary)
        yield from _calibration(w, summary)
    yield from _menu(w, remap)


def offers_placement(summary: Summary | None) -> bool:
    """Whether nothing is known of the learner yet, by practice or by a placement."""
    if summary is None or not summary.answers:
        return True
    known = summary.placed or any(cell.right for cell in summary.cells.values())
    return not known and summary.answers < len(CELLS)


def _placement(w: Words, remap: Remap) -> Block:
    """How somebody who knows all this finds out what to begin with."""
    lead = styled("  ") + styled(face_of(w, "place", remap) + " ", "key")
    said = styled(w("home.place", n=len(CELLS)), "soft")
    return Text(said, lead=lead, close=True, call="place")


def _menu(w: Words, remap: Remap) -> Iterator[Block]:
    """The screens that home opens, each with its key."""
    choices = [
        Choice(
            styled(face_of(w, action.id, remap), "key") + " " + styled(w(action.label), "soft"),
            action.call(action.keys[0]),
        )
        for action in active("home")
        if action.opens
    ]
    if choices:
        yield Flow(choices)


def score_line(w: Words, summary: Summary | None, *, game: bool = True) -> str:
    """Answers so far, right ones, marks and, with games, the streak; "" before the first."""
    if summary is None or not summary.answers:
        return ""
    parts = [
        w("home.score", right=summary.right, answers=summary.answers),
        w.count("home.marks", summary.marks),
    ]
    if game and summary.streak > 1:
        parts.append(w("home.streak", n=summary.streak))
    return " · ".join(parts)


def _enter(w: Words, sentence: str) -> Block:
    return Text(styled(sentence, "strong"), lead=styled("▸ ", "note") + styled("Enter ", "key"))


def _next_step(w: Words, summary: Summary) -> str:
    if not summary.next_title:
        return w("home.enter.ahead")
    title = foreign(title_of(w, summary.next_title)).plain
    return w("home.enter.resume" if summary.resume else "home.enter.next", title=title)


def _due(w: Words, summary: Summary) -> str:
    if not summary.due_now:
        return w.count("home.fresh", summary.new) if summary.new else w("home.due.none")
    minutes = w.count("home.minutes", max(1, round(summary.due_minutes)))
    return w.count("home.due", summary.due_now, minutes=minutes)


def _cells(w: Words, summary: Summary | None) -> Iterator[CellRow]:
    for letter in CELLS:
        name = w(f"home.cell.{letter}")
        met = summary.cells.get(letter) if summary is not None else None
        yield (
            CellRow(letter, name, met.mastery, met.answers, met.right)
            if met
            else CellRow(letter, name)
        )


def _sure_wrong(w: Words, summary: Summary) -> Iterator[Block]:
    if not summary.sure_wrong:
        return
    cards = [
        Choice(styled(f"{number} ", "key") + foreign(title_of(w, title)), f"again('{number}')")
        for number, (_, title) in enumerate(summary.sure_wrong[:MOST_WRONG], 1)
    ]
    yield Flow(cards, lead=styled(w("home.sure_wrong") + "  ", "bad"))


def _calibration(w: Words, summary: Summary) -> Iterator[Block]:
    told = [row for row in summary.calibration if row.answers and row.confidence != "none"]
    if not told:
        return
    lead = styled(w("home.calibration.lead") + "  ", "soft")
    words = " · ".join(_said(w, row) for row in reversed(told))
    yield Text(styled(words), lead=lead, close=bool(summary.sure_wrong))


def _said(w: Words, told: Calibration) -> str:
    """How often right of one confidence; where enough answers show it, that the word misfits."""
    counts = w(f"home.calibration.{told.confidence}", right=told.right, answers=told.answers)
    if told.judged not in ("over", "under"):
        return counts
    return w(f"home.judged.{told.judged}", counts=counts)
