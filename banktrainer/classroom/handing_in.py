"""`data export --results`: what a learner hands in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from banktrainer.classroom import chain
from banktrainer.study import live
from banktrainer.study.clock import utc_text
from banktrainer.study.journal import Journal


@dataclass(slots=True)
class Results:
    """The results of a journal, to be written line by line; `seal` holds once `lines` is through.

    `learner` is the pseudonym; "" where the journal holds no answer.
    """

    journal: Journal
    now: datetime
    version: str
    name: str | None = None
    learner: str = ""
    seal: str = ""
    rows: int = 0

    def __post_init__(self) -> None:
        first = next((row for row in self.journal.rows() if row.asked != live.VOID), None)
        self.learner = chain.pseudonym(first.id) if first else ""

    def lines(self) -> Iterator[str]:
        """Every line of the file, without its end. Reads the journal twice, some rows at a time."""
        links = chain.Chain()
        yield links.link(self.head)
        yield from map(links.link, self.answers())
        yield links.link({"rows": self.rows})
        self.seal = links.seal

    @property
    def head(self) -> Mapping[str, object]:
        """The fields of the first line."""
        return chain.head(self.learner, self.name, utc_text(self.now), self.version)

    def answers(self) -> Iterator[Mapping[str, object]]:
        """The fields of each answer that counts."""
        voided = {row.voids for row in self.journal.rows() if row.voids is not None}
        for fields in chain.counted(self.journal.rows(), voided):
            self.rows += 1
            yield fields
