"""The journal: the append-only list of answers that all of study is derived from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Confidence = Literal["guess", "think", "sure", "none"]
Outcome = Literal["right", "wrong", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One row of the journal, as `data export` writes it.

    `at` is UTC in ISO 8601 with a trailing Z and microseconds, `utc_offset` the learner's offset
    then, in minutes, `study_day` the local date (ISO) after the rollover hour, `duration_ms` from
    the monotonic clock. `forecast` None is "no idea"; `confidence` and `verdict` are "none" then
    and in voiding rows (asked "void"). A recall not yet graded has a forecast and the verdict
    "none"; its grade is a row that voids it. `seen` marks a draw already revealed that day, which
    earns nothing.
    """

    id: str
    pack: str
    card: str
    asked: str
    forecast: str | None
    confidence: Confidence
    verdict: Outcome
    at: str
    utc_offset: int
    study_day: str
    version: str
    duration_ms: int = 0
    truth: Mapping[str, object] = field(default_factory=dict)
    cell: str | None = None
    machine: str = "nvidia"
    template: str | None = None
    seed: int | None = None
    params: Mapping[str, object] = field(default_factory=dict)
    generator: str | None = None
    model: str | None = None
    seen: bool = False
    voids: str | None = None


class Journal(Protocol):
    """Where answers are kept. `append` and `void` return only when the row is safe on disk."""

    def append(self, answer: Answer) -> Answer:
        """Keep `answer` and return it as it is kept.

        It is `seen` where another program, since this journal was opened, has kept a row of the
        same draw and study day: only the journal can know.
        """

    def void(self, answer: Answer) -> None:
        """Append `answer`, whose `voids` names the row to take back."""

    def rows(self) -> Iterator[Answer]:
        """Every row by its moment (`at`, then `id`), voided and voiding ones included."""
