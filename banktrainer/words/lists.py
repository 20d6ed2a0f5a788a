"""Numbers as people write them: ranges, steps, and lists with an "and"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from banktrainer.words import Words

_SHOWN = 4
_RUN = 3


def numbers(w: Words, values: Sequence[int]) -> str:
    """Numbers in their order: `0–31`, `0 and 16`, `0, 8, 16 and 24`, `0, 32, 64, …, 992`."""
    step = _step(values)
    if len(values) >= _RUN and step == 1:
        return w("explain.list.range", first=values[0], last=values[-1])
    if len(values) > _SHOWN and step is not None:
        return w("explain.list.steps", start=_joined(w, values[:3]), last=values[-1])
    return _with_and(w, _runs(w, values))


def first_numbers(w: Words, values: Sequence[int]) -> str:
    """As `numbers`, but of a long list without rule only its beginning."""
    if len(values) <= _SHOWN or _step(values) is not None:
        return numbers(w, values)
    return w("explain.list.more", start=_joined(w, values[:_SHOWN]), n=len(values) - _SHOWN)


def _step(values: Sequence[int]) -> int | None:
    """The step of an arithmetic progression upwards; None for anything else."""
    steps = {b - a for a, b in pairwise(values)}
    return steps.pop() if len(steps) == 1 and min(steps) > 0 else None


def _runs(w: Words, values: Sequence[int]) -> list[str]:
    """The parts of a list: runs of three or more neighbours as ranges, the rest one by one."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    parts: list[str] = []
    for run in runs:
        if len(run) < _RUN:
            parts += map(str, run)
        else:
            parts.append(w("explain.list.range", first=run[0], last=run[-1]))
    return parts


def _joined(w: Words, values: Sequence[object]) -> str:
    return w("explain.list.comma").join(map(str, values))


def _with_and(w: Words, parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return w("explain.list.and", start=_joined(w, parts[:-1]), last=parts[-1])


def listed(w: Words, parts: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return _with_and(w, parts)
