"""Values of the model as JSON and back: a dataclass as {its name: [its fields]}, a tuple as a list.

Only what is named in `KINDS` is ever made of a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from banktrainer.packs import model

KINDS = {
    kind.__name__: kind
    for kind in (
        *(model.Place, model.Span, model.Paragraph, model.Bullets, model.Table, model.CodeBlock),
        *(model.Fence, model.Step, model.Trap, model.Choice, model.Evidence, model.Card),
    )
}
_MAPPING = ""


def freeze(value: Any) -> Any:
    """`value` as JSON has it. Raises TypeError for what is no part of a card."""
    match value:
        case None | str() | int():
            return value
        case tuple():
            return [freeze(each) for each in value]
        case Mapping():
            return {_MAPPING: {name: freeze(each) for name, each in value.items()}}
        case _ if type(value).__name__ in KINDS:
            return {type(value).__name__: [freeze(getattr(value, f.name)) for f in fields(value)]}
    raise TypeError(f"{type(value).__name__} is no part of a card")


def thaw(tree: Any) -> Any:
    """What `freeze` was given. Raises TypeError, ValueError or LookupError for anything else."""
    if isinstance(tree, list):
        return tuple(thaw(each) for each in tree)
    if not isinstance(tree, dict):
        return tree
    ((name, inside),) = tree.items()
    if name == _MAPPING:
        return {key: thaw(each) for key, each in inside.items()}
    kind = KINDS[name]
    if len(inside) != len(fields(kind)):
        raise ValueError(f"not a {name}")
    return kind(*(thaw(each) for each in inside))
