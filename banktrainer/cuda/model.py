"""What a caller gives the reader (Launch) and gets back (Trace and its parts)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from banktrainer.cuda.source import SourceError

if TYPE_CHECKING:
    from banktrainer.engine.access import Access
    from banktrainer.engine.inputs import Op

Dim = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Launch:
    """The shape of a launch; `block` and `warps` None mean the source's own, else the defaults.

    `warps` are the warps reported (the whole block runs); `shared_bytes` the dynamic memory.
    """

    block: Sequence[int] | None = None
    grid: Sequence[int] = (1, 1, 1)
    block_idx: Sequence[int] = (0, 0, 0)
    warps: Sequence[int] | None = None
    shared_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Execution:
    """One turn of one warp at a source access."""

    warp: int
    access: Access


@dataclass(frozen=True, slots=True)
class TracedAccess:
    """One source access (a span and an operation) with its executions in order.

    Lines and columns count from 1, in characters; `width` is in bytes.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    array: str
    op: Op
    width: int
    executions: tuple[Execution, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A place that could not be read (or deserves a warning), and why."""

    line: int
    column: int
    text: str
    message: str


@dataclass(frozen=True, slots=True)
class Trace:
    """Every shared-memory access of a run in order of first execution, and what was not read.

    `notes` say what the reader chose or assumed, in plain English, for the report's foot; `unused`
    are the names given that stand nowhere in the source.
    """

    name: str
    source: str
    kernel: str | None
    block: Dim
    warps: tuple[int, ...]
    machine: str
    accesses: tuple[TracedAccess, ...]
    unread: tuple[Unread, ...] = ()
    warnings: tuple[Unread, ...] = ()
    shared_bytes: int = 0
    notes: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether some place could not be read."""
        return bool(self.unread)

    def error(self, unread: Unread) -> SourceError:
        """`unread` as an error that prints itself with its line and a caret."""
        lines = self.source.split("\n")
        shown = lines[unread.line - 1] if 0 < unread.line <= len(lines) else ""
        return SourceError(unread.message, self.name, unread.line, unread.column, shown)
