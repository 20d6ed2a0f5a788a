"""The scene: everything that a picture of the board depends on but the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from banktrainer.printable import printable
from banktrainer.tui.board.glyphs import ASCII, UNICODE, Glyphs
from banktrainer.tui.board.layout import Layout, Shape
from banktrainer.tui.board.rows import Ground, Piece, Row
from banktrainer.tui.board.timing import Moment, Schedule
from banktrainer.tui.board.tokens import Tokens
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.engine import Timeline

View = Literal["stack", "ledger"]


@dataclass(frozen=True)
class Story:
    """A timeline with what is worked out from it once: its tokens and its times."""

    timeline: Timeline

    @cached_property
    def tokens(self) -> Tokens:
        return Tokens.of(self.timeline)

    @cached_property
    def schedule(self) -> Schedule:
        return Schedule(self.timeline)

    @property
    def phases(self) -> int:
        """How many phases have anything to serve."""
        return sum(1 for phase in self.timeline.phases if phase.cycles)

    def shape(self, *, title: bool = True, code: bool = True, compact: bool = False) -> Shape:
        """What the layout has to know of this story."""
        line = self.timeline
        worst = max(1, line.cycles)
        phases = len(line.phases)
        return Shape(line.banks, line.lanes, phases, worst, title, code, compact)


Tell = Callable[[Story, Moment, int | None], tuple[str, ...]]
"""What to say under the board of the story, the moment and the chosen lane.

Texts from the fullest to the shortest: the first that fits whole is shown.
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """What to show: a story in a layout, with its texts, the chosen lane and the view.

    `code`, `title` and `old` have been through `one_line`. `old` stands before the state of a board
    that is no longer what was asked for; it is empty for one that is.
    """

    story: Story
    layout: Layout
    words: Words
    tell: Tell
    title: str = ""
    code: str = ""
    lane: int | None = None
    view: View = "stack"
    ascii: bool = False
    old: str = ""

    @property
    def glyphs(self) -> Glyphs:
        return ASCII if self.ascii else UNICODE

    def text(self, key: str, /, **facts: object) -> str:
        """A text of the board's catalogue, in the glyphs of this scene."""
        return self.glyphs.plain(self.words(f"board.{key}", **facts))

    def count(self, key: str, n: int) -> str:
        """A text of the board's catalogue for `n` things."""
        return self.glyphs.plain(self.words.count(f"board.{key}", n))


@dataclass(slots=True)
class Canvas:
    """Rows in the making; pieces outside of it are dropped."""

    rows: list[list[Piece]]
    grounds: list[Ground]

    @classmethod
    def of(cls, height: int) -> Canvas:
        return cls([[] for _ in range(height)], ["plain"] * height)

    def copy(self) -> Canvas:
        return Canvas([row.copy() for row in self.rows], self.grounds)

    def ground(self, y: int, ground: Ground, rows: int = 1) -> None:
        for row in range(max(0, y), min(y + rows, len(self.rows))):
            self.grounds[row] = ground

    def add(self, y: int, *pieces: Piece) -> None:
        if 0 <= y < len(self.rows):
            self.rows[y] += pieces

    def finish(self) -> tuple[Row, ...]:
        return tuple(
            Row(ground, tuple(row)) for ground, row in zip(self.grounds, self.rows, strict=True)
        )


def one_line(text: str) -> str:
    """Foreign text made safe to paint, on one line."""
    return printable(text).replace("\n", " ")
