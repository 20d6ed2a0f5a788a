"""Heads: what planning needs of each card, read from front matter without YAML or Markdown.

Only what is written plainly is read here, a line for each key; for everything else the answer is
None, and the real reader is asked. So a head is what the real reader would say, or is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from banktrainer.packs.model import Kind

KINDS = ("example", "recall", "template")
CELLS = frozenset("ABCDEFGHIJ")
LISTS = ("requires", "aliases", "tags")
_HEAD = frozenset(("id", "kind", "title", "cell", "difficulty", *LISTS))
_KEY = re.compile(r"([a-z]+):(?: +(\S.*?))?[ ]*")
_RULE = re.compile(r"^---[ \t]*$", re.MULTILINE)
_PLAIN = re.compile(r"[A-Za-z0-9(](?:(?!: | #).)*(?<!:)")
_QUOTED = re.compile(r"\"([^\"\\]*)\"|'([^']*)'")
_LIST = re.compile(r"\[ *((?:[\w-]+(?: *, *[\w-]+)*)?) *\]", re.ASCII)
_ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_MARKS = re.compile(r"^ {0,3}(?:#[ \t].*|(?P<fence>`{3,}(?=[^`\n]*$)|~{3,}).*)$", re.MULTILINE)
_LONGEST = {"id": 64, "title": 200}

Value = str | tuple[str, ...]
Matter = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Head:
    """What a card's front matter says that planning needs."""

    id: str
    kind: Kind
    title: str
    cell: str | None = None
    difficulty: int | None = None
    requires: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


def heads_in(text: str) -> list[Head] | None:
    """The heads of the cards in a file, in order; None where it is not written plainly."""
    matters = _matters(text)
    heads = None if matters is None else [_head(matter) for matter in matters]
    return None if heads is None or None in heads else cast(list[Head], heads)


def titles_in(text: str) -> dict[str, str] | None:
    """By id the titles that a translation gives; "" where it gives none. None as `heads_in`."""
    matters = _matters(text)
    if matters is None or any(_bad_name(matter.get("id")) for matter in matters):
        return None
    told = {str(matter["id"]): matter.get("title", "") for matter in matters}
    if len(told) < len(matters) or not all(isinstance(title, str) for title in told.values()):
        return None
    return cast(dict[str, str], told)


def title_of(card_id: str) -> str:
    """The title of a card that has none: its id in words."""
    return card_id.replace("-", " ").replace("_", " ").capitalize()


def _matters(text: str) -> list[Matter] | None:
    """The front matter of each card of a file, that of the file put in."""
    if not text.startswith("---\n") or "\r" in text:
        return None
    shared, at = _matter(text, 0)
    if shared is None:
        return None
    if "id" in shared:
        return [shared]
    found: list[Matter] = []
    for heading, start in _headings(text, at):
        own = _own_matter(text, start)
        if own is None or heading is None or "id" in own:
            return None
        found.append({**shared, **own, "id": heading})
    return found or None


def _headings(text: str, at: int) -> Iterator[tuple[str | None, int]]:
    """Each `# id` outside code, with where its line ends; None for one that needs a closer look."""
    fence = ""
    while (match := _MARKS.search(text, at)) is not None:
        line, at = match[0], match.end()
        if fence:
            closing = line.strip()
            fence = "" if closing.startswith(fence) and not closing.strip(fence[0]) else fence
        elif match["fence"]:
            fence = match["fence"]
        else:
            name = line[1:].strip()
            plain = line[0] == "#" and _ID.fullmatch(name) is not None
            yield (name if plain else None), at
            at = max(at, _end_of_matter(text, at))


def _own_matter(text: str, at: int) -> Matter | None:
    """The front matter right below a heading; nothing where there is none."""
    start = _next_text(text, at)
    if not _RULE.match(text, start):
        return {}
    return _matter(text, start)[0]


def _end_of_matter(text: str, at: int) -> int:
    start = _next_text(text, at)
    if not _RULE.match(text, start):
        return at
    closing = _RULE.search(text, text.find("\n", start) + 1 or len(text))
    return closing.end() if closing else len(text)


def _next_text(text: str, at: int) -> int:
    """Where the next line begins that is not empty."""
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if text[at:end].strip():
            return at
        at = end + 1
    return len(text)


def _matter(text: str, start: int) -> tuple[Matter | None, int]:
    """The keys between the rule at `start` and the next one, and where that ends."""
    first = text.find("\n", start) + 1
    closing = _RULE.search(text, first) if first else None
    if closing is None:
        return None, len(text)
    return _keys(text[first : closing.start()]), closing.end()


def _keys(matter: str) -> Matter | None:
    found: Matter = {}
    key = ""
    seen: set[str] = set()
    for line in matter.split("\n"):
        if not line or line[0] == "#":
            continue
        if line[0] in " -":
            if key in _HEAD or not key or "\t" in line:
                return None
            continue
        match = _KEY.fullmatch(line)
        if match is None or match[1] in seen:
            return None
        key, written = match[1], match[2] or ""
        seen.add(key)
        value = _value(key, written) if key in _HEAD else None
        if value is not None:
            found[key] = value
        elif key in _HEAD or not _is_whole(written):
            return None
    return found


def _value(key: str, written: str) -> Value | None:
    if key in LISTS:
        match = _LIST.fullmatch(written)
        items = re.split(" *, *", match[1]) if match and match[1] else []
        return tuple(items) if match and len(set(items)) == len(items) else None
    if not written.isprintable():
        return None
    if quoted := _QUOTED.fullmatch(written):
        return (quoted[1] if quoted[1] is not None else quoted[2]).strip() or None
    return written if _PLAIN.fullmatch(written) else None


def _is_whole(written: str) -> bool:
    """Whether a value that is passed over ends on its line, or goes on indented."""
    if written[:1] in ('"', "'"):
        return _QUOTED.fullmatch(written) is not None
    if written[:1] in ("[", "{"):
        pairs = all(written.count(a) == written.count(b) for a, b in ("[]", "{}"))
        return pairs and written[-1] in "]}" and "'" not in written and written.count('"') % 2 == 0
    return written[:1] not in ("&", "*", "!", "%", "@", "`", "?")


def _head(matter: Matter) -> Head | None:
    name, kind, cell = matter.get("id"), matter.get("kind"), matter.get("cell")
    difficulty = matter.get("difficulty")
    title = matter.get("title", "")
    lists = [matter.get(key, ()) for key in LISTS]
    if (
        _bad_name(name)
        or kind not in KINDS
        or (cell is not None and cell not in CELLS)
        or (difficulty is not None and difficulty not in ("1", "2", "3", "4", "5"))
        or not isinstance(title, str)
        or len(title) > _LONGEST["title"]
        or "{{" in title
        or (not title and kind == "example")
        or any(_bad_name(each) for each in (*lists[0], *lists[1]))
    ):
        return None
    return Head(
        id=str(name),
        kind=cast(Kind, kind),
        title=title or title_of(str(name)),
        cell=cell,
        difficulty=None if difficulty is None else int(difficulty),
        requires=tuple(lists[0]),
        aliases=tuple(lists[1]),
        tags=tuple(lists[2]),
    )


def _bad_name(name: object) -> bool:
    return not isinstance(name, str) or len(name) > _LONGEST["id"] or not _ID.fullmatch(name)
