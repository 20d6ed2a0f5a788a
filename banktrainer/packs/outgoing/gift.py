"""GIFT as Moodle reads it: texts in Markdown, every sign that GIFT takes for its own escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable

from banktrainer.packs.incoming.plain_markdown import as_entities, line_for
from banktrainer.packs.model import Pack
from banktrainer.packs.outgoing.prose import to_markdown
from banktrainer.packs.outgoing.questions import Question

_ESCAPES = {ord(sign): f"\\{sign}" for sign in "\\~=#{}:"} | {ord("\n"): "\\n"}
_LONGEST_NAME = 250
_NUMBER = re.compile(r"[0-9]+")


def as_gift(pack: Pack, found: Iterable[Question]) -> str:
    """A file of questions, in a category called as the pack is."""
    category = f"$CATEGORY: $course$/{pack.title.replace('/', '-')}"
    return "\n\n".join([category, *(_question(each) for each in found)]) + "\n"


def _question(question: Question) -> str:
    name = _text(f"{question.title} ({question.key})"[:_LONGEST_NAME])
    asked = _text(to_markdown(question.asked, as_entities))
    general = f" ####{_text(to_markdown(question.answer, as_entities))}"
    return f"// {question.key}\n::{name}::[markdown]{asked} {{{_answers(question)}{general}}}"


def _answers(question: Question) -> str:
    if question.choices:
        return " ".join(
            _option("=" if choice.right else "~", _line(choice.text), choice.why)
            for choice in question.choices
        )
    if question.right is None:
        return ""
    wrong = [_option("=%0%", text, why) for text, why in question.wrong]
    if _NUMBER.fullmatch(question.right):
        return f"#{' '.join([_option('=', question.right, ''), *wrong])}"
    return " ".join([_option("=", question.right, ""), *wrong])


def _option(sign: str, text: str, why: str) -> str:
    return f"{sign}{_text(text)}" + (f"#{_text(_line(why))}" if why else "")


def _line(text: str) -> str:
    """A choice or a reason, which Moodle reads in the format of its question."""
    return line_for(as_entities, text)


def _text(text: str) -> str:
    return text.translate(_ESCAPES)
