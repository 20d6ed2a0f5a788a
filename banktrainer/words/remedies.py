"""Sentences about remedies: what to change, what it brings, why it works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from banktrainer.words import Words
from banktrainer.words.explain import cost

if TYPE_CHECKING:
    from banktrainer.engine import Remedy


def remedy_line(w: Words, remedy: Remedy, array: str, before: int) -> str:
    """What to change and what that brings, in one sentence; `before` is in cycles."""
    price = cost(w, remedy.cycles, remedy.ideal)
    facts = {"cost": price, "before": before, "extra": remedy.extra_bytes}
    return w("remedy.line", what=what_line(w, remedy, array), **facts)


def what_line(w: Words, remedy: Remedy, array: str) -> str:
    """What to change."""
    params = dict(remedy.params)
    form: str = remedy.kind
    if remedy.kind == "swizzle":
        params = {"shift": params["base"] + params["shift"], "mask": (1 << params["bits"]) - 1}
        params["base"] = remedy.params["base"]
        form = "swizzle" if params["base"] else "swizzle_low"
    return w(f"remedy.what.{form}", array=array, **params)


def remedy_name(w: Words, remedy: Remedy) -> str:
    """What a kind of remedy is called in a list."""
    return w(f"remedy.name.{remedy.kind}")


def bytes_line(w: Words, remedy: Remedy) -> str:
    """What it costs in shared memory."""
    extra = remedy.extra_bytes
    return w.count("remedy.bytes", extra) if extra else w("remedy.bytes.none")


def why_remedy(w: Words, remedy: Remedy, dims: Sequence[int]) -> str:
    """Why it works for an array of `dims` elements; one without rows is told in stretches."""
    facts = remedy.facts
    if remedy.kind == "swizzle" and len(dims) < 2:
        return w("remedy.why.stretches", **facts)
    if remedy.kind != "pad":
        return w(f"remedy.why.{remedy.kind}", **facts)
    before, after = _step(w, facts, "_before"), _step(w, facts, "")
    first = "step" if facts["step_bytes_before"] else "same"
    sentences = (
        w(f"remedy.why.{first}", step_before=before, **facts),
        w("remedy.why.now", step=after, **facts),
    )
    return " ".join(sentences)


def _step(w: Words, facts: Mapping[str, int], when: str) -> str:
    """How much further on the next row begins: in banks where that is whole, else in bytes."""
    banks = facts.get(f"bank_step{when}")
    if banks is not None:
        return w.count("remedy.why.banks", banks)
    return w.count("remedy.why.bytes", facts[f"step_bytes{when}"])
