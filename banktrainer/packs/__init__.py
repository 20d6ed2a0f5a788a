"""Question packs on disk: the loader, the checker, and the engine's numbers for their cards.

Names load on first use: the model alone is light, the loader brings pydantic, YAML and Markdown,
and the solver the reader and the engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.packs.checking import check as check
    from banktrainer.packs.codes import CODES as CODES
    from banktrainer.packs.expression import ExpressionError as ExpressionError
    from banktrainer.packs.figures import fill as fill
    from banktrainer.packs.figures import plain_text as plain_text
    from banktrainer.packs.loader import load as load
    from banktrainer.packs.model import Bullets as Bullets
    from banktrainer.packs.model import Card as Card
    from banktrainer.packs.model import Choice as Choice
    from banktrainer.packs.model import CodeBlock as CodeBlock
    from banktrainer.packs.model import Evidence as Evidence
    from banktrainer.packs.model import Fault as Fault
    from banktrainer.packs.model import Fence as Fence
    from banktrainer.packs.model import Pack as Pack
    from banktrainer.packs.model import PackError as PackError
    from banktrainer.packs.model import Paragraph as Paragraph
    from banktrainer.packs.model import Place as Place
    from banktrainer.packs.model import Prose as Prose
    from banktrainer.packs.model import Span as Span
    from banktrainer.packs.model import Step as Step
    from banktrainer.packs.model import Table as Table
    from banktrainer.packs.model import Term as Term
    from banktrainer.packs.model import Trap as Trap
    from banktrainer.packs.opening import builtin as builtin
    from banktrainer.packs.opening import open_pack as open_pack
    from banktrainer.packs.roots import content_root as content_root
    from banktrainer.packs.roots import fingerprint as fingerprint
    from banktrainer.packs.solving import SolvedCard as SolvedCard
    from banktrainer.packs.solving import SolvedFence as SolvedFence
    from banktrainer.packs.solving import SolveError as SolveError
    from banktrainer.packs.solving import solve as solve
    from banktrainer.packs.template import draw as draw
    from banktrainer.packs.template import draws as draws

_HOME = {
    "checking": ("check",),
    "codes": ("CODES",),
    "expression": ("ExpressionError",),
    "figures": ("fill", "plain_text"),
    "loader": ("load",),
    "model": (
        *("Bullets", "Card", "Choice", "CodeBlock", "Evidence", "Fault", "Fence", "Pack"),
        *("PackError", "Paragraph", "Place", "Prose", "Span", "Step", "Table", "Term", "Trap"),
    ),
    "opening": ("builtin", "open_pack"),
    "roots": ("content_root", "fingerprint"),
    "solving": ("SolveError", "SolvedCard", "SolvedFence", "solve"),
    "template": ("draw", "draws"),
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
