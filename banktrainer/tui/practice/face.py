"""The face of practice: two bodies (card and board), painted from a Sitting; decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from banktrainer.tui.desk.backend import WITH_FIELD
from banktrainer.tui.keys.table import Mode
from banktrainer.tui.paint.blocks import Block, Text, lay_out
from banktrainer.tui.paint.page import Page, left_of
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.practice.view import (
    asked_code,
    card_blocks,
    entry_blocks,
    more_blocks,
    newest,
    question_blocks,
    recall_blocks,
    reveal_blocks,
    saved_blocks,
    step_question_blocks,
)
from banktrainer.tui.sheets.sheet import Sheet
from banktrainer.words import Words
from banktrainer.words.skills import title_of

if TYPE_CHECKING:
    from textual.widgets import Input

    from banktrainer.tui.board import Board
    from banktrainer.tui.practice.sitting import Sitting

_LEAST_CARD_ROWS = 3
_LEAST_WORD_ROWS = 5
_TALL = 34
"""Rows of terminal from which on the code stays in sight below the board."""
_AIR = ("apart", "above", "below")
"""Blank rows where there is room: before the question, above the card, before the forecast."""


class PracticeFace(Sheet):
    """Paints whatever the sitting says; `sitting` is None while it is read, or can't be."""

    bars = 2
    """Rows that are not the card's: the title's and the keys'."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.sitting: Sitting | None = None
        self.broken = ""
        self.unkept = False
        self.card = Page(id="card")
        self.question = Page(id="question")
        self.entry = Page(id="entry")
        self.told = Page(id="told")
        self.board: Board | None = None
        self.field: Input | None = None
        self._pinned = False

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.card
        yield self.question
        yield self.entry
        yield self.told
        yield self.key_bar

    @property
    def mode(self) -> Mode:
        if self.broken:
            return "broken"
        if self.sitting is None:
            return "opening"
        return self.sitting.mode(typing=self.field is not None and self.field.has_focus)

    @property
    def idle(self) -> frozenset[str]:
        """No next cycle, no answer to take back, no wrong model that has a picture."""
        sitting = self.sitting
        if sitting is None:
            return frozenset()
        board = sitting.board
        none = {
            "step": board is not None and board.timeline.cycles <= 1,
            "undo": not sitting.results,
            "believed": sitting.believed is None,
        }
        return frozenset(action for action, idle in none.items() if idle)

    @property
    def scroller(self) -> Page:
        return self.told if self.told.display else self.card

    def paint(self) -> None:
        """Show where the sitting stands, whatever was shown before."""
        sitting = self.sitting
        if sitting is None or self.broken:
            self._paint_waiting()
        else:
            with self.app.batch_update():
                self._show_parts(sitting)
                self._fill_parts(sitting)
                self._fit()
        self.paint_bars()

    def paint_bars(self) -> None:
        if self.sitting is None:
            self.show_bars("")
            return
        session = self.sitting.session
        minutes = self.words.count("home.minutes", self.sitting.minutes_left)
        right = self.words(
            "practice.progress", number=session.number, total=session.total, minutes=minutes
        )
        self.show_bars(title_of(self.words, self.sitting.view.title), right)

    def paint_entry(self) -> None:
        """Repaint the forecast line alone: what a typed digit changes."""
        if self.sitting is not None:
            self.entry.show(self._entry_blocks(self.sitting))

    def paint_question(self) -> None:
        """Repaint question and choices alone: what a picked letter changes."""
        if self.sitting is not None:
            view, picked = self.sitting.view, self.sitting.entry.text
            if self.sitting.question is not None:
                step = step_question_blocks(self.words, view, self.sitting.question, picked)
                self.question.show(tuple(step))
                return
            code = asked_code(view) if self._pinned else ()
            asked = question_blocks(self.words, view, picked)
            self.question.show((*code, *asked))

    def _paint_waiting(self) -> None:
        for part in (self.question, self.entry, self.told, self.board, self.field):
            if part is not None:
                part.display = False
        self.card.display = True
        reading = styled(self.words("home.reading"), "soft")
        self.card.show((Text(foreign(self.broken, "bad") if self.broken else reading),))

    def _show_parts(self, sitting: Sitting) -> None:
        asking, on_board = not sitting.revealed, sitting.board_shown
        stepping = sitting.question is not None
        self.card.display = not on_board
        first_fall = sitting.falling and not sitting.landed
        self.entry.display = asking or stepping or first_fall or bool(sitting.note)
        self.told.display = on_board and (sitting.landed or not sitting.falling)
        asked = stepping or (asking and self.mode != "grade")
        self.question.display = asked or (self.told.display and self._fits(sitting))
        self.card.set_class(not asking, "after")
        if self.board is not None:
            self.board.display = on_board
            self.board.set_class(sitting.landed, "landed")
            self.board.compact = sitting.landed
        if self.field is not None:
            typed = sitting.view.kind in WITH_FIELD
            self.field.display = typed and asking and self.mode != "grade"

    def _fits(self, sitting: Sitting) -> bool:
        """Whether there is room for the code below the board, and for the words all the same."""
        width, height = self.app.size
        code, _ = lay_out(asked_code(sitting.view), width)
        return height >= _TALL and 0 < len(code) <= height // 4

    def _fill_parts(self, sitting: Sitting) -> None:
        w, view = self.words, sitting.view
        self.entry.show(self._entry_blocks(sitting))
        reveal = sitting.reveal
        blocks: list[Block] = list(card_blocks(w, view, again=sitting.session.turn.retry))
        if reveal is not None:
            result = reveal.result
            blocks += question_blocks(w, view, result.answer.forecast or "", result.truth.text)
            at = len(blocks) + newest(w, view, reveal)
            told = list(reveal_blocks(w, view, reveal))
            told += () if sitting.question is not None else more_blocks(w, view, reveal)
            self.card.show((*blocks, *told), at=at)
            self.told.show(told, at=newest(w, view, reveal))
            if sitting.question is not None:
                self.paint_question()
            else:
                self.question.show(asked_code(view))
        elif self.mode == "grade":
            blocks += question_blocks(w, view)
            self.card.show((*blocks, *recall_blocks(w, view)), at=len(blocks))
        else:
            self._pinned = False
            self.card.show(blocks)
            self.paint_question()
            self._pin_code(sitting)

    def _pin_code(self, sitting: Sitting) -> None:
        """Where the card is too long to be seen whole, its code stands by the question."""
        width, height = self.app.size
        whole = (self.card, self.question, self.entry)
        if sum(page.rows_in(width) for page in whole) + self.bars + 1 <= height:
            return
        code, _ = lay_out(asked_code(sitting.view), width)
        if code and len(code) <= (height - self.bars) // 3:
            again = sitting.session.turn.retry
            self._pinned = True
            self.card.show(card_blocks(self.words, sitting.view, code=False, again=again))
            self.paint_question()

    def _entry_blocks(self, sitting: Sitting) -> list[Block]:
        if not sitting.revealed or sitting.question is not None:
            return list(self._asking(sitting))
        if sitting.note or sitting.session.result is None:
            return [Text(foreign(sitting.note, "wait"))]
        return list(saved_blocks(self.words, sitting.session.result))

    def _asking(self, sitting: Sitting) -> Iterable[Block]:
        remap = self.trainer.remap
        return entry_blocks(self.words, self.mode, sitting.entry, sitting.note, remap)

    def _fit(self) -> None:
        """Share the rows: the card gives way to what is asked, the board to what is told."""
        width, height = self.app.size
        rows = height - self.bars
        below = self.entry.rows_in(width) if self.entry.display else 0
        if self.field is not None and self.field.display:
            self.field.styles.margin = (0, 2 + left_of(width - 4))
            below += 1
        most = max(1, rows - below - _LEAST_CARD_ROWS)
        self.question.styles.max_height = most
        if self.question.display:
            below += min(most, self.question.rows_in(width))
        spare = rows - below - self.card.rows_in(width)
        for number, name in enumerate(_AIR, 1):
            self.set_class(spare >= number, name)
        below += max(0, min(spare, len(_AIR)))
        self.card.styles.max_height = max(
            _LEAST_CARD_ROWS, rows - below + ("above" in self.classes)
        )
        if self.board is not None:
            told = below + _LEAST_WORD_ROWS if self.told.display else below
            self.board.styles.max_height = max(1, rows - told)

    def on_resize(self) -> None:
        self.paint()
