"""What would help: the engine's best remedy for all accesses of one array, as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.words import Words
from banktrainer.words.explain import cost

if TYPE_CHECKING:
    from banktrainer.commands.explained import Explained
    from banktrainer.engine import Remedy


def remedy_line(w: Words, explained: Explained, array: str) -> str | None:
    """The best layout for `array` over all its accesses; None where none lowers the cycles."""
    from banktrainer.engine import AccessError, remedies

    own = [traced for traced in explained.trace.accesses if traced.array == array]
    accesses = [execution.access for traced in own for execution in traced.executions]
    try:
        found = remedies(accesses, machine=explained.trace.machine)
    except AccessError:  # an access beyond the array, or one that no array owns
        return None
    if not found:
        return None
    before = sum(row.cycles for row in explained.report.rows if row.array == array)
    return _told(w, found[0], array, before)


def _told(w: Words, remedy: Remedy, array: str, before: int) -> str:
    params = dict(remedy.params)
    if remedy.kind == "swizzle":
        params = {"shift": params["base"] + params["shift"], "mask": (1 << params["bits"]) - 1}
        params["base"] = remedy.params["base"]
    what = w(f"cli.remedy.{remedy.kind}", array=array, **params)
    price = cost(w, remedy.cycles, remedy.ideal)
    return w("cli.remedy.line", what=what, cost=price, before=before, extra=remedy.extra_bytes)
