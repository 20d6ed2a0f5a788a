"""What a file of another format gives: drafts of cards, and by line whatever is left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from banktrainer.packs.model import Choice

SHOWN = 60


@dataclass(frozen=True, slots=True)
class Draft:
    """A recall card to be, from `line` of its file; question and answer are Markdown.

    Without `expect` and `choices` learners judge themselves. `traps` are wrong answers and what to
    say to them, as Markdown. `id` is what its id should be like,
    `changed` a reason (as of Left) why it is not quite what it was.
    """

    line: int
    question: str
    answer: str
    id: str
    title: str | None = None
    expect: str | None = None
    choices: tuple[Choice, ...] = ()
    tags: tuple[str, ...] = ()
    traps: tuple[tuple[str, str], ...] = ()
    changed: str | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """Something that is not imported: where, why (`words`: packs.left.REASON), how it begins.

    `last` is the line on which it ends, where that is another one.
    """

    line: int
    reason: str
    text: str = ""
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Harvest:
    """Cards and what is left out, each in the order of the file."""

    drafts: tuple[Draft, ...]
    left: tuple[Left, ...]

    @classmethod
    def of(cls, found: Iterable[Draft | Left]) -> Harvest:
        listed = sorted(found, key=lambda each: each.line)
        drafts = tuple(each for each in listed if isinstance(each, Draft))
        return cls(drafts, tuple(each for each in listed if isinstance(each, Left)))


def beginning(text: str) -> str:
    """How `text` begins, on one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else f"{flat[: SHOWN - 1]}…"
