"""What the tests of the screens work with: records in memory, cards of each kind, an app."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, cast

from textual.pilot import Pilot

from banktrainer.packs.model import Card, CodeBlock, Fence, Pack, Paragraph, Prose, Span
from banktrainer.records import RecordsError
from banktrainer.records.settings import Settings
from banktrainer.study.journal import Answer
from banktrainer.study.session import Stage
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.desk.backend import Backend
from banktrainer.tui.practice.screen import Practice
from banktrainer.tui.practice.sitting import Sitting
from banktrainer.tui.request import Request
from banktrainer.words import Words
from banktrainer.words.models import believed_line
from tests.study import desk
from tests.study.desk import PLACE, ManualClock, prose

_USUAL = Settings()
HOSTILE_TITLE = "[bold]odd[/] [b"
HOSTILE_CODE = "tile[i][j] = x[/y];"
CODE = "__shared__ float s[512];\nfloat v = s[threadIdx.x * 6 + 5];"


class MemoryRecords:
    """Records in memory. `full` makes appends fail; while `gate` is cleared they wait."""

    def __init__(self, rows: Iterable[Answer] = ()) -> None:
        self.path = Path("/somewhere/records.sqlite3")
        self.kept = list(rows)
        self.full = False
        self.closed = False
        self.gate = Event()
        self.gate.set()

    def append(self, answer: Answer) -> Answer:
        assert self.gate.wait(10)
        if self.full:
            raise RecordsError(self.path, "there is no room left", "make room", "full")
        assert not self.closed
        self.kept.append(answer)
        return answer

    def void(self, answer: Answer) -> None:
        self.append(answer)

    def rows(self) -> Iterator[Answer]:
        return iter(tuple(self.kept))

    def close(self) -> None:
        self.closed = True


def coded(id: str = "offset", code: str = CODE, **facts: Any) -> Card:
    """A worked example: the engine answers 2 (cycles) for the code unless another is given."""
    body: Prose = (Paragraph((Span("Read."),)), CodeBlock(code, ""))
    more = {"body": body, "fences": (Fence("", code, PLACE),), "cell": "E", **facts}
    return desk.card(id, **more)


def stepped(id: str = "offset", **facts: Any) -> Card:
    return coded(id, steps=desk.steps("find the stride", "count"), **facts)


def choice(id: str = "choice", **facts: Any) -> Card:
    return desk.recall(id, choices=desk.choices("one", "two", "three"), **facts)


def text(id: str = "text", **facts: Any) -> Card:
    return desk.recall(id, expect="broadcast", **facts)


def lanes(id: str = "lanes", **facts: Any) -> Card:
    return coded(id, ask="lanes", **facts)


def recall(id: str = "recall", **facts: Any) -> Card:
    return desk.recall(id, **{"answer": prose("A broadcast."), **facts})


def hostile(kind: Callable[..., Card], id: str) -> Card:
    """A card of that kind whose every text could be taken for markup."""
    made = kind(id, title=HOSTILE_TITLE)
    return replace(
        made,
        body=(*made.body, CodeBlock(HOSTILE_CODE)),
        question=prose(f"Why {HOSTILE_TITLE} {HOSTILE_CODE}"),
        answer=prose(f"Since {HOSTILE_CODE}"),
        check=prose(HOSTILE_TITLE),
        footnote=prose(HOSTILE_CODE),
    )


def trainer(
    home: Path,
    *cards: Card,
    records: MemoryRecords | None = None,
    start: Request | None = None,
    clock: ManualClock | None = None,
    moving: bool = False,
    few: bool = False,
    settings: Settings = _USUAL,
    notes: tuple[str, ...] = (),
    shelf: Callable[[Iterable[Pack]], Iterable[Pack]] = iter,
) -> BanktrainerApp:
    """An app over one pack of `cards`, with records in memory and a clock that stands still.

    `shelf` adds to that pack. Unless `moving`, lanes land at once; `few` for 16 colours.
    """
    kept = records if records is not None else MemoryRecords()
    time = clock or ManualClock()
    packs = tuple(shelf([desk.pack(*cards)]))
    backend = Backend(home, time, records=lambda: kept, packs=lambda: packs, settings=settings)
    words = Words(settings.language)
    app = BanktrainerApp(
        home,
        start or "home",
        time,
        words,
        backend=backend,
        settings=settings,
        notes=notes,
        few=few,
    )
    if not moving:
        app.animation_level = "none"
    return app


async def settle(pilot: Pilot[None]) -> None:
    """Wait until nothing is being read, stored or painted, nor about to be."""
    for _ in range(2):
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each after everything before it has had its effect; the clock moves on."""
    for key in keys:
        clock_of(pilot).tick(1)
        await pilot.press(key)
        await settle(pilot)


def clock_of(pilot: Pilot[None]) -> ManualClock:
    return cast(ManualClock, cast(BanktrainerApp, pilot.app).clock)


def practice(pilot: Pilot[None]) -> Practice:
    screen = pilot.app.screen
    assert isinstance(screen, Practice)
    return screen


def sitting(pilot: Pilot[None]) -> Sitting:
    found = practice(pilot).sitting
    assert found is not None
    return found


def stage(pilot: Pilot[None]) -> Stage:
    return sitting(pilot).session.stage


def believed(pilot: Pilot[None]) -> str:
    """What the wrong model behind the last answer is said to be."""
    result = sitting(pilot).session.result
    assert result is not None
    assert result.model is not None
    return believed_line(Words(), result.model.model)


def on_screen(pilot: Pilot[None]) -> str:
    """The name of the screen on top."""
    return type(pilot.app.screen).__name__


def painted(pilot: Pilot[None]) -> str:
    """What the terminal shows, row by row."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)
