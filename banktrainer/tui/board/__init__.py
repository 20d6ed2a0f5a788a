"""The board: 32 lanes falling into 32 banks, as a pure picture and the widget that paints it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banktrainer.tui.board.frame import Frame
    from banktrainer.tui.board.layout import Layout
    from banktrainer.tui.board.timing import Moment, Schedule
    from banktrainer.tui.board.widget import Board

__all__ = ["Board", "Frame", "Layout", "Moment", "Schedule"]

_HOMES = {
    "Board": "widget",
    "Frame": "frame",
    "Layout": "layout",
    "Moment": "timing",
    "Schedule": "timing",
}
"""Which module a name lives in. No module may bear an exported name: it would take its place."""


def __getattr__(name: str) -> Any:
    """Load a public name from its module on first use, so that importing the package is free."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
