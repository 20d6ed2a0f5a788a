"""A card file cut up: front matter, cards (`# id`) and their `##` sections, all with places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.front_matter import Matters, front_matter, with_shared, without_matter
from banktrainer.packs.markdown import blocks, line_of, parse_markdown
from banktrainer.packs.model import Place
from banktrainer.packs.prose import flat, spans
from banktrainer.packs.source import Source
from banktrainer.packs.yaml_text import Yaml

BODY = "Body"
STEP = "Step"
TRAPS = "Traps"
SECTIONS = ("Forecast", "Question", STEP, "Answer", "Check", TRAPS, "Footnote")


@dataclass(frozen=True, slots=True)
class Section:
    """`name` is one of SECTIONS, or BODY for what comes before them; `title` what a step says."""

    name: str
    title: str
    place: Place
    tokens: Sequence[Token]


@dataclass(frozen=True, slots=True)
class RawCard:
    """One card as cut from its file; `keys` are its front matter with the file's."""

    keys: Yaml
    place: Place
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class _Heading:
    inline: Token
    line: int

    @property
    def written(self) -> str:
        return self.inline.content.strip()


_Part = tuple[_Heading | None, Sequence[Token]]


def cut(source: Source, faults: Faults, *, several: bool = False) -> tuple[RawCard, ...]:
    """The cards of one file. Whatever belongs to none of them is among the faults.

    `several` says that every card has its `# id`, and front matter of the file is not needed.
    """
    matters = front_matter(source, faults, required=not several)
    if matters is None or matters.shared.keys is None:
        return ()
    keys = matters.shared.keys
    parts = list(_by_heading(parse_markdown(without_matter(source, matters)), "h1"))
    alone = len(parts) == 1 or (isinstance(keys.data, dict) and "id" in keys.data)
    if alone and not several:
        return (_single(source, keys, parts, faults),)
    for token, _ in blocks(parts[0][1]):
        place = source.block_place(line_of(token))
        faults.add(place, "E305", "text outside any card; it follows no `# id`")
    cards = (_one_of_several(source, keys, matters, part, faults) for part in parts[1:])
    return tuple(card for card in cards if card is not None)


def _by_heading(tokens: Sequence[Token], level: str) -> Iterator[_Part]:
    """`tokens` cut at the outer headings of `level`; what precedes the first comes with None."""
    heading: _Heading | None = None
    start = at = 0
    for first, inside in blocks(tokens):
        if first.type == "heading_open" and first.tag == level:
            yield heading, tokens[start:at]
            heading, start = _Heading(inside[0], line_of(first)), at + len(inside) + 2
        at += len(inside) + (2 if first.nesting == 1 else 1)
    yield heading, tokens[start:]


def _single(source: Source, keys: Yaml, parts: Sequence[_Part], faults: Faults) -> RawCard:
    for heading, _ in parts[1:]:
        if heading is not None:
            message = "a `#` heading begins a card, but the front matter has its id already"
            faults.add(source.block_place(heading.line), "E305", message)
    place = keys.place("id")
    return RawCard(keys, place, _sections(source, place, parts[0][1], faults))


def _one_of_several(
    source: Source, shared: Yaml, matters: Matters, part: _Part, faults: Faults
) -> RawCard | None:
    heading, inside = part
    if heading is None:
        return None
    place = source.place(heading.line, source.lines[heading.line - 1].find(heading.written) + 1)
    matter = matters.own.get(heading.line)
    own = matter.keys if matter else None
    if matter is not None and own is None:
        return None
    if own is not None and isinstance(own.data, dict) and "id" in own.data:
        faults.add(own.key_place("id"), "E209", "the id is in the heading; take this key out")
    keys = with_shared(shared, own, heading.written, place)
    return RawCard(keys, place, _sections(source, place, inside, faults))


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
