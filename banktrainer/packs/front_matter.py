"""Front matter: the file's own, and that of each card where a file holds several (`# id`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from banktrainer.packs.faults import Faults
from banktrainer.packs.model import Place
from banktrainer.packs.source import Source
from banktrainer.packs.yaml_text import Yaml, read_yaml

_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_CARD = re.compile(r"# +\S")
_RULE = "---"


@dataclass(frozen=True, slots=True)
class Matter:
    """Front matter on lines `first` to `last`, its rules included; `keys` is None if unreadable."""

    keys: Yaml | None
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Matters:
    """The front matter of a file, and that of its cards by the line of their headings."""

    shared: Matter
    own: Mapping[int, Matter]


def front_matter(source: Source, faults: Faults, *, required: bool = True) -> Matters | None:
    """All front matter of `source`, or None where the file does not begin with what is required."""
    if source.lines[0].rstrip() != _RULE and not required:
        nothing = Yaml({}, {(): source.place(1)}, {})
        return Matters(Matter(nothing, 1, 0), dict(_of_cards(source, 0, faults)))
    if source.lines[0].rstrip() != _RULE:
        faults.add(source.place(1), "E208", f"a card file begins with front matter, after {_RULE}")
        return None
    shared = _matter_at(source, 1, faults)
    return None if shared is None else Matters(shared, dict(_of_cards(source, shared.last, faults)))


def without_matter(source: Source, matters: Matters) -> str:
    """The Markdown of `source`, each line on its own number."""
    lines = list(source.lines)
    for matter in (matters.shared, *matters.own.values()):
        lines[matter.first - 1 : matter.last] = [""] * (matter.last - matter.first + 1)
    return "\n".join(lines) + "\n"


def _matter_at(source: Source, first: int, faults: Faults) -> Matter | None:
    for last in range(first + 1, len(source.lines) + 1):
        if source.lines[last - 1].rstrip() == _RULE:
            return Matter(read_yaml(source, first + 1, last - 1, faults), first, last)
    faults.add(source.place(first), "E208", f"the front matter is not closed with {_RULE}")
    return None


def _of_cards(source: Source, after: int, faults: Faults) -> Iterator[tuple[int, Matter]]:
    """Found without Markdown, whose parser must not see front matter: only fences count."""
    fence, number = "", after
    while number < len(source.lines):
        number += 1
        line = source.lines[number - 1]
        mark = _FENCE.match(line)
        if fence or mark:
            fence = _still_open(fence, line) if fence or not mark else mark[1]
        elif _CARD.match(line) and (first := _rule_below(source, number)):
            matter = _matter_at(source, first, faults)
            if matter is None:
                return
            yield number, matter
            number = matter.last


def _still_open(fence: str, line: str) -> str:
    """`fence`, or nothing where `line` closes it."""
    text = line.strip()
    return "" if text.startswith(fence) and not text.strip(fence[0]) else fence


def _rule_below(source: Source, heading: int) -> int | None:
    """The line of the rule that follows `heading`, with only empty lines between."""
    for number in range(heading + 1, len(source.lines) + 1):
        text = source.lines[number - 1].rstrip()
        if text:
            return number if text == _RULE else None
    return None


def with_shared(shared: Yaml, own: Yaml | None, card_id: str, place: Place) -> Yaml:
    """The keys of one card of several: its own over the file's, the id from the heading."""
    if not isinstance(shared.data, dict):
        return shared
    if own is not None and not isinstance(own.data, dict):
        return own
    mine = {} if own is None or not isinstance(own.data, dict) else own.data
    values = {loc: at for loc, at in shared.values.items() if loc[:1] and loc[0] not in mine}
    keys = {loc: at for loc, at in shared.keys.items() if loc[0] not in mine}
    return Yaml(
        {**shared.data, **mine, "id": card_id},
        {**values, **(own.values if own else {}), (): place, ("id",): place},
        {**keys, **(own.keys if own else {}), ("id",): place},
        shared.refused | (own.refused if own else frozenset()),
    )
