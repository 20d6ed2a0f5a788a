"""Running the reader for `explain`: one trace a kernel, and what to leave behind as exit status."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from banktrainer.commands import explain_json, explain_text
from banktrainer.commands.console import CommandError, Console
from banktrainer.commands.explain_options import Question
from banktrainer.commands.explain_trace import Readings
from banktrainer.commands.explained import Explained
from banktrainer.plain.text import cells
from banktrainer.printable import printable
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.cuda import Report, SourceError, Trace, Unread


def answer(w: Words, out: Console, question: Question, *, as_json: bool) -> int:
    """Print what was asked; 0 where everything was read, 1 where only part was or none."""
    found, failed = _all(w, out, question)
    if not found:
        return 1
    if as_json:
        out.json(json.dumps(explain_json.as_data(found, question)))
    else:
        for number, explained in enumerate(found):
            if number:
                out.line()
            explain_text.show(w, out, explained, question, whole=len(found) == 1)
    for explained in found:
        _talk(w, out, explained.trace)
    for name in found[0].trace.unused:
        out.note(w("cli.explain.unused_set", name=name))
    return 1 if failed or any(explained.trace.partial for explained in found) else 0


def _all(w: Words, out: Console, question: Question) -> tuple[list[Explained], bool]:
    """Each kernel asked for; the second value says whether some could not be read at all."""
    from banktrainer.cuda import SourceError

    found: list[Explained] = []
    failed = False
    readings = Readings(question)
    for kernel in _kernels(w, question, readings):
        try:
            found.append(_explained(w, out, question, readings, kernel))
        except SourceError as error:
            failed = True
            out.note(_shown(w, error, question.source.name))
    return found, failed


def _kernels(w: Words, question: Question, readings: Readings) -> tuple[str | None, ...]:
    """The kernels to run: the one asked for, or each in turn; (None,) for a snippet."""
    from banktrainer.cuda import SourceError

    try:
        names = readings.kernels()
    except SourceError:
        return (question.kernel,)  # the trace meets the same error and reports it with its place
    if question.kernel is not None and names and question.kernel not in names:
        known = ", ".join(names)
        raise CommandError(w("cli.error.no_kernel", name=question.kernel, known=known))
    return (question.kernel,) if question.kernel is not None else names or (None,)


def _explained(
    w: Words, out: Console, question: Question, readings: Readings, kernel: str | None
) -> Explained:
    from banktrainer.cuda import report
    from banktrainer.engine import MACHINES

    found = readings.traced(kernel, question.machine)
    elsewhere: dict[str, Report] = {}
    known = {one.message for one in found.unread}
    for machine in MACHINES if question.compare else ():
        try:
            there = readings.traced(kernel, machine)
            elsewhere[machine] = report(there)
            for why in sorted({one.message for one in there.unread} - known):
                told = why.startswith(machine)
                out.note(why if told else w("cli.explain.not_there", machine=machine, why=why))
        except ValueError as error:
            out.note(w("cli.explain.not_there", machine=machine, why=error))
    return Explained(found, report(found), elsewhere)


def _talk(w: Words, out: Console, trace: Trace) -> None:
    """On stderr: what was not read, what deserves a warning, and that there was nothing."""
    for unread in trace.unread:
        out.note(_shown(w, trace.error(unread), trace.name))
    for warning in trace.warnings:
        out.note(_warning(w, trace, warning))
    if not trace.accesses and not trace.unread:
        out.note(w("cli.explain.nothing", name=trace.name))


def _warning(w: Words, trace: Trace, place: Unread) -> str:
    facts = {"name": trace.name, "line": place.line, "column": place.column}
    return w("cli.explain.warning", message=place.message, **facts)


def _shown(w: Words, error: SourceError, name: str) -> str:
    """The error with its line and a caret that stands right although the line is made printable.

    What has no place in the source, as a launch that can't be, comes with the source's `name`.
    """
    if not error.source_line and (error.line, error.column) == (1, 1):
        return w("cli.explain.error", name=name, message=error.message)
    if not error.source_line:
        return error.head
    shown, column = error.excerpt
    before = printable(shown[: column - 1])
    return "\n".join((error.head, shown, " " * cells(before) + "^"))
