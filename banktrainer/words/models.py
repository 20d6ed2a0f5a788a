"""Sentences about wrong models: what somebody counted as if, and what the hardware does."""

from __future__ import annotations

from banktrainer.words import Words


def model_name(w: Words, model: str) -> str:
    """What a wrong model is called in a list; its id where no catalogue knows it."""
    key = f"models.{model}.name"
    return w(key) if w.has(key) else model


def believed_line(w: Words, model: str) -> str:
    """You counted as if …; the hardware …."""
    believed, true = (w(f"models.{model}.{part}") for part in ("believed", "true"))
    return w("models.told", believed=believed, true=true)
