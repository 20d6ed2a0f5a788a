"""The sections with a form of their own: steps with their reason, and traps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markdown_it.token import Token

from banktrainer.packs.faults import quoted
from banktrainer.packs.fields import whole_number
from banktrainer.packs.markdown import blocks
from banktrainer.packs.model import CodeBlock, Paragraph, Prose, Step, Trap
from banktrainer.packs.prose import Spans, Writer
from banktrainer.packs.schema import CHOICE_LETTERS, CardKeys
from banktrainer.packs.sections import Section

_WHY = "Why:"
_LONGEST_ANSWER = 40


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
            trap = _trap(item, within, writer)
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


def _trap(item: Token, within: Sequence[Token], writer: Writer) -> Trap | None:
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
    return Trap(answer.strip(), body, place)


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


def _can_be_given(answer: str, keys: CardKeys) -> bool:
    if keys.choices:
        return answer in CHOICE_LETTERS[: len(keys.choices)]
    if keys.expect is not None or keys.ask == "lanes":
        return True
    if keys.ask == "conflict":
        return answer in ("yes", "no")
    try:
        return whole_number(answer) >= 0
    except ValueError:
        return False


def _expected(keys: CardKeys) -> str:
    if keys.choices:
        return f"a letter, a to {CHOICE_LETTERS[len(keys.choices) - 1]}"
    return "yes or no" if keys.ask == "conflict" else "a whole number"


def _first_spans(prose: Prose) -> Spans:
    return prose[0].spans if prose and isinstance(prose[0], Paragraph) else ()


def _without_lead(prose: Prose, lead: str) -> Prose:
    """`prose` without the words `lead`, with which its first paragraph begins."""
    spans = _first_spans(prose)
    first = replace(spans[0], text=spans[0].text.removeprefix(lead).lstrip())
    rest = (first, *spans[1:]) if first.text else spans[1:]
    return (Paragraph(rest), *prose[1:]) if rest else prose[1:]
