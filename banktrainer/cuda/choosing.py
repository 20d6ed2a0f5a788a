"""`c ? a : b` as a place: what stands left of `=`, behind `&`, or is bound to a reference."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import load
from banktrainer.cuda.expressions import sides, truth, unified
from banktrainer.cuda.naming import based, is_place
from banktrainer.cuda.places import temporary
from banktrainer.cuda.run import LValue, Run, places
from banktrainer.cuda.values import Cause, Mask, Value, common_home, select, unknown


@places(s.Ternary)
def chosen(run: Run, node: s.Ternary) -> LValue:
    """The place that each lane chooses; a value of its own where a side is no place."""
    if not is_place(node):
        return temporary(run, run.evaluate(node), "a value")
    condition = truth(run, node.condition)
    yes, no, maybe = sides(run, condition)
    with run.doubting(maybe, condition.cause):
        a, b = _side(run, node.yes, yes), _side(run, node.no, no)
    if a is None and b is None:
        with run.idly():
            a = run.place(node.yes)
    found = _joined(run, node, a, b, yes, no) if a is not None and b is not None else a or b
    assert found is not None
    return _doubted(run, found, maybe, condition.cause) if maybe.any() else found


def _side(run: Run, node: s.Expr, mask: Mask) -> LValue | None:
    if not mask.any():
        if run.doubt.any():
            run.world.skip(run, node)
        return None
    with run.under(mask):
        return run.place(node)


def _joined(run: Run, node: s.Ternary, a: LValue, b: LValue, yes: Mask, no: Mask) -> LValue:
    """One place for both sides where they lie in one memory, else a copy of their values."""
    (mine, first), (yours, second) = based(a), based(b)
    together = mine is yours or (
        mine is not None and yours is not None and mine.shared and yours.shared
    )
    if a.type != b.type or a.bits != b.bits or not together:
        return _copied(run, node, a, b, yes, no)
    known: Mask | None = None
    if a.known is not None or b.known is not None:
        sure = np.ones(1, bool)
        one, other = (sure if x.known is None else x.known for x in (a, b))
        known = np.where(yes, one, other)
    home = common_home([x for x in (mine, yours) if x is not None])
    field = a.field if a.field == b.field else None
    offset = np.where(yes, first, second)
    return LValue(a.type, home, offset, known, a.cause or b.cause, field=field, bits=a.bits)


def _copied(run: Run, node: s.Ternary, a: LValue, b: LValue, yes: Mask, no: Mask) -> LValue:
    with run.under(yes):
        one = load(run, a, node.yes)
    with run.under(no):
        other = load(run, b, node.no)
    one, other = unified(node, one, other)
    return _copy(run, select(yes, one, other))


def _copy(run: Run, value: Value) -> LValue:
    place = temporary(run, value, "a value")
    assert place.variable is not None
    place.variable.copied = True
    return place


def _doubted(run: Run, place: LValue, maybe: Mask, cause: Cause | None) -> LValue:
    """The place, not known in the lanes whose choice is not."""
    if place.variable is not None:
        value = place.variable.value
        lost = select(~maybe, value, unknown(value.type, cause))
        return _copy(run, lost)
    known = ~maybe if place.known is None else ~maybe & place.known
    return replace(place, known=known, cause=cause)
