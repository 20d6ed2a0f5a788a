"""The report of `explain` as text: the source with its figures beside it, and the worst access."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING

from banktrainer.commands.advice import advice
from banktrainer.commands.console import Console
from banktrainer.commands.explain_json import totals
from banktrainer.commands.explain_options import Question
from banktrainer.commands.explained import Explained
from banktrainer.commands.listing import listing
from banktrainer.plain.board import still
from banktrainer.plain.ledger import ledger
from banktrainer.plain.paint import Piece
from banktrainer.plain.text import cut, wrap
from banktrainer.words import Words
from banktrainer.words.comparing import comparison_line
from banktrainer.words.explain import cost, lane_line, verdict_line, why_lines
from banktrainer.words.lists import numbers

if TYPE_CHECKING:
    from banktrainer.cuda import AccessRow, Report, Trace
    from banktrainer.engine import Access, Timeline

_NAME_CELLS = 48


def show(w: Words, out: Console, explained: Explained, question: Question, *, whole: bool) -> None:
    """One kernel or snippet: its launch, the listing, the totals, the worst access, the notes."""
    trace, report = explained.trace, explained.report
    _strong(out, heading(w, trace))
    out.line()
    for line in listing(w, trace, report, out.width, whole=whole):
        out.row(line)
    out.line()
    _totals(w, out, explained, question)
    worst = max(report.rows, key=lambda row: (row.excess, -row.line), default=None)
    if worst is not None and (worst.excess or question.ledger or question.lane is not None):
        out.line()
        _worst(w, out, explained, worst, question)
        _remedy(w, out, explained, question, worst.array)
    for row in report.rows if question.compare else ():
        out.line()
        _compared(w, out, explained, row)
    notes = (*trace.notes, *_caveats(w, report))
    if notes:
        out.line()
    for note in notes:
        _wrapped(out, w("cli.explain.note", note=note))


def _caveats(w: Words, report: Report) -> Iterator[str]:
    """What the figures take for granted, each where it can matter."""
    if len(report.rows) > 1:
        yield w("cli.explain.as_written")
    if any(row.op == "atomic" for row in report.rows):
        yield w("cli.explain.atomics")


def heading(w: Words, trace: Trace) -> str:
    """What was run, and how: file, kernel, block, warps, machine."""
    x, y, z = trace.block
    block = f"{x}×{y}×{z}" if z > 1 else f"{x}×{y}" if y > 1 else str(x)
    key = "cli.explain.kernel" if trace.kernel else "cli.explain.snippet"
    warps = w.count("cli.explain.warps", len(trace.warps), warps=numbers(w, trace.warps))
    facts = {"name": trace.name, "kernel": trace.kernel, "machine": trace.machine}
    return w(key, block=block, warps=warps, **facts)


def where(w: Words, row: AccessRow) -> str:
    """An access by its line, operation and text."""
    return w(
        f"cli.explain.where.{row.op}",
        line=row.line,
        text=cut(" ".join(row.text.split()), _NAME_CELLS),
    )


def _totals(w: Words, out: Console, explained: Explained, question: Question) -> None:
    total = totals([explained])
    key = "cli.explain.partial" if explained.trace.partial else "cli.explain.total"
    price = cost(w, total["cycles"], total["ideal"])
    _wrapped(out, w(key, cost=price, excess=total["excess"]))
    if question.grid is not None:
        blocks = prod(question.grid)
        launch = {name: number * blocks for name, number in total.items()}
        _wrapped(out, w("cli.explain.launch", blocks=blocks, **launch))


def _worst(
    w: Words, out: Console, explained: Explained, row: AccessRow, question: Question
) -> None:
    """The access that loses most: what it costs in its worst execution, why, and the board."""
    from banktrainer.engine import serve

    access = _execution(explained.trace, explained.report, row)
    timeline = serve(access, explained.trace.machine)
    place = w.count("cli.explain.worst", row.executions, warp=row.worst[0], where=where(w, row))
    _strong(out, place)
    for sentence in (verdict_line(w, timeline), *why_lines(w, access, timeline)):
        _wrapped(out, sentence)
    out.line()
    board = still(w, timeline, ascii_only=not out.unicode, width=out.width)
    for line in ledger(w, timeline, out.width) if question.ledger else board:
        out.row(line)
    if question.lane is not None:
        out.line()
        _wrapped(out, _lane(w, access, timeline, question.lane))


def _lane(w: Words, access: Access, timeline: Timeline, lane: int) -> str:
    """Where one lane goes; a lane that the warp has not is told so."""
    if lane < timeline.lanes:
        return lane_line(w, access, timeline, lane)
    facts = {"machine": timeline.machine, "last": timeline.lanes - 1}
    return w("cli.explain.no_lane", lane=lane, **facts)


def _remedy(w: Words, out: Console, explained: Explained, question: Question, array: str) -> None:
    """The best layout for the array, and the lines that it changes."""
    found = advice(w, explained, question, array)
    if found is None:
        return
    out.line()
    _wrapped(out, found.sentence)
    _wrapped(out, found.why)
    for row in found.code:
        out.row(row)


def _execution(trace: Trace, report: Report, row: AccessRow) -> Access:
    """The worst execution of a row of the trace's report."""
    traced = trace.accesses[report.places[row.mark]]
    return traced.executions[row.worst[1]].access


def _compared(w: Words, out: Console, explained: Explained, row: AccessRow) -> None:
    """One access on every machine, the machines that agree on one line."""
    _strong(out, w("cli.explain.compare", where=where(w, row)))
    groups: dict[tuple[int, int, int], list[str]] = {}
    for machine, report in explained.elsewhere.items():
        other = report.same(row)
        if other is not None:
            groups.setdefault((other.cycles, other.ideal, other.degree), []).append(machine)
    for (cycles, ideal, degree), machines in sorted(groups.items()):
        facts = {"degree": degree, "machines": ", ".join(machines)}
        _wrapped(out, w("cli.explain.compared", cost=cost(w, cycles, ideal), **facts))
    for why, machines in _reasons(w, explained, row).items():
        _wrapped(out, w("compare.group", machines=", ".join(machines), why=why))


def _reasons(w: Words, explained: Explained, row: AccessRow) -> dict[str, list[str]]:
    """Why machines with as many lanes give other figures, those with one reason together."""
    from banktrainer.engine import compare

    found: dict[str, list[str]] = {}
    access, base = _execution(explained.trace, explained.report, row), explained.trace.machine
    for one in compare(access, base=base):
        if one.differences:
            found.setdefault(comparison_line(w, one, base), []).append(one.machine)
    return found


def _wrapped(out: Console, text: str) -> None:
    for line in wrap(text, out.width, "  "):
        out.line(line)


def _strong(out: Console, text: str) -> None:
    for line in wrap(text, out.width, "  "):
        out.row((Piece(line, "strong"),))
