"""Where the parts of the board lie in a region of so many columns and rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mode = Literal["wide", "normal", "narrow", "ledger"]

NOWHERE = -1
"""The row of a part that is left out."""

MARGIN = 8
"""The least cells kept free on each side of the columns, for labels."""

WIDEST_COLUMN = 4
LEAST_HEIGHT = 13
"""Under this a board that is not compact becomes a text: 14 rows of terminal less the keys."""

LEAST_DEPTH = 3
COMPACT_DEPTH = 10
"""The most rows of columns in a compact board: eight tokens, their count, a row for a route."""

TENS_DEPTH = 7
"""The least rows of columns that must stay when narrow numbers get a second line for tens."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the layout depends on besides the size: the machine, the access, the parts wanted.

    `worst` is the tallest stack in tokens.
    """

    banks: int = 32
    lanes: int = 32
    phases: int = 1
    worst: int = 1
    title: bool = True
    code: bool = True
    compact: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns in cells, rows counted from 0; a part that is left out has row NOWHERE.

    `lanes` is the first of `lane_rows` rows, each with as many lanes as there are banks; `top` the
    first of `depth` rows of columns; `sentence` the first of `sentence_rows`. Rows past the last
    part stay empty. In mode "ledger" the board is a text and only `width`, `height` and `mode`
    count.
    """

    width: int
    height: int
    mode: Mode
    banks: int = 32
    column: int = 0
    left: int = 0
    lane_rows: int = 1
    title: int = NOWHERE
    code: int = NOWHERE
    lane_tens: int = NOWHERE
    lanes: int = NOWHERE
    phases: int = NOWHERE
    top: int = NOWHERE
    depth: int = 0
    floor: int = NOWHERE
    bank_tens: int = NOWHERE
    bank_row: int = NOWHERE
    sentence: int = NOWHERE
    sentence_rows: int = 1

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def board(self) -> int:
        """Cells of all columns together."""
        return self.column * self.banks

    @property
    def right(self) -> int:
        """The first cell after the columns."""
        return self.left + self.board

    @property
    def bottom(self) -> int:
        """The row of the tokens served now."""
        return self.top + self.depth - 1

    def x(self, bank: int) -> int:
        """The first cell of a bank's column."""
        return self.left + bank * self.column

    def lane_place(self, lane: int) -> tuple[int, int]:
        """The first cell and the row of a lane's number."""
        row, place = divmod(lane, self.banks)
        return self.x(place), self.lanes + row


def lay_out(width: int, height: int, shape: Shape = Shape()) -> Layout:
    """The layout for a region; a text where the columns do not fit."""
    column = min(WIDEST_COLUMN, (width - 2 * MARGIN) // shape.banks)
    rows = _Rows.of(shape, height, narrow=column == 1)
    short = not shape.compact and height < LEAST_HEIGHT
    if column < 1 or short or rows.depth < LEAST_DEPTH:
        return Layout(width, height, "ledger", banks=shape.banks)
    return rows.placed(width, height, column, shape)


def natural_height(width: int, shape: Shape, *, ledger: bool = False) -> int:
    """The rows that a compact board of this width takes, however many there are.

    A ledger takes one for each cycle.
    """
    column = (width - 2 * MARGIN) // shape.banks
    rows = _Rows.of(shape, 0, narrow=column == 1)
    if column < 1:
        cycles = shape.worst if ledger else min(shape.worst, COMPACT_DEPTH)
        return 1 + cycles + max(1, said_rows(1 + cycles + 2)) + int(cycles == 1)
    wanted = shape.worst + 2
    return rows.fixed + (max(LEAST_DEPTH, wanted) if ledger else min(COMPACT_DEPTH, wanted))


def least_height(width: int, shape: Shape) -> int:
    """The rows under which a compact board of this width becomes a text."""
    narrow = (width - 2 * MARGIN) // shape.banks == 1
    return _Rows.of(shape, 0, narrow=narrow).fixed + LEAST_DEPTH


def said_rows(height: int) -> int:
    """The rows that a board shown as a text has for its sentence."""
    return min(2, height // 4)


@dataclass(frozen=True, slots=True)
class _Rows:
    """How many rows the parts above and below the columns take."""

    title: int
    code: int
    tens: int
    lanes: int
    phases: int
    sentence: int
    depth: int

    @classmethod
    def of(cls, shape: Shape, height: int, *, narrow: bool) -> _Rows:
        lanes = -(-shape.lanes // shape.banks)
        title, code, phases = int(shape.title), int(shape.code), int(shape.phases > 1)
        sentence = 2 if narrow else 1
        depth = height - (title + code + lanes + phases + 2 + sentence)
        tall = depth - 2 >= TENS_DEPTH and not shape.compact
        tens = int(narrow and tall and lanes == 1)
        return cls(title, code, tens, lanes, phases, sentence, depth - 2 * tens)

    @property
    def fixed(self) -> int:
        above = self.title + self.code + self.tens + self.lanes + self.phases
        return above + 2 + self.tens + self.sentence

    def placed(self, width: int, height: int, column: int, shape: Shape) -> Layout:
        mode: Mode = "wide" if column > 2 else "normal" if column == 2 else "narrow"
        code = self.title
        lane_tens = code + self.code
        lanes = lane_tens + self.tens
        phases = lanes + self.lanes
        top = phases + self.phases
        floor = top + self.depth
        return Layout(
            width,
            height,
            mode,
            banks=shape.banks,
            column=column,
            left=(width - column * shape.banks) // 2,
            lane_rows=self.lanes,
            title=0 if self.title else NOWHERE,
            code=code if self.code else NOWHERE,
            lane_tens=lane_tens if self.tens else NOWHERE,
            lanes=lanes,
            phases=phases if self.phases else NOWHERE,
            top=top,
            depth=self.depth,
            floor=floor,
            bank_tens=floor + 1 if self.tens else NOWHERE,
            bank_row=floor + 1 + self.tens,
            sentence=floor + 2 + self.tens,
            sentence_rows=self.sentence,
        )
