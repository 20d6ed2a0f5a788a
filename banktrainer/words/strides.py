"""Sentences about the ladder of strides: what it counts, and which strides share a degree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from banktrainer.words import Words
from banktrainer.words.lists import numbers

if TYPE_CHECKING:
    from banktrainer.engine import Op, Rung


def ladder_heading(w: Words, machine: str, op: Op, width: int, offset: int) -> str:
    """Whose strides they are: machine, operation, width, offset."""
    access = w.count(f"strides.access.{op}", width)
    return w("strides.heading", machine=machine, access=access, offset=offset)


def ladder_lines(w: Words, rungs: Sequence[Rung]) -> tuple[str, ...]:
    """The strides of each degree, the worst first, so that the doubling can be heard."""
    by_degree: defaultdict[int, list[int]] = defaultdict(list)
    for rung in rungs:
        by_degree[rung.degree].append(rung.stride)
    return tuple(
        w(f"strides.{_form(degree)}", degree=degree, strides=_strides(w, by_degree[degree]))
        for degree in sorted(by_degree, reverse=True)
    )


def _form(degree: int) -> str:
    return "clean" if degree == 1 else "way"


def _strides(w: Words, strides: Iterable[int]) -> str:
    """Stride 0 by itself, since there all lanes share one word; the rest as a list."""
    kept = list(strides)
    rest = [stride for stride in kept if stride]
    shared = [w("strides.zero")] if len(rest) < len(kept) else []
    return w("strides.and").join([*shared, *([numbers(w, rest)] if rest else [])])
