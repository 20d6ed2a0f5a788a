"""Preprocessing tokens of C, and comments taken out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from banktrainer.cuda.source import Text

_COMMENTS = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//(?:\\\n|[^\n])*|/\*.*?\*/|/\*', re.S
)
_TOKENS = re.compile(
    r"(?P<name>[^\W\d]\w*)"
    r"|(?P<number>\.?\d(?:[eEpP][-+]|'(?=\w)|[\w.])*)"
    r'|(?P<string>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')'
    r"|(?P<newline>\n)"
    r"|(?P<space>(?:[^\S\n]|\\\n)+)"
    r"|(?P<punct>##|<<<|>>>|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|.)",
    re.S,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token with the original span that it stands for. `exact`: copied, not expanded.

    `hidden` are the macros that may no longer expand it.
    """

    kind: str
    text: str
    start: int
    end: int
    exact: bool = True
    hidden: frozenset[str] = frozenset()


def strip_comments(text: Text) -> str:
    """The text with each comment as blanks of the same length, newlines kept."""

    def blank(match: re.Match[str]) -> str:
        found = match[0]
        if found == "/*":
            raise text.error("this comment does not end", match.start())
        if found[0] != "/":
            return found
        return re.sub(r"[^\n]", " ", found)

    return _COMMENTS.sub(blank, text.text)


def tokens(text: str, start: int = 0) -> list[Token]:
    """All tokens of `text`, white space included; offsets from `start`."""
    found = []
    for match in _TOKENS.finditer(text):
        kind = match.lastgroup or "punct"
        found.append(Token(kind, match[0], start + match.start(), start + match.end()))
    return found
