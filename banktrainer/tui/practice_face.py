"""The face of practice: two bodies (card and board), painted from a Sitting; decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult

from banktrainer.tui.blocks import Block, Text
from banktrainer.tui.keys import Mode
from banktrainer.tui.page import Page
from banktrainer.tui.practice_view import (
    card_blocks,
    entry_blocks,
    newest,
    question_blocks,
    recall_blocks,
    reveal_blocks,
    saved_blocks,
)
from banktrainer.tui.sheet import Sheet
from banktrainer.tui.text import foreign, styled
from banktrainer.words import Words

if TYPE_CHECKING:
    from textual.widgets import Input

    from banktrainer.tui.board import Board
    from banktrainer.tui.sitting import Sitting

_LEAST_CARD_ROWS = 3
_LEAST_WORD_ROWS = 5
_BARS = 2
_AIR = 2
"""Blank rows that are given up first: above the card, and above the question."""


class PracticeFace(Sheet):
    """Paints whatever the sitting says; `sitting` is None while it is read, or can't be."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.sitting: Sitting | None = None
        self.broken = ""
        self.card = Page(id="card")
        self.question = Page(id="question")
        self.entry = Page(id="entry")
        self.told = Page(id="told")
        self.board: Board | None = None
        self.field: Input | None = None

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
    def scroller(self) -> Page:
        return self.told if self.told.display else self.card

    def paint(self) -> None:
        """Show where the sitting stands, whatever was shown before."""
        sitting = self.sitting
        if sitting is None:
            self._paint_waiting()
        else:
            with self.app.batch_update():
                self._show_parts(sitting)
                self._fill_parts(sitting)
                self.fit()
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
        self.show_bars(self.sitting.view.title, right)

    def paint_entry(self) -> None:
        """Repaint the forecast line alone: what a typed digit changes."""
        if self.sitting is not None:
            self.entry.show(self._entry_blocks(self.sitting))

    def paint_question(self) -> None:
        """Repaint the choices alone: what a picked letter changes."""
        if self.sitting is not None:
            picked = self.sitting.entry.text
            self.question.show(question_blocks(self.words, self.sitting.view, picked))

    def _paint_waiting(self) -> None:
        for part in (self.question, self.entry, self.told):
            part.display = False
        text = (
            foreign(self.broken, "bad")
            if self.broken
            else styled(self.words("home.reading"), "soft")
        )
        self.card.show((Text(text),))

    def _show_parts(self, sitting: Sitting) -> None:
        asking, on_board = not sitting.revealed, sitting.board_shown
        self.card.display = not on_board
        self.question.display = self.mode in (
            "number",
            "choice",
            "field",
            "line",
            "recall",
            "saving",
        )
        self.entry.display = asking or sitting.falling or bool(sitting.note)
        self.told.display = on_board and (sitting.landed or not sitting.falling)
        self.card.set_class(not asking, "after")
        if self.board is not None:
            self.board.display = on_board
            self.board.set_class(sitting.landed, "landed")
            self.board.compact = sitting.landed
        if self.field is not None:
            self.field.display = asking and self.mode != "grade"

    def _fill_parts(self, sitting: Sitting) -> None:
        w, view = self.words, sitting.view
        self.entry.show(self._entry_blocks(sitting))
        self.question.show(question_blocks(w, view, sitting.entry.text))
        reveal = sitting.reveal
        blocks: list[Block] = list(card_blocks(w, view))
        if reveal is not None:
            blocks += question_blocks(w, view, reveal.result.answer.forecast or "")
            at = len(blocks) + newest(w, view, reveal)
            told = list(reveal_blocks(w, view, reveal))
            self.card.show((*blocks, *told), at=at)
            self.told.show(told, at=newest(w, view, reveal))
        elif self.mode == "grade":
            blocks += question_blocks(w, view)
            self.card.show((*blocks, *recall_blocks(w, view)), at=len(blocks))
        else:
            self.card.show(blocks)

    def _entry_blocks(self, sitting: Sitting) -> list[Block]:
        if not sitting.revealed:
            return list(entry_blocks(self.words, self.mode, sitting.entry, sitting.note))
        if sitting.note or sitting.session.result is None:
            return [Text(foreign(sitting.note, "wait"))]
        return list(saved_blocks(self.words, sitting.session.result))

    def fit(self) -> None:
        """Share the rows: the card gives way to what is asked, the board to what is told."""
        width, height = self.app.size
        rows = height - _BARS
        asked = sum(page.rows_in(width) for page in (self.question, self.entry) if page.display)
        asked += self.field is not None and self.field.display
        roomy = rows >= asked + self.card.rows_in(width) + _AIR
        self.set_class(roomy, "roomy")
        self.card.styles.max_height = max(_LEAST_CARD_ROWS, rows - asked - _AIR * roomy)
        self.question.styles.max_height = max(
            1, rows - asked + self.question.rows_in(width) - _LEAST_CARD_ROWS
        )
        if self.board is not None:
            words = _LEAST_WORD_ROWS if self.told.display else asked
            self.board.styles.max_height = max(1, rows - words)

    def on_resize(self) -> None:
        self.fit()
