"""Cards in Markdown notes: `question :: answer`, `question ::: answer` (both directions) and
blocks with a line `?` (or `??`, both directions) between question and answer.

A `::` without blanks beside it is C++ and separates nothing; code is never looked into.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from banktrainer.packs.incoming.harvest import Draft, Harvest, Left, beginning
from banktrainer.packs.incoming.plain_markdown import FENCE, shown_fences

_SEPARATOR = re.compile(r"(?<!:):{2,3}(?!:)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:\s+(.*?))?\s*#*$")
_LEAD = re.compile(r"^\s*(?:>\s*)*(?:(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)?")
_COMMENT = re.compile(r"<!--.*?-->")
_TURNS = {"?": False, "??": True}
_LONGEST_TAG = 60


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    code: bool = False


_Block = Sequence[_Line]


def read_notes(text: str) -> Harvest:
    """The cards in a file of notes."""
    return Harvest.of(_found(text.split("\n")))


def _found(lines: Sequence[str]) -> Iterator[Draft | Left]:
    start = _front_matter(lines)
    if start:
        yield Left(1, "front_matter", beginning(" ".join(lines[1 : start - 1])), start)
    heading: tuple[int, str] | None = None
    used = True
    for block in _blocks(lines, start):
        title = _HEADING.match(block[0].text) if not block[0].code else None
        if title:
            if heading and not used:
                yield Left(heading[0], "heading", beginning(heading[1]))
            heading, used = (block[0].number, title[1] or ""), False
            continue
        tags = (_tag(heading[1]),) if heading and _tag(heading[1]) else ()
        for each in _block(block, tags):
            used = used or isinstance(each, Draft)
            yield each
    if heading and not used:
        yield Left(heading[0], "heading", beginning(heading[1]))


def _front_matter(lines: Sequence[str]) -> int:
    """How many lines of YAML a file begins with."""
    if lines[0].rstrip() != "---":
        return 0
    return next((at + 1 for at in range(1, len(lines)) if lines[at].rstrip() == "---"), 0)


def _blocks(lines: Sequence[str], start: int) -> Iterator[_Block]:
    """Runs of lines without a blank one between them, headings apart, fences in one piece."""
    block: list[_Line] = []
    closing = ""
    for number, text in enumerate(lines[start:], start + 1):
        fence = FENCE.match(text)
        if closing:
            block.append(_Line(number, text, code=True))
            if fence and fence[1].startswith(closing) and not fence[2].strip():
                closing = ""
            continue
        heading = _HEADING.match(text)
        if block and (heading or not text.strip()):
            yield block
            block = []
        if heading:
            yield [_Line(number, text)]
        elif text.strip():
            closing = fence[1] if fence else ""
            block.append(_Line(number, text, code=bool(fence)))
    if block:
        yield block


def _tag(heading: str) -> str:
    return " ".join(re.sub(r"[`*#\[\]{}]", "", heading).split())[:_LONGEST_TAG].strip()


def _block(block: _Block, tags: tuple[str, ...]) -> Iterator[Draft | Left]:
    marks = [at for at, line in enumerate(block) if not line.code and line.text.strip() in _TURNS]
    if len(marks) == 1:
        yield from _turned(block, marks[0], tags)
    elif marks:
        yield Left(block[0].number, "several", beginning(block[0].text), block[-1].number)
    else:
        yield from _lines(block, tags)


def _turned(block: _Block, at: int, tags: tuple[str, ...]) -> Iterator[Draft | Left]:
    """The card of a block with a line `?`."""
    first = block[0]
    question, answer = (_markdown(part) for part in (block[:at], block[at + 1 :]))
    if not question or not answer:
        reason = "no_answer" if question else "no_question"
        last = block[-1].number if len(block) > 1 else None
        yield Left(first.number, reason, beginning(question or answer), last)
        return
    yield from _cards(first.number, question, answer, tags, both=_TURNS[block[at].text.strip()])


def _markdown(lines: _Block) -> str:
    texts = (line.text if line.code else _COMMENT.sub("", line.text) for line in lines)
    return _literal(shown_fences(list(texts)).strip("\n").rstrip())


def _literal(markdown: str) -> str:
    """No braces of a note are taken for a figure."""
    return markdown.replace("{{", "\\{\\{")


def _lines(block: _Block, tags: tuple[str, ...]) -> Iterator[Draft | Left]:
    """The cards of a block line by line; what lies between them is left."""
    rest: list[_Line] = []
    for line in block:
        parts = None if line.code else _split(_COMMENT.sub("", line.text))
        if parts is None:
            rest.append(line)
            continue
        yield from _prose(rest)
        rest = []
        question, answer, both = parts
        if question and answer:
            yield from _cards(line.number, _literal(question), _literal(answer), tags, both=both)
        else:
            reason = "no_answer" if question else "no_question"
            yield Left(line.number, reason, beginning(line.text))
    yield from _prose(rest)


def _prose(lines: _Block) -> Iterator[Left]:
    """What is left of the lines between cards, each run of one kind told once."""
    for reason, run in groupby(lines, _reason):
        first, *more = run
        last = more[-1].number if more else None
        yield Left(first.number, reason, beginning(first.text), last)


def _reason(line: _Line) -> str:
    if line.code:
        return "code"
    text = _COMMENT.sub("", line.text)
    if not text.strip():
        return "comment"
    return "tight" if _SEPARATOR.search(_masked(text)) else "prose"


def _split(text: str) -> tuple[str, str, bool] | None:
    """Question, answer and whether it goes both ways; None where nothing separates them."""
    lead = _LEAD.match(text)
    bare = text[lead.end() :] if lead else text
    masked = _masked(bare)
    for match in _SEPARATOR.finditer(masked):
        before, after = masked[: match.start()], masked[match.end() :]
        if before[-1:].strip() and after[:1].strip():
            continue  # C++
        question, answer = bare[: match.start()].strip(), bare[match.end() :].strip()
        return question, answer, len(match[0]) == 3
    return None


def _masked(text: str) -> str:
    """`text` with its code replaced, place by place."""
    return _CODE.sub(lambda match: "x" * len(match[0]), text)


def _cards(
    line: int, question: str, answer: str, tags: tuple[str, ...], *, both: bool
) -> Iterator[Draft]:
    yield Draft(line, question, answer, question, tags=tags)
    if both:
        yield Draft(line, answer, question, f"{answer} back", tags=tags)
