"""What would help: the engine's best remedy for all accesses of one array, and as CUDA."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from banktrainer.commands.explain_options import Question
from banktrainer.commands.explain_trace import traced
from banktrainer.plain.paint import Piece, Row
from banktrainer.words import Words
from banktrainer.words.explain import cost

if TYPE_CHECKING:
    from banktrainer.commands.explained import Explained
    from banktrainer.cuda import Rewrite
    from banktrainer.engine import Access, Remedy


_MOST_PATTERNS = 2048
"""How many different accesses of an array a layout is still looked for: about two seconds."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A remedy in a sentence, and the lines of the source that it changes, if they can be told."""

    sentence: str
    code: tuple[Row, ...] = ()


def advice(w: Words, explained: Explained, question: Question, array: str) -> Advice | None:
    """The best layout for `array` over all its accesses.

    None where none lowers the cycles, or where there are too many to look through in time.
    """
    from banktrainer.engine import AccessError, remedies

    own = [access for access in explained.trace.accesses if access.array == array]
    accesses = [execution.access for one in own for execution in one.executions]
    if _patterns(accesses) > _MOST_PATTERNS:
        return None
    try:
        found = remedies(accesses, machine=explained.trace.machine)
    except AccessError:  # an access beyond the array, or one that no array owns
        return None
    if not found:
        return None
    before = sum(row.cycles for row in explained.report.rows if row.array == array)
    dims = accesses[0].origin.dims if accesses[0].origin else ()
    changed = _changed(explained, question, array, dims, found[0])
    return Advice(_told(w, found[0], array, before), tuple(_code(changed)) if changed else ())


def _patterns(accesses: Sequence[Access]) -> int:
    """How many of the accesses differ; the time of the search grows with these alone."""
    seen = {
        (one.op, one.width, one.addresses.tobytes(), one.active is None or one.active.tobytes())
        for one in accesses
    }
    return len(seen)


def _told(w: Words, remedy: Remedy, array: str, before: int) -> str:
    params = dict(remedy.params)
    if remedy.kind == "swizzle":
        params = {"shift": params["base"] + params["shift"], "mask": (1 << params["bits"]) - 1}
        params["base"] = remedy.params["base"]
    what = w(f"cli.remedy.{remedy.kind}", array=array, **params)
    price = cost(w, remedy.cycles, remedy.ideal)
    return w("cli.remedy.line", what=what, cost=price, before=before, extra=remedy.extra_bytes)


def _changed(
    explained: Explained, question: Question, array: str, dims: tuple[int, ...], remedy: Remedy
) -> Rewrite | None:
    """The source with the remedy, shown only if it costs exactly what the remedy promises."""
    from banktrainer.cuda import SourceError, report, rewrite

    trace = explained.trace
    if trace.partial:
        return None
    defines = dict(question.defines)
    made = rewrite(trace.source, array, dims, remedy, kernel=trace.kernel, defines=defines)
    if made is None:
        return None
    other = replace(question, source=replace(question.source, text=made.source))
    try:
        after = traced(other, trace.kernel, trace.machine)
    except SourceError:
        return None
    rows = [row for row in report(after).rows if row.array.startswith(array)]
    right = not after.partial and sum(row.cycles for row in rows) == remedy.cycles
    return made if right else None


def _code(made: Rewrite) -> Iterator[Row]:
    digits = max(len(str(line.number)) for line in made.lines)
    for line in made.lines:
        yield Piece(f"{line.number:>{digits}}  ", "faint"), Piece(line.text, "strong")
