"""`(a = 1, b)`: the grammar reads an assignment before a comma only in parentheses of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from banktrainer.cuda.source import Expanded

_OPENING = re.compile(r"(?:(?<![\w)\]>\s])|\b(?:return|case|else|if|while|switch))\s*\(")
_ASSIGNED = re.compile(r"(?<![=!<>])=(?!=)|<<=|>>=")
_MOST = 400


def with_parentheses(expanded: Expanded) -> Expanded:
    """The text with parentheses around each assignment that is the first of a comma expression."""
    text = expanded.text
    spans = list(_spans(text)) if "," in text else []
    if not spans:
        return expanded
    marks = sorted([(start, "(") for start, _ in spans] + [(end, ")") for _, end in spans])
    return expanded.inserted(marks)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """The spans of the assignments that need parentheses."""
    for match in _OPENING.finditer(text):
        start = match.end()
        end = _comma(text, start)
        if end is not None and _top_level_assignment(text[start:end]):
            yield start, end


def _comma(text: str, start: int) -> int | None:
    """Where the first comma stands that belongs to the parenthesis opened before `start`."""
    depth = 0
    for at in range(start, min(len(text), start + _MOST)):
        char = text[at]
        if char == "," and depth == 0:
            return at
        if char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        if depth < 0 or char in ";{}\"'":
            return None
    return None


def _top_level_assignment(item: str) -> bool:
    """Whether `=` or its kin stands in `item` outside all brackets, and no `<` of a template."""
    flat = item
    while True:
        inner = re.sub(r"\([^()\[\]]*\)|\[[^()\[\]]*\]", lambda m: " " * len(m[0]), flat)
        if inner == flat:
            break
        flat = inner
    return _ASSIGNED.search(flat) is not None and not re.search(r"<(?![<=])[^<>]*$", flat)
