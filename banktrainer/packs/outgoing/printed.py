"""Markdown to print: the questions, and behind them the key."""

from __future__ import annotations

from collections.abc import Iterable

from banktrainer.packs.incoming.plain_markdown import backslashed, line_for
from banktrainer.packs.model import Pack
from banktrainer.packs.outgoing.prose import to_markdown
from banktrainer.packs.outgoing.questions import Labels, Question
from banktrainer.packs.outgoing.tables import lettered, right_of


def as_printed(pack: Pack, found: Iterable[Question], labels: Labels) -> str:
    """The pack as one Markdown document."""
    listed = list(found)
    parts = [f"# {_line(pack.title)}"]
    if pack.description:
        parts.append(_line(pack.description))
    for number, each in enumerate(listed, 1):
        parts += [_heading(number, each), to_markdown(each.asked)]
        if each.choices:
            choices = (_line(line).replace(")", "\\)", 1) for line in lettered(each.choices))
            parts.append("\n".join(f"- {line}" for line in choices))
    parts.append(f"# {labels.answers}")
    for number, each in enumerate(listed, 1):
        right = right_of(each)
        parts.append(_heading(number, each))
        if right:
            parts.append(f"**{_line(right)}**")
        parts.append(to_markdown(each.answer))
    return "\n\n".join(part for part in parts if part) + "\n"


def _heading(number: int, question: Question) -> str:
    return f"## {number}. {_line(question.title)}"


def _line(text: str) -> str:
    return line_for(backslashed, text)
