"""What would help: the best remedy for all accesses of one array, and as CUDA."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from banktrainer.commands.explain_options import Question
from banktrainer.commands.explain_trace import traced
from banktrainer.plain.paint import Piece, Row
from banktrainer.words import Words
from banktrainer.words.remedies import remedy_line, why_remedy

if TYPE_CHECKING:
    from banktrainer.commands.explained import Explained
    from banktrainer.cuda import Rewrite, Trace


@dataclass(frozen=True, slots=True)
class Advice:
    """A remedy, why it works, and the lines of the source that it changes, if they can be told."""

    sentence: str
    why: str
    code: tuple[Row, ...] = ()


def advice(w: Words, explained: Explained, question: Question, array: str) -> Advice | None:
    """The best layout for `array` over all its accesses; None where there is none to tell."""
    from banktrainer.cuda.curing import cures

    trace = explained.trace

    def retrace(source: str) -> Trace:
        other = replace(question, source=replace(question.source, text=source))
        return traced(other, trace.kernel, trace.machine)

    best = next(cures(trace, array, retrace, defines=dict(question.defines)), None)
    if best is None:
        return None
    sentence = remedy_line(w, best.remedy, array, best.cycles_before)
    why = why_remedy(w, best.remedy, best.dims)
    return Advice(sentence, why, tuple(_code(best.rewritten)) if best.rewritten else ())


def _code(made: Rewrite) -> Iterator[Row]:
    digits = max(len(str(line.number)) for line in made.lines)
    for line in made.lines:
        yield Piece(f"{line.number:>{digits}}  ", "faint"), Piece(line.text, "strong")
