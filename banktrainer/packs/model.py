"""What a pack is, once read: cards, their code fences and their prose, as frozen values.

Prose still holds its `{{…}}` figures; `fill` puts the engine's numbers in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Kind = Literal["example", "recall", "template"]
Ask = Literal["cycles", "degree", "conflict", "bank", "lanes", "repair"]
Style = Literal["plain", "code", "strong", "emphasis"]
How = Literal["measured", "documented", "claimed"]
Block3 = tuple[int, int, int]

CHOICE_LETTERS = "abcdef"
MOST_CYCLES = 1024
"""The largest number that is taken for a forecast."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a pack's file; line and column count from 1, in characters."""

    path: str
    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at one place: `code` begins with E (an error) or W (a warning)."""

    place: Place
    code: str
    message: str

    def __str__(self) -> str:
        at = self.place
        told = f"{at.path}:{at.line}:{at.column}: {self.code} {self.message}"
        return told.replace("\n", "\\n")  # a file's name may hold one; a fault is one line


class PackError(Exception):
    """A pack that can't be used; `faults` says where and why, in file order."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Span:
    text: str
    style: Style = "plain"


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[tuple[Span, ...], ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    header: tuple[tuple[Span, ...], ...]
    rows: tuple[tuple[tuple[Span, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Code as written; `fence` is the Fence's name where the engine reads it, else None."""

    text: str
    fence: str | None = None


Prose = tuple[Paragraph | Bullets | Table | CodeBlock, ...]


@dataclass(frozen=True, slots=True)
class Fence:
    """One CUDA snippet of a card, with its values; the only source of the card's numbers.

    `name` is "" for the fence that the card asks about, which has none in its file. `asked_line`
    (from 1, within `code`) is the line marked `// ?`; None asks about the first access. `place` is
    that of the opening marks; line n of `code` is n lines below it.
    """

    name: str
    code: str
    place: Place
    values: Mapping[str, str] = field(default_factory=dict)
    block: Block3 = (32, 1, 1)
    machine: str = "nvidia"
    asked_line: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    title: str
    body: Prose
    why: Prose
    fence: str | None = None


@dataclass(frozen=True, slots=True)
class Trap:
    """What to say to a learner who gave exactly this wrong answer."""

    answer: str
    body: Prose
    place: Place


@dataclass(frozen=True, slots=True)
class Choice:
    text: str
    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What stands behind a claim about silicon: who says so (`source`, `url`), how they know."""

    id: str
    claim: str
    source: str
    how: How
    place: Place
    url: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the glossary; `aliases` are other ways to write it, `see` ids of related terms."""

    id: str
    title: str
    body: Prose
    place: Place
    aliases: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `key` (pack/id) is its identity in the journal, whatever its file is called.

    `body` is the text before the first section (fences included, as CodeBlocks in place),
    `question` the text of `## Forecast` or `## Question`.
    """

    pack: str
    id: str
    kind: Kind
    title: str
    place: Place
    question: Prose
    answer: Prose
    body: Prose = ()
    cell: str | None = None
    ask: Ask = "cycles"
    lane: int | None = None
    fences: tuple[Fence, ...] = ()
    steps: tuple[Step, ...] = ()
    check: Prose = ()
    traps: tuple[Trap, ...] = ()
    footnote: Prose = ()
    stated: str | None = None
    expect: str | None = None
    choices: tuple[Choice, ...] = ()
    requires: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    difficulty: int | None = None
    params: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    where: str | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.pack}/{self.id}"


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as read: cards in the order in which they are meant to be met."""

    id: str
    title: str
    version: str
    language: str
    root: Path
    cards: tuple[Card, ...]
    translations: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    license: str = ""
    description: str = ""
    evidence: tuple[Evidence, ...] = ()
    glossary: tuple[Term, ...] = ()

    def card(self, id_or_alias: str) -> Card | None:
        """The card of that id, or the one that took the id over; None where there is none."""
        by_id = next((card for card in self.cards if card.id == id_or_alias), None)
        return by_id or next((card for card in self.cards if id_or_alias in card.aliases), None)

    def term(self, name: str) -> Term | None:
        """The glossary's term of that id, title or alias, in whatever case; None without one."""
        wanted = name.casefold()
        by_id = next((term for term in self.glossary if term.id == name), None)
        return by_id or next((term for term in self.glossary if wanted in _written(term)), None)


def _written(term: Term) -> frozenset[str]:
    return frozenset(text.casefold() for text in (term.title, *term.aliases))
