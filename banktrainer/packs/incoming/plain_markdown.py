"""Plain text to Markdown that shows it as it is: signs that would mean something are escaped.

Code between backquotes and code fences stay code; a fence is only shown, never run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

FENCE = re.compile(r"^\s*(`{3,}|~{3,})([^`]*)$")
_CODE = re.compile(r"(`[^`\n]+`)")
_SIGNS = re.compile(r"([\\*_`]|\{(?=\{)|(?<=\{)\{)")
_START = re.compile(r"^(?:(\d+)([.)])(?=\s|$)|([#>+\-=~|]))")


def as_markdown(text: str) -> str:
    """`text` as Markdown: each line a paragraph, code as code."""
    parts: list[str] = []
    for part in _parts(text.strip("\n").split("\n")):
        parts.append(part if "\n" in part else _line(part))
    return "\n\n".join(part for part in parts if part)


def shown_fences(lines: Sequence[str]) -> str:
    """Markdown whose code fences are only shown, whatever language they name."""
    made, closing = [], ""
    for line in lines:
        match = FENCE.match(line)
        if closing and match and match[1].startswith(closing) and not match[2].strip():
            closing = ""
        elif not closing and match:
            closing, line = match[1], line[: match.end(1)] + "text"
        elif not closing:
            line = line.rstrip()
        made.append(line)
    return "\n".join([*made, closing] if closing else made)


def _parts(lines: Sequence[str]) -> Iterator[str]:
    """Lines one by one, a fence as one part."""
    at = 0
    while at < len(lines):
        match = FENCE.match(lines[at])
        end = at + 1
        if match:
            while end < len(lines) and not lines[end].strip().startswith(match[1]):
                end += 1
            if end < len(lines):
                yield shown_fences([line.rstrip() for line in lines[at : end + 1]])
                at = end + 1
                continue
            end = at + 1
        yield lines[at]
        at = end


def literal(text: str) -> str:
    """One line as Markdown that shows each of its signs, backquotes too."""
    return _unstarted(_SIGNS.sub(r"\\\1", text.strip()))


def _line(text: str) -> str:
    pieces = _CODE.split(text.strip())
    made = "".join(p if at % 2 else _SIGNS.sub(r"\\\1", p) for at, p in enumerate(pieces))
    return _unstarted(made)


def _unstarted(made: str) -> str:
    """A line that begins no list, heading, quote or table."""
    return _START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", made)
