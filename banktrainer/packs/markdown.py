"""Markdown read with markdown-it: CommonMark and tables, without what would hide or change text.

Links, images, HTML and entities are left as they are written; `{{…}}` passes untouched, whatever
stars and underscores it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_OFF = (
    "link",
    "image",
    "autolink",
    "html_inline",
    "html_block",
    "entity",
    "reference",
    "lheading",
)
_FIGURE = re.compile(r"\{\{[^{}\n]*\}\}")


def parse_markdown(text: str) -> list[Token]:
    """The block tokens of `text`; their `map` counts lines from 0, the end not included."""
    return _parser().parse(text)


def blocks(tokens: Sequence[Token]) -> Iterator[tuple[Token, Sequence[Token]]]:
    """Each block of the outermost level with the tokens inside it."""
    at = 0
    while at < len(tokens):
        first, end = tokens[at], at + 1
        if first.nesting == 1:
            while tokens[end].level != first.level:
                end += 1
        yield first, tokens[at + 1 : end]
        at = end + 1 if first.nesting == 1 else end


def line_of(token: Token) -> int:
    """The line on which a block begins, from 1."""
    return (token.map or [0])[0] + 1


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable(_OFF)
    parser.inline.ruler.before("escape", "figure", _figure)
    return parser


def _figure(state: StateInline, silent: bool) -> bool:
    match = _FIGURE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.pending += match[0]
    state.pos = match.end()
    return True
