"""Plain text to Markdown that shows it as it is: signs that would mean something are escaped.

Code between backquotes and code fences stay code; a fence is only shown, never run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape, unescape

FENCE = re.compile(r"^\s*(`{3,}|~{3,})([^`]*)$")
_CODE = re.compile(r"(`[^`\n]+`)")
_SIGNS = re.compile(r"([\\*_`]|\{(?=\{)|(?<=\{)\{)")
_HTML = re.compile(r"<|&(?=#?\w+;)|\[(?=[^\]\n]*\]\()")
_ENTITY = re.compile(r"\\.|&#?\w+;")
_MARKED = re.compile(r"\\([!-/:-@\[-`{-~])|&#?\w+;")
_START = re.compile(r"^(?:(\d+)([.)])(?=\s|$)|([#>+\-=~|]))")


def as_markdown(text: str) -> str:
    """`text` as Markdown: each line a paragraph, code as code."""
    parts: list[str] = []
    for part in _parts(text.strip("\n").split("\n")):
        parts.append(part if "\n" in part else _line(part))
    return "\n\n".join(part for part in parts if part)


def backslashed(text: str) -> str:
    """Markdown whose tags, entities and links are shown, by backslashes (CommonMark, pandoc)."""
    return _HTML.sub(r"\\\g<0>", text)


def as_entities(text: str) -> str:
    """Markdown whose tags, entities and links are shown, by entities (Moodle has no `\\<`)."""
    return _HTML.sub(lambda match: escape(match[0]).replace("[", "&#91;"), text)


def line_for(html: Callable[[str], str], text: str) -> str:
    """`as_markdown` of one line for programs that run HTML; `html` shields what isn't code."""
    return _outside_code(as_markdown(text), html)


def without_entities(markdown: str) -> str:
    """Markdown that holds characters in place of HTML's names of them; code is left alone."""
    parts = _parts(markdown.split("\n"))
    return "\n".join(p if "\n" in p else _outside_code(p, _decoded) for p in parts)


def as_plain(markdown: str) -> str:
    """One line of Markdown with its escapes undone; code keeps its backquotes."""
    return _outside_code(markdown, lambda text: _MARKED.sub(lambda m: m[1] or unescape(m[0]), text))


def _decoded(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        found = match[0]
        return found if found[0] == "\\" else _SIGNS.sub(r"\\\1", unescape(found))

    return _ENTITY.sub(one, text)


def _outside_code(line: str, change: Callable[[str], str]) -> str:
    return "".join(p if at % 2 else change(p) for at, p in enumerate(_CODE.split(line)))


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
    return _unstarted(_outside_code(text.strip(), lambda p: _SIGNS.sub(r"\\\1", p)))


def _unstarted(made: str) -> str:
    """A line that begins no list, heading, quote or table."""
    return _START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", made)
