"""How the text of each field of a pack's YAML is read and bounded.

YAML gives text only (`yaml_text`), so each field says itself what its text must look like.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from banktrainer.packs.model import Block3

MAX_LINE = 200
MAX_TEXT = 2_000
MAX_LIST = 100
MAX_RANGE = 10_000
MAX_THREADS = 1_024
MAX_LANE = 63
MAX_DIFFICULTY = 5

_ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,11})")
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")


def is_id(text: str) -> bool:
    return len(text) <= 64 and _ID.fullmatch(text) is not None


def is_language(text: str) -> bool:
    return len(text) <= 32 and _LANGUAGE.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Whether `text` is a name as C (and a fence) has them."""
    return len(text) <= 64 and _NAME.fullmatch(text) is not None


def whole_number(text: str) -> int:
    """The number that `text` writes. Raises ValueError, also for one with leading zeros."""
    if _WHOLE.fullmatch(text) is None:
        raise ValueError("must be a whole number, without leading zeros")
    return int(text)


def as_whole(value: object) -> object:
    return whole_number(value) if isinstance(value, str) else value


def _id(text: str) -> str:
    if not is_id(text):
        raise ValueError("must be small letters, digits and single hyphens, at most 64")
    return text


def _language(text: str) -> str:
    if not is_language(text):
        raise ValueError("must be a language tag such as `en` or `hi-Latn`")
    return text


def _line(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    if "\n" in text.strip():
        raise ValueError("must be one line")
    if len(text) > MAX_LINE:
        raise ValueError(f"must be at most {MAX_LINE} characters")
    return _without_figures(text.strip())


def _text(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise ValueError(f"must be at most {MAX_TEXT} characters")
    return _without_figures(text.strip())


def _without_figures(text: str) -> str:
    if "{{" in text:
        raise ValueError("figures are not filled in here; say it in a section")
    return text


def distinct(items: tuple[str, ...]) -> tuple[str, ...]:
    twice = next((item for at, item in enumerate(items) if item in items[:at]), None)
    if twice is not None:
        raise ValueError(f"names `{twice}` twice")
    return items


def _url(text: str) -> str:
    if not text.startswith(("https://", "http://")) or len(text) > MAX_TEXT or " " in text:
        raise ValueError("must be an address that begins with https://")
    return text


def as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def as_yes_no(value: object) -> object:
    if isinstance(value, str):
        if value not in ("true", "yes", "false", "no"):
            raise ValueError("must be true or false")
        return value in ("true", "yes")
    return value


def _value_text(value: object) -> object:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return f"[{', '.join(value)}]"
    if isinstance(value, str) and not value.strip():
        raise ValueError("must not be empty")
    return value


def _named_values(values: dict[str, str]) -> dict[str, str]:
    wrong = next((name for name in values if not is_name(name)), None)
    if wrong is not None:
        raise ValueError(f"`{wrong[:MAX_LINE]}` is not a name as C has them")
    return values


def block_shape(sizes: object) -> Block3:
    """Three block sizes from a list of one to three texts, or from the one size alone."""
    listed = sizes if isinstance(sizes, list) else [sizes]
    texts = [size for size in listed if isinstance(size, str)]
    if not 1 <= len(texts) <= 3 or len(texts) < len(listed):
        raise ValueError("must be one to three sizes, such as `[32]` or `[16, 16]`")
    x, y, z = [whole_number(size) for size in texts] + [1] * (3 - len(texts))
    if min(x, y, z) < 1 or x * y * z > MAX_THREADS:
        raise ValueError(f"must have 1 to {MAX_THREADS} threads")
    return x, y, z


def machine_name(name: str) -> str:
    if name != "nvidia":
        from banktrainer.engine import MACHINES

        if name not in MACHINES:
            raise ValueError(f"must be one of {', '.join(sorted(MACHINES))}")
    return name


def _domain(value: object) -> object:
    """The values of one parameter: `LO..HI`, both included, or a list of numbers."""
    if isinstance(value, list):
        return tuple(as_whole(item) for item in value)
    match = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError("must be a range such as `1..32`, or a list of whole numbers")
    low, high = int(match[1]), int(match[2])
    if not 0 <= high - low < MAX_RANGE:
        raise ValueError(f"must go upwards, over at most {MAX_RANGE} values")
    return tuple(range(low, high + 1))


def _sized_domains(domains: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    _named_values(dict.fromkeys(domains, ""))
    for name, domain in domains.items():
        if not domain or len(set(domain)) != len(domain):
            raise ValueError(f"`{name}` needs values, each once")
    return domains


_ONE_LINE = {"type": ["string", "number", "boolean"], "minLength": 1, "maxLength": MAX_LINE}
_ID_SCHEMA = {"type": ["string", "integer"], "pattern": f"^{_ID.pattern}$", "maxLength": 64}
_NAME_SCHEMA = {"pattern": f"^{_NAME.pattern}$", "maxLength": 64}
_VALUE = {"type": ["string", "number", "boolean"]}
_VALUES_SCHEMA = {
    "type": "object",
    "propertyNames": _NAME_SCHEMA,
    "additionalProperties": {"anyOf": [_VALUE, {"type": "array", "items": _VALUE}]},
}
_RANGES_SCHEMA = {
    "type": "object",
    "propertyNames": _NAME_SCHEMA,
    "additionalProperties": {
        "anyOf": [
            {"type": "string", "pattern": f"^{_RANGE.pattern}$"},
            {"type": "array", "items": {"type": "integer"}, "minItems": 1, "uniqueItems": True},
        ]
    },
}
_SIZE = {"type": "integer", "minimum": 1, "maximum": MAX_THREADS}
_BLOCK_SCHEMA = {"anyOf": [_SIZE, {"type": "array", "items": _SIZE, "minItems": 1, "maxItems": 3}]}
"""What an editor may find in a field: it reads YAML's numbers and truth values as such."""

Id = Annotated[str, AfterValidator(_id), WithJsonSchema(_ID_SCHEMA)]
Language = Annotated[
    str, AfterValidator(_language), Field(json_schema_extra={"pattern": f"^{_LANGUAGE.pattern}$"})
]
Line = Annotated[str, AfterValidator(_line), WithJsonSchema(_ONE_LINE)]
Text = Annotated[str, AfterValidator(_text), WithJsonSchema({**_VALUE, "maxLength": MAX_TEXT})]
Url = Annotated[str, AfterValidator(_url), Field(json_schema_extra={"pattern": "^https?://[^ ]+$"})]
Lane = Annotated[
    int,
    BeforeValidator(as_whole),
    Field(ge=0, le=MAX_LANE),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MAX_LANE}),
]
Difficulty = Annotated[
    int,
    BeforeValidator(as_whole),
    Field(ge=1, le=MAX_DIFFICULTY),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MAX_DIFFICULTY}),
]
Block = Annotated[Block3, BeforeValidator(block_shape), WithJsonSchema(_BLOCK_SCHEMA)]
YesNo = Annotated[
    bool,
    BeforeValidator(as_yes_no),
    WithJsonSchema({"enum": [True, False, "yes", "no"]}),
]
_Listed = (BeforeValidator(as_tuple), AfterValidator(distinct), Field(max_length=MAX_LIST))
Ids = Annotated[tuple[Id, ...], *_Listed]
Lines = Annotated[tuple[Line, ...], *_Listed]
Languages = Annotated[tuple[Language, ...], *_Listed]
Values = Annotated[
    dict[str, Annotated[str, BeforeValidator(_value_text)]],
    AfterValidator(_named_values),
    WithJsonSchema(_VALUES_SCHEMA),
]
Domains = Annotated[
    dict[str, Annotated[tuple[int, ...], BeforeValidator(_domain)]],
    AfterValidator(_sized_domains),
    WithJsonSchema(_RANGES_SCHEMA),
]
