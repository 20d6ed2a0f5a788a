"""The sections with a form of their own: steps with their reason, and traps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from markdown_it.token import Token

from banktrainer.packs.faults import quoted
from banktrainer.packs.fields import MAX_LINE, whole_number
from banktrainer.packs.markdown import blocks
from banktrainer.packs.model import (
    CHOICE_LETTERS,
    MOST_CYCLES,
    CodeBlock,
    Paragraph,
    Prose,
    Step,
    Trap,
)
from banktrainer.packs.prose import Spans, Writer
from banktrainer.packs.schema import CardKeys
from banktrainer.packs.sections import Section

_WHY = "Why:"
_LONGEST_ANSWER = MAX_LINE
_LANES = re.compile(r"none|[0-9]+ ?(?:[,;&+/-]| and) ?[0-9]+|[0-9]+ [0-9]+")
_PARAMETER = re.compile(r"\$[A-Za-z_]")


def step_of(section: Section, writer: Writer) -> Step:
    """The step that `section` writes; `> Why:` is its reason, its first traced fence its code."""
    body: list[Prose] = []
    why: Prose | None = None
    for first, inside in blocks(section.tokens):
        if why is None and first.type == "blockquote_open" and _is_why(inside):
            why = _without_lead(writer.prose(inside), _WHY)
            continue
        block = writer.block(first, inside)
        body.append(() if block is None else (block,))
    written = tuple(block for part in body for block in part)
    fences = (block.fence for block in written if isinstance(block, CodeBlock))
    fence = next((name for name in fences if name is not None), None)
    return Step(section.title, written, why or (), fence)


def traps_of(section: Section, writer: Writer, keys: CardKeys) -> tuple[Trap, ...]:
    """The traps that `section` lists: `- ANSWER: what to say to who answers that`."""
    found: dict[str, Trap] = {}
    for first, inside in blocks(section.tokens):
        if first.type != "bullet_list_open":
            message = "traps are a list: `- ANSWER: what to say to who answers that`"
            writer.faults.add(writer.place(first), "E313", message)
            continue
        for item, within in blocks(inside):
            trap = _trap(item, within, writer, keys)
            if trap is None:
                continue
            _check_trap(trap, found, writer, keys)
            found.setdefault(trap.answer, trap)
    return tuple(found.values())


def _is_why(inside: Sequence[Token]) -> bool:
    return (
        len(inside) > 1
        and inside[0].type == "paragraph_open"
        and inside[1].content.startswith(_WHY)
    )


def _trap(item: Token, within: Sequence[Token], writer: Writer, keys: CardKeys) -> Trap | None:
    place = writer.place(item)
    text = within[1].content if len(within) > 1 and within[0].type == "paragraph_open" else ""
    answer, colon, _ = text.partition(":")
    prose = writer.prose(within)
    lead = _first_spans(prose)
    if not (colon and answer.strip() and lead and lead[0].text.startswith(answer + colon)):
        message = "a trap begins with the answer it is for and a colon, as in `- 1: …`"
        writer.faults.add(place, "E313", message)
        return None
    body = _without_lead(prose, answer + colon)
    if not body:
        writer.faults.add(place, "E313", f"the trap on {quoted(answer)} says nothing")
    return Trap(_canonical(answer, keys), body, place)


def _check_trap(trap: Trap, found: dict[str, Trap], writer: Writer, keys: CardKeys) -> None:
    answer = trap.answer
    if answer in found:
        line = found[answer].place.line
        why = f"the answer {quoted(answer)} has a trap already, on line {line}"
    elif "{{" in answer or len(answer) > _LONGEST_ANSWER:
        why = f"{quoted(answer)} is not an answer that a learner can give"
    elif not _can_be_given(answer, keys):
        why = f"nobody can answer {quoted(answer)} here; it must be {_expected(keys)}"
    else:
        return
    writer.faults.add(trap.place, "E313", why)


def _canonical(answer: str, keys: CardKeys) -> str:
    """`answer` in one form: of choices the letter in the author's order, whatever the screen's."""
    given = " ".join(answer.split())
    if keys.choices:
        texts = [choice.text.casefold() for choice in keys.choices]
        at = texts.index(given.casefold()) if given.casefold() in texts else None
        return given.lower() if at is None else CHOICE_LETTERS[at]
    if keys.ask == "conflict" and keys.expect is None:
        return given.lower()
    return given


def _can_be_given(answer: str, keys: CardKeys) -> bool:
    if keys.choices:
        return answer in CHOICE_LETTERS[: len(keys.choices)]
    if _PARAMETER.search(answer) and keys.kind == "template":
        return True
    if keys.expect is not None:
        return _number(keys.expect) is None or _number(answer) is not None
    if keys.ask == "lanes":
        return _LANES.fullmatch(answer) is not None
    if keys.ask == "conflict":
        return answer in ("yes", "no")
    value = _number(answer)
    return value is not None and 0 <= value <= MOST_CYCLES


def _number(text: str) -> int | None:
    try:
        return whole_number(text)
    except ValueError:
        return None


def _expected(keys: CardKeys) -> str:
    if keys.choices:
        last = CHOICE_LETTERS[len(keys.choices) - 1]
        return f"a choice's text or its letter in this list, a to {last}"
    if keys.ask == "lanes" and keys.expect is None:
        return "two lanes, as in `0,16`, or none"
    if keys.ask == "conflict" and keys.expect is None:
        return "yes or no"
    return "a whole number" if keys.expect else f"a whole number up to {MOST_CYCLES}"


def _first_spans(prose: Prose) -> Spans:
    return prose[0].spans if prose and isinstance(prose[0], Paragraph) else ()


def _without_lead(prose: Prose, lead: str) -> Prose:
    """`prose` without the words `lead`, with which its first paragraph begins."""
    spans = _first_spans(prose)
    first = replace(spans[0], text=spans[0].text.removeprefix(lead).lstrip())
    rest = (first, *spans[1:]) if first.text else spans[1:]
    return (Paragraph(rest), *prose[1:]) if rest else prose[1:]
