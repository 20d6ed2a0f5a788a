"""CUDA source in, shared-memory accesses out: a SIMT reader on tree-sitter's CUDA grammar.

Names are loaded on first use, so that importing this package loads neither numpy nor tree-sitter.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.cuda.model import Execution, Launch, Trace, TracedAccess, Unread
    from banktrainer.cuda.reporting import AccessRow, Report, report
    from banktrainer.cuda.rewriting import ChangedLine, Rewrite, rewrite
    from banktrainer.cuda.source import SourceError
    from banktrainer.cuda.tracing import Reading, kernels, trace

__all__ = [
    "AccessRow",
    "ChangedLine",
    "Execution",
    "Launch",
    "Reading",
    "Report",
    "Rewrite",
    "SourceError",
    "Trace",
    "TracedAccess",
    "Unread",
    "kernels",
    "report",
    "rewrite",
    "trace",
]

# No module may bear an exported name: importing the module would put it in the name's place.
_HOMES = {
    "AccessRow": "reporting",
    "ChangedLine": "rewriting",
    "Execution": "model",
    "Launch": "model",
    "Reading": "tracing",
    "Report": "reporting",
    "Rewrite": "rewriting",
    "SourceError": "source",
    "Trace": "model",
    "TracedAccess": "model",
    "Unread": "model",
    "kernels": "tracing",
    "report": "reporting",
    "rewrite": "rewriting",
    "trace": "tracing",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
