"""Desk: the Backend awaited from the app's loop, in one thread for reading and one for writing."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from banktrainer.tui.desk.backend import Backend
from banktrainer.tui.request import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from banktrainer.engine import Timeline
    from banktrainer.packs import Fault, Pack
    from banktrainer.records.settings import Settings
    from banktrainer.study.diagnosis import Diagnosis
    from banktrainer.study.drilling import DrillSession
    from banktrainer.study.item import Item
    from banktrainer.study.journal import Confidence
    from banktrainer.study.queue import NextDue
    from banktrainer.study.report import Report
    from banktrainer.study.session import Result, Session, StepResult
    from banktrainer.study.summary import Summary
    from banktrainer.tui.desk.card_view import CardView
    from banktrainer.tui.desk.draft import Draft, Snippet
    from banktrainer.tui.desk.jobs import Jobs
    from banktrainer.tui.desk.standing import Standing, Told

PATIENCE_SECONDS = 12.0
"""How long leaving waits for what is being written; longer than the journal waits for its lock."""
_READER_SECONDS = 1.0
T = TypeVar("T")


class Desk:
    """What the screens ask for. A write once begun is finished, whoever stops waiting for it.

    `draft` is what the playground was left with, `draft_before` what a snippet or a remedy took
    the place of.
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._threads: tuple[Jobs, Jobs] | None = None
        self.draft: Draft | None = None
        self.draft_before: Draft | None = None

    def cached(self) -> Summary | None:
        return self._backend.cached()

    async def summary(self) -> Summary:
        return await self._reader.run(self._backend.summary)

    async def warm(self) -> None:
        await self._reader.run(self._backend.warm)

    async def sitting(self, request: Request) -> Session:
        return await self._reader.run(lambda: self._backend.sitting(request))

    async def read(self, job: Callable[[], T]) -> T:
        """What `job` gives, which reads and may block."""
        return await self._reader.run(job)

    async def view(self, item: Item) -> CardView:
        return await self._reader.run(lambda: self._backend.view(item))

    async def next_due(self, session: Session) -> NextDue | None:
        return await self._reader.run(lambda: session.next_due)

    async def packs(self) -> tuple[Pack, ...]:
        return await self._reader.run(self._backend.packs)

    @property
    def broken(self) -> tuple[Fault, ...]:
        """What keeps packs from being used, once packs were read."""
        return self._backend.broken

    async def check(self, pack: Pack) -> tuple[Fault, ...]:
        return await self._reader.run(lambda: self._backend.check(pack))

    async def snippets(self) -> tuple[Snippet, ...]:
        return await self._reader.run(self._backend.snippets)

    async def standing(self) -> Standing:
        return await self._reader.run(self._backend.standing)

    async def report(self) -> Report:
        return await self._reader.run(self._backend.report)

    async def told(self, session: DrillSession) -> Told:
        from banktrainer.tui.desk.standing import told

        return await self._reader.run(lambda: told(session))

    async def advance(self, session: Session) -> None:
        """Go on to the next item, which may have to be chosen and solved."""
        await self._writer.run(session.advance)

    async def forecast(self, session: Session, text: str | None, confidence: Confidence) -> Result:
        return await self._writer.run(lambda: session.forecast(text, confidence))

    async def believed(self, found: Diagnosis) -> Timeline | None:
        """The access as the wrong model sees it; None where the belief is only a number."""
        return await self._reader.run(lambda: found.timeline)

    async def grade(self, session: Session, right: bool) -> Result:
        return await self._writer.run(lambda: session.grade(right))

    async def answer_step(self, session: Session, text: str | None) -> StepResult:
        return await self._writer.run(lambda: session.answer_step(text))

    async def unsave(self, session: Session | None = None) -> None:
        await self._writer.run(lambda: self._backend.unsave(session))

    async def undo(self, session: Session) -> Item | None:
        return await self._writer.run(session.undo)

    def use(self, settings: Settings) -> None:
        self._backend.use(settings)

    async def keep(self, chosen: Mapping[str, object]) -> None:
        await self._writer.run(lambda: self._backend.keep(chosen))

    @property
    def _reader(self) -> Jobs:
        return self._both[0]

    @property
    def _writer(self) -> Jobs:
        return self._both[1]

    @property
    def _both(self) -> tuple[Jobs, Jobs]:
        """The threads for reading and for writing, made on first need."""
        if self._threads is None:
            from banktrainer.tui.desk.jobs import Jobs

            self._threads = Jobs("banktrainer-reader"), Jobs("banktrainer-writer")
        return self._threads

    def close(self) -> bool:
        """Finish what is being written, close the journal; False where the patience ran out."""
        self._writer.close()
        self._reader.close(drop=True)
        written = self._writer.join(monotonic() + PATIENCE_SECONDS)
        self._reader.join(monotonic() + _READER_SECONDS)
        if written:
            self._backend.close()
        return written
