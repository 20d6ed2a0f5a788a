"""What the hardware does: accesses in, timelines, counts and remedies out. No text, no I/O.

Names load on first use, so that importing the package alone loads no numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.engine.access import Access as Access
    from banktrainer.engine.access import Origin as Origin
    from banktrainer.engine.cells import CELLS as CELLS
    from banktrainer.engine.cells import cell_of as cell_of
    from banktrainer.engine.comparing import Aspect as Aspect
    from banktrainer.engine.comparing import Comparison as Comparison
    from banktrainer.engine.comparing import Difference as Difference
    from banktrainer.engine.comparing import compare as compare
    from banktrainer.engine.counting import count as count
    from banktrainer.engine.facts import Broadcast as Broadcast
    from banktrainer.engine.facts import Collision as Collision
    from banktrainer.engine.facts import Why as Why
    from banktrainer.engine.facts import broadcasts as broadcasts
    from banktrainer.engine.facts import collisions as collisions
    from banktrainer.engine.faults import AccessError as AccessError
    from banktrainer.engine.faults import EngineError as EngineError
    from banktrainer.engine.inputs import OPS as OPS
    from banktrainer.engine.inputs import WIDTHS as WIDTHS
    from banktrainer.engine.inputs import Op as Op
    from banktrainer.engine.layout import FieldArrays as FieldArrays
    from banktrainer.engine.layout import Layout as Layout
    from banktrainer.engine.layout import Pitch as Pitch
    from banktrainer.engine.layout import Swizzle as Swizzle
    from banktrainer.engine.layout import Tile as Tile
    from banktrainer.engine.machine import Machine as Machine
    from banktrainer.engine.machine import MachineError as MachineError
    from banktrainer.engine.machine import Rule as Rule
    from banktrainer.engine.machine import Sharing as Sharing
    from banktrainer.engine.machine import Source as Source
    from banktrainer.engine.machine import Sureness as Sureness
    from banktrainer.engine.machines import MACHINES as MACHINES
    from banktrainer.engine.machines import machine_of as machine_of
    from banktrainer.engine.remedy import Remedy as Remedy
    from banktrainer.engine.remedy import remedies as remedies
    from banktrainer.engine.rungs import Rung as Rung
    from banktrainer.engine.rungs import ladder as ladder
    from banktrainer.engine.serving import serve as serve
    from banktrainer.engine.stride import Affine as Affine
    from banktrainer.engine.stride import ClosedFormError as ClosedFormError
    from banktrainer.engine.stride import Unfit as Unfit
    from banktrainer.engine.stride import affine as affine
    from banktrainer.engine.stride import closed_form as closed_form
    from banktrainer.engine.stride import stride_degree as stride_degree
    from banktrainer.engine.timeline import Cycle as Cycle
    from banktrainer.engine.timeline import Phase as Phase
    from banktrainer.engine.timeline import Served as Served
    from banktrainer.engine.timeline import Timeline as Timeline
    from banktrainer.engine.timeline import Verdict as Verdict
    from banktrainer.engine.verdicts import verdict_of as verdict_of

_HOME = {
    "access": ("Access", "Origin"),
    "cells": ("CELLS", "cell_of"),
    "comparing": ("Aspect", "Comparison", "Difference", "compare"),
    "facts": ("Broadcast", "Collision", "Why", "broadcasts", "collisions"),
    "faults": ("AccessError", "EngineError"),
    "inputs": ("OPS", "WIDTHS", "Op"),
    "rungs": ("Rung", "ladder"),
    "layout": ("FieldArrays", "Layout", "Pitch", "Swizzle", "Tile"),
    "remedy": ("Remedy", "remedies"),
    "machine": ("Machine", "MachineError", "Rule", "Sharing", "Source", "Sureness"),
    "machines": ("MACHINES", "machine_of"),
    "serving": ("serve",),
    "counting": ("count",),
    "stride": ("Affine", "ClosedFormError", "Unfit", "affine", "closed_form", "stride_degree"),
    "timeline": ("Cycle", "Phase", "Served", "Timeline", "Verdict"),
    "verdicts": ("verdict_of",),
}
"""Which module a name lives in. No module may bear an exported name: importing the module would
put it in the name's place."""
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
