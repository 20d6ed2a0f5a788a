"""What would help an array of a trace: the engine's remedies, each as CUDA where it can be said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from banktrainer.cuda.model import Trace
from banktrainer.cuda.reporting import report
from banktrainer.cuda.rewriting import Rewrite, rewrite
from banktrainer.cuda.source import SourceError
from banktrainer.engine import Access, AccessError, Remedy, remedies

MOST_PATTERNS = 2048
"""How many different accesses of an array a layout is still looked for: about two seconds."""

Retrace = Callable[[str], Trace]
"""Traces another source as the trace at hand was made. Raises SourceError."""


@dataclass(frozen=True, slots=True)
class Cure:
    """A remedy for all accesses of one array (of `dims` elements), what they cost before, and the
    rewritten source.

    `rewritten` is None where the remedy can't be said in the source without a guess, or where the
    rewritten source does not cost exactly what the remedy promises; `trace` is that source's.
    """

    array: str
    dims: tuple[int, ...]
    remedy: Remedy
    cycles_before: int
    ideal_before: int
    rewritten: Rewrite | None = None
    trace: Trace | None = None


def cures(
    trace: Trace, array: str, retrace: Retrace, *, defines: Mapping[str, str] | None = None
) -> Iterator[Cure]:
    """The best remedy of each kind for `array`, fewest cycles first, each written when asked for.

    None where no layout lowers the cycles, or where there are too many accesses to look in time.
    """
    own = [access for access in trace.accesses if access.array == array]
    accesses = [execution.access for one in own for execution in one.executions]
    if not accesses or _patterns(accesses) > MOST_PATTERNS:
        return
    try:
        found = remedies(accesses, machine=trace.machine)
    except AccessError:  # an access beyond the array, or one that no array owns
        return
    rows = [row for row in report(trace).rows if row.array == array]
    before = sum(row.cycles for row in rows), sum(row.ideal for row in rows)
    dims = accesses[0].origin.dims if accesses[0].origin else ()
    for remedy in found:
        written = _written(trace, array, dims, remedy, retrace, defines)
        yield Cure(array, dims, remedy, *before, *written)


def _patterns(accesses: Sequence[Access]) -> int:
    """How many of the accesses differ; the time of the search grows with these alone."""
    seen = {
        (one.op, one.width, one.addresses.tobytes(), one.active is None or one.active.tobytes())
        for one in accesses
    }
    return len(seen)


def _written(
    trace: Trace,
    array: str,
    dims: tuple[int, ...],
    remedy: Remedy,
    retrace: Retrace,
    defines: Mapping[str, str] | None,
) -> tuple[Rewrite | None, Trace | None]:
    """The source with the remedy, only if it costs exactly what the remedy promises."""
    if trace.partial:
        return None, None
    made = rewrite(trace.source, array, dims, remedy, kernel=trace.kernel, defines=defines)
    if made is None:
        return None, None
    try:
        after = retrace(made.source)
    except SourceError:
        return None, None
    others = {access.array for access in trace.accesses} - {array}
    rows = [row for row in report(after).rows if row.array not in others]
    right = not after.partial and sum(row.cycles for row in rows) == remedy.cycles
    return (made, after) if right else (None, None)
