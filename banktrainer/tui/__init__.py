"""The app: screens and widgets on Textual, one of the two faces of a session.

Importing the package is free; its names load on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banktrainer.tui.app import BanktrainerApp
    from banktrainer.tui.request import Request

__all__ = ["BanktrainerApp", "Request"]

_HOMES = {"BanktrainerApp": "app", "Request": "request"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
