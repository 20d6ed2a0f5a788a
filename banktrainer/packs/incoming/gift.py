"""GIFT, Moodle's text format: choices, true or false, short and numeric answers, essays.

Escapes (`\\: \\# \\= \\{ \\} \\~ \\\\ \\n`) are put aside before anything is taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from banktrainer.packs.incoming.harvest import Draft, Harvest, Left, beginning
from banktrainer.packs.incoming.html_text import TAG, text_of
from banktrainer.packs.incoming.plain_markdown import (
    as_markdown,
    as_plain,
    shown_fences,
    without_entities,
)
from banktrainer.packs.model import CHOICE_LETTERS, Choice

_ESCAPED = "\\:#={}~n"
_ASIDE = {sign: chr(0xFDD0 + at) for at, sign in enumerate(_ESCAPED)}
_BACK = {ord(char): "\n" if sign == "n" else sign for sign, char in _ASIDE.items()}
_ESCAPE = re.compile(r"\\([\\:#={}~n])")
_NAME = re.compile(r"^::(.*?)::", re.DOTALL)
_FORMAT = re.compile(r"^\s*\[(html|moodle|plain|markdown)\]")
_OPTION = re.compile(r"([~=])([^~=]*)")
_WEIGHT = re.compile(r"^\s*%(-?[0-9.]+)%")
_TRUTH = {"t": True, "true": True, "f": False, "false": False}
_WHOLE = re.compile(r"[0-9]{1,9}")
_LONGEST_TEXT = 200
_BLANK = "_____"


@dataclass(frozen=True, slots=True)
class GiftWords:
    """What is said where the file says nothing: the two truths, and an essay without an answer."""

    true: str
    false: str
    essay: str


@dataclass(frozen=True, slots=True)
class _Option:
    sign: str
    text: str
    weight: float | None
    feedback: str

    @property
    def right(self) -> bool:
        return self.weight == 100 if self.weight is not None else self.sign == "="


class _LeftError(Exception):
    """Why a question is not imported."""


def read_gift(text: str, words: GiftWords) -> Harvest:
    """The cards in a GIFT file."""
    return Harvest.of(_found(text.split("\n"), words))


def _found(lines: Sequence[str], words: GiftWords) -> Iterator[Draft | Left]:
    category: tuple[str, ...] = ()
    for number, block in _blocks(lines):
        if block.startswith("//"):
            yield Left(number, "comment", beginning(block))
        elif block.startswith("$CATEGORY:"):
            name = block.partition(":")[2].strip().rpartition("/")[2].strip()[:60]
            category = (name,) if name else ()
        else:
            try:
                yield replace(_card(number, block, words), tags=category)
            except _LeftError as error:
                yield Left(number, str(error), beginning(block))


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Questions, categories and comments with the lines on which they begin."""
    block: list[str] = []
    first = 1
    for number, line in enumerate([*lines, ""], 1):
        alone = line.lstrip().startswith("//") or line.startswith("$CATEGORY:")
        if block and (alone or not line.strip()):
            yield first, "\n".join(block)
            block = []
        if alone:
            yield number, line.strip()
        elif line.strip():
            first = first if block else number
            block.append(line)


def _card(number: int, block: str, words: GiftWords) -> Draft:
    text = _ESCAPE.sub(lambda match: _ASIDE[match[1]], block)
    name = _NAME.match(text)
    text = text[name.end() :] if name else text
    head, opened, rest = text.partition("{")
    inside, closed, tail = rest.rpartition("}")
    if not opened:
        raise _LeftError("description")
    if not closed or "{" in inside or "}" in inside:
        raise _LeftError("braces")
    kind = _FORMAT.match(head)
    form = kind[1] if kind else ""
    head = head[kind.end() :] if kind else head
    asked = f"{head.rstrip()} {_BLANK} {tail.strip()}" if tail.strip() else head
    question = _markdown(asked, form)
    if not question:
        raise _LeftError("no_question")
    title = _plain(name[1], "") if name else ""
    draft = Draft(number, question, "", title or _plain(asked, form), title[:_LONGEST_TEXT] or None)
    body, _, general = inside.partition("####")
    return _answered(draft, body.strip(), _markdown(general, form), form, words)


def _answered(draft: Draft, body: str, general: str, form: str, words: GiftWords) -> Draft:
    if not body:
        return replace(draft, answer=general or as_markdown(words.essay))
    truth, *said = body.split("#")
    if truth.strip().casefold() in _TRUTH:
        return _true_or_false(draft, _TRUTH[truth.strip().casefold()], said, general, words)
    if body.startswith("#"):
        return _number(draft, body[1:].strip(), general, form)
    found = list(_OPTION.finditer(body))
    typed = all(match[1] == "=" for match in found)
    options = [_option(match[1], match[2], form, typed) for match in found]
    if not options or body[0] not in "~=":
        raise _LeftError("braces")
    if any("->" in each.text for each in options):
        raise _LeftError("matching")
    if any(each.sign == "~" for each in options):
        return _choices(draft, options, general)
    return _short(draft, options, general)


def _option(sign: str, body: str, form: str, typed: bool = True) -> _Option:
    """One answer; what is `typed` has no format, only what is said to it."""
    weight = _WEIGHT.match(body)
    text, _, feedback = (body[weight.end() :] if weight else body).partition("#")
    kind = _FORMAT.match(text)
    form, text = (kind[1], text[kind.end() :]) if kind else (form, text)
    number = float(weight[1]) if weight and weight[1].count(".") < 2 else None
    texted = "plain" if typed and form == "markdown" else form
    return _Option(sign, _plain(text, texted), number, _plain(feedback, form))


def _true_or_false(
    draft: Draft, truth: bool, said: Sequence[str], general: str, words: GiftWords
) -> Draft:
    if_wrong, if_right = (*(_plain(each, "") for each in said[:2]), "", "")[:2]
    true = Choice(words.true, truth, if_right if truth else if_wrong)
    false = Choice(words.false, not truth, if_wrong if truth else if_right)
    answer = as_markdown(words.true if truth else words.false)
    return replace(draft, answer=_joined(answer, general), choices=(true, false))


def _number(draft: Draft, body: str, general: str, form: str) -> Draft:
    options = [_option(match[1], match[2], form) for match in _OPTION.finditer(body)]
    if not options:
        value, _, feedback = body.partition("#")
        options = [_Option("=", _plain(value, ""), None, _plain(feedback, form))]
    right = [each for each in options if each.right or (each.weight or 0) > 0]
    if not right:
        raise _LeftError("no_answer")
    value = right[0].text.removesuffix(":0").strip()
    answer = as_markdown("\n".join(filter(None, (each.text for each in right))))
    answer = _joined(answer, as_markdown(right[0].feedback), general)
    if len(right) == 1 and _WHOLE.fullmatch(value):
        return replace(
            draft,
            answer=_joined(value, as_markdown(right[0].feedback), general),
            expect=str(int(value)),
            traps=_traps(options),
        )
    return replace(draft, answer=answer, changed="range")


def _traps(options: Sequence[_Option]) -> tuple[tuple[str, str], ...]:
    """Wrong answers that the file has something to say to."""
    wrong = (each for each in options if each.weight == 0 and each.feedback)
    return tuple((each.text.removesuffix(":0"), as_markdown(each.feedback)) for each in wrong)


def _choices(draft: Draft, options: Sequence[_Option], general: str) -> Draft:
    right = [each for each in options if each.right]
    if len(right) != 1 or any((each.weight or 0) > 0 for each in options if not each.right):
        raise _LeftError("weights")
    if not 2 <= len(options) <= len(CHOICE_LETTERS):
        raise _LeftError("choices")
    texts = [each.text for each in options]
    if len(set(texts)) < len(texts) or not all(0 < len(text) <= _LONGEST_TEXT for text in texts):
        raise _LeftError("choice_texts")
    choices = tuple(Choice(each.text, each.right, each.feedback) for each in options)
    return replace(draft, answer=_joined(as_markdown(right[0].text), general), choices=choices)


def _short(draft: Draft, options: Sequence[_Option], general: str) -> Draft:
    good = [each for each in options if each.weight != 0] or options
    texts = [each.text for each in good]
    answer = _joined(as_markdown("\n".join(texts)), as_markdown(good[0].feedback), general)
    if len(good) == 1 and good[0].right and 0 < len(texts[0]) <= _LONGEST_TEXT:
        return replace(draft, answer=answer, expect=texts[0], traps=_traps(options))
    return replace(draft, answer=answer, changed="several_texts")


def _markdown(text: str, form: str) -> str:
    """A text of the file as Markdown."""
    if form == "markdown":
        found = shown_fences(_restored(text).strip().split("\n"))
        return without_entities(found).replace("{{", "\\{\\{")
    return as_markdown(_unmarked(text, form))


def _plain(text: str, form: str) -> str:
    return " ".join(_unmarked(text, form).split())


def _unmarked(text: str, form: str) -> str:
    restored = _restored(text).strip()
    if form == "markdown":
        return as_plain(restored)
    if form == "plain" or (form != "html" and not TAG.search(restored)):
        return restored
    found = text_of(restored)
    if found is None:
        raise _LeftError("picture")
    return found


def _restored(text: str) -> str:
    return text.translate(_BACK)


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
