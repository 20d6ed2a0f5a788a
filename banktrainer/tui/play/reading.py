"""Reading: what a draft's code does on its machine. Blocks; runs in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.play.launching import Asked, FieldError

if TYPE_CHECKING:
    from banktrainer.cuda import AccessRow, SourceError, Trace, Unread
    from banktrainer.cuda.colours import Colour
    from banktrainer.engine import Access, Timeline

MOST_KERNELS = 8
"""How many kernels of one source are counted."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What could not be read, or deserves a warning; line and column from 1, None for no place.

    `why` names the sentence where the message is none but what it is about: the text of the
    `field` that is at fault, or how many kernels are left out.
    """

    message: str
    line: int | None = None
    column: int = 1
    warning: bool = False
    field: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """One source access: its figures, and its worst execution served."""

    row: AccessRow
    access: Access
    timeline: Timeline
    trace: Trace


@dataclass(frozen=True, slots=True)
class Reading:
    """A draft, its accesses in order of first execution, and its faults."""

    draft: Draft
    found: tuple[Found, ...] = ()
    faults: tuple[Fault, ...] = ()
    colours: Mapping[int, tuple[Colour, ...]] = field(default_factory=dict)
    traces: tuple[Trace, ...] = ()

    @property
    def cycles(self) -> int:
        """Cycles of all executions of all accesses."""
        return sum(one.row.cycles for one in self.found)

    @property
    def ideal(self) -> int:
        """What they would take without conflict."""
        return sum(one.row.ideal for one in self.found)

    @property
    def partial(self) -> bool:
        """Whether something could not be read."""
        return any(not fault.warning for fault in self.faults)


def read(draft: Draft) -> Reading:
    """Everything that `draft` does, as far as it can be read."""
    from banktrainer.cuda.colours import colours

    painted = colours(draft.code)
    try:
        asked = Asked.of(draft)
    except FieldError as error:
        return Reading(draft, faults=(_field_fault(error),), colours=painted)
    if not draft.code.strip():
        return Reading(draft, colours=painted)
    traces: list[Trace] = []
    found: list[Found] = []
    faults: list[Fault] = []
    kernels, left_out = _kernels(draft)
    if left_out:
        faults.append(Fault(str(left_out), warning=True, why="kernels"))
    for kernel in kernels:
        _read_kernel(draft, asked, kernel, traces, found, faults)
    return Reading(draft, tuple(found), tuple(faults), painted, tuple(traces))


def retracer(draft: Draft, kernel: str | None) -> Callable[[str], Trace]:
    """Traces another source as `draft` is traced. The function raises SourceError."""
    asked = Asked.of(draft)
    return lambda source: _trace(source, asked, draft.machine, kernel)


def _read_kernel(
    draft: Draft,
    asked: Asked,
    kernel: str | None,
    traces: list[Trace],
    found: list[Found],
    faults: list[Fault],
) -> None:
    from banktrainer.cuda import SourceError
    from banktrainer.engine import EngineError

    try:
        trace = _trace(draft.code, asked, draft.machine, kernel)
        found += _found(trace)
    except SourceError as error:
        faults.append(_source_fault(error))
    except EngineError as error:
        faults.append(Fault(str(error)))
    else:
        traces.append(trace)
        faults += [_unread(one) for one in trace.unread]
        faults += [_unread(one, warning=True) for one in trace.warnings]


def _trace(source: str, asked: Asked, machine: str, kernel: str | None) -> Trace:
    from banktrainer.cuda import trace

    return trace(source, asked.launch(), dict(asked.values), machine, kernel=kernel)


def _kernels(draft: Draft) -> tuple[tuple[str | None, ...], int]:
    """The kernels to run, each in turn, and how many more there are.

    (None,) for a snippet, or for what can't be read at all.
    """
    from banktrainer.cuda import SourceError, kernels

    if draft.kernel:
        return (draft.kernel,), 0
    try:
        names = kernels(draft.code)
    except SourceError:
        return (None,), 0
    return names[:MOST_KERNELS] or (None,), max(0, len(names) - MOST_KERNELS)


def _found(trace: Trace) -> Iterator[Found]:
    from banktrainer.cuda import report
    from banktrainer.engine import serve

    rows = report(trace).rows
    for row, traced in zip(rows, trace.accesses, strict=True):
        access = traced.executions[row.worst[1]].access
        yield Found(row, access, serve(access, trace.machine), trace)


def _field_fault(error: FieldError) -> Fault:
    return Fault(error.text, field=error.field, why=error.why)


def _source_fault(error: SourceError) -> Fault:
    """A fault at its place; what has none in the source, as a launch that can't be, has none."""
    if not error.source_line and (error.line, error.column) == (1, 1):
        return Fault(error.message)
    return Fault(error.message, error.line, error.column)


def _unread(place: Unread, *, warning: bool = False) -> Fault:
    return Fault(place.message, place.line, place.column, warning)
