"""Markdown blocks -> Prose; what prose does not have is a fault, never dropped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.fences import SHOWN, TRACED, fence_place, is_closed
from banktrainer.packs.markdown import blocks, line_of
from banktrainer.packs.model import (
    Bullets,
    CodeBlock,
    Paragraph,
    Place,
    Prose,
    Span,
    Style,
    Table,
)
from banktrainer.packs.source import Source

Block = Paragraph | Bullets | Table | CodeBlock
Spans = tuple[Span, ...]

_UNKNOWN = {
    "blockquote_open": ("E312", "a quote is only for `> Why:`, once, in a step"),
    "hr": ("E306", "a line across the page is not part of a card"),
    "heading_open": ("E306", "headings are only `## Section`, outside lists and quotes"),
}
_PIPE = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Writer:
    """Turns the tokens of one file into prose; `trace` takes each fence that the engine reads."""

    source: Source
    faults: Faults
    trace: Callable[[Token], CodeBlock | None]

    def prose(self, tokens: Sequence[Token]) -> Prose:
        written = (self.block(first, inside) for first, inside in blocks(tokens))
        return tuple(block for block in written if block is not None)

    def place(self, token: Token) -> Place:
        return self.source.block_place(line_of(token))

    def block(self, first: Token, inside: Sequence[Token]) -> Block | None:
        """One block as prose, or None where cards have no such block (a fault)."""
        match first.type:
            case "paragraph_open":
                return Paragraph(spans(inside[0]))
            case "bullet_list_open" | "ordered_list_open":
                return self._bullets(first, inside)
            case "table_open":
                return self._table(inside)
            case "fence":
                return self._fence(first)
            case "code_block":
                return CodeBlock(first.content.removesuffix("\n"))
            case _:
                other = ("E306", f"cards do not have {quoted(first.type)}")
                self.faults.add(self.place(first), *_UNKNOWN.get(first.type, other))
                return None

    def _bullets(self, first: Token, inside: Sequence[Token]) -> Bullets:
        self._check_start(first)
        items = tuple(self._item(item, within) for item, within in blocks(inside))
        return Bullets(items, first.type == "ordered_list_open")

    def _check_start(self, first: Token) -> None:
        if first.attrGet("start") not in (None, 1):
            self.faults.add(self.place(first), "E306", "a numbered list begins with 1")

    def _item(self, item: Token, inside: Sequence[Token]) -> Spans:
        parts = list(blocks(inside))
        if not parts:
            message = "the list item is empty; for the text `4.` write `4\\.`"
            self.faults.add(self.place(item), "E306", message)
            return ()
        (first, text), *more = parts
        other = first if first.type != "paragraph_open" else more[0][0] if more else None
        if other is not None:
            self.faults.add(self.place(other), "E306", "a list item is one paragraph of text")
        return spans(text[0]) if first.type == "paragraph_open" else ()

    def _table(self, inside: Sequence[Token]) -> Table:
        rows = [row for _, part in blocks(inside) for row in blocks(part)]
        header, *body = [self._row(cells) for _, cells in rows]
        for token, _ in rows[1:]:
            self._check_width(token, len(header))
        return Table(header, tuple(body))

    def _row(self, cells: Sequence[Token]) -> tuple[Spans, ...]:
        return tuple(spans(inside[0]) for _, inside in blocks(cells))

    def _check_width(self, row: Token, width: int) -> None:
        written = (
            self.source.lines[line_of(row) - 1].strip(" \t>").removeprefix("|").removesuffix("|")
        )
        if len(_PIPE.findall(written)) >= width:
            self.faults.add(self.place(row), "E306", f"more cells than the {width} of the header")

    def _fence(self, token: Token) -> CodeBlock | None:
        place = fence_place(self.source, token)
        if not is_closed(self.source, token):
            self.faults.add(place, "E309", f"the fence is not closed with {token.markup}")
        language, *words = token.info.split(maxsplit=1) or [""]
        if language == TRACED:
            return self.trace(token)
        if language != SHOWN:
            named = f"{quoted(language)} is not a language of" if language else "no language on"
            self.faults.add(place, "E307", f"{named} a fence; write {TRACED} or {SHOWN}")
        elif words:
            self.faults.add(place, "E308", f"nothing reads {quoted(words[0])} on a {SHOWN} fence")
        return CodeBlock(token.content.removesuffix("\n"))


def spans(inline: Token) -> Spans:
    """The runs of text of one paragraph, heading, cell or item."""
    strong = emphasis = 0
    found: list[Span] = []
    for token in inline.children or ():
        match token.type:
            case "strong_open" | "strong_close":
                strong += token.nesting
            case "em_open" | "em_close":
                emphasis += token.nesting
            case "code_inline":
                _append(found, Span(token.content, "code"))
            case _:
                style: Style = "strong" if strong else "emphasis" if emphasis else "plain"
                _append(found, Span(_TEXT.get(token.type, token.content), style))
    return tuple(span for span in found if span.text)


_TEXT = {"softbreak": " ", "hardbreak": "\n"}


def _append(found: list[Span], span: Span) -> None:
    if found and found[-1].style == span.style:
        found[-1] = Span(found[-1].text + span.text, span.style)
    else:
        found.append(span)


def flat(runs: Spans) -> str:
    return "".join(span.text for span in runs)
