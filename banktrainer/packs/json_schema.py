"""JSON Schemas of `pack.yaml`, front matter, evidence and terms, made from the models.

They describe a file as an editor reads it, with numbers and truth values; the loader reads text
(`yaml_text`) and holds the rules that no schema can say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from banktrainer.packs.schema import (
    CardKeys,
    EvidenceKeys,
    PackKeys,
    TermKeys,
    TranslatedEvidence,
    TranslationKeys,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WHOLE: Mapping[str, tuple[type[BaseModel], bool]] = {
    "pack": (PackKeys, False),
    "card": (CardKeys, False),
    "translation": (TranslationKeys, False),
    "evidence": (EvidenceKeys, True),
    "evidence-translation": (TranslatedEvidence, True),
}
_PARTIAL: Mapping[str, type[BaseModel]] = {
    "cards": CardKeys,
    "translations": TranslationKeys,
    "term": TermKeys,
}
"""Front matter of a file of several cards, or of one of them: nothing is needed in one place."""


def json_schemas(about: Callable[[str], str] = lambda key: "") -> dict[str, dict[str, Any]]:
    """Every schema by its name; `about` tells of a key what to show beside it, or ""."""
    found: dict[str, dict[str, Any]] = {}
    for name, (model, listed) in _WHOLE.items():
        schema = _schema(model, about)
        found[name] = _list_of(schema) if listed else schema
    for name, model in _PARTIAL.items():
        schema = _schema(model, about)
        schema.pop("required", None)
        found[name] = schema
    return {
        name: {"$schema": DIALECT, "title": f"banktrainer {name}", **schema}
        for name, schema in found.items()
    }


def _schema(model: type[BaseModel], about: Callable[[str], str]) -> dict[str, Any]:
    from banktrainer.engine import MACHINES

    schema = model.model_json_schema()
    for each in (schema, *schema.get("$defs", {}).values()):
        each.pop("title", None)
        each.pop("description", None)
        for key, value in each.get("properties", {}).items():
            value.pop("title", None)
            if text := about(key):
                value["description"] = text
    if "machine" in schema["properties"]:
        schema["properties"]["machine"]["enum"] = sorted(MACHINES)
    return schema


def _list_of(schema: dict[str, Any]) -> dict[str, Any]:
    defs = schema.pop("$defs", {})
    listed: dict[str, Any] = {"type": "array", "items": schema}
    return {**listed, "$defs": defs} if defs else listed
