"""Sentences about the settings: what can't be used, and what each is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.records.settings import Fault


def fault_line(w: Words, fault: Fault) -> str:
    """What in the settings file can't be used, where, and what holds instead."""
    if fault.key:
        return w("settings.fault.value", path=fault.path, key=fault.key)
    return w("settings.fault.file", path=fault.path, why=fault.why)
