"""The report of `explain --json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from banktrainer.commands.explain_options import Question
from banktrainer.commands.explained import Explained

if TYPE_CHECKING:
    from banktrainer.cuda import AccessRow, Report


def as_data(found: Sequence[Explained], question: Question) -> dict[str, Any]:
    """All kernels as one report; `kernel` marks each entry where there are several."""
    several = len(found) > 1
    first = found[0].trace
    total = totals(found)
    data: dict[str, Any] = {
        "machine": first.machine,
        "block": list(first.block),
        "warp": first.warps[0] if len(first.warps) == 1 else "all",
        "partial": any(each.trace.partial for each in found),
        "unread": [entry for each in found for entry in _unread(each, several)],
        "accesses": [entry for each in found for entry in _accesses(each, several)],
        "total": total,
    }
    if several:
        data["kernels"] = [
            {"kernel": each.trace.kernel, "block": list(each.trace.block)} for each in found
        ]
    if question.grid is not None:
        blocks = prod(question.grid)
        data["launch"] = {
            "grid": list(question.grid),
            "blocks": blocks,
            **{name: number * blocks for name, number in total.items()},
        }
    return data


def totals(found: Sequence[Explained]) -> dict[str, int]:
    """Cycles, ideal and excess over all accesses of all kernels."""
    rows = [row for each in found for row in each.report.rows]
    return {name: sum(getattr(row, name) for row in rows) for name in ("cycles", "ideal", "excess")}


def _unread(each: Explained, several: bool) -> list[dict[str, Any]]:
    kernel = {"kernel": each.trace.kernel} if several else {}
    return [
        {**kernel, "line": u.line, "column": u.column, "text": u.text, "message": u.message}
        for u in each.trace.unread
    ]


def _accesses(each: Explained, several: bool) -> list[dict[str, Any]]:
    kernel = {"kernel": each.trace.kernel} if several else {}
    return [{**kernel, **_row(row), **_machines(row, each.elsewhere)} for row in each.report.rows]


def _row(row: AccessRow) -> dict[str, Any]:
    return {
        "line": row.line,
        "column": row.column,
        "text": row.text,
        "array": row.array,
        "op": row.op,
        "width": row.width,
        "lanes": row.lanes,
        "active": row.active,
        "executions": row.executions,
        "cycles": row.cycles,
        "ideal": row.ideal,
        "excess": row.excess,
        "degree": row.degree,
        "cell": row.cell,
        "worst": dict(zip(("warp", "execution"), row.worst, strict=True)),
        "addresses": list(row.addresses),
        "banks": list(row.banks),
    }


def _machines(row: AccessRow, elsewhere: Mapping[str, Report]) -> dict[str, Any]:
    if not elsewhere:
        return {}
    return {
        "machines": {
            machine: {"cycles": other.cycles, "ideal": other.ideal, "degree": other.degree}
            for machine, report in elsewhere.items()
            if (other := report.same(row)) is not None
        }
    }
