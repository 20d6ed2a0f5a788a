"""CardView: everything of an item that the screens show, its figures filled in by the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from banktrainer.packs.model import Bullets, CodeBlock, Fence, Paragraph, Prose, Span, Table
from banktrainer.printable import printable

if TYPE_CHECKING:
    from banktrainer.engine import Access, Timeline
    from banktrainer.packs import Evidence, SolvedFence
    from banktrainer.study.item import AnswerKind, Item, Option

Block = Paragraph | Bullets | Table | CodeBlock
_FIGURE = re.compile(r"\{\{.*?\}\}")


@dataclass(frozen=True, slots=True)
class BoardView:
    """What the board shows of one fence; `line` is the asked line of its code, from 1.

    `apart` is what tells it from the card's first fence, where the asked line is the same.
    """

    access: Access
    timeline: Timeline
    code: str
    line: int
    apart: str = ""

    @property
    def code_line(self) -> str:
        rows = printable(self.code).split("\n")
        asked = rows[min(self.line, len(rows)) - 1].strip()
        return f"{asked}  // {printable(self.apart)}" if self.apart else asked


@dataclass(frozen=True, slots=True)
class StepView:
    title: str
    body: Prose
    why: Prose
    fence: str | None


@dataclass(frozen=True, slots=True)
class CardView:
    """An item ready to be shown; not `solved`, it is enough to ask but not to reveal.

    `boards` are by the fence's name; `fill` is for a trap's prose. `drawn` is a generated item,
    whose question is for `words` to say.
    """

    key: str
    title: str
    cell: str | None
    kind: AnswerKind
    conflict: bool
    repair: bool
    body: Prose
    question: Prose
    options: tuple[Option, ...]
    steps: tuple[StepView, ...]
    answer: Prose
    check: Prose
    footnote: Prose
    evidence: tuple[Evidence, ...]
    boards: Mapping[str, BoardView]
    fill: Callable[[Prose], Prose]
    solved: bool = True
    drawn: Item | None = None

    @property
    def board(self) -> BoardView | None:
        """The board of the asked fence, None where a card has no code."""
        return next(iter(self.boards.values()), None)

    def marked(self, block: CodeBlock) -> int | None:
        """The asked line of a code block that the engine reads; a repair is about all of them."""
        if self.repair and block.fence == "":
            return None
        board = self.boards.get(block.fence) if block.fence is not None else None
        return board.line if board else None


def view(item: Item) -> CardView:
    """Solve `item` and fill its prose; blocks for tens of milliseconds the first time."""
    from banktrainer.packs import fill

    solved = item.solve()
    fences = dict(solved.fences)
    if item.fence is not None and item.shown is not None:
        fences[item.fence.name] = item.shown
    return _view(item, lambda prose: fill(prose, solved), _boards(fences))


def outline(item: Item) -> CardView:
    """`item` as it can be shown at once, with `…` where a number of the engine belongs."""
    return replace(_view(item, _without_figures, {}), solved=False)


def _view(
    item: Item, filled: Callable[[Prose], Prose], boards: Mapping[str, BoardView]
) -> CardView:
    card = item.card
    return CardView(
        key=item.key,
        title=item.title,
        cell=item.cell,
        kind=item.answer_kind,
        conflict=item.asked == "conflict",
        repair=item.asked == "repair",
        body=filled(card.body),
        question=filled(card.question),
        options=item.options,
        steps=tuple(
            StepView(step.title, filled(step.body), filled(step.why), step.fence)
            for step in card.steps
        ),
        answer=filled(card.answer),
        check=filled(card.check),
        footnote=filled(card.footnote),
        evidence=card.evidence,
        boards=boards,
        fill=filled,
        drawn=item if item.template and not item.card.question else None,
    )


def _without_figures(prose: Prose) -> Prose:
    return tuple(_without_figure(block) for block in prose)


def _without_figure(block: Block) -> Block:
    if isinstance(block, Paragraph):
        return replace(block, spans=_blanked(block.spans))
    if isinstance(block, Bullets):
        return replace(block, items=tuple(map(_blanked, block.items)))
    return block


def _blanked(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(replace(span, text=_FIGURE.sub("…", span.text)) for span in spans)


def _boards(fences: Mapping[str, SolvedFence]) -> Mapping[str, BoardView]:
    solved = tuple(fences.values())
    return {name: _board(fence, solved[0]) for name, fence in fences.items()}


def _board(solved: SolvedFence, first: SolvedFence) -> BoardView:
    fence: Fence = solved.fence
    line = solved.traced.line
    apart = "" if solved is first else _apart(fence, line, first.fence)
    return BoardView(solved.access, solved.timeline, fence.code, line, apart)


def _apart(fence: Fence, line: int, first: Fence) -> str:
    """The first row or value in which `fence` differs from the card's first one.

    "" where the asked line itself is another one, which tells enough.
    """
    rows = [row.strip() for row in fence.code.split("\n")]
    known = {row.strip() for row in first.code.split("\n")}
    if rows[min(line, len(rows)) - 1] not in known:
        return ""
    new = (row for row in rows if row not in known)
    given = (f"{name} = {v}" for name, v in fence.values.items() if first.values.get(name) != v)
    return next(chain(new, given), "")
