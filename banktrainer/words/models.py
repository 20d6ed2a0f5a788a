"""Sentences about wrong models: what somebody counted as if, and what the hardware does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.words import Words
from banktrainer.words.explain import meeting_line, verdict_line

if TYPE_CHECKING:
    from banktrainer.engine import Timeline


def model_name(w: Words, model: str) -> str:
    """What a wrong model is called in a list; its id where no catalogue knows it."""
    key = f"models.{model}.name"
    return w(key) if w.has(key) else model


def believed_line(w: Words, model: str) -> str:
    """You counted as if …; the hardware …."""
    believed, true = (w(f"models.{model}.{part}") for part in ("believed", "true"))
    return w("models.told", believed=believed, true=true)


def as_if_line(w: Words, model: str) -> str:
    """What the believer's board shows: as if …"""
    return w("models.as_if", believed=w(f"models.{model}.believed"))


def hardware_line(w: Words, model: str) -> str:
    """What the hardware does, as a sentence."""
    true = w(f"models.{model}.true")
    return w("models.hardware", true=f"{true[:1].upper()}{true[1:]}")


def hardware_cost_line(w: Words, true: Timeline) -> str:
    """What the access costs on the hardware, before its board."""
    return w("models.costs", told=verdict_line(w, true))


def seen_line(w: Words, believed: Timeline) -> str:
    """What the access costs in the believer's eyes, and who meets there."""
    parts = (verdict_line(w, believed), meeting_line(w, believed) or "")
    return w("models.saw", told=" ".join(part for part in parts if part))
