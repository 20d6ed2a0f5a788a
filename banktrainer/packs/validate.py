"""Pydantic's complaints, told in an author's words at the line and column they are about."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.yaml_text import Loc, Yaml

Keys = TypeVar("Keys", bound=BaseModel)

_TYPES = {
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be a mapping of keys to values",
    "model_type": "must be a mapping of keys to values",
}
_BOUNDS = {"less_than_equal": ("at most", "le"), "greater_than_equal": ("at least", "ge")}


def validate(model: type[Keys], yaml: Yaml, faults: Faults) -> Keys | None:
    """`yaml` as a `model`, or None with every fault told."""
    try:
        return model.model_validate(yaml.data)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            _tell(model, yaml, detail, faults)
        return None


def rest_of(model: type[Keys], yaml: Yaml, spare: Collection[str]) -> Keys | None:
    """`yaml` as a `model` without what is unknown or wrong in it, so that more can be checked.

    None where the rest can't stand alone: a wrong key is not among the `spare` ones, or one that
    is unknown may be such a key misspelt.
    """
    try:
        return model.model_validate(yaml.data)
    except ValidationError as error:
        wrong = {str(detail["loc"][0]) for detail in error.errors() if detail["loc"]}
    meant = {each for name in wrong for each in _known(model, name)}
    if not isinstance(yaml.data, dict) or not meant.issubset(spare):
        return None
    left = {name: value for name, value in yaml.data.items() if name not in wrong}
    try:
        return model.model_validate(left)
    except ValidationError:
        return None


def _known(model: type[BaseModel], name: str) -> list[str]:
    """The key that `name` is, or that it may stand for; none where it is like no other."""
    return difflib.get_close_matches(name, model.model_fields, n=1)


def _tell(model: type[BaseModel], yaml: Yaml, detail: ErrorDetails, faults: Faults) -> None:
    loc: Loc = tuple(part for part in detail["loc"] if part != "[key]")
    name = quoted(".".join(str(part) for part in loc)) if loc else ""
    match detail["type"]:
        case "missing":
            faults.add(yaml.place(*loc[:-1]), "E205", f"needs the key {name}")
        case "extra_forbidden":
            faults.add(yaml.key_place(*loc), "E206", f"unknown key {name}{_meant(model, loc)}")
        case _ if yaml.place(*loc) not in yaml.refused:
            message = f"{name} {_complaint(detail)}".lstrip()
            faults.add(yaml.place(*loc), "E207", message)


def _meant(model: type[BaseModel], loc: Loc) -> str:
    known = _known(model, str(loc[-1]))
    return f"; did you mean `{known[0]}`?" if known and len(loc) == 1 else ""


def _complaint(detail: ErrorDetails) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        return f"must be {context['expected']}"
    if kind in _BOUNDS:
        word, bound = _BOUNDS[kind]
        return f"must be {word} {context[bound]}"
    message = detail["msg"]
    return _TYPES.get(kind) or f"is not right: {message[:1].lower()}{message[1:]}"
