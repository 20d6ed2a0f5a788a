"""A card file cut up: front matter, cards (`# id`) and their `##` sections, all with places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.markdown import blocks, line_of, parse_markdown
from banktrainer.packs.model import Place
from banktrainer.packs.prose import flat, spans
from banktrainer.packs.source import Source
from banktrainer.packs.yaml_text import Yaml, read_yaml

BODY = "Body"
STEP = "Step"
TRAPS = "Traps"
SECTIONS = ("Forecast", "Question", STEP, "Answer", "Check", TRAPS, "Footnote")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_CARD = re.compile(r"# +\S")
_RULE = "---"


@dataclass(frozen=True, slots=True)
class Section:
    """`name` is one of SECTIONS, or BODY for what comes before them; `title` what a step says."""

    name: str
    title: str
    place: Place
    tokens: Sequence[Token]


@dataclass(frozen=True, slots=True)
class RawCard:
    """One card as cut from its file, on lines `first` to `last`; `id` where a heading gave it."""

    keys: Yaml
    place: Place
    id: str | None
    sections: tuple[Section, ...]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Heading:
    inline: Token
    line: int

    @property
    def written(self) -> str:
        return self.inline.content.strip()


def cut(source: Source, faults: Faults) -> tuple[RawCard, ...]:
    """The cards of one file. Whatever belongs to none of them is among the faults."""
    matter = _front_matter(source, faults)
    if matter is None:
        return ()
    tokens = parse_markdown("\n".join(_blanked(source, matter)) + "\n")
    parts = list(_by_heading(tokens, "h1"))
    keys = matter[0].keys
    if keys is None:
        return ()
    several = len(parts) > 1 and not (isinstance(keys.data, dict) and "id" in keys.data)
    if not several:
        return (_single(source, keys, parts, faults),)
    _refuse_loose(source, parts[0][1], faults)
    ends = [heading.line for heading, _ in parts[2:] if heading] + [len(source.lines) + 1]
    cards = (
        _one_of_several(source, matter, heading, inside, end - 1, faults)
        for (heading, inside), end in zip(parts[1:], ends, strict=True)
        if heading is not None
    )
    return tuple(card for card in cards if card is not None)


@dataclass(frozen=True, slots=True)
class _Matter:
    """Front matter with its rules, on lines `first` to `last`; that of a card follows its heading.

    `keys` is None where the YAML can't be read.
    """

    keys: Yaml | None
    first: int
    last: int


def _front_matter(source: Source, faults: Faults) -> list[_Matter] | None:
    """The file's own front matter, then those of its cards; None where the file has none."""
    if source.lines[0].rstrip() != _RULE:
        faults.add(source.place(1), "E208", f"a card file begins with front matter, after {_RULE}")
        return None
    first = _matter_at(source, 1, faults)
    if first is None:
        return None
    found = [first]
    for heading in _card_lines(source, first.last + 1):
        start = heading + 1
        while start <= len(source.lines) and not source.lines[start - 1].strip():
            start += 1
        if start <= len(source.lines) and source.lines[start - 1].rstrip() == _RULE:
            matter = _matter_at(source, start, faults)
            found += [matter] if matter else []
    return found


def _matter_at(source: Source, first: int, faults: Faults) -> _Matter | None:
    for last in range(first + 1, len(source.lines) + 1):
        if source.lines[last - 1].rstrip() == _RULE:
            return _Matter(read_yaml(source, first + 1, last - 1, faults), first, last)
    faults.add(source.place(first), "E208", f"the front matter is not closed with {_RULE}")
    return None


def _card_lines(source: Source, start: int) -> Iterator[int]:
    """Lines that head a card, found without Markdown (whose parse must not see front matter)."""
    fence = ""
    for number in range(start, len(source.lines) + 1):
        line = source.lines[number - 1]
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif fence and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        elif not fence and _CARD.match(line):
            yield number


def _blanked(source: Source, matters: Sequence[_Matter]) -> list[str]:
    lines = list(source.lines)
    for matter in matters:
        lines[matter.first - 1 : matter.last] = [""] * (matter.last - matter.first + 1)
    return lines


def _by_heading(
    tokens: Sequence[Token], level: str
) -> Iterator[tuple[_Heading | None, Sequence[Token]]]:
    """`tokens` cut at the outer headings of `level`; what precedes the first comes with None."""
    heading: _Heading | None = None
    start = at = 0
    for first, inside in blocks(tokens):
        if first.type == "heading_open" and first.tag == level:
            yield heading, tokens[start:at]
            heading, start = _Heading(inside[0], line_of(first)), at + len(inside) + 2
        at += len(inside) + (2 if first.nesting == 1 else 1)
    yield heading, tokens[start:]


def _single(
    source: Source,
    keys: Yaml,
    parts: Sequence[tuple[_Heading | None, Sequence[Token]]],
    faults: Faults,
) -> RawCard:
    for heading, _ in parts[1:]:
        if heading is not None:
            message = "a `#` heading begins a card, but the front matter has its id already"
            faults.add(source.block_place(heading.line), "E305", message)
    place = keys.place("id")
    sections = _sections(source, place, parts[0][1], faults)
    return RawCard(keys, place, None, sections, 1, len(source.lines))


def _one_of_several(
    source: Source,
    matters: Sequence[_Matter],
    heading: _Heading,
    inside: Sequence[Token],
    last: int,
    faults: Faults,
) -> RawCard | None:
    place = source.place(heading.line, source.lines[heading.line - 1].find(heading.written) + 1)
    own = next((m for m in matters[1:] if heading.line < m.first <= last), None)
    shared = matters[0].keys
    if shared is None or (own is not None and own.keys is None):
        return None
    mine = own.keys if own else None
    if mine is not None and isinstance(mine.data, dict) and "id" in mine.data:
        faults.add(mine.key_place("id"), "E209", "the id is in the heading; take this key out")
    keys = _with_shared(shared, mine, heading.written, place)
    sections = _sections(source, place, inside, faults)
    return RawCard(keys, place, heading.written, sections, heading.line, last)


def _with_shared(shared: Yaml, own: Yaml | None, card_id: str, place: Place) -> Yaml:
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
    )


def _sections(
    source: Source, start: Place, tokens: Sequence[Token], faults: Faults
) -> tuple[Section, ...]:
    found: list[Section] = []
    for heading, inside in _by_heading(tokens, "h2"):
        if heading is None:
            found.append(Section(BODY, "", start, inside))
            continue
        place = source.block_place(heading.line)
        text = flat(spans(heading.inline)).strip()
        name, title = _named(text)
        if name not in SECTIONS or bool(title) != (name == STEP):
            faults.add(place, "E301", f"unknown section {quoted(text)}; {_known()}")
        elif "{{" in title:
            faults.add(place, "E314", "figures are not filled in in headings")
        found.append(Section(name, title, place, inside))
    return tuple(found)


def _named(text: str) -> tuple[str, str]:
    name, colon, title = text.partition(":")
    return (name.strip(), title.strip()) if colon else (text, "")


def _known() -> str:
    names = (f"{name}: …" if name == STEP else name for name in SECTIONS)
    return f"cards have {', '.join(names)}"


def _refuse_loose(source: Source, tokens: Sequence[Token], faults: Faults) -> None:
    for token, _ in blocks(tokens):
        faults.add(
            source.block_place(line_of(token)),
            "E305",
            "text outside any card; it follows no `# id`",
        )
