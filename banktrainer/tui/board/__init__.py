"""The board: 32 lanes falling into 32 banks, as a pure picture and the widget that paints it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banktrainer.tui.board.frame import Frame, frame
    from banktrainer.tui.board.layout import Layout, layout
    from banktrainer.tui.board.timing import Moment, Schedule
    from banktrainer.tui.board.widget import Board

__all__ = ["Board", "Frame", "Layout", "Moment", "Schedule", "frame", "layout"]

_HOMES = {
    "Board": "widget",
    "Frame": "frame",
    "frame": "frame",
    "Layout": "layout",
    "layout": "layout",
    "Moment": "timing",
    "Schedule": "timing",
}


def __getattr__(name: str) -> Any:
    """Load a public name from its module on first use, so that importing the package is free."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
