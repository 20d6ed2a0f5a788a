"""Sentences about one access on two machines: where their rules differ, and what decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.engine import Comparison, Difference


def comparison_line(w: Words, comparison: Comparison, base: str) -> str:
    """Why a machine's figures are other than the base machine's, or that they are not."""
    if comparison.refused is not None:
        return comparison.refused
    if comparison.machine == base:
        return w("compare.base")
    found = comparison.differences
    if not found:
        return w("compare.same", base=base)
    decides = [one for one in found if one.decides]
    if not decides:
        what = _joined(w, found)
        return w("compare.together", what=what)
    rest = [one for one in found if not one.decides]
    sentences = [w("compare.decides", what=_capital(_joined(w, decides)))]
    if rest:
        sentences.append(w("compare.also", what=_joined(w, rest)))
    return " ".join(sentences)


def _joined(w: Words, found: Iterable[Difference]) -> str:
    return w("compare.and").join(_difference(w, one) for one in found)


def _difference(w: Words, one: Difference) -> str:
    """One part of the rules, as it is here and as it is on the base machine."""
    base, other = one.base, one.other
    form = str(one.aspect)
    if form == "phases" and base == other:
        form = "groups"
    elif form == "merges":
        form = "merges" if other else "merges_not"
    elif form == "sharing":
        base, other = (w(f"compare.sharing.{kind}") for kind in (base, other))
    if form in ("phases", "requests") and isinstance(other, int):
        return w.count(f"compare.aspect.{form}", other, base=base)
    return w(f"compare.aspect.{form}", base=base, other=other)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
