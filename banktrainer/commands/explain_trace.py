"""Tracing what `explain` was asked: the question's options as the reader takes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from banktrainer.commands.explain_options import Question

if TYPE_CHECKING:
    from banktrainer.cuda import Launch, Trace


def traced(question: Question, kernel: str | None, machine: str) -> Trace:
    """One kernel of the question's source on `machine`. Raises SourceError."""
    from banktrainer.cuda import trace

    source = question.source
    return trace(
        source.text,
        launch_of(question),
        dict(question.settings),
        machine,
        name=source.name,
        kernel=kernel,
        defines=dict(question.defines),
        include_dirs=[Path(folder) for folder in question.includes],
        base_dir=source.folder,
    )


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
