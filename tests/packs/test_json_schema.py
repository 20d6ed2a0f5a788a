"""The JSON Schemas for editors say what the loader says, as far as a schema can."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from pydantic import BaseModel

from banktrainer.packs import content_root
from banktrainer.packs.faults import Faults
from banktrainer.packs.json_schema import json_schemas
from banktrainer.packs.schema import CardKeys, EvidenceKeys, PackKeys, TermKeys
from banktrainer.packs.source import source_of
from banktrainer.packs.validate import validate
from banktrainer.packs.yaml_text import read_yaml

SCHEMAS = json_schemas()
MODELS: dict[str, type[BaseModel]] = {"pack": PackKeys, "card": CardKeys, "term": TermKeys}
PACK = "format: 1\nid: demo\ntitle: A demo\nversion: 1.0\nlanguage: en\n"
CARD = "id: a\nkind: recall\n"

TEXTS = {
    "pack": (
        *(PACK, PACK + "authors: [A]\n", PACK + "translations: [hi-Latn]\n"),
        *(PACK.replace("1\n", "2\n", 1), PACK.replace("id: demo\n", ""), PACK + "who: me\n"),
        *(PACK.replace("demo", "De mo"), PACK.replace("en", "English"), PACK + "authors: A\n"),
    ),
    "card": (
        *(CARD, CARD + "difficulty: 3\n", CARD + "difficulty: 6\n", CARD + "difficulty: x\n"),
        *(CARD + "block: [16, 16]\n", CARD + "block: 64\n", CARD + "block: []\n"),
        *(CARD + "block: [0]\n", CARD + "set: {a: 1, b: [1, 2], c: x}\n", CARD + "set: {a b: 1}\n"),
        *(CARD + "params: {s: 1..9}\n", CARD + "params: {s: [1, 2]}\n", CARD + "params: {s: 9}\n"),
        *(CARD + "machine: gfx942\n", CARD + "machine: toaster\n", CARD + "cell: F\n"),
        *(CARD + "cell: Z\n", CARD + "ask: bank\nlane: 3\n", CARD + "ask: nicely\n"),
        *(CARD + "expect: 4\n", CARD + "answer: yes\n", CARD + "lane: 64\n", CARD + "tags: [a]\n"),
        *(CARD + "requires: [A B]\n", CARD + "evidence: [a]\n", CARD.replace("recall", "poem")),
        CARD + "choices:\n- {text: a, right: true}\n- {text: b, why: c}\n",
        CARD + "choices:\n- {text: a, wrong: true}\n- {text: b}\n",
    ),
    "term": ("id: a\nsee: [b]\naliases: [c]\n", "id: a\nsee: b\n", "id: a\nsees: [b]\n"),
}
CASES = [(name, text) for name, texts in TEXTS.items() for text in texts]


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(("name", "text"), CASES)
def test_schema_and_model_agree(name: str, text: str) -> None:
    source = source_of(text, "a", Faults())
    read = read_yaml(source, 1, len(source.lines), Faults())
    assert read is not None
    model = validate(MODELS[name], read, Faults())
    assert accepts(name, yaml.safe_load(text)) == (model is not None)


def accepts(name: str, data: Any) -> bool:
    return bool(Draft202012Validator(SCHEMAS[name]).is_valid(data))


@pytest.mark.parametrize("model", [PackKeys, CardKeys, EvidenceKeys, TermKeys])
def test_every_key_of_a_model_is_in_its_schema(model: Any) -> None:
    known = [schema.get("items", schema)["properties"] for schema in SCHEMAS.values()]
    assert set(model.model_fields) in [set(properties) for properties in known]


def test_what_the_built_in_packs_write_passes() -> None:
    for folder in content_root().glob("*/pack.yaml"):
        assert accepts("pack", yaml.safe_load(folder.read_text("utf-8")))
        for file in folder.parent.glob("cards/*.md"):
            matter = yaml.safe_load(file.read_text("utf-8").split("---\n")[1]) or {}
            whole = "card" if "id" in matter else "cards"
            told = {"card": "translation", "cards": "translations"}[whole]
            assert accepts(told if "." in file.stem else whole, matter), file
