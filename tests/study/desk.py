"""What the tests of study work with: a clock to set, a journal in memory, cards and solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from banktrainer.engine import Access, serve
from banktrainer.packs import SolvedCard, SolvedFence
from banktrainer.packs.model import (
    Card,
    Choice,
    Fence,
    Pack,
    Paragraph,
    Place,
    Span,
    Step,
    Trap,
)
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer
from banktrainer.study.session import Session

PLACE = Place("cards/card.md", 1)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class ManualClock:
    """A clock that moves when told to."""

    def __init__(self, now: datetime = NOON) -> None:
        self.time = now
        self.seconds = 1000.0

    def now(self) -> datetime:
        return self.time

    def monotonic(self) -> float:
        return self.seconds

    def tick(self, seconds: float) -> None:
        self.seconds += seconds
        self.time += timedelta(seconds=seconds)

    def next_day(self, days: int = 1) -> None:
        self.time += timedelta(days=days)


class MemoryJournal:
    """A journal in memory; `broken` makes the next appends fail as a full disk would."""

    def __init__(self, rows: Iterable[Answer] = ()) -> None:
        self.kept = list(rows)
        self.broken = False

    def append(self, answer: Answer) -> Answer:
        if self.broken:
            raise OSError("disk full")
        self.kept.append(answer)
        return answer

    def void(self, answer: Answer) -> None:
        assert answer.voids is not None
        self.append(answer)

    def rows(self) -> Iterator[Answer]:
        return iter(tuple(self.kept))


def prose(text: str) -> tuple[Paragraph, ...]:
    return (Paragraph((Span(text),)),)


def card(id: str = "stride", /, **facts: Any) -> Card:
    """A card with one fence, of pack `core`, unless `facts` say otherwise."""
    basis = Card(
        pack="core",
        id=id,
        kind="example",
        title=id.capitalize(),
        place=PLACE,
        question=prose("How many cycles?"),
        answer=prose("So many."),
        cell="C",
        fences=(Fence("", "float v = s[threadIdx.x * 6];", PLACE),),
    )
    return replace(basis, **facts)


def recall(id: str = "recall", /, **facts: Any) -> Card:
    """A card without code: graded by the learner unless `facts` add `expect` or `choices`."""
    return card(id, **{"kind": "recall", "fences": (), **facts})


def steps(*titles: str) -> tuple[Step, ...]:
    return tuple(Step(title, prose(title), prose("because")) for title in titles)


def trap(answer: str, text: str = "You counted rows.") -> Trap:
    return Trap(answer, prose(text), PLACE)


def choices(*texts: str, right: int = 0) -> tuple[Choice, ...]:
    return tuple(Choice(t, i == right, f"why {t}") for i, t in enumerate(texts))


def pack(*cards: Card, id: str = "core") -> Pack:
    return Pack(id, id.capitalize(), "1", "en", Path("content") / id, cards)


def solver(access: Access | None = None, machine: str = "nvidia") -> Callable[[Card], SolvedCard]:
    """A solver that says of each card that its code makes `access` (stride 6: 2 cycles)."""
    asked = access if access is not None else Access.strided(6)
    timeline = serve(asked, machine)
    traced: Any = SimpleNamespace(array="s", executions=(SimpleNamespace(warp=0, access=asked),))
    trace: Any = SimpleNamespace(accesses=(traced,))

    def solved(of: Card) -> SolvedCard:
        fences = {
            fence.name: SolvedFence(fence, trace, traced, asked, timeline, 0) for fence in of.fences
        }
        return SolvedCard(of, fences)

    return solved


def item(of: Card | None = None, access: Access | None = None, *, draw: int = 0) -> Item:
    return Item(of or card(), draw=draw, solver=solver(access))


def numbered(prefix: str = "r") -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"{prefix}{next(numbers)}"


def sit(*cards: Card, journal: MemoryJournal | None = None, clock: ManualClock | None = None,
        **more: Any) -> Session:  # fmt: skip
    """A session over `cards`, each solved as stride 6, with numbered row ids."""
    kept = journal if journal is not None else MemoryJournal()
    ids = numbered(f"r{len(kept.kept)}-")
    return Session(
        [item(each) for each in cards], kept, clock or ManualClock(), version="1", ids=ids, **more
    )


def finish(session: Session) -> None:
    """Go on from a reveal to the next item's question."""
    at = session.number
    while session.stage.name in ("REVEAL", "STEP", "ANSWER") and session.number == at:
        session.advance()


_row_numbers = count(1)


def row(card: str = "stride", /, **facts: Any) -> Answer:
    """A row as a right answer ("think") of today would leave it."""
    basis = Answer(
        id=f"row{next(_row_numbers)}",
        pack="core",
        card=card,
        asked="cycles",
        forecast="2",
        confidence="think",
        verdict="right",
        at="2026-11-30T12:00:00.000000Z",
        utc_offset=0,
        study_day="2026-11-30",
        version="1",
        cell="C",
    )
    return replace(basis, **facts)
