"""What counts as an answer: typed text to its canonical form, or a reason why it is none.

Canonical forms: a number without leading zeros, a choice's letter, "yes" or "no", two lanes as
"0,16" (lower first), text trimmed with single spaces.
"""

from __future__ import annotations

import re
from typing import Literal

from banktrainer.packs.model import CHOICE_LETTERS
from banktrainer.packs.model import MOST_CYCLES as MOST_CYCLES
from banktrainer.study.journal import Confidence

Reason = Literal[
    "empty",
    "not_a_number",
    "negative",
    "fraction",
    "too_large",
    "not_a_choice",
    "not_yes_no",
    "not_two_lanes",
    "same_lane",
    "no_such_lane",
    "too_long",
    "unreadable",
]

LONGEST_TEXT = 500
YES, NO = "yes", "no"
NO_COLLISION = "none"
_YES_NO = {"yes": YES, "y": YES, "a": YES, "no": NO, "n": NO, "b": NO}
_MARKS: dict[str, Confidence] = {"!": "sure", "?": "guess"}


class NotAnAnswer(Exception):  # noqa: N818 -- the learner's slip, not a failure of the program
    """Typed text that is no answer to what was asked: nothing is stored and it is asked again.

    `reason` is a code, `given` the text as typed (foreign: print it through `printable`),
    `limit` the largest number that could be meant, `letters` the choices there are.
    """

    def __init__(
        self, reason: Reason, given: str, *, limit: int | None = None, letters: str = ""
    ) -> None:
        super().__init__(f"{reason}: {given!r}")
        self.reason: Reason = reason
        self.given = given
        self.limit = limit
        self.letters = letters


def confidence_mark(line: str) -> tuple[str, Confidence]:
    """A typed line without its final `!` (sure) or `?` (guess), and the confidence it says."""
    text = line.strip()
    mark = _MARKS.get(text[-1:])
    return (text[:-1].rstrip(), mark) if mark else (text, "think")


def number(text: str, limit: int = MOST_CYCLES) -> str:
    """A whole number from 0 to `limit` in ASCII digits, without its leading zeros."""
    given = readable(text)
    if not re.fullmatch(r"[0-9]+", given, re.ASCII):
        raise NotAnAnswer(_why_no_number(given), text, limit=limit)
    digits = given.lstrip("0") or "0"
    if len(digits) > len(str(limit)) or int(digits) > limit:
        raise NotAnAnswer("too_large", text, limit=limit)
    return digits


def _why_no_number(given: str) -> Reason:
    if re.fullmatch(r"-[0-9]+([.,][0-9]+)?", given, re.ASCII):
        return "negative"
    if re.fullmatch(r"[0-9]*[.,/][0-9]+", given, re.ASCII):
        return "fraction"
    return "not_a_number"


def letter(text: str, letters: str) -> str:
    """One of `letters` (lower case), upper case allowed."""
    given = readable(text).lower()
    if len(given) != 1 or given not in letters:
        raise NotAnAnswer("not_a_choice", text, letters=letters)
    return given


def yes_no(text: str) -> str:
    """Either "yes" or "no", from the word, its first letter, or `a` (yes) and `b` (no)."""
    given = _YES_NO.get(readable(text).casefold())
    if given is None:
        raise NotAnAnswer("not_yes_no", text, letters="ab")
    return given


def lane_pair(text: str, lanes: int) -> str:
    """Two different lanes under `lanes` as "0,16", or "none" where that word was typed."""
    given = readable(text).casefold()
    if given == NO_COLLISION:
        return given
    found = re.fullmatch(r"([0-9]+)(?:\s*[,;&+/-]\s*|\s+(?:and\s+)?)([0-9]+)", given, re.ASCII)
    if not found:
        raise NotAnAnswer("not_two_lanes", text, limit=lanes - 1)
    pair = sorted(_lane(part, text, lanes) for part in found.groups())
    if pair[0] == pair[1]:
        raise NotAnAnswer("same_lane", text, limit=lanes - 1)
    return f"{pair[0]},{pair[1]}"


def _lane(digits: str, text: str, lanes: int) -> int:
    try:
        return int(number(digits, lanes - 1))
    except NotAnAnswer:
        raise NotAnAnswer("no_such_lane", text, limit=lanes - 1) from None


def words(text: str) -> str:
    """Free text, trimmed, each run of white space as one space."""
    return " ".join(readable(text).split())


def same_words(given: str, expected: str) -> bool:
    """Whether two texts agree but for case and white space."""
    return words(given).casefold() == words(expected).casefold()


def readable(text: str, *, may_be_empty: bool = False) -> str:
    """`text` trimmed; refused when empty, too long, or not to be stored as UTF-8."""
    given = text.strip()
    if not given and not may_be_empty:
        raise NotAnAnswer("empty", text)
    if len(given) > LONGEST_TEXT:
        raise NotAnAnswer("too_long", text[:40], limit=LONGEST_TEXT)
    if not storable(given):
        raise NotAnAnswer("unreadable", text)
    return given


def storable(text: str) -> bool:
    """Whether `text` can be written as UTF-8 (bytes of another encoding on stdin can't)."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def letters_of(count: int) -> str:
    """The letters that `count` choices go by; raises ValueError beyond `f`."""
    if not 1 <= count <= len(CHOICE_LETTERS):
        raise ValueError(f"{count} choices; a card has one to six")
    return CHOICE_LETTERS[:count]
