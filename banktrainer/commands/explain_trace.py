"""Tracing what `explain` was asked: the question's options as the reader takes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from banktrainer.commands.explain_options import Question

if TYPE_CHECKING:
    from banktrainer.cuda import Launch, Reading, Trace


class Readings:
    """The question's source, read once for all kernels and all machines that see the same text."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._readings: list[Reading] = []

    def kernels(self) -> tuple[str, ...]:
        """The names of the source's kernels. Raises SourceError."""
        return self._of(self._question.machine).kernels

    def traced(self, kernel: str | None, machine: str) -> Trace:
        """One kernel, or the snippet, on `machine`. Raises SourceError."""
        settings = dict(self._question.settings)
        return self._of(machine).trace(launch_of(self._question), settings, machine, kernel)

    def _of(self, machine: str) -> Reading:
        found = next((r for r in self._readings if r.fits(machine)), None)
        if found is None:
            found = _reading(self._question, machine)
            self._readings.append(found)
        return found


def _reading(question: Question, machine: str) -> Reading:
    from banktrainer.cuda import Reading

    source = question.source
    return Reading(
        source.text,
        machine,
        name=source.name,
        defines=dict(question.defines),
        include_dirs=[Path(folder) for folder in question.includes],
        base_dir=source.folder,
    )


def traced(question: Question, kernel: str | None, machine: str) -> Trace:
    """One kernel of the question's source on `machine`. Raises SourceError."""
    return Readings(question).traced(kernel, machine)


def launch_of(question: Question) -> Launch:
    """The launch as the reader takes it; None where the source's own or the default holds."""
    from banktrainer.cuda import Launch

    warps = None if question.warp in (None, "all") else (int(question.warp),)
    return Launch(
        block=question.block,
        grid=question.grid or (1, 1, 1),
        block_idx=question.block_idx,
        warps=warps,
        shared_bytes=question.shared,
    )
