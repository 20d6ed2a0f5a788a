"""Reader: reads drafts in a thread of its own; only the newest is worth finishing."""

from __future__ import annotations

from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.desk.jobs import Jobs
from banktrainer.tui.play.reading import Reading, read


class Reader:
    """What was asked for before the newest draft ends at once, or is never begun."""

    def __init__(self) -> None:
        self._jobs = Jobs("banktrainer-playground")
        self._newest = 0

    async def read(self, draft: Draft) -> Reading | None:
        """The reading of `draft`; None where a newer one was asked for meanwhile."""
        self._newest += 1
        number = self._newest
        found = await self._jobs.run(lambda: self._read(draft, number))
        return found if self._newest == number else None

    def _read(self, draft: Draft, number: int) -> Reading | None:
        from banktrainer.cuda.budget import UnwantedError, while_wanted

        def wanted() -> bool:
            return self._newest == number

        if not wanted():
            return None
        try:
            with while_wanted(wanted):
                return read(draft)
        except UnwantedError:
            return None

    def close(self) -> None:
        """End what is being read, and take nothing more."""
        self._newest += 1
        self._jobs.close(drop=True)
