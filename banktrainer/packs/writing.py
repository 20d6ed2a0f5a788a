"""A card as an author would write it: Markdown of the pack format, as the loader reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

ASKED_MARK = re.compile(r"[ \t]*//[ \t]*\?[ \t]*$")
"""The end of the line that a fence asks about."""

_BACKTICKS = re.compile(r"`{3,}")
_PLAIN = re.compile(r"[A-Za-z][\w. -]*")
_WORDS_OF_YAML = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


@dataclass(frozen=True, slots=True)
class NewCard:
    """What goes into a card about one access; `asked_line` counts from 1, None asks the first.

    Question and answer are Markdown; the answer's figures stand as `{{…}}`.
    """

    id: str
    title: str
    code: str
    question: str
    answer: str
    values: Mapping[str, str] = field(default_factory=dict)
    block: Sequence[int] = (32,)
    machine: str = "nvidia"
    cell: str | None = None
    asked_line: int | None = None


def card_markdown(card: NewCard) -> str:
    """The file of `card`."""
    return "\n".join(
        (
            *("---", *_keys(card), "---", ""),
            *(_fence(card), _code(card), _mark(card), ""),
            *("## Forecast", card.question, "", "## Answer", card.answer, ""),
        )
    )


def _keys(card: NewCard) -> tuple[str, ...]:
    values = ", ".join(f"{name}: {_scalar(value)}" for name, value in card.values.items())
    last = max((n for n, size in enumerate(card.block) if size > 1), default=0)
    given = {
        "id": card.id,
        "kind": "example",
        "cell": card.cell,
        "title": _scalar(card.title),
        "set": f"{{{values}}}" if values else None,
        "block": f"[{', '.join(map(str, card.block[: last + 1]))}]",
        "machine": card.machine,
    }
    return tuple(f"{key}: {value}" for key, value in given.items() if value)


def _scalar(text: str) -> str:
    """A text as YAML reads it back: plain where nothing in it could mean something, else quoted."""
    plain = _PLAIN.fullmatch(text) and text.lower() not in _WORDS_OF_YAML and text == text.strip()
    return text if plain else json.dumps(text, ensure_ascii=False)


def _mark(card: NewCard) -> str:
    """A fence that no run of backticks in the code closes."""
    longest = max((len(run) for run in _BACKTICKS.findall(card.code)), default=2)
    return "`" * (longest + 1)


def _fence(card: NewCard) -> str:
    return f"{_mark(card)}cuda"


def _code(card: NewCard) -> str:
    lines = [ASKED_MARK.sub("", line) for line in card.code.rstrip().split("\n")]
    if card.asked_line is not None and 0 < card.asked_line <= len(lines):
        lines[card.asked_line - 1] = f"{lines[card.asked_line - 1].rstrip()} // ?"
    return "\n".join(lines)
